import { expectOk } from '../../harness/system/expect-ok.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { nodeCrypto } from '../../../electron/adapters/crypto.js'
import { seal, zAuditRecord } from '../../../electron/core/audit/audit-chain.js'
import { openAudit } from '../../../electron/core/audit/audit-log.js'
import type { FileError } from '../../../electron/core/ports.js'
import { ok, type Result } from '../../../shared/domain/result.js'
import { epochMs } from '../../../shared/domain/time.js'
import { message } from '../../../shared/messages/make-message.js'
import { runs } from '../../harness/system/effort.js'
import { seeded, settle } from '../../simulation/core/simulation.js'

/**
 * Everything on this computer's disk, with a power cut after a number of writes; `whole` if the
 * last write still completed.
 */
class FlakyDisk {
  lines: string[] = []
  head: string | null = null
  readonly secrets = new Map<string, string>()
  writesLeft = Number.POSITIVE_INFINITY
  completesLastWrite = false
  writes = 0

  /** `part` is what a write that the power cut interrupts leaves. */
  write(change: () => void, part: () => void = () => undefined): Promise<Result<void, FileError>> {
    this.writes += 1
    this.writesLeft -= 1
    if (this.writesLeft < 0) return new Promise(() => undefined)
    if (this.writesLeft > 0 || this.completesLastWrite) change()
    else part()
    return this.writesLeft === 0 ? new Promise(() => undefined) : Promise.resolve(ok(undefined))
  }

  open() {
    const random = seeded(this.writes + 1)
    return openAudit({
      journal: {
        append: (line) => this.write(() => void this.lines.push(line)),
        appendAll: (lines) =>
          this.write(
            () => void this.lines.push(...lines),
            () => void this.lines.push(...lines.slice(0, -1)),
          ),
        read: () => Promise.resolve(ok({ lines: [...this.lines], tailCut: false })),
        close: () => Promise.resolve(),
      },
      checkpoint: {
        read: () => Promise.resolve(ok(this.head)),
        write: (text) =>
          this.write(() => {
            this.head = text
          }),
        stage: (text) => ({
          commit: () =>
            this.write(() => {
              this.head = text
            }),
          drop: () => Promise.resolve(),
        }),
        setAside: () => Promise.resolve(ok('aside')),
        remove: () => Promise.resolve(ok(undefined)),
      },
      clock: { now: () => epochMs(1_000), monotonic: () => 0 },
      random: {
        bytes: (count) => Uint8Array.from({ length: count }, () => Math.floor(random() * 256)),
        fraction: random,
      },
      crypto: nodeCrypto,
      environment: 'practice',
      log: { event: () => undefined },
      vault: {
        backend: 'key-store',
        keyStore: null,
        read: (name) => Promise.resolve(ok(this.secrets.get(name) ?? null)),
        write: (name, secret) => this.write(() => void this.secrets.set(name, secret)),
        remove: () => Promise.resolve(ok(undefined)),
      },
    })
  }
}

/** Appends until the power cut and returns how many records were reported as written. */
async function appendUntilCrash(
  disk: FlakyDisk,
  count: number,
  together: boolean,
): Promise<number> {
  let acknowledged = 0
  const work = (async () => {
    const audit = await disk.open()
    acknowledged = disk.lines.length
    for (let index = 0; index < count; index += 1) {
      const [subject, line, body] = [`i${index}`, `record ${index}`, { at: index }] as const
      const appended = (
        index % 5 === 0
          ? audit.beginAll([
              { kind: 'decided', subject, line, body },
              { kind: 'sent', subject, line, body },
            ]).proved
          : audit.append('asked', subject, line, body)
      ).then((result) => {
        if (result.ok) acknowledged = Math.max(acknowledged, result.value.seq + 1)
      })
      if (!together) await appended
    }
  })()
  void work.catch(() => undefined)
  for (let turn = 0; turn < 6; turn += 1) await settle()
  return acknowledged
}

const crashed = fc.record({
  wanted: fc.integer({ min: 1, max: 40 }),
  together: fc.boolean(),
  cut: fc.integer({ min: 1, max: 90 }),
  completesLastWrite: fc.boolean(),
  lives: fc.integer({ min: 1, max: 3 }),
})

/**
 * Creates a disk after several lives that ended in power cuts, with the number of acknowledged
 * records.
 */
async function diskAfterCrashes({
  wanted,
  together,
  cut,
  completesLastWrite,
  lives,
}: {
  wanted: number
  together: boolean
  cut: number
  completesLastWrite: boolean
  lives: number
}): Promise<{ readonly disk: FlakyDisk; readonly acknowledged: number }> {
  const disk = new FlakyDisk()
  let acknowledged = 0
  for (let index = 0; index < lives; index += 1) {
    Object.assign(disk, { writesLeft: cut + index * 7, completesLastWrite })
    acknowledged = Math.max(acknowledged, await appendUntilCrash(disk, wanted, together))
  }
  disk.writesLeft = Number.POSITIVE_INFINITY
  return { disk, acknowledged }
}

