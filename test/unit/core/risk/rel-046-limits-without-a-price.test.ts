import { describe, expect, test } from 'vitest'
import {
  checkLimits,
  DEFAULT_LIMITS,
  type RiskContext,
} from '../../../../electron/core/risk/risk-limits.js'
import type { Pricing, RiskQuote } from '../../../../electron/core/risk/pricing.js'
import { asMoney, asPrice, asQuantity, dec } from '../../../../shared/domain/decimal.js'
import type { OrderDraft } from '../../../../shared/domain/orders/order.js'
import { epochMs } from '../../../../shared/domain/time.js'
import { draft } from '../session/session-fixture.js'

const price = (text: string) => asPrice(dec(text))
const shares = (text: string): Pick<OrderDraft, 'size'> => ({
  size: { kind: 'quantity', quantity: asQuantity(dec(text)) },
})
const amount = (text: string): Partial<OrderDraft> => ({
  type: 'market',
  limitPrice: null,
  size: { kind: 'amount', amount: asMoney(dec(text)) },
})
const priced = (last: string | null, over: Partial<RiskQuote> = {}): RiskQuote => ({
  last: last === null ? null : price(last),
  bid: null,
  ask: null,
  ageMs: 0,
  ...over,
})
const codes = (order: OrderDraft, quote: RiskQuote | null, pricing?: Pricing): string[] => {
  const context: RiskContext = {
    trading: 'active',
    openOrders: 0,
    recent: [],
    uncertain: [],
    now: epochMs(1_000_000),
    quote,
    pricing,
  }
  return checkLimits(order, context, DEFAULT_LIMITS).map(({ code }) => code)
}
const FUTURE: Pricing = { multiplier: dec('50'), step: dec('0.25') }

describe('REL-46: a purchase at 1,850 of a share at 185', () => {
  const slip = draft({ limitPrice: price('1850'), ...shares('10') })
  test.each([
    ['with a last price', priced('185'), ['price-band']],
    ['with an ask alone', priced(null, { ask: price('185.05') }), ['price-band']],
    ['with a bid alone', priced(null, { bid: price('184.95') }), ['price-band']],
    ['without a quote', null, ['no-reference']],
    ['with a quote without prices', priced(null), ['no-reference']],
    ['with a price three days old', priced('185', { ageMs: 3 * 86_400_000 }), ['no-reference']],
    ['with a price that was never confirmed', priced('185', { ageMs: null }), ['no-reference']],
    ['with prices of zero', priced('0', { ask: price('0') }), ['no-reference']],
  ])('does not pass %s', (_name, quote, expected) => {
    expect(codes(slip, quote)).toEqual(expected)
  })

  test('passes neither as a stop limit nor as an order of another product', () => {
    expect(codes({ ...slip, type: 'stop-limit', stopPrice: price('190') }, null)).toEqual([
      'no-reference',
    ])
    for (const assetClass of ['option', 'futures', 'crypto', 'event'] as const) {
      expect(codes({ ...slip, assetClass, limitPrice: price('0.5') }, null)).toEqual([
        'no-reference',
      ])
    }
  })
})

describe('REL-46: a sale is valued at the higher of its price and the market', () => {
  const sale = (over: Partial<OrderDraft>) => draft({ side: 'sell', ...shares('12000'), ...over })
  test.each<[string, OrderDraft]>([
    ['a limit below it', sale({ limitPrice: price('80.01') })],
    ['a stop below it', sale({ type: 'stop', limitPrice: null, stopPrice: price('60') })],
    [
      'a short stop below it',
      sale({ side: 'short', type: 'stop', limitPrice: null, stopPrice: price('60') }),
    ],
    [
      'a stop limit below it',
      sale({ type: 'stop-limit', limitPrice: price('60'), stopPrice: price('60') }),
    ],
    ['at the market', sale({ type: 'market', limitPrice: null })],
  ])('%s', (_name, order) => {
    expect(codes(order, priced('100'))).toContain('max-notional')
    expect(codes({ ...order, ...shares('10000') }, priced('100'))).toEqual([])
  })

  test('a sale is valued by the bid where it is above the last price', () => {
    const order = sale({ limitPrice: price('81'), ...shares('10000') })
    expect(codes(order, priced('100', { bid: price('100') }))).toEqual([])
    expect(codes(order, priced('100', { bid: price('100.01') }))).toEqual(['max-notional'])
  })

  test('a sale is valued with the multiplier of a future', () => {
    const order = sale({ assetClass: 'futures', limitPrice: price('90'), ...shares('201') })
    expect(codes(order, priced('100'), FUTURE)).toEqual(['max-notional'])
    expect(codes({ ...order, ...shares('200') }, priced('100'), FUTURE)).toEqual([])
  })

  test('a purchase is valued at its limit, and with a stop at the market where that is higher', () => {
    const buy = draft({ ...shares('10000'), limitPrice: price('90') })
    expect(codes(buy, priced('101'))).toEqual([])
    const stop = { ...buy, type: 'stop', limitPrice: null, stopPrice: price('99') } as const
    expect(codes(stop, priced('101'))).toEqual(['max-notional'])
    expect(codes(stop, priced('100'))).toEqual([])
  })
})

describe('REL-46: the limit on units', () => {
  test('holds for the shares that an amount buys', () => {
    const order = draft(amount('900000'))
    expect(codes(order, priced('9', { ask: price('9') }))).toEqual([])
    expect(codes(order, priced('8.99', { ask: price('8.99') }))).toEqual(['max-quantity'])
    expect(codes(order, priced('0.001', { ask: price('0.001') }))).toEqual(['max-quantity'])
  })

  test('does not hold for coins, which are limited by their value', () => {
    const coins = draft({
      assetClass: 'crypto',
      limitPrice: price('0.000012'),
      ...shares('1000000'),
    })
    expect(codes(coins, priced('0.000012'))).toEqual([])
    const many = { ...coins, ...shares('90000000000') }
    expect(codes(many, priced('0.000012'))).toEqual(['max-notional'])
  })

  test.each(['stock', 'option', 'futures', 'event'] as const)('holds for %s', (assetClass) => {
    const order = draft({ assetClass, limitPrice: price('0.5'), ...shares('100001') })
    expect(codes(order, priced('0.5'))).toEqual(['max-quantity'])
  })
})
