import { describe, expect, it } from 'vitest'
import {
  ZERO_QUANTITY,
  asPrice,
  asQuantity,
  dec,
  decimalText,
} from '../../../../shared/domain/decimal.js'
import { accountId, clientOrderId, symbol } from '../../../../shared/domain/ids.js'
import { pricedKey, symbolKey } from '../../../../shared/domain/instruments/instrument-key.js'
import type { Order } from '../../../../shared/domain/orders/order.js'
import type { Depth, DepthLevel } from '../../../../shared/domain/market/quote.js'
import { outcomeDepth } from '../../../../shared/domain/market/outcome-depth.js'
import { epochMs } from '../../../../shared/domain/time.js'
import { bookView, ownSizes, type DepthRow } from '../../../../renderer/panels/depth/depth-rows.js'

const AAPL = symbol('AAPL')
const ACCOUNT = accountId('A1')
const level = (price: string, size: string): DepthLevel => ({
  price: asPrice(dec(price)),
  size: asQuantity(dec(size)),
})
const book = (bids: readonly DepthLevel[], asks: readonly DepthLevel[]): Depth => ({
  symbol: AAPL,
  bids,
  asks,
  time: null,
  receivedAt: epochMs(0),
})
const order = (change: Partial<Order>): Order => ({
  clientOrderId: clientOrderId('c'),
  orderId: null,
  accountId: ACCOUNT,
  assetClass: 'stock',
  symbol: AAPL,
  side: 'buy',
  type: 'limit',
  timeInForce: 'day',
  session: 'core',
  quantity: asQuantity(dec('100')),
  amount: null,
  filledQuantity: ZERO_QUANTITY,
  averageFillPrice: null,
  limitPrice: asPrice(dec('10.00')),
  stopPrice: null,
  trail: null,
  status: 'working',
  note: null,
  pending: null,
  fees: null,
  ours: true,
  source: 'event',
  placedAt: epochMs(0),
  updatedAt: epochMs(0),
  ...change,
})
const prices = (rows: readonly DepthRow[]): string[] => rows.map((row) => decimalText(row.price))

describe('the order book', () => {
  it('has the best prices first on both sides, for any input order', () => {
    const view = bookView(
      book(
        [level('9.98', '1'), level('10.00', '1'), level('9.99', '1')],
        [level('10.03', '1'), level('10.01', '1')],
      ),
      new Map(),
      2,
    )
    expect(prices(view.bids)).toEqual(['10.00', '9.99'])
    expect(prices(view.asks)).toEqual(['10.01', '10.03'])
  })

  it('sums sizes from the best price, exactly', () => {
    const view = bookView(
      book([level('10', '0.1'), level('9', '0.2'), level('8', '0.3')], []),
      new Map(),
      10,
    )
    expect(view.bids.map((row) => decimalText(row.cumulative))).toEqual(['0.1', '0.3', '0.6'])
    expect(view.bids.map((row) => row.share)).toEqual(['33', '67', '100'])
    expect(view.bids.map((row) => row.cumulativeShare)).toEqual(['17', '50', '100'])
  })

  it('has the same bars while sizes change by less than half a percent of them', () => {
    const barsOf = (touch: string): readonly string[] =>
      bookView(
        book([level('10', touch), level('9', '300')], [level('11', '500')]),
        new Map(),
        10,
      ).bids.flatMap(({ share, cumulativeShare }) => [share, cumulativeShare])

    expect(barsOf('200')).toEqual(['40', '40', '60', '100'])
    for (const touch of ['198', '199', '201', '202']) expect(barsOf(touch)).toEqual(barsOf('200'))
  })

  it('shows the spread in price and in basis points, and none for a one-sided book', () => {
    const view = bookView(book([level('99.99', '300')], [level('100.01', '100')]), new Map(), 10)
    expect(view.spread === null ? null : decimalText(view.spread)).toBe('0.02')
    expect(view.spreadBasisPoints === null ? null : decimalText(view.spreadBasisPoints)).toBe('2')
    expect(view.bidShare).toBe('75.00')
    const oneSided = bookView(book([level('99.99', '300')], []), new Map(), 10)
    expect([oneSided.spread, oneSided.spreadBasisPoints, oneSided.bidShare]).toEqual([
      null,
      null,
      '100.00',
    ])
    expect(bookView(book([], []), new Map(), 10).bidShare).toBeNull()
  })

  it('marks the open units of own working orders at their price, whatever its trailing zeros', () => {
    const ownByLevel = ownSizes(
      [
        order({}),
        order({
          filledQuantity: asQuantity(dec('40')),
          limitPrice: asPrice(dec('10')),
          status: 'partially-filled',
        }),
        order({ status: 'filled' }),
        order({ type: 'market', limitPrice: null }),
        order({ accountId: accountId('A2') }),
        order({ symbol: symbol('MSFT') }),
        order({ side: 'sell', limitPrice: asPrice(dec('10.5')) }),
        order({ type: 'stop-limit', stopPrice: asPrice(dec('11')) }),
      ],
      ACCOUNT,
      pricedKey(AAPL),
    )
    const view = bookView(
      book([level('10.0', '500')], [level('10.50', '200'), level('11', '200')]),
      ownByLevel,
      10,
    )
    expect(view.bids[0]?.own).toBe('160')
    expect(view.asks.map((row) => row.own)).toEqual(['100', null])
  })

  it('has no orders for an option on the stock', () => {
    expect(ownSizes([order({ assetClass: 'option' })], ACCOUNT, pricedKey(AAPL)).size).toBe(0)
  })

  it('has the orders for the shown outcome of an event only', () => {
    const market = symbol('KXRATE-26DEC31-T3')
    const event = (outcome: 'yes' | 'no') =>
      order({
        assetClass: 'event',
        symbol: market,
        limitPrice: asPrice(dec(outcome === 'yes' ? '0.30' : '0.60')),
        terms: { legs: [], outcome } as unknown as NonNullable<Order['terms']>,
      })
    const orders = [event('yes'), event('no')]
    const sizesOf = (outcome: 'yes' | 'no') =>
      ownSizes(orders, ACCOUNT, symbolKey('event', market, outcome))
    expect([...sizesOf('yes')]).toEqual([['bid:0.3', '100']])
    expect([...sizesOf('no')]).toEqual([['bid:0.6', '100']])
  })

  it('is mirrored for "no": a bid for "yes" at 0.36 is an offer of "no" at 0.64', () => {
    const yes = book([level('0.36', '10'), level('0.35', '4')], [level('0.38', '7')])
    const no = bookView(outcomeDepth(yes, 'no'), new Map(), 10)
    expect(prices(no.bids)).toEqual(['0.62'])
    expect(prices(no.asks)).toEqual(['0.64', '0.65'])
    expect(no.asks.map((row) => row.size)).toEqual(['10', '4'])
    expect(outcomeDepth(yes, 'yes')).toBe(yes)
  })
})
