import { describe, expect, it, vi } from 'vitest'
import { followFills } from '../../../../electron/core/session/watch-session.js'
import { asQuantity, dec } from '../../../../shared/domain/decimal.js'
import { createEmitter } from '../../../../shared/domain/emitter.js'
import { accountId, clientOrderId, symbol } from '../../../../shared/domain/ids.js'
import type { Order } from '../../../../shared/domain/orders/order.js'

const ACCOUNT = accountId('A1')

function createFixture() {
  const orders = createEmitter<readonly Order[]>()
  const portfolio = { onOrdersChanged: vi.fn(), onPositionsChanged: vi.fn() }
  const record = { onFill: vi.fn() }
  const ready = { value: true }
  followFills({
    projection: { orders: { subscribe: (changed: () => void) => orders.add(changed) } as never },
    portfolio,
    records: () => [record],
    isReady: () => ready.value,
  })
  const report = (filled: string, id = 'O1'): void =>
    orders.emit([
      {
        accountId: ACCOUNT,
        clientOrderId: clientOrderId(id),
        assetClass: 'option',
        symbol: symbol('AAPL'),
        filledQuantity: asQuantity(dec(filled)),
      } as Order,
    ])
  return { portfolio, record, ready, report }
}

describe('REL-41: a change of an order', () => {
  it('changes the positions of its underlying when more of it is filled', () => {
    const { portfolio, report } = createFixture()
    report('0')
    expect(portfolio.onPositionsChanged).not.toHaveBeenCalled()
    report('1')
    report('3.0')
    expect(portfolio.onPositionsChanged.mock.calls).toEqual([
      [ACCOUNT, ['underlying AAPL']],
      [ACCOUNT, ['underlying AAPL']],
    ])
  })

  it('changes only the balance when nothing more is filled, as when the rest is canceled', () => {
    const { portfolio, record, report } = createFixture()
    report('3')
    portfolio.onPositionsChanged.mockClear()
    report('3.0')
    expect(portfolio.onPositionsChanged).not.toHaveBeenCalled()
    expect(portfolio.onOrdersChanged).toHaveBeenCalledTimes(1)
    // Fees of the execution may have followed.
    expect(record.onFill).toHaveBeenCalledTimes(2)
  })

  it('is known from a start, where everything is read anyway', () => {
    const { portfolio, record, ready, report } = createFixture()
    ready.value = false
    report('3')
    expect(record.onFill).not.toHaveBeenCalled()
    ready.value = true
    report('3')
    expect(portfolio.onPositionsChanged).not.toHaveBeenCalled()
    report('4')
    expect(portfolio.onPositionsChanged).toHaveBeenCalledTimes(1)
  })
})
