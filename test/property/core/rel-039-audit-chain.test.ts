import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { nodeCrypto } from '../../../electron/adapters/crypto.js'
import { systemRandom } from '../../../electron/adapters/random.js'
import { openAudit } from '../../../electron/core/audit/audit.js'
import { err, ok } from '../../../shared/domain/result.js'
import { epochMs } from '../../../shared/domain/time.js'
import { fakeDocument } from '../../fakes/document.js'
import { runs } from '../../harness/effort.js'

function rig() {
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

async function filled(count: number) {
  const world = rig()
  const audit = await world.open()
  for (let at = 0; at < count; at += 1) {
    await audit.append('asked', `i${at}`, `record ${at}`, { at })
  }
  await audit.close()
  return world
}

type Tamper = (lines: string[], at: number, other: number) => void
const TAMPERINGS: Record<string, Tamper> = {
  edit: (lines, at) => {
    lines[at] = (lines[at] ?? '').replace('"at":1000', '"at":1001')
  },
  insert: (lines, at, other) => {
    lines.splice(at, 0, lines[other] ?? '')
  },
  delete: (lines, at) => {
    lines.splice(at, 1)
  },
  swap: (lines, at, other) => {
    ;[lines[at], lines[other]] = [lines[other] ?? '', lines[at] ?? '']
  },
  truncate: (lines, at) => {
    lines.length = at
  },
}

describe('rel-039: the audit chain', () => {
  test('an untouched chain verifies, after a restart too', async () => {
    const world = await filled(5)
    const audit = await world.open()
    expect(audit.report()).toMatchObject({ state: 'verified', count: 6, problem: null })
    expect((await audit.verify()).state).toBe('verified')
  })

  test.each(Object.entries(TAMPERINGS))('finds and places: %s', async (name, tamper) => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 2, max: 12 }), fc.nat(), fc.nat(), async (count, a, b) => {
        const world = await filled(count)
        const size = world.lines.length
        const [at, other] = [a % size, b % size]
        fc.pre(name !== 'swap' || at !== other)
        tamper(world.lines, at, other)
        const report = (await world.open()).report()
        expect(report?.state).toBe('damaged')
        expect(report?.problem?.seq).toBe(
          name === 'swap'
            ? Math.min(at, other)
            : name === 'insert'
              ? at === other && name === 'insert'
                ? at + 1
                : at
              : at,
        )
      }),
      { numRuns: runs(25, 1_000) },
    )
  })

  test('cutting the end off and writing another one is found by the checkpoint', async () => {
    const world = await filled(6)
    const second = rig()
    second.lines.push(...world.lines.slice(0, 3))
    const other = await second.open()
    for (let at = 0; at < 6; at += 1) await other.append('asked', 'x', 'another story', {})
    world.lines.splice(0, Infinity, ...second.lines)
    expect((await world.open()).report()).toMatchObject({
      state: 'damaged',
      problem: { what: expect.stringMatching(/rewritten/) },
    })
  })

  test('a checkpoint under another key is damage; a missing one never passes, later neither', async () => {
    const forged = await filled(3)
    forged.checkpoint.content = (forged.checkpoint.content ?? '').replace(
      /"mac":"...../,
      '"mac":"AAAAA',
    )
    expect((await forged.open()).report()?.state).toBe('damaged')
    const world = await filled(3)
    world.secrets.delete('audit-checkpoint')
    world.checkpoint.content = null
    const audit = await world.open()
    expect(audit.report()?.state).toBe('unproved')
    await audit.close()
    expect((await world.open()).report()?.state).toBe('unproved')
  })

  test('a failing disk is told, and the chain goes on from where it stood', async () => {
    const world = rig()
    const audit = await world.open()
    const told: string[] = []
    audit.onFailure((error) => told.push(error.kind))
    world.disk.full = true
    expect((await audit.append('decided', 'i1', 'approved', {})).ok).toBe(false)
    expect([audit.failed, told]).toEqual([true, ['full']])
    world.disk.full = false
    expect((await audit.append('decided', 'i1', 'approved', {})).ok).toBe(true)
    expect([audit.failed, (await audit.verify()).state]).toEqual([false, 'verified'])
  })

  test('a receipt holds the whole of one instruction and nothing of the others', async () => {
    const audit = await (await filled(4)).open()
    const text = await audit.exportText('i2')
    expect(text).toContain('record 2')
    expect(text).not.toMatch(/record [013]/)
  })
})
