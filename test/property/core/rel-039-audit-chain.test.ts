import { expectOk } from '../../harness/system/expect-ok.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { nodeCrypto } from '../../../electron/adapters/crypto.js'
import { systemRandom } from '../../../electron/adapters/random.js'
import { openAudit } from '../../../electron/core/audit/audit-log.js'
import { err, ok } from '../../../shared/domain/result.js'
import { epochMs } from '../../../shared/domain/time.js'
import { message } from '../../../shared/messages/make-message.js'
import { fakeDocument } from '../../fakes/document.js'
import { runs } from '../../harness/system/effort.js'

function createFixture() {
  const lines: string[] = []
  const secrets = new Map<string, string>()
  const checkpoint = fakeDocument()
  const disk = { full: false }
  const open = () =>
    openAudit({
      journal: {
        append: (line) =>
          Promise.resolve(
            disk.full
              ? err({ kind: 'full' as const, message: 'full' })
              : (lines.push(line), ok(undefined)),
          ),
        read: () => Promise.resolve(ok({ lines: [...lines], tailCut: false })),
        close: () => Promise.resolve(),
      },
      checkpoint,
      clock: { now: () => epochMs(1_000), monotonic: () => 0 },
      random: systemRandom,
      crypto: nodeCrypto,
      environment: 'practice',
      log: { event: () => undefined },
      vault: {
        backend: 'key-store',
        keyStore: null,
        read: (name) => Promise.resolve(ok(secrets.get(name) ?? null)),
        write: (name, secret) => (secrets.set(name, secret), Promise.resolve(ok(undefined))),
        remove: (name) => (secrets.delete(name), Promise.resolve(ok(undefined))),
      },
    })
  return { lines, secrets, checkpoint, disk, open }
}

async function createFilled(count: number) {
  const fixture = createFixture()
  const audit = await fixture.open()
  for (let index = 0; index < count; index += 1) {
    await audit.append('asked', `i${index}`, `record ${index}`, { at: index })
  }
  await audit.close()
  return fixture
}

type Tamper = (lines: string[], index: number, other: number) => void
const TAMPERINGS: Record<string, Tamper> = {
  edit: (lines, index) => {
    lines[index] = (lines[index] ?? '').replace('"at":1000', '"at":1001')
  },
  insert: (lines, index, other) => {
    lines.splice(index, 0, lines[other] ?? '')
  },
  delete: (lines, index) => {
    lines.splice(index, 1)
  },
  swap: (lines, index, other) => {
    ;[lines[index], lines[other]] = [lines[other] ?? '', lines[index] ?? '']
  },
  truncate: (lines, index) => {
    lines.length = index
  },
}

describe('REL-39: the audit chain', () => {
  test('verifies when it is untouched, also after a restart', async () => {
    const fixture = await createFilled(5)
    const audit = await fixture.open()
    expect(audit.report()).toMatchObject({ state: 'verified', count: 6, problem: null })
    expect((await audit.verify()).state).toBe('verified')
  })

  test.each(Object.entries(TAMPERINGS))('finds and locates: %s', async (name, tamper) => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 2, max: 12 }), fc.nat(), fc.nat(), async (count, a, b) => {
        const fixture = await createFilled(count)
        const size = fixture.lines.length
        const [index, other] = [a % size, b % size]
        fc.pre(name !== 'swap' || index !== other)
        tamper(fixture.lines, index, other)
        const report = (await fixture.open()).report()
        expect(report?.state).toBe('damaged')
        expect(report?.problem?.seq).toBe(
          name === 'swap'
            ? Math.min(index, other)
            : name === 'insert'
              ? index === other && name === 'insert'
                ? index + 1
                : index
              : index,
        )
      }),
      { numRuns: runs(25, 1_000) },
    )
  })

  test('finds a replaced end by the checkpoint', async () => {
    const fixture = await createFilled(6)
    const second = createFixture()
    second.lines.push(...fixture.lines.slice(0, 3))
    const other = await second.open()
    for (let index = 0; index < 6; index += 1) await other.append('asked', 'x', 'another story', {})
    fixture.lines.splice(0, Infinity, ...second.lines)
    expect((await fixture.open()).report()).toMatchObject({
      state: 'damaged',
      problem: { what: message('audit.chainRewritten') },
    })
  })

  test('is damaged with a forged checkpoint, and never verified with a missing one', async () => {
    const forged = await createFilled(3)
    forged.checkpoint.content = (forged.checkpoint.content ?? '').replace(
      /"mac":"...../,
      '"mac":"AAAAA',
    )
    expect((await forged.open()).report()?.state).toBe('damaged')
    const fixture = await createFilled(3)
    fixture.secrets.delete('audit-checkpoint')
    fixture.checkpoint.content = null
    const audit = await fixture.open()
    expect(audit.report()?.state).toBe('unproved')
    await audit.close()
    expect((await fixture.open()).report()?.state).toBe('unproved')
  })

  test('reports a failing disk and continues after it', async () => {
    const fixture = createFixture()
    const audit = await fixture.open()
    const failures: string[] = []
    audit.onFailure((error) => failures.push(error.kind))
    fixture.disk.full = true
    expect((await audit.append('decided', 'i1', 'approved', {})).ok).toBe(false)
    expect([audit.failed, failures]).toEqual([true, ['full']])
    fixture.disk.full = false
    expect((await audit.append('decided', 'i1', 'approved', {})).ok).toBe(true)
    expect([audit.failed, (await audit.verify()).state]).toEqual([false, 'verified'])
  })

  test('puts all records of one instruction into a receipt, and none of others', async () => {
    const audit = await (await createFilled(4)).open()
    await audit.append('ended', 'i2', 'withdrawn', {})
    const text = expectOk(await audit.receiptText('i2'))
    expect(text).toContain('record 2')
    expect(text).not.toMatch(/record [013]/)
  })
})
