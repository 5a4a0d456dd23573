import { describe, expect, test } from 'vitest'
import fc from 'fast-check'
import {
  asMoney,
  asPrice,
  asQuantity,
  dec,
  fromInteger,
  lte,
  mul,
} from '../../../../shared/domain/decimal.js'
import { accountId, clientOrderId, symbol } from '../../../../shared/domain/ids.js'
import type { Order, OrderDraft } from '../../../../shared/domain/orders/order.js'
import { epochMs } from '../../../../shared/domain/time.js'
import {
  DEFAULT_LIMITS,
  checkLimits,
  denialMessage,
  sameDraft,
  type RiskContext,
} from '../../../../electron/core/risk/risk-limits.js'
import { inEnglish } from '../../../../shared/messages/format-message.js'
import { message } from '../../../../shared/messages/make-message.js'

const draft = (overrides: Partial<OrderDraft> = {}): OrderDraft => ({
  accountId: accountId('ACC'),
  assetClass: 'stock',
  symbol: symbol('AAPL'),
  side: 'buy',
  type: 'limit',
  timeInForce: 'day',
  session: 'core',
  size: { kind: 'quantity', quantity: asQuantity(dec('10')) },
  limitPrice: asPrice(dec('100')),
  stopPrice: null,
  trail: null,
  expireDate: null,
  ...overrides,
})
const context = (overrides: Partial<RiskContext> = {}): RiskContext => ({
  trading: 'active',
  openOrders: 0,
  recent: [],
  uncertain: [],
  now: epochMs(1_000_000),
  quote: {
    last: asPrice(dec('100')),
    bid: asPrice(dec('99.99')),
    ask: asPrice(dec('100.01')),
    ageMs: 0,
  },
  ...overrides,
})
const codes = (
  order: OrderDraft,
  overrides: Partial<RiskContext> = {},
  limits = DEFAULT_LIMITS,
): string[] => checkLimits(order, context(overrides), limits).map((denial) => denial.code)
const quantity = (text: string): OrderDraft['size'] => ({
  kind: 'quantity',
  quantity: asQuantity(dec(text)),
})
const market = { type: 'market', limitPrice: null } as const

