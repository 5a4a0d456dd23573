import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clientOrderId } from '../../../shared/domain/ids.js'
import { OrderTickets } from '../../../electron/core/orders/gateway/order-tickets.js'
import type { RecoveredJournal } from '../../../electron/core/orders/journal/compacting-replay.js'
import type { NewRecord } from '../../../electron/core/orders/journal/journal-record.js'
import { createJournal, type OrderJournal } from '../../../electron/core/orders/order-journal.js'
import {
  createProjection,
  type OrderProjection,
} from '../../../electron/core/orders/order-projection.js'
import type { OrderDraft } from '../../../shared/domain/orders/order.js'
import type { TradeOutcome } from '../../../shared/domain/orders/trade-outcome.js'
import { ArchivingDisk } from '../../fakes/archiving-journal.js'
import { JournalHistory } from '../../harness/journal-history.js'
import { runs } from '../../harness/system/effort.js'

/** One start of the program over a journal. */
interface Start {
  readonly journal: OrderJournal
  readonly projection: OrderProjection
  readonly recovered: RecoveredJournal
}

async function startOn(disk: ArchivingDisk, maxLiveRecords: number): Promise<Start> {
  const journal = createJournal(disk.port(), { maxLiveRecords })
  const projection = createProjection()
  const recovered = await journal.recover(projection)
  if (!recovered.ok) throw new Error(recovered.error.message)
  return { journal, projection, recovered: recovered.value }
}

/** Returns a disk whose journal holds the lines and is never shortened. */
function plainDisk(lines: readonly string[]): ArchivingDisk {
  const disk = new ArchivingDisk()
  disk.lines = [...lines]
  return disk
}

const lineOf = (record: NewRecord): string => JSON.stringify({ v: 1, ...record })

/** What a ticket gives after a start: its outcome, and what submitting it again does. */
async function ticketAnswers(
  { projection, recovered }: Start,
  tickets: readonly { readonly ticket: string; readonly draft: OrderDraft }[],
): Promise<unknown[]> {
  const gateway = new OrderTickets(projection)
  gateway.restore(recovered.tickets, recovered.archived)
  const sent: TradeOutcome = { outcome: 'denied', reasons: [] }
  const answers: unknown[] = []
  for (const [index, { ticket, draft }] of tickets.entries()) {
    let sends = 0
    const place = (): Promise<TradeOutcome> => {
      sends += 1
      return Promise.resolve(sent)
    }
    const other = tickets[(index + 1) % tickets.length]?.draft ?? draft
    answers.push([
      await gateway.outcome(ticket),
      await gateway.run(ticket, draft, place),
      await gateway.run(ticket, other, place),
      sends,
    ])
  }
  return answers
}

/** Returns who sent each order of a history, as a start knows it. */
function sendersOf({ projection, recovered }: Start, { records }: JournalHistory) {
  const tickets = new OrderTickets(projection)
  tickets.restore(recovered.tickets, recovered.archived)
  expect(tickets.senderOf(clientOrderId('elsewhere'))).toBeNull()
  return records.flatMap((record) =>
    record.kind === 'intent' ? [tickets.senderOf(record.clientOrderId)] : [],
  )
}

/** Everything that a start knows and decides. */
const stateOf = ({ projection, recovered }: Start): unknown => ({
  ...projection.stored(),
  open: recovered.open,
  trading: recovered.trading,
  isEmpty: recovered.isEmpty,
  faults: recovered.faults,
})

const json = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

