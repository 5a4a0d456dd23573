import { describe, expect, test } from 'vitest'
import {
  OrderTickets,
  type TicketArchive,
} from '../../../../../electron/core/orders/gateway/order-tickets.js'
import type { TicketEntry } from '../../../../../electron/core/orders/recovery.js'
import { clientOrderId } from '../../../../../shared/domain/ids.js'
import type { Order } from '../../../../../shared/domain/orders/order.js'
import type { TradeOutcome } from '../../../../../shared/domain/orders/trade-outcome.js'
import { err, ok } from '../../../../../shared/domain/result.js'
import { foreign } from '../../../../../shared/messages/make-message.js'
import { writtenOut } from '../../../../harness/written-out.js'
import { draft } from '../../session/session-fixture.js'
import { limit } from './gateway-fixture.js'

const ID = clientOrderId('a'.repeat(32))
const ENTRY: TicketEntry = { draft: draft(), clientOrderId: ID, reasons: [] }
const ROW = { status: 'working', note: null } as Order
const TAKEN = {
  outcome: 'denied',
  reasons: ['This ticket was used for another order (ticket-reused)'],
}
const UNREADABLE = {
  outcome: 'denied',
  reasons: [expect.stringMatching(/the archived record of it cannot be read.*\(ticket-reused\)$/)],
}

/** Tickets over one known order, and the placements that were run. */
function tickets(row: Order | null = ROW) {
  const placed: string[] = []
  const known = new OrderTickets({ get: (id) => (id === ID ? (row ?? undefined) : undefined) })
  const place = (name: string) => async (): Promise<TradeOutcome> => {
    placed.push(name)
    return { outcome: 'acknowledged', order: ROW }
  }
  return { known, placed, place }
}

/** An archive that holds these tickets; one that cannot be read holds an error. */
function archive(held: Readonly<Record<string, TicketEntry | null | 'unreadable'>>) {
  let archived: (tickets: readonly string[]) => void = () => undefined
  const port: TicketArchive = {
    has: (ticket) => ticket in held,
    find: async (ticket) => {
      const entry = held[ticket]
      if (entry === undefined) throw new Error('no read for a ticket that is not archived')
      return entry === 'unreadable' ? err({ kind: 'failed', message: 'unreadable' }) : ok(entry)
    },
    senderOf: () => null,
    onArchived: (listener) => {
      archived = listener
      return () => undefined
    },
  }
  return { port, move: (...moved: string[]) => archived(moved) }
}

describe('REL-29: a ticket', () => {
  test('places once: a second call waits for the same result, a later one reads the order', async () => {
    const { known, placed, place } = tickets()
    let answer: (outcome: TradeOutcome) => void = () => undefined
    const first = known.run('t1', draft(), () => new Promise((resolve) => (answer = resolve)))
    const second = known.run('t1', draft(), place('second'))
    const outcome = known.outcome('t1')
    answer({ outcome: 'unknown', order: ROW })

    expect(await Promise.all([first, second, outcome])).toEqual(
      [1, 2, 3].map(() => ({ outcome: 'unknown', order: ROW })),
    )

    known.set('t1', ENTRY)
    expect(await known.run('t1', draft(), place('third'))).toEqual({
      outcome: 'acknowledged',
      order: ROW,
    })
    expect(placed).toEqual([])
  })

  test('is refused for another order, in flight and afterwards', async () => {
    const { known, placed, place } = tickets()
    void known.run('t1', draft(), () => new Promise(() => undefined))
    expect(writtenOut(await known.run('t1', limit('98'), place('other')))).toEqual(TAKEN)

    known.set('t2', ENTRY)
    expect(writtenOut(await known.run('t2', limit('98'), place('other')))).toEqual(TAKEN)
    expect(placed).toEqual([])
  })

  test('is free again when placing ended without an entry', async () => {
    const { known, placed, place } = tickets()
    await known.run('t1', draft(), place('first'))
    await known.run('t1', limit('98'), place('second'))
    expect(placed).toEqual(['first', 'second'])
    expect(await known.outcome('t1')).toBeNull()
    expect(await known.find('t1')).toEqual(ok(null))
  })

  test('has the outcome of the refusal when no order was made', async () => {
    const { known } = tickets()
    known.set('t1', { draft: draft(), clientOrderId: null, reasons: [foreign('too large')] })
    expect(writtenOut(await known.outcome('t1'))).toEqual({
      outcome: 'denied',
      reasons: ['too large'],
    })
  })
})