describe('REL-36: risk limits', () => {
  test.each([
    ['the limit', '100000', []],
    ['one above', '100001', ['max-quantity']],
    ['a fraction above', '100000.00001', ['max-quantity']],
  ])('check the maximum quantity: %s', (_title, text, expected) => {
    expect(codes(draft({ size: quantity(text), limitPrice: asPrice(dec('1')) }))).toEqual(expected)
  })

  test.each([
    ['the limit', '10000', '100', []],
    ['a tick above', '10000', '100.01', ['max-notional']],
    ['a tick below', '10000', '99.99', []],
  ])('check the maximum notional: %s', (_title, size, price, expected) => {
    expect(codes(draft({ size: quantity(size), limitPrice: asPrice(dec(price)) }))).toEqual(
      expected,
    )
  })

  test('value a market order by the side it would hit, and an order by amount by the amount', () => {
    expect(codes(draft({ ...market, size: quantity('10000') }))).toEqual(['max-notional'])
    expect(codes(draft({ ...market, side: 'sell', size: quantity('10000') }))).toEqual([])
    expect(
      codes(draft({ ...market, size: { kind: 'amount', amount: asMoney(dec('1000000.01')) } })),
    ).toEqual(['max-notional'])
  })

  test.each([
    ['buy', '120', []],
    ['buy', '120.01', ['price-band']],
    ['sell', '80', []],
    ['sell', '79.99', ['price-band']],
    ['short', '79.99', ['price-band']],
    ['buy', '1', []],
    ['sell', '900', []],
  ] as const)('check the price band: %s at %s', (side, price, expected) => {
    expect(codes(draft({ side, limitPrice: asPrice(dec(price)) }))).toEqual(expected)
  })

  test('need a fresh quote for a market order', () => {
    const quote = context().quote!
    expect(codes(draft(market), { quote: { ...quote, ageMs: 15_000 } })).toEqual([])
    expect(codes(draft(market), { quote: { ...quote, ageMs: 15_001 } })).toEqual(['stale-quote'])
    expect(codes(draft(market), { quote: null })).toEqual(['stale-quote'])
    expect(codes(draft(), { quote: null })).toEqual(['no-reference'])
    expect(codes(draft(), { quote: { ...quote, ageMs: 300_000 } })).toEqual([])
    expect(codes(draft(), { quote: { ...quote, ageMs: 300_001 } })).toEqual(['no-reference'])
  })

  test('refuse the same order within the window, however its numbers are written', () => {
    const twin = draft({ size: quantity('10.000'), limitPrice: asPrice(dec('100.00')) })
    expect(sameDraft(draft(), twin)).toBe(true)
    expect(codes(draft(), { recent: [{ draft: twin, at: epochMs(999_001) }] })).toEqual([
      'duplicate',
    ])
    expect(codes(draft(), { recent: [{ draft: twin, at: epochMs(999_000) }] })).toEqual([])
    expect(
      codes(draft(), {
        recent: [{ draft: draft({ limitPrice: asPrice(dec('100.01')) }), at: epochMs(999_999) }],
      }),
    ).toEqual([])
  })

  test('refuse orders at the open-order limit, in a halt, and during an unknown outcome', () => {
    expect(codes(draft(), { openOrders: 4_999 })).toEqual([])
    expect(codes(draft(), { openOrders: 5_000 })).toEqual(['max-open-orders'])
    expect(codes(draft(), { trading: 'halted' })).toEqual(['halted'])
    const doubt = {
      accountId: accountId('ACC'),
      assetClass: 'stock',
      symbol: symbol('AAPL'),
      side: 'buy',
      clientOrderId: 'abc',
    } as unknown as RiskContext['uncertain'][number]
    expect(codes(draft(), { uncertain: [doubt] })).toEqual(['uncertain-order'])
    expect(codes(draft({ side: 'sell' }), { uncertain: [doubt] })).toEqual([])
  })

  test('are never exceeded by an accepted order', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 300_000 }),
        fc.integer({ min: 1, max: 50_000 }),
        fc.constantFrom('buy' as const, 'sell' as const),
        (size, cents, side) => {
          const order = draft({
            side,
            size: quantity(String(size)),
            limitPrice: asPrice(fromInteger(cents, 2)),
          })
          if (codes(order).length > 0) return
          expect(size).toBeLessThanOrEqual(100_000)
          expect(
            lte(mul(fromInteger(cents, 2), fromInteger(size)), DEFAULT_LIMITS.maxNotional),
          ).toBe(true)
          expect(side === 'buy' ? cents <= 12_000 : cents >= 8_000).toBe(true)
        },
      ),
    )
  })

  test('reach the window as a sentence, without its code', () => {
    expect(inEnglish(denialMessage({ code: 'halted', message: message('risk.halted') }))).toBe(
      'Trading is halted',
    )
  })
})

describe('REL-36: an order whose existence is uncertain', () => {
  const MARKET = symbol('KXRATE-26DEC31-T3')
  const event = (outcome: 'yes' | 'no') =>
    draft({ assetClass: 'event', symbol: MARKET, terms: { outcome } })
  const uncertain = (order: OrderDraft): RiskContext['uncertain'] => [
    { ...order, clientOrderId: clientOrderId('o1') } as unknown as Order,
  ]

  test('blocks the same instrument on the same side', () => {
    expect(codes(event('yes'), { uncertain: uncertain(event('yes')) })).toContain('uncertain-order')
  })

  test('does not block the other outcome, nor the stock of an option', () => {
    expect(codes(event('no'), { uncertain: uncertain(event('yes')) })).not.toContain(
      'uncertain-order',
    )
    const call = draft({ assetClass: 'option', symbol: symbol('AAPL261218C00190000') })
    expect(codes(draft(), { uncertain: uncertain(call) })).not.toContain('uncertain-order')
  })

  test('an uncertain order of an unknown contract blocks everything of its underlying', () => {
    const unknown = draft({ assetClass: 'option' })
    expect(codes(draft(), { uncertain: uncertain(unknown) })).toContain('uncertain-order')
    expect(codes(unknown, { uncertain: uncertain(draft()) })).toContain('uncertain-order')
    const other = draft({ symbol: symbol('MSFT') })
    expect(codes(other, { uncertain: uncertain(unknown) })).not.toContain('uncertain-order')
  })
})
