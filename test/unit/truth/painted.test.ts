import { describe, expect, it } from 'vitest'
import { orderTypeText } from '../../../renderer/ui/orders/order-type-text.js'
import { ALGO_KINDS } from '../../../shared/domain/orders/order-types.js'
import type { Order } from '../../../shared/domain/orders/order.js'
import { text } from '../../../shared/messages/en/window/index.js'
import { trueOrder } from '../../truth/checks/painted.js'

describe('REL-31: an order of the exchange as the window has to paint it', () => {
  it.each(ALGO_KINDS)('names the algorithm %s as the column of types does', (kind) => {
    const record = { symbol: 'MSFT', order_type: 'LIMIT', algo_type: kind.toUpperCase() }
    const terms = { algo: { kind } } as Order['terms']
    expect(trueOrder(record).type).toBe(orderTypeText({ type: 'limit', terms }, text))
  })

  it('names no algorithm where the order has none', () => {
    const record = { symbol: 'MSFT', order_type: 'LIMIT' }
    expect(trueOrder(record).type).toBe(orderTypeText({ type: 'limit' }, text))
  })
})
