import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { OrderWrite } from '../../../../electron/core/institution/order-write.js'
import {
  OrderWrites,
  type WriteAnswer,
} from '../../../../electron/core/institution/order-writes.js'
import type { JournalArchivePort, JournalPort } from '../../../../electron/core/ports.js'
import { providerFailure } from '../../../../electron/core/provider-failure.js'
import { err, ok } from '../../../../shared/domain/result.js'
import { foreign } from '../../../../shared/messages/make-message.js'
import { Simulation } from '../../../simulation/core/simulation.js'

/** So many records begin a compaction here. */
const MAX_LIVE = 50

/** A journal with an archive in memory; writing one line or segment takes a turn. */
class MemoryJournal {
  lines: string[] = []
  readonly segments: string[][] = []
  readonly port: JournalPort
  /** True while the archive takes no segment. */
  isFull = false

  constructor() {
    const archive: JournalArchivePort = {
      seal: async (number) => {
        await Promise.resolve()
        if (this.isFull) return err({ kind: 'full', message: 'full' })
        this.segments.push([...this.lines])
        return ok({ number, bytes: this.lines.length, sum: '00000000' })
      },
      replace: async (lines) => {
        await Promise.resolve()
        this.lines = [...lines]
        return ok(undefined)
      },
      read: ({ number }) => Promise.resolve(ok(this.segments[number - 1] ?? [])),
      digest: () => Promise.resolve(ok('')),
      check: () => Promise.resolve([]),
    }
    this.port = {
      append: async (line) => {
        await Promise.resolve()
        this.lines.push(line)
        return ok(undefined)
      },
      read: () => Promise.resolve(ok({ lines: [...this.lines], tailCut: false })),
      close: () => Promise.resolve(),
      archive,
    }
  }

  /** Every record but checkpoints, of the archive and the journal. */
  get records(): readonly string[] {
    return [...this.segments.flat(), ...this.lines].filter((line) => !line.includes('"checkpoint"'))
  }
}

function start(journal: MemoryJournal): OrderWrites {
  const simulation = new Simulation(1)
  return new OrderWrites({
    journal: journal.port,
    maxLiveRecords: MAX_LIVE,
    // The broker cannot be reached: what is not known stays so.
    reads: { detail: () => Promise.resolve(err(providerFailure('unavailable', foreign('down')))) },
    clock: simulation.clock,
    timers: simulation.timers(),
    log: { event: () => undefined },
  })
}

const writeOf = (index: number): OrderWrite => ({
  kind: 'place',
  accountId: 'A1',
  clientOrderId: `o${index}`,
  changes: [],
})

/** Sends requests together, with these answers. */
const sendAll = (
  writes: OrderWrites,
  answers: readonly WriteAnswer[],
  from = 0,
): Promise<unknown> =>
  Promise.all(
    answers.map((kind, index) =>
      writes.send(`r${from + index}`, writeOf(from + index), () => Promise.resolve({ kind })),
    ),
  )

describe('REL-28: the journal of an institution', () => {
  it('stays short at a hundred times its length, and keeps every record in its archive', async () => {
    const journal = new MemoryJournal()
    const writes = start(journal)
    const count = (100 * MAX_LIVE) / 2
    for (let sent = 0; sent < count; sent += 10) {
      await sendAll(
        writes,
        Array.from({ length: 10 }, () => 'done'),
        sent,
      )
    }
    await writes.dispose()
    expect(journal.lines.length).toBeLessThanOrEqual(MAX_LIVE + 10)
    expect(journal.segments.length).toBeGreaterThan(50)
    expect(new Set(journal.records).size).toBe(2 * count)
    const next = start(journal)
    await next.recover()
    expect(next.rows().map(({ ref }) => ref)).toEqual(
      Array.from({ length: 50 }, (_, index) => `r${count - 1 - index}`),
    )
  })

  it('knows after any start what is not settled, whatever was archived, and shows the same', async () => {
    const answer = fc.constantFrom<WriteAnswer>('done', 'rejected', 'not-sent', 'unknown')
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(answer, { minLength: 1, maxLength: 40 }), { minLength: 1, maxLength: 8 }),
        async (runs) => {
          const journal = new MemoryJournal()
          const unknown = new Set<string>()
          let sent = 0
          for (const answers of runs) {
            const writes = start(journal)
            await writes.recover()
            await sendAll(writes, answers, sent)
            answers.forEach((kind, index) => {
              if (kind === 'unknown') unknown.add(`o${sent + index}`)
            })
            sent += answers.length
            const before = writes.rows()
            await writes.dispose()
            const after = start(journal)
            await after.recover()
            expect(after.rows()).toEqual(before)
            // None of them may be sent again before it is settled.
            for (const order of unknown) {
              const retry = await after.send(
                `again-${order}`,
                writeOf(Number(order.slice(1))),
                () => Promise.resolve({ kind: 'done' as const }),
              )
              expect(retry.ok).toBe(false)
            }
            await after.dispose()
          }
          expect(new Set(journal.records).size).toBe(2 * sent)
        },
      ),
      { numRuns: 60 },
    )
  })

  it('goes on as it is while the archive cannot be written', async () => {
    const journal = new MemoryJournal()
    journal.isFull = true
    const writes = start(journal)
    await sendAll(
      writes,
      Array.from({ length: 60 }, () => 'done'),
    )
    await writes.dispose()
    expect([journal.segments.length, journal.lines.length]).toEqual([0, 120])
  })
})
