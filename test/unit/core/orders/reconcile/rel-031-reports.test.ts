import { describe, expect, test } from 'vitest'
import type { OrderObservation } from '../../../../../electron/core/orders/order-observation.js'
import type { TradeEventType } from '../../../../../electron/core/orders/trade-events-port.js'
import { asQuantity, dec } from '../../../../../shared/domain/decimal.js'
import { accountId } from '../../../../../shared/domain/ids.js'
import { writtenOut } from '../../../../harness/written-out.js'
import { ACCOUNT, idOf, ReconcilerFixture } from './reconciler-fixture.js'

const OTHER = accountId('OTHER')
const NONE = asQuantity(dec('0'))
const FOUR = asQuantity(dec('4'))
const TEN = asQuantity(dec('10'))

/** Orders of the last run that the broker has confirmed, with no query due for some time. */
async function confirmed(orders: number): Promise<ReconcilerFixture> {
  const desk = new ReconcilerFixture()
  await desk.runBefore(orders)
  desk.budgetMs = { detail: 600_000, 'open-orders': 600_000 }
  void desk.reconciler.recover([])
  await desk.pass(100)
  desk.queries.length = 0
  return desk
}
/** The orders that were queried as ones in doubt. */
const inDoubt = (desk: ReconcilerFixture): readonly number[] =>
  desk.queries.filter(({ priority }) => priority === 'settle').map(({ n }) => n)

describe('REL-31: an event is followed by a query of Order Detail', () => {
  const queriedAfter = async (
    eventType: TradeEventType | undefined,
    shown: Partial<OrderObservation>,
  ): Promise<readonly number[]> => {
    const desk = await confirmed(1)
    desk.shown.set(1, shown)
    desk.reconciler.reports.observe(desk.seen(1, 'event'), eventType)
    await desk.pass(10)
    return desk.queries.map(({ n }) => n)
  }

  test.each<[string, TradeEventType, Partial<OrderObservation>]>([
    [
      'the last fill, whose fees no event has',
      'final-fill',
      { status: 'filled', filledQuantity: TEN },
    ],
    ['a cancellation after a fill', 'cancel-done', { status: 'cancelled', filledQuantity: FOUR }],
    ['a replace, whose terms no event has', 'replace-done', {}],
    ['a refused cancel', 'cancel-refused', {}],
  ])('an event is followed by a query for %s', async (_name, eventType, shown) => {
    expect(await queriedAfter(eventType, shown)).toEqual([1])
  })

  test.each<[string, TradeEventType | undefined, Partial<OrderObservation>]>([
    ['a cancellation without a fill', 'cancel-done', { status: 'cancelled', filledQuantity: NONE }],
    ['a partial fill', 'partial-fill', { status: 'partially-filled', filledQuantity: FOUR }],
    ['a refused replace', 'replace-refused', {}],
    ['a report without an event', undefined, { filledQuantity: FOUR }],
  ])('an event is followed by no query for %s', async (_name, eventType, shown) => {
    expect(await queriedAfter(eventType, shown)).toEqual([])
  })

  test('an event is followed by a query for an order of which nothing is known', async () => {
    const desk = await confirmed(0)
    const event = { ...desk.seen(9, 'event'), type: null, side: null, filledQuantity: FOUR }
    desk.reconciler.reports.observe(event, 'final-fill')
    await desk.pass(10)
    expect(inDoubt(desk)).toEqual([9])
    expect(desk.projection.get(idOf(9))).toBeUndefined()
  })
})

describe('REL-31: the start of a reconciler', () => {
  test('ends with the first page of the account in view, whatever other accounts show', async () => {
    const desk = new ReconcilerFixture()
    desk.accounts = [OTHER, ACCOUNT]
    desk.failingAccount = OTHER
    let isReady: boolean | null = null
    void desk.reconciler.recover([]).then((ready) => (isReady = ready))
    await desk.pass(30_000)
    expect(desk.reconciler.listProgress(ACCOUNT).hasPage).toBe(true)
    expect(isReady).toBeNull()
    desk.failingAccount = null
    await desk.pass(5_000)
    expect(isReady).toBe(true)
  })

  test('needs no list without an account, nor where one was read before', async () => {
    const none = new ReconcilerFixture()
    none.accounts = []
    expect(await none.wait(none.reconciler.recover([]))).toBe(true)
    const read = new ReconcilerFixture()
    await read.wait(read.reconciler.listOpenOrders(ACCOUNT, true))
    read.isListFailing = true
    expect(await read.wait(read.reconciler.recover([]))).toBe(true)
  })

  test('fails when it is disposed before', async () => {
    const desk = new ReconcilerFixture()
    desk.isListFailing = true
    const ready = desk.reconciler.recover([])
    await desk.pass(100)
    desk.reconciler.dispose()
    expect(await desk.wait(ready)).toBe(false)
  })

  test('settles what the last run left open', async () => {
    const desk = await confirmed(1)
    const request = {
      request: 'c-1',
      kind: 'cancel',
      accountId: ACCOUNT,
      clientOrderId: idOf(1),
      change: null,
      acknowledged: false,
    } as const
    void desk.reconciler.recover([request])
    expect(desk.reconciler.unsettled).toBe(1)
    await desk.pass(1_000)
    expect(inDoubt(desk)).toEqual([1])
    desk.reconciler.settle({ ...request, clientOrderId: idOf(2) })
    expect(desk.reconciler.unsettled).toBe(2)
    // A reconnect queries both at once.
    desk.queries.length = 0
    desk.reconciler.onSubscribed()
    expect(new Set(inDoubt(desk))).toEqual(new Set([1, 2]))
    desk.reconciler.dispose()
    expect(desk.reconciler.unsettled).toBe(0)
  })
})