describe('REL-28: a journal whose older records were archived', () => {
  it('gives every start the same orders, fills, tickets, halts and open requests', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer(),
        fc.integer({ min: 120, max: 500 }),
        fc.array(fc.integer({ min: 1, max: runs(500, 1_500) }), { minLength: 1, maxLength: 3 }),
        async (seed, maxLiveRecords, counts) => {
          const history = new JournalHistory(seed)
          const disk = new ArchivingDisk()
          for (const count of counts) {
            const run = await startOn(disk, maxLiveRecords)
            for (const record of history.extend(count)) await run.journal.append(record)
            await run.journal.close()
          }
          const compacted = await startOn(disk, maxLiveRecords)
          const plain = await startOn(plainDisk(history.records.map(lineOf)), 1e9)
          expect(json(stateOf(compacted))).toEqual(json(stateOf(plain)))
          const some = history.tickets.filter((_, index) => index % 7 === 0)
          expect(await ticketAnswers(compacted, some)).toEqual(await ticketAnswers(plain, some))
          expect(sendersOf(compacted, history)).toEqual(sendersOf(plain, history))
          // A short history may have orders of one sender only.
          if (history.records.length > 300) {
            expect(new Set(sendersOf(compacted, history))).toEqual(new Set(['hand', 'assistant']))
          }
          // What comes later is decided the same way, too.
          const later = history.extend(60)
          for (const { projection, journal } of [compacted, plain]) {
            for (const record of later) await journal.append(record)
            for (const record of later) {
              if (record.kind !== 'observation') continue
              projection.apply({ fact: 'observed', observation: record.observation })
            }
          }
          expect(json(compacted.projection.stored())).toEqual(json(plain.projection.stored()))
        },
      ),
      { numRuns: runs(4, 40) },
    )
  })

  it('stores every record exactly once, in the segments and then in the journal', async () => {
    const history = new JournalHistory(7)
    const disk = new ArchivingDisk()
    const run = await startOn(disk, 100)
    for (const record of history.extend(1_000)) await run.journal.append(record)
    await run.journal.close()
    const isRecord = (line: string): boolean => !line.includes('"kind":"checkpoint"')
    const stored = [...[...disk.segments.values()].flat(), ...disk.lines].filter(isRecord)
    expect(stored).toEqual(history.records.map(lineOf))
    expect(disk.segments.size).toBe(10)
    expect(disk.lines.length).toBeLessThan(102)
  })

  it('is the old or the new one after a crash at every step, and loses no durable record', async () => {
    const records = new JournalHistory(11).extend(70)
    for (const crashAfterEffect of [false, true]) {
      for (let crashAt = 1; crashAt <= 78; crashAt += 1) {
        const disk = new ArchivingDisk()
        disk.crashAt = crashAt
        disk.crashAfterEffect = crashAfterEffect
        const run = await startOn(disk, 20)
        const appended = records.map((record) => run.journal.append(record))
        await Promise.race([Promise.all(appended), idle()])
        const durable = disk.steps.filter((step) => step === 'append').length
        const last = disk.steps.at(-1)
        const lost = disk.isDead && last === 'append' && !crashAfterEffect ? 1 : 0
        disk.revive()
        const expected = await startOn(plainDisk(records.slice(0, durable - lost).map(lineOf)), 1e9)
        const next = await startOn(disk, 20)
        expect(json(stateOf(next)), `crash at ${crashAt}`).toEqual(json(stateOf(expected)))
        // The next run completes what the crash interrupted.
        for (const record of records.slice(durable - lost)) await next.journal.append(record)
        await next.journal.close()
        const all = await startOn(plainDisk(records.map(lineOf)), 1e9)
        expect(json(stateOf(await startOn(disk, 20)))).toEqual(json(stateOf(all)))
      }
    }
  })

  it('reports a segment that is missing or was changed, and refuses its tickets', async () => {
    const history = new JournalHistory(3)
    const disk = new ArchivingDisk()
    const run = await startOn(disk, 500)
    for (const record of history.extend(6_000)) await run.journal.append(record)
    await run.journal.close()
    disk.segments.delete(1)
    disk.segments.set(2, (disk.segments.get(2) ?? []).slice(1))
    const next = await startOn(disk, 500)
    expect(next.recovered.faults).toEqual([
      { number: 1, fault: 'missing' },
      { number: 2, fault: 'damaged' },
    ])
    const first = history.tickets.slice(0, 1)
    const [answers] = (await ticketAnswers(next, first)) as [unknown[]]
    expect(answers.at(-1), 'times sent').toBe(0)
    expect(JSON.stringify(answers)).toContain('orders.ticketUnreadable')
  })
})

/** Resolves after everything that can go on without the dead process has ended. */
const idle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 5))
