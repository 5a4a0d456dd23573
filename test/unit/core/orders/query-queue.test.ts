import { describe, expect, test } from 'vitest'
import { QueryQueue } from '../../../../electron/core/orders/reconcile/query-queue.js'
import { accountId, clientOrderId } from '../../../../shared/domain/ids.js'
import type { Order } from '../../../../shared/domain/orders/order.js'

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
  test('queries orders in the order in which they came into doubt, not were listed', () => {
    const queue = new QueryQueue(() => undefined)
    queue.addListed(ACCOUNT, OLD)

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
    const shown = clientOrderId('shown-order')
    const working = { status: 'working' } as Order
    const queue = new QueryQueue((id) => (id === shown ? working : undefined))
    const unknown = Array.from({ length: 400 }, (_, index) => clientOrderId(`unknown-${index}`))
    for (const id of unknown) queue.add(ACCOUNT, id)

    queue.add(ACCOUNT, shown)

    expect(taken(queue).indexOf(shown)).toBeLessThan(2)
  })

  test('queries orders with and without a row in turns, so that neither waits for the other', () => {
    const shown = Array.from({ length: 3 }, (_, index) => clientOrderId(`shown-${index}`))
    const working = { status: 'working' } as Order
    const queue = new QueryQueue((id) => (shown.includes(id) ? working : undefined))
    for (const id of [...shown, OLD, NEW]) queue.add(ACCOUNT, id)

    expect(taken(queue)).toEqual([shown[0], OLD, shown[1], NEW, shown[2]])
  })
})
