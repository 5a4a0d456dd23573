import { describe, expect, test } from 'vitest'
import { QueryQueue } from '../../../../../electron/core/orders/reconcile/query-queue.js'
import { accountId, clientOrderId, type ClientOrderId } from '../../../../../shared/domain/ids.js'
import { asMoney, asPrice, asQuantity, dec } from '../../../../../shared/domain/decimal.js'
import type { Order } from '../../../../../shared/domain/orders/order.js'

const ACCOUNT = accountId('A')
const [OLD, NEW] = ['old-order-1', 'new-order-1'].map((id) => clientOrderId(id)) as [
  ReturnType<typeof clientOrderId>,
  ReturnType<typeof clientOrderId>,
]

/** Returns the orders in the order in which they are queried. */
function taken(queue: QueryQueue): string[] {
  const ids: string[] = []
  for (let target = queue.take(); target !== null; target = queue.take()) {
    ids.push(target.clientOrderId)
  }
  return ids
}

describe('the queue of orders to query', () => {
  test('queries orders in the order in which they came into doubt, not were unconfirmed', () => {
    const queue = new QueryQueue(() => undefined)
    queue.addUnconfirmed(ACCOUNT, OLD)

    queue.add(ACCOUNT, NEW)
    queue.add(ACCOUNT, OLD)

    expect(taken(queue)).toEqual([NEW, OLD])
  })

  test('keeps the place of an order that comes into doubt again', () => {
    const queue = new QueryQueue(() => undefined)

    queue.add(ACCOUNT, OLD)
    queue.add(ACCOUNT, NEW)
    queue.add(ACCOUNT, OLD)

    expect(taken(queue)).toEqual([OLD, NEW])
  })

  test('REL-31: an order whose row may be untrue does not wait behind all that have no row', () => {
    const visibleId = clientOrderId('shown-order')
    const working = { status: 'working' } as Order
    const queue = new QueryQueue((id) => (id === visibleId ? working : undefined))
    const unknown = Array.from({ length: 400 }, (_, index) => clientOrderId(`unknown-${index}`))
    for (const id of unknown) queue.add(ACCOUNT, id)

    queue.add(ACCOUNT, visibleId)

    expect(taken(queue).indexOf(visibleId)).toBeLessThan(2)
  })

  test('queries orders with and without a row in turns, so that neither waits for the other', () => {
    const shown = Array.from({ length: 3 }, (_, index) => clientOrderId(`shown-${index}`))
    const working = { status: 'working' } as Order
    const queue = new QueryQueue((id) => (shown.includes(id) ? working : undefined))
    for (const id of [...shown, OLD, NEW]) queue.add(ACCOUNT, id)

    expect(taken(queue)).toEqual([shown[0], OLD, shown[1], NEW, shown[2]])
  })
})

/** A queue over these rows. */
function queueOver(rows: Readonly<Record<string, Partial<Order>>>) {
  const queue = new QueryQueue((id) => {
    const row = rows[id]
    if (row === undefined) return undefined
    const plain = { status: 'working', amount: null, quantity: null, limitPrice: null }
    return { ...plain, stopPrice: null, placedAt: 1, ...row } as Order
  })
  return { queue, ids: Object.keys(rows).map((id) => clientOrderId(id)) }
}
const unconfirmed = (rows: Readonly<Record<string, Partial<Order>>>): readonly string[] => {
  const { queue, ids } = queueOver(rows)
  for (const id of ids) queue.addUnconfirmed(ACCOUNT, id)
  return taken(queue)
}
const sized = (count: string, price: string, name: 'limitPrice' | 'stopPrice' = 'limitPrice') => ({
  quantity: asQuantity(dec(count)),
  [name]: asPrice(dec(price)),
})
const placed = (placedAt: number): Partial<Order> => ({ placedAt: placedAt as Order['placedAt'] })

