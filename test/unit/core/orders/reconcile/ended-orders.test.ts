import { describe, expect, test } from 'vitest'
import type { OrderPage } from '../../../../../electron/core/orders/order-reads-port.js'
import { EndedOrders } from '../../../../../electron/core/orders/reconcile/ended-orders.js'
import { providerFailure } from '../../../../../electron/core/provider-failure.js'
import { asMoney, asQuantity, dec } from '../../../../../shared/domain/decimal.js'
import { accountId, type ClientOrderId } from '../../../../../shared/domain/ids.js'
import type { Order } from '../../../../../shared/domain/orders/order.js'
import { err, ok } from '../../../../../shared/domain/result.js'
import { foreign } from '../../../../../shared/messages/make-message.js'
import { ACCOUNT, idOf, ReconcilerFixture } from './reconciler-fixture.js'

const PLACED = 10_000_000
const numbers = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index)
const missing = (count: number): readonly Order[] =>
  numbers(1, count).map((n) => ({ clientOrderId: idOf(n), placedAt: PLACED + n }) as Order)

/** A history of pages, each with the numbers of its orders; what it shows has ended unfilled. */
function history(...pages: readonly (readonly number[] | 'fails')[]) {
  const source = new ReconcilerFixture()
  const rows = new Map<ClientOrderId, Partial<Order>>(
    numbers(1, 40).map((n) => [idOf(n), { status: 'working' }]),
  )
  const requested: string[] = []
  const observed: ClientOrderId[] = []
  const ended: ClientOrderId[] = []
  const state = { cursorOf: (page: number): string | null => String(page) }
  const orders = new EndedOrders({
    projection: { get: (id) => rows.get(id) as Order | undefined },
    observe: ({ clientOrderId }) => {
      observed.push(clientOrderId)
      if (rows.get(clientOrderId)?.status === 'working') {
        rows.set(clientOrderId, { status: 'cancelled', filledQuantity: asQuantity(dec('0')) })
      }
    },
    onEnded: (id) => void ended.push(id),
    reads: {
      history: async (account, range, cursor, priority) => {
        requested.push([account, range.from, range.to, cursor, priority].join(' '))
        const index = requested.length - 1
        const page = pages[index] ?? []
        if (page === 'fails') return err(providerFailure('timeout', foreign('no answer')))
        return ok<OrderPage>({
          orders: page.map((n) => source.seen(n, 'detail')),
          cursor: state.cursorOf(index + 1),
          unreadable: 0,
        })
      },
    },
  })
  return { orders, rows, requested, observed, ended, state }
}
const FIRST = `ACC ${PLACED + 1 - 60_000}   settle`

describe('REL-31: what became of orders that a list omits is read from the history', () => {
  test('the history is read only where more than ten orders are omitted, since a minute before the oldest', async () => {
    const few = history([1])
    await few.orders.find(ACCOUNT, missing(10))
    expect(few.requested).toEqual([])
    const many = history([1, 2, 99])
    await many.orders.find(ACCOUNT, missing(11))
    expect(many.requested).toEqual([FIRST])
    // What the list does not omit is not shown.
    expect(many.observed).toEqual([idOf(1), idOf(2)])
    expect(many.ended).toEqual([idOf(1), idOf(2)])
  })

  test('page by page, while more than ten are left', async () => {
    const { orders, requested, ended } = history(numbers(1, 5), numbers(6, 20), numbers(21, 30))
    await orders.find(ACCOUNT, missing(30))
    expect(requested).toEqual([FIRST, FIRST.replace(/ (settle)$/, '1 $1')])
    expect(ended).toEqual(numbers(1, 20).map(idOf))
  })

  test('the history is read until a page fails, the history ends, or its cursor repeats', async () => {
    const failing = history([1], 'fails')
    await failing.orders.find(ACCOUNT, missing(30))
    expect(failing.requested).toHaveLength(2)
    const ending = history([1])
    ending.state.cursorOf = () => null
    await ending.orders.find(ACCOUNT, missing(30))
    expect(ending.requested).toHaveLength(1)
    const repeating = history([1], [2], [3])
    repeating.state.cursorOf = () => 'same'
    await repeating.orders.find(ACCOUNT, missing(30))
    expect(repeating.requested).toHaveLength(2)
  })

  test('the history takes fewer pages than queries that they replace', async () => {
    const { orders, requested } = history()
    await orders.find(ACCOUNT, missing(12))
    expect(requested).toHaveLength(12)
  })

  test('an order that has not ended, or filled without known fees, is left to Order Detail', async () => {
    const { orders, rows, ended } = history(numbers(1, 4))
    const ten = asQuantity(dec('10'))
    rows.set(idOf(1), { status: 'filled', filledQuantity: ten, fees: null })
    rows.set(idOf(2), { status: 'filled', filledQuantity: ten, fees: asMoney(dec('1')) })
    rows.set(idOf(3), { status: 'partially-filled', filledQuantity: ten, fees: null })
    rows.delete(idOf(4))
    await orders.find(ACCOUNT, missing(13))
    expect(ended).toEqual([idOf(2)])
  })

  test('the history is read once at a time for each account', async () => {
    const { orders, requested, state } = history()
    state.cursorOf = () => null
    const both = [orders.find(ACCOUNT, missing(11)), orders.find(ACCOUNT, missing(11))]
    const other = orders.find(accountId('OTHER'), missing(11))
    await Promise.all([...both, other])
    expect(requested).toEqual([FIRST, FIRST.replace('ACC', 'OTHER')])
    await orders.find(ACCOUNT, missing(11))
    expect(requested).toHaveLength(3)
  })

  test('the history is not read after the end', async () => {
    const { orders, observed } = history([1], [2])
    const found = orders.find(ACCOUNT, missing(30))
    orders.dispose()
    await found
    expect(observed).toEqual([])
  })
})
