import { describe, expect, test } from 'vitest'
import { availableToClose } from '../../../../shared/domain/orders/effect/closing-orders.js'
import type { Position } from '../../../../shared/domain/account/account.js'
import { asPrice, asQuantity, dec, decimalText } from '../../../../shared/domain/decimal.js'
import { clientOrderId } from '../../../../shared/domain/ids.js'
import { termsOfDraft } from '../../../../shared/domain/orders/draft-terms.js'
import type { ComboRole } from '../../../../shared/domain/orders/order-types.js'
import type { OrderStatus } from '../../../../shared/domain/orders/order-state.js'
import type { Order } from '../../../../shared/domain/orders/order.js'
import { epochMs } from '../../../../shared/domain/time.js'
import { AAPL, ACCOUNT, draft } from '../session/session-fixture.js'

const POSITION = {
  accountId: ACCOUNT,
  symbol: AAPL,
  assetClass: 'stock',
  quantity: asQuantity(dec('100')),
} as Position

interface Shape {
  readonly role: ComboRole | null
  readonly side?: Order['side']
  readonly quantity?: string
  readonly filled?: string
  readonly status?: OrderStatus
  readonly link?: string
}

let orderCount = 0
function order({ role, side = 'sell', quantity = '40', filled = '0', ...rest }: Shape): Order {
  const { status = 'working', link = 'link-1' } = rest
  const combo = role === null ? null : { role, clientComboId: link, comboId: null }
  const plain = draft({ side, limitPrice: asPrice(dec('120')) })
  const terms = termsOfDraft(plain, combo)
  return {
    ...plain,
    clientOrderId: clientOrderId(`order-${(orderCount += 1)}`),
    orderId: null,
    quantity: asQuantity(dec(quantity)),
    amount: null,
    filledQuantity: asQuantity(dec(filled)),
    averageFillPrice: null,
    status,
    note: null,
    pending: null,
    fees: null,
    ours: true,
    source: 'journal',
    placedAt: epochMs(0),
    updatedAt: epochMs(0),
    terms,
  }
}
const available = (orders: readonly Order[], before: readonly Order[] = orders): string =>
  decimalText(availableToClose(POSITION, orders, before))

describe('REL-36: what linked orders reserve of a position', () => {
  test('is the largest of those of which one fill cancels the others', () => {
    expect(available([order({ role: 'take-profit' }), order({ role: 'stop-loss' })])).toBe('60')
    expect(
      available([order({ role: 'oco', quantity: '30' }), order({ role: 'oco', quantity: '50' })]),
    ).toBe('50')
  })

  test('is the sum for orders that can all fill, and for different combinations', () => {
    expect(available([order({ role: 'oto' }), order({ role: 'oto' })])).toBe('20')
    expect(available([order({ role: null }), order({ role: 'stop-loss' })])).toBe('20')
    expect(available([order({ role: 'oco' }), order({ role: 'oco', link: 'link-2' })])).toBe('20')
  })

  test('is nothing while their entry waits, and as much as it has filled', () => {
    const exits = [order({ role: 'take-profit' }), order({ role: 'stop-loss' })]
    const entry = { role: 'master', side: 'buy' } as const
    expect(available([order(entry), ...exits])).toBe('100')
    expect(available([order({ ...entry, filled: '15' }), ...exits])).toBe('85')
    expect(available([order({ ...entry, filled: '40', status: 'filled' }), ...exits])).toBe('60')
  })

  test('includes a fill that the position may not show yet', () => {
    const before = [order({ role: 'take-profit' }), order({ role: 'stop-loss' })]
    const [target, stop] = before
    if (target === undefined || stop === undefined) throw new Error('two orders')
    const filled: Order = { ...target, filledQuantity: asQuantity(dec('40')), status: 'filled' }
    expect(available([filled, { ...stop, status: 'cancelled' }], before)).toBe('60')
  })

  test('is the whole position for an order of unknown quantity', () => {
    expect(available([{ ...order({ role: null }), quantity: null }])).toBe('0')
  })
})
