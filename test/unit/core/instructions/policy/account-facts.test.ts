import { describe, expect, test } from 'vitest'
import { AccountFactsSource } from '../../../../../electron/core/instructions/policy/account-facts.js'
import type { Balance } from '../../../../../shared/domain/account/account.js'
import { accountId } from '../../../../../shared/domain/ids.js'
import type { Order } from '../../../../../shared/domain/orders/order.js'
import { err, ok, type Result } from '../../../../../shared/domain/result.js'
import { epochMs } from '../../../../../shared/domain/time.js'
import { appError, type AppError } from '../../../../../shared/domain/app/app-error.js'
import { decimalText } from '../../../../../shared/domain/decimal.js'
import { ACC, order, quantity } from './policy-fixture.js'
import { foreign } from '../../../../../shared/messages/make-message.js'

function createFixture() {
  const time = { now: 1_000 }
  const orders: Order[] = []
  let emitOrders: (rows: readonly Order[]) => void = () => undefined
  const waiting: ((answerQueries: Result<Balance, AppError>) => void)[] = []
  const source = new AccountFactsSource({
    queries: {
      positions: () => Promise.resolve(ok({ positions: [], unreadable: [] })),
      balance: () =>
        new Promise((resolve) => {
          waiting.push(resolve)
        }),
    },
    orders: {
      all: () => orders,
      subscribe: (listener) => {
        emitOrders = listener
        return () => undefined
      },
    },
    clock: { now: () => epochMs(time.now), monotonic: () => time.now },
  })
  const queryFacts = (id: typeof ACC) => source.fetch(id)
  const answerQueries = (from = 0): void => {
    for (const resolveQuery of waiting.slice(from)) resolveQuery(ok({ currency: 'USD' } as Balance))
  }
  const setFills = (row: Order): void => {
    orders.splice(0, orders.length, row)
    emitOrders([row])
  }
  return { time, orders, waiting, queryFacts, answerQueries, setFills }
}
const age = (
  found: Awaited<ReturnType<ReturnType<typeof createFixture>['queryFacts']>>,
): number | string => (found.ok ? found.value.ageMs : found.error.code)

describe('CONFIRM-10: account facts shared by cards', () => {
  test('come from one request for all concurrent callers, each with its age at the call', async () => {
    const { time, queryFacts, waiting, answerQueries } = createFixture()
    const first = queryFacts(ACC)
    time.now += 400
    const second = queryFacts(ACC)
    time.now += 5_000
    answerQueries()
    expect([age(await first), age(await second), waiting.length]).toEqual([0, 400, 1])
  })

  test('are reused for one second from the request, not from the answer', async () => {
    const { time, queryFacts, waiting, answerQueries } = createFixture()
    const first = queryFacts(ACC)
    time.now += 600
    answerQueries()
    await first
    time.now += 400
    expect([age(await queryFacts(ACC)), waiting.length]).toEqual([1_000, 1])
    time.now += 1
    const renewed = queryFacts(ACC)
    answerQueries(1)
    expect([age(await renewed), waiting.length]).toEqual([0, 2])
  })

  test('are requested again for another account or after a change of its orders', async () => {
    const { time, queryFacts, waiting, orders, answerQueries } = createFixture()
    const first = queryFacts(ACC)
    void queryFacts(accountId('OTHER'))
    expect(waiting).toHaveLength(2)
    answerQueries()
    await first
    orders.push(order('a', { updatedAt: epochMs(5) }))
    void queryFacts(ACC)
    expect(waiting).toHaveLength(3)
    // A fill while the request is under way too: the answer may predate it.
    orders[0] = order('a', { updatedAt: epochMs(6) })
    time.now += 1
    void queryFacts(ACC)
    expect(waiting).toHaveLength(4)
  })

  test('report a failure to all who waited, and are requested again by the next caller', async () => {
    const { queryFacts, waiting, answerQueries } = createFixture()
    const both = [queryFacts(ACC), queryFacts(ACC)]
    waiting[0]?.(err(appError('provider/unavailable', foreign('down'))))
    expect((await Promise.all(both)).map(age)).toEqual([
      'provider/unavailable',
      'provider/unavailable',
    ])
    const retried = queryFacts(ACC)
    answerQueries(1)
    expect([age(await retried), waiting.length]).toEqual([0, 2])
  })
})

describe('REL-36: a position shows a fill only if requested long enough after the fill was known', () => {
  const settledOf = async (fixture: ReturnType<typeof createFixture>): Promise<string> => {
    const query = fixture.queryFacts(ACC)
    fixture.answerQueries()
    const found = await query
    const filled = found.ok ? found.value.settled.get(order('a').clientOrderId) : undefined
    return filled === undefined ? 'none' : decimalText(filled)
  }
  const filled = (filledText: string): Order =>
    order('a', { side: 'sell', filledQuantity: quantity(filledText) })

  test('counts a fill as shown after ten seconds, and further fills after ten more', async () => {
    const fixture = createFixture()
    fixture.setFills(filled('3'))
    const seen = [await settledOf(fixture)]
    fixture.time.now += 9_999
    seen.push(await settledOf(fixture))
    fixture.time.now += 1_001
    seen.push(await settledOf(fixture))
    fixture.setFills(filled('5'))
    seen.push(await settledOf(fixture))
    fixture.time.now += 10_000
    seen.push(await settledOf(fixture))
    fixture.setFills({ ...filled('5'), status: 'cancelled' })
    fixture.time.now += 2_000
    expect([...seen, await settledOf(fixture)]).toEqual(['0', '0', '3', '3', '5', '5'])
  })

  test('does not count a fill by waiting when the request was made too early', async () => {
    const fixture = createFixture()
    fixture.setFills(filled('3'))
    fixture.time.now += 9_500
    const early = fixture.queryFacts(ACC)
    fixture.time.now += 600
    const shared = fixture.queryFacts(ACC)
    fixture.answerQueries()
    const both = [await early, await shared].map((found) =>
      found.ok
        ? decimalText(found.value.settled.get(order('a').clientOrderId) ?? quantity('9'))
        : '',
    )
    expect([both, fixture.waiting.length]).toEqual([['0', '0'], 1])
  })
  test('ignores an order of another account with the same id', async () => {
    const fixture = createFixture()
    fixture.setFills({ ...filled('3'), accountId: accountId('OTHER') })
    fixture.time.now += 9_000
    fixture.setFills(filled('3'))
    fixture.time.now += 1_500
    const seen = [await settledOf(fixture)]
    fixture.setFills({ ...filled('3'), accountId: accountId('OTHER'), status: 'filled' })
    fixture.time.now += 10_000
    expect([...seen, await settledOf(fixture)]).toEqual(['0', '3'])
  })
})
