import { describe, expect, test } from 'vitest'
import { createJournal } from '../../../../../electron/core/orders/order-journal.js'
import type { OpenOrderList } from '../../../../../electron/core/orders/reconcile/open-order-lists.js'
import { createOrderReports } from '../../../../../electron/core/orders/reconcile/order-reports.js'
import { Settlement } from '../../../../../electron/core/orders/reconcile/settlement.js'
import type { OpenRequest } from '../../../../../electron/core/orders/recovery.js'
import { providerFailure } from '../../../../../electron/core/provider-failure.js'
import { accountId } from '../../../../../shared/domain/ids.js'
import { err } from '../../../../../shared/domain/result.js'
import { epochMs } from '../../../../../shared/domain/time.js'
import { foreign } from '../../../../../shared/messages/make-message.js'
import { ACCOUNT, idOf, ReconcilerFixture } from './reconciler-fixture.js'

/** A cancel without an outcome, while Order Detail gives no answer: only lists can settle it. */
async function unanswered(kind: OpenRequest['kind'] = 'cancel', answerMs = 0) {
  const desk = new ReconcilerFixture()
  await desk.runBefore(8)
  const { simulation, projection } = desk
  const journal = createJournal(desk.disk.port())
  const state = { isHealthy: true }
  const queriedAt: number[] = []
  const numbers: number[] = []
  const start = simulation.now
  const settlement = new Settlement({
    projection,
    journal,
    reports: createOrderReports({ projection, journal }),
    clock: simulation.clock,
    timers: simulation.timers(),
    log: { event: () => undefined },
    eventsHealthy: () => state.isHealthy,
    reads: {
      detail: async (_account, id) => {
        queriedAt.push(Math.round(simulation.now - start))
        numbers.push(Number.parseInt(id, 16))
        if (answerMs > 0) {
          await new Promise<void>((resolve) => simulation.schedule(answerMs, resolve, -1))
        }
        return err(providerFailure('timeout', foreign('no answer')))
      },
    },
  })
  const open = (n: number) => {
    const clientOrderId = idOf(n)
    const fact = { fact: 'request', clientOrderId, state: 'unknown' } as const
    if (kind !== 'place') projection.apply({ ...fact, kind, at: simulation.wall() })
    else projection.apply({ fact: 'unreported', clientOrderId })
    const request = `r-${n}`
    settlement.open({
      ...{ request, kind, accountId: ACCOUNT, clientOrderId },
      ...{ change: null, acknowledged: false },
    })
  }
  open(1)
  /** A complete list that was requested `ms` after the start, with these orders. */
  const list = (ms: number, ids: readonly number[] = [1, 2], over: Partial<OpenOrderList> = {}) =>
    settlement.onList({
      accountId: ACCOUNT,
      startedAt: start + ms,
      requestedAt: epochMs(simulation.wall() + ms),
      ids: new Set(ids.map(idOf)),
      unreadable: 0,
      ...over,
    })
  return { desk, state, settlement, list, open, queriedAt, numbers }
}

describe('REL-31: complete lists prove that a cancel had no effect', () => {
  test('two complete lists, at least a minute after a cancel and 5 s apart, prove that it had no effect', async () => {
    const { desk, settlement, list } = await unanswered()
    list(60_001)
    list(65_000)
    expect(settlement.size).toBe(1)
    list(65_002)
    expect(settlement.size).toBe(0)
    await desk.pass(100)
    expect(desk.records('settled')).toMatchObject([{ of: 'r-1', as: 'not-done' }])
  })

  test('a list that was requested within the minute proves nothing', async () => {
    const { settlement, list } = await unanswered()
    list(59_999)
    list(65_000)
    expect(settlement.size).toBe(1)
    list(70_001)
    expect(settlement.size).toBe(0)
  })

  test('a list that omits the order, or of another account, between two others breaks the proof', async () => {
    const { settlement, list } = await unanswered()
    list(60_000)
    list(62_000, [2])
    list(66_000)
    expect(settlement.size).toBe(1)
    list(80_000, [1], { accountId: accountId('OTHER') })
    expect(settlement.size).toBe(1)
    list(71_000)
    expect(settlement.size).toBe(0)
  })

  test('a list proves nothing while events were down', async () => {
    const { state, settlement, list } = await unanswered()
    list(60_000)
    state.isHealthy = false
    list(65_000)
    state.isHealthy = true
    list(66_000)
    expect(settlement.size).toBe(1)
    list(71_000)
    expect(settlement.size).toBe(0)
  })

  test('a list proves nothing within a minute of a gap in the events', async () => {
    const { desk, settlement, list } = await unanswered()
    await desk.pass(10_000)
    settlement.probeNow()
    list(69_000)
    list(75_000)
    expect(settlement.size).toBe(1)
    list(80_000)
    expect(settlement.size).toBe(0)
  })

  test('a list that lags proves nothing: one that names an ended order is as old as that end', async () => {
    const { desk, settlement, list } = await unanswered()
    desk.shown.set(3, { status: 'cancelled' })
    desk.projection.apply({ fact: 'observed', observation: desk.seen(3, 'detail') })
    // The third order ended at the start, so that these lists show nothing newer.
    list(100_000, [1, 3])
    list(200_000, [1, 3])
    expect(settlement.size).toBe(1)
    list(200_000, [1, 9])
    list(205_000, [1, 9])
    expect(settlement.size).toBe(0)
  })

  test.each(['replace', 'place'] as const)(
    'complete lists prove nothing about a %s',
    async (kind) => {
      const { settlement, list } = await unanswered(kind)
      const before = settlement.size
      list(100_000)
      list(200_000)
      expect(settlement.size).toBe(before)
    },
  )
})

describe('REL-31: queries that are due at the same time', () => {
  test('run four at once; the others wait, and are not sent once their search has ended', async () => {
    const { desk, settlement, open, list, queriedAt, numbers } = await unanswered('cancel', 5_000)
    for (const n of [2, 3, 4, 5, 6]) open(n)
    await desk.pass(1_000)
    expect(queriedAt).toEqual([500, 500, 500, 500])
    const waiting = [1, 2, 3, 4, 5, 6].filter((n) => !numbers.includes(n))
    // One of the two that wait proves to be without effect before it was queried.
    list(90_000, waiting.slice(1))
    list(95_001, waiting.slice(1))
    expect(settlement.size).toBe(5)
    await desk.pass(4_900)
    expect(numbers.slice(4)).toEqual(waiting.slice(0, 1))
    expect(queriedAt[4]).toBe(5_500)
  })

  test('end with the settlement', async () => {
    const { desk, settlement, open, queriedAt } = await unanswered('cancel', 5_000)
    for (const n of [2, 3, 4, 5, 6]) open(n)
    await desk.pass(1_000)
    settlement.dispose()
    await desk.pass(20_000)
    expect(queriedAt).toHaveLength(4)
  })
})
