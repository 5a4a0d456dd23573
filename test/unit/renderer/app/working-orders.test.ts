import { describe, expect, it } from 'vitest'
import { workingOrders } from '../../../../renderer/app/chrome/working-orders.js'

const orders = (...statuses: readonly Parameters<typeof workingOrders>[1][number]['status'][]) =>
  statuses.map((status) => ({ status }))

describe('The strip of a halt', () => {
  it.each([
    ['some', true, orders('filled', 'working')],
    ['some', false, orders('partially-filled')],
    ['some', true, orders('unknown')],
    ['none', true, orders('filled', 'cancelled', 'rejected')],
    ['none', true, orders()],
    ['unknown', false, orders('filled')],
    ['unknown', false, orders()],
  ] as const)('says of working orders: %s (lists were read: %s)', (state, isListed, rows) => {
    expect(workingOrders(isListed, rows)).toBe(state)
  })
})