describe('REL-29: a ticket that only the archive holds', () => {
  test('sends nothing again and has the outcome of its order', async () => {
    const { known, placed, place } = tickets()
    known.restore(new Map(), archive({ t1: ENTRY }).port)
    const acknowledged = { outcome: 'acknowledged', order: ROW }
    expect(await known.run('t1', draft(), place('again'))).toEqual(acknowledged)
    expect(await known.outcome('t1')).toEqual(acknowledged)
    expect(await known.find('t1')).toEqual(ok(ENTRY))
    expect(await known.outcome('t2')).toBeNull()
    expect(writtenOut(await known.run('t1', limit('98'), place('other')))).toEqual(TAKEN)
    expect(placed).toEqual([])
  })

  test('sends nothing when the archive cannot be read', async () => {
    const { known, placed, place } = tickets()
    known.restore(new Map(), archive({ t1: 'unreadable' }).port)
    expect(writtenOut(await known.run('t1', draft(), place('again')))).toEqual(UNREADABLE)
    expect(writtenOut(await known.outcome('t1'))).toEqual(UNREADABLE)
    expect(await known.find('t1')).toMatchObject({ ok: false })
    expect(placed).toEqual([])
  })

  test('is new when the archive only seemed to hold it', async () => {
    const { known, placed, place } = tickets()
    known.restore(new Map(), archive({ t1: null }).port)
    expect(await known.outcome('t1')).toBeNull()
    expect(await known.run('t1', draft(), place('first'))).toMatchObject({
      outcome: 'acknowledged',
    })
    expect(placed).toEqual(['first'])
  })

  test('leaves memory when it moves to the archive, and no other ticket does', async () => {
    const { known, placed, place } = tickets()
    const { port, move } = archive({ t1: ENTRY })
    known.restore(
      new Map([
        ['t1', ENTRY],
        ['t2', ENTRY],
      ]),
      port,
    )
    expect(known.size).toBe(2)
    move('t1')
    expect(known.size).toBe(1)
    expect(await known.find('t2')).toEqual(ok(ENTRY))
    await known.run('t1', draft(), place('again'))
    expect(placed).toEqual([])
  })
})

describe('REL-29: the outcome of a ticket', () => {
  const outcomeOf = (over: Partial<Order>) => {
    const { known } = tickets({ ...ROW, ...over })
    return writtenOut(known.outcomeOf(ENTRY))
  }

  test('says that its order has left the list, and to look into the history', () => {
    const { known } = tickets(null)
    expect(writtenOut(known.outcomeOf(ENTRY))).toEqual({
      outcome: 'denied',
      reasons: [expect.stringContaining('has left the list; nothing was sent now')],
    })
  })

  test.each(['sending', 'unknown'] as const)('is unknown while its order is %s', (status) => {
    expect(outcomeOf({ status })).toMatchObject({ outcome: 'unknown', order: { status } })
  })

  test.each(['pending', 'working', 'filled', 'cancelled', 'not-found'] as const)(
    'is acknowledged once its order is %s',
    (status) =>
      expect(outcomeOf({ status })).toMatchObject({ outcome: 'acknowledged', order: { status } }),
  )

  test('is the reason of a rejection, empty when the broker gave none', () => {
    const rejected = { outcome: 'rejected', code: 'REJECTED' }
    expect(outcomeOf({ status: 'rejected', note: foreign('no money') })).toMatchObject({
      ...rejected,
      reason: 'no money',
    })
    expect(outcomeOf({ status: 'rejected' })).toMatchObject({ ...rejected, reason: '' })
  })

  test.each(['not-placed', 'denied'] as const)('is a denial of an order that is %s', (status) => {
    expect(outcomeOf({ status })).toEqual({ outcome: 'denied', reasons: ['Not placed.'] })
    expect(outcomeOf({ status, note: foreign('proved absent') })).toEqual({
      outcome: 'denied',
      reasons: ['proved absent'],
    })
  })
})
