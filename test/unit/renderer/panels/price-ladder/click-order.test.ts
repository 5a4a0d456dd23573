import { describe, expect, it } from 'vitest'
import { asQuantity, dec } from '../../../../../shared/domain/decimal.js'
import type { AssetClass } from '../../../../../shared/domain/instruments/instrument.js'
import {
  clickType,
  hasMarketOrders,
} from '../../../../../renderer/panels/price-ladder/model/click-order.js'
import {
  ladderDraft,
  orderSide,
  ticketPrefill,
  type LadderInstrument,
} from '../../../../../renderer/panels/price-ladder/model/ladder-draft.js'
import { AAPL, ACCOUNT, context } from '../ticket/fixtures.js'
import { price } from '../../samples.js'

const MARKET = { bid: price('10.00'), ask: price('10.02'), last: price('10.01') }
const STOPS: Readonly<Record<AssetClass, string>> = {
  stock: 'stop',
  option: 'stop',
  futures: 'stop',
  crypto: 'stop-limit',
  event: 'limit',
}

describe.each(Object.entries(STOPS))('a click in a ladder of a %s', (name, beyond) => {
  const type = (side: 'buy' | 'sell', text: string, market = MARKET) =>
    clickType(side, price(text), market, name as AssetClass)

  it('is a limit order up to the other side of the market', () => {
    expect(type('buy', '9.50')).toBe('limit')
    expect(type('buy', '10.02')).toBe('limit')
    expect(type('sell', '10.50')).toBe('limit')
    expect(type('sell', '10.00')).toBe('limit')
  })

  it('is a stop beyond it, where the product has one', () => {
    expect(type('buy', '10.03')).toBe(beyond)
    expect(type('sell', '9.99')).toBe(beyond)
  })

  it('is a limit order while nothing is quoted', () => {
    const none = { bid: null, ask: null, last: null }
    expect(clickType('buy', price('99'), none, name as AssetClass)).toBe('limit')
  })
})

describe('the order of a click', () => {
  const { instrument } = context()
  const traded: LadderInstrument = {
    symbol: AAPL,
    outcome: 'yes',
    accountId: ACCOUNT,
    instrument,
    assetClass: 'stock',
    held: asQuantity(dec('0')),
  }
  const terms = { quantity: '100', timeInForce: 'gtc', session: 'all' } as const
  const draft = (side: 'buy' | 'sell', type: 'limit' | 'stop' | 'market', more = terms) =>
    ladderDraft(
      { side, type, price: type === 'market' ? null : price('185.20') },
      more,
      traded,
      '2026-01-02',
    )

  it('follows the rules of the ticket', () => {
    const built = draft('buy', 'limit')
    expect(built).toMatchObject({
      ok: true,
      value: { type: 'limit', timeInForce: 'gtc', session: 'all', limitPrice: '185.20' },
    })
    // A stop trades in the regular session only.
    expect(draft('buy', 'stop')).toMatchObject({
      ok: true,
      value: { type: 'stop', session: 'core', limitPrice: null, stopPrice: '185.20' },
    })
    expect(draft('buy', 'limit', { ...terms, quantity: '' as '100' })).toMatchObject({
      ok: false,
      error: [{ problem: 'size-missing' }],
    })
  })

  it('sells short what is not held, and sells what is', () => {
    expect(orderSide('sell', traded)).toBe('short')
    expect(orderSide('sell', { ...traded, held: asQuantity(dec('5')) })).toBe('sell')
    expect(orderSide('sell', { ...traded, held: null })).toBe('sell')
    expect(orderSide('buy', traded)).toBe('buy')
  })

  it('is the same in the ticket', () => {
    expect(
      ticketPrefill({ side: 'buy', type: 'stop', price: price('190') }, terms, traded),
    ).toMatchObject({ symbol: AAPL, side: 'buy', type: 'stop', stopPrice: '190', quantity: '100' })
  })

  it('is no market order of an option', () => {
    expect(hasMarketOrders('option')).toBe(false)
    expect(hasMarketOrders('stock')).toBe(true)
  })
})