describe('REL-31: a listed order', () => {
  test('a listed order that is shown here already is not queried for that', async () => {
    const desk = await confirmed(5)
    await desk.wait(desk.reconciler.listOpenOrders(ACCOUNT, true))
    desk.budgetMs = { detail: 0, 'open-orders': 0 }
    desk.reconciler.queryOrder(ACCOUNT, idOf(3))
    await desk.pass(900)
    expect(desk.queries.map(({ n }) => n)).toEqual([3])
  })

  test('a listed order that was filled otherwise is queried at once, but not once it has ended here', async () => {
    const desk = await confirmed(2)
    desk.shown.set(1, { filledQuantity: FOUR })
    await desk.wait(desk.reconciler.listOpenOrders(ACCOUNT, true))
    expect(inDoubt(desk)).toEqual([1])
    desk.shown.set(2, { status: 'filled', filledQuantity: TEN })
    desk.reconciler.reports.observe(desk.seen(2, 'event'))
    desk.queries.length = 0
    desk.shown.set(2, { filledQuantity: NONE })
    await desk.wait(desk.reconciler.listOpenOrders(ACCOUNT, true))
    expect(inDoubt(desk)).toEqual([])
  })
})

describe('REL-31: an order that the broker does not know any more', () => {
  test('is journaled as lost with the time between the two answers', async () => {
    const desk = await confirmed(1)
    desk.open.clear()
    await desk.pass(70_000)
    desk.reconciler.queryOrder(ACCOUNT, idOf(1))
    await desk.pass(10_000)
    const note = expect.stringMatching(/^The broker answered twice, 5 s apart/)
    expect(writtenOut(desk.projection.get(idOf(1)))).toMatchObject({ status: 'not-found', note })
    expect(desk.records('settled')).toMatchObject([
      { of: idOf(1), clientOrderId: idOf(1), as: 'not-found', note },
    ])
    expect(desk.logged).toEqual([['warn', 'order.not-found']])
    expect(inDoubt(desk)).toEqual([1, 1])
  })

  test('has no record in the journal where another client placed it', async () => {
    const desk = await confirmed(0)
    desk.reconciler.reports.observe(desk.seen(8, 'detail'))
    await desk.pass(70_000)
    desk.reconciler.queryOrder(ACCOUNT, idOf(8))
    await desk.pass(10_000)
    expect(desk.statusOf(8)).toBe('not-found')
    expect(desk.records('settled')).toEqual([])
  })

  test('is queried once where it has ended here', async () => {
    const desk = await confirmed(1)
    desk.shown.set(1, { status: 'filled', filledQuantity: TEN })
    desk.reconciler.reports.observe(desk.seen(1, 'event'))
    desk.open.clear()
    desk.reconciler.queryOrder(ACCOUNT, idOf(1))
    await desk.pass(100_000)
    expect(desk.queries.map(({ n }) => n)).toEqual([1])
    expect(desk.statusOf(1)).toBe('filled')
  })

  test('is not lost by answers before and after a loss of the events', async () => {
    const desk = await confirmed(1)
    desk.open.clear()
    await desk.pass(70_000)
    desk.reconciler.queryOrder(ACCOUNT, idOf(1))
    await desk.pass(4_000)
    desk.isHealthy = false
    await desk.pass(2_000)
    desk.isHealthy = true
    await desk.pass(4_500)
    // Answers at 0, 5 and 10 s; events were down at the second one.
    expect([inDoubt(desk).length, desk.statusOf(1)]).toEqual([3, 'working'])
    await desk.pass(5_000)
    expect(desk.statusOf(1)).toBe('not-found')
  })

  test('is not lost because the clock of this computer was set forward', async () => {
    const desk = await confirmed(1)
    desk.reconciler.reports.observe(desk.seen(1, 'detail'))
    desk.open.clear()
    desk.clockAheadMs = 3_600_000
    desk.reconciler.queryOrder(ACCOUNT, idOf(1))
    await desk.pass(30_000)
    expect(desk.statusOf(1)).toBe('working')
  })
})