describe('REL-31: orders that nothing has confirmed are queried', () => {
  test('newest first', () => {
    expect(unconfirmed({ older: placed(1), newest: placed(3), newer: placed(2) })).toEqual([
      'newest',
      'newer',
      'older',
    ])
  })

  test('orders of the same time are queried largest first, by amount or by quantity and limit or stop', () => {
    expect(
      unconfirmed({
        none: {},
        thousand: sized('10', '100'),
        two: sized('20', '100', 'stopPrice'),
        amount: { amount: asMoney(dec('1500')), ...sized('1', '1') },
        priceless: { quantity: asQuantity(dec('9000')) },
        stopLimit: { ...sized('10', '120'), stopPrice: asPrice(dec('1')) },
        huge: { limitPrice: asPrice(dec('9000')) },
      }),
    ).toEqual(['two', 'amount', 'stopLimit', 'thousand', 'none', 'priceless', 'huge'])
  })

  test('orders are queried until a report confirms them, which ends no doubt', () => {
    const { queue, ids } = queueOver({ a: placed(1), b: placed(2) })
    const [a, b] = ids as [ClientOrderId, ClientOrderId]
    queue.addUnconfirmed(ACCOUNT, a)
    queue.add(ACCOUNT, b)
    for (const id of ids) queue.confirm(id)
    expect(taken(queue)).toEqual([b])
  })
})

describe('the rank of an order to query', () => {
  test('is doubt, unconfirmed, and what has ended last', () => {
    const filled = { status: 'filled' } as const
    const { queue, ids } = queueOver({ ended: filled, open: {}, doubt: {} })
    const [ended, open, doubt] = ids as ClientOrderId[]
    queue.add(ACCOUNT, ended!)
    queue.addUnconfirmed(ACCOUNT, open!)
    queue.add(ACCOUNT, doubt!)
    const urgent: boolean[] = []
    const targets = ids.map(() => {
      urgent.push(queue.hasUrgent())
      return queue.take()
    })
    expect(targets).toEqual([
      { accountId: ACCOUNT, clientOrderId: doubt, isUrgent: true, untilConfirmed: false },
      { accountId: ACCOUNT, clientOrderId: open, isUrgent: true, untilConfirmed: true },
      { accountId: ACCOUNT, clientOrderId: ended, isUrgent: false, untilConfirmed: false },
    ])
    expect(urgent).toEqual([true, true, false])
    expect([queue.hasUrgent(), queue.take()]).toEqual([false, null])
  })

  test('the rank of an order in doubt follows its arrival, whatever is newer', () => {
    const { queue, ids } = queueOver({ older: placed(1), newer: placed(2), newest: placed(3) })
    for (const id of ids) queue.add(ACCOUNT, id)
    expect(taken(queue)).toEqual(['older', 'newer', 'newest'])
  })

  test('decides before the age: what is unconfirmed precedes a newer one that has ended', () => {
    const ended = { status: 'filled', ...placed(2) } as const
    const { queue, ids } = queueOver({ older: placed(1), ended, newest: placed(3) })
    for (const id of ids) queue.addUnconfirmed(ACCOUNT, id)
    expect(taken(queue)).toEqual(['newest', 'older', 'ended'])
  })

  test('is that of the doubt where an order is also unconfirmed', () => {
    const { queue, ids } = queueOver({ a: {}, b: {} })
    for (const id of ids) queue.addUnconfirmed(ACCOUNT, id)
    queue.add(ACCOUNT, ids[1]!)
    queue.addUnconfirmed(ACCOUNT, ids[1]!)
    expect(queue.take()).toMatchObject({ clientOrderId: 'b', untilConfirmed: false })
  })

  test('keeps the order of what has ended, and of what has no row', () => {
    const filled = { status: 'filled' } as const
    const { queue, ids } = queueOver({
      a: { ...filled, ...placed(1) },
      b: { ...filled, ...placed(2) },
    })
    for (const id of ids) queue.add(ACCOUNT, id)
    expect(taken(queue)).toEqual(['a', 'b'])
    const unknown = queueOver({ y: placed(2) }).queue
    for (const id of ['x', 'y', 'z']) unknown.addUnconfirmed(ACCOUNT, clientOrderId(id))
    expect(taken(unknown)).toEqual(['x', 'y', 'z'])
  })
})
