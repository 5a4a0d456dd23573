import { describe, expect, test } from 'vitest'
import { QueryQueue } from '../../../../electron/core/orders/reconcile/query-queue.js'
import { accountId, clientOrderId } from '../../../../shared/domain/ids.js'

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
})