describe('REL-39: the head of the audit chain', () => {
  test('survives a power cut at any write without damage and with all acknowledged records', async () => {
    await fc.assert(
      fc.asyncProperty(crashed, async (story) => {
        const { disk, acknowledged } = await diskAfterCrashes(story)
        expect(disk.lines.length).toBeGreaterThanOrEqual(acknowledged)
        const audit = await disk.open()
        const report = audit.report()
        expect([report?.state, report?.problem ?? null], JSON.stringify(story)).toEqual([
          'verified',
          null,
        ])
        expect((await audit.verify()).state).toBe('verified')
      }),
      { numRuns: runs(50, 4_000) },
    )
  })

  test('locates the loss of even one acknowledged record after any power cut', async () => {
    await fc.assert(
      fc.asyncProperty(crashed, fc.nat(), async (story, pick) => {
        const { disk, acknowledged } = await diskAfterCrashes(story)
        fc.pre(acknowledged > 0)
        const count = pick % acknowledged
        disk.lines.length = count
        expect((await disk.open()).report()).toMatchObject({
          state: 'damaged',
          problem: { seq: count },
        })
      }),
      { numRuns: runs(50, 4_000) },
    )
  })

  test('locates a foreign record appended to the end, although its hashes fit', async () => {
    await fc.assert(
      fc.asyncProperty(crashed, fc.boolean(), async (story, signs) => {
        const { disk } = await diskAfterCrashes(story)
        fc.pre(disk.lines.length > 0)
        const last = zAuditRecord.parse(JSON.parse(disk.lines.at(-1) ?? '') as unknown)
        disk.lines.push(
          seal(
            nodeCrypto,
            {
              seq: last.seq + 1,
              prev: last.hash,
              at: epochMs(1),
              kind: 'decided',
              subject: 'x',
              line: 'forged',
              body: {},
            },
            () => (signs ? (last.mac ?? null) : null),
          ).line,
        )
        expect((await disk.open()).report()).toMatchObject({
          state: 'damaged',
          problem: {
            seq: last.seq + 1,
            what: message('audit.recordForeign'),
          },
        })
      }),
      { numRuns: runs(20, 1_000) },
    )
  })

  test('is unproved when missing, and damaged when it is older than the key store', async () => {
    const disk = new FlakyDisk()
    await appendUntilCrash(disk, 3, false)
    const early = disk.head
    await appendUntilCrash(disk, 40, false)
    const { head } = disk
    disk.head = null
    expect((await disk.open()).report()).toMatchObject({
      state: 'unproved',
      problem: { what: message('audit.headMissing') },
    })
    disk.head = early
    expect((await disk.open()).report()).toMatchObject({
      state: 'damaged',
      problem: { what: { code: 'audit.headReplaced' } },
    })
    disk.head = head
    expect(JSON.parse(disk.head ?? '')).toMatchObject({ from: 0 })
  })

  test("is unproved without the key store's checkpoint, even if head and chain fit", async () => {
    const disk = new FlakyDisk()
    await appendUntilCrash(disk, 3, false)
    const [lines, head] = [[...disk.lines], disk.head]
    await appendUntilCrash(disk, 40, false)
    disk.secrets.delete('audit-checkpoint')
    expect((await disk.open()).report()).toMatchObject({
      state: 'unproved',
      problem: { what: message('audit.savedMissing') },
    })
    // Restored completely to an earlier valid state.
    Object.assign(disk, { lines, head })
    disk.secrets.delete('audit-checkpoint')
    expect((await disk.open()).report()?.state).toBe('unproved')
  })

  test('is shared by concurrent records and on the disk before they are acknowledged', async () => {
    const disk = new FlakyDisk()
    const audit = await disk.open()
    const before = disk.writes
    const seen: boolean[] = []
    await Promise.all(
      Array.from({ length: 30 }, async (_, index) => {
        const done = await audit.append('asked', 'x', `record ${index}`, {})
        seen.push(
          done.ok && (JSON.parse(disk.head ?? '{}') as { count: number }).count > done.value.seq,
        )
      }),
    )
    expect(seen).toEqual(Array.from({ length: 30 }, () => true))
    // Thirty lines need fewer heads and key store updates.
    expect(disk.writes - before).toBeLessThan(75)
  })

  test('fails the append when it cannot be written', async () => {
    const disk = new FlakyDisk()
    const audit = await disk.open()
    const failures: FileError[] = []
    audit.onFailure((error) => failures.push(error))
    Object.assign(disk, {
      write: (change: () => void) => {
        const full: Result<void, FileError> = {
          ok: false,
          error: { kind: 'full', message: 'full' },
        }
        disk.writes += 1
        if (disk.writes % 2 === 1) {
          change()
          return Promise.resolve(ok(undefined))
        }
        return Promise.resolve(full)
      },
    })
    disk.writes = 0
    expect(await audit.append('decided', 'x', 'approved', {})).toMatchObject({
      ok: false,
      error: { kind: 'full' },
    })
    expect([audit.failed, failures.length]).toEqual([true, 1])
  })

  test('is not in a receipt or an export, which contain no MAC', async () => {
    const audit = await new FlakyDisk().open()
    await audit.append('asked', 'x', 'one', {})
    await audit.append('ended', 'x', 'withdrawn', {})
    const receipt = expectOk(await audit.receiptText('x'))
    expect(receipt).toContain('withdrawn')
    expect((await audit.exportText()) + receipt).not.toContain('"mac"')
  })
})
