import { describe, expect, test } from 'vitest'
import {
  bandOf,
  orderValue,
  priceOrder,
  touchOf,
  type Pricing,
  type RiskQuote,
} from '../../../../electron/core/risk/pricing.js'
import { dec, decimalText, type Decimal } from '../../../../shared/domain/decimal.js'
import { symbol, type Symbol } from '../../../../shared/domain/ids.js'
import type { Listing } from '../../../../shared/domain/instruments/listing.js'
import type { OrderDraft } from '../../../../shared/domain/orders/order.js'
import { draft, MARKET, price, shares } from '../instructions/policy/policy-fixture.js'

type Seen = {
  readonly bid?: string | null
  readonly ask?: string | null
  readonly last?: string | null
  readonly ageMs?: number | null
}
const seen = ({ bid = null, ask = null, last = null, ageMs = 0 }: Seen): RiskQuote => {
  const priceOrNull = (text: string | null) => (text === null ? null : price(text))
  return { bid: priceOrNull(bid), ask: priceOrNull(ask), last: priceOrNull(last), ageMs }
}
const decimalOrNull = (value: Decimal | null | undefined) =>
  value === null || value === undefined ? value : decimalText(value)
const listing = (overrides: Partial<Listing> = {}): Listing => ({
  assetClass: 'option',
  tradable: 'yes',
  shortable: false,
  fractionable: false,
  currency: 'USD',
  multiplier: dec('100'),
  parts: [{ symbol: symbol('X'), ratio: dec('1'), multiplier: dec('100') }],
  steps: [
    { from: price('0'), step: dec('0.05') },
    { from: price('3'), step: dec('0.10') },
  ],
  priceBounds: null,
  quantity: { min: null, max: null },
  amount: { min: null, max: null },
  ...overrides,
})
const legs = (...ratios: readonly string[]): Listing =>
  listing({
    parts: ratios.map((ratio, index) => ({
      symbol: symbol('AB'.charAt(index)),
      ratio: dec(ratio),
      multiplier: dec('100'),
    })),
  })
const priced = (
  orderDraft: OrderDraft,
  list: Listing,
  quotes: Readonly<Record<string, RiskQuote>>,
) => {
  const { quote, pricing } = priceOrder(
    orderDraft,
    list,
    new Map(Object.entries(quotes) as [Symbol, RiskQuote][]),
  )
  return {
    quote:
      quote === null
        ? null
        : [
            decimalOrNull(quote.bid),
            decimalOrNull(quote.ask),
            decimalOrNull(quote.last),
            quote.ageMs,
          ],
    step: decimalOrNull(pricing.step),
    legs: decimalOrNull(pricing.legs),
    multiplier: decimalOrNull(pricing.multiplier),
  }
}
const buy = draft({ assetClass: 'option' })

describe('REL-36: the price of a single contract', () => {
  test('is its own quote, or one dollar minus "yes" for the outcome "no"', () => {
    expect(
      priced(buy, listing(), { X: seen({ bid: '1', ask: '2', last: '1.5', ageMs: 7 }) }).quote,
    ).toEqual(['1', '2', '1.5', 7])
    const no = draft({ assetClass: 'event', terms: { outcome: 'no' } })
    expect(priced(no, listing(), { X: seen({ bid: '0.25', ageMs: 7 }) }).quote).toEqual([
      null,
      '0.75',
      null,
      7,
    ])
    expect(priced(no, listing(), { X: seen({ ask: '0.25', last: '0.2' }) }).quote).toEqual([
      '0.75',
      null,
      '0.8',
      0,
    ])
  })

  test('is unknown without a quote, and has no leg value', () => {
    expect(priced(buy, listing(), {})).toEqual({
      quote: null,
      step: '0.10',
      legs: undefined,
      multiplier: '100',
    })
    expect(priced(buy, listing({ parts: [] }), {}).quote).toBeNull()
  })

  test('has the price step of the limit, else of the stop, else of the side that it takes', () => {
    const stepFor = (
      overrides: Partial<OrderDraft>,
      quotes: Readonly<Record<string, RiskQuote>> = {},
    ) => priced(draft({ assetClass: 'option', ...overrides }), listing(), quotes).step
    const market = { ...MARKET, stopPrice: null }
    expect([
      stepFor({ limitPrice: price('1'), stopPrice: price('5') }),
      stepFor({ limitPrice: price('5'), stopPrice: price('1') }),
      stepFor({ ...market, stopPrice: price('1') }, { X: seen({ ask: '5' }) }),
    ]).toEqual(['0.05', '0.10', '0.05'])
    expect([
      stepFor(market, { X: seen({ ask: '5', last: '1' }) }),
      stepFor(market, { X: seen({ last: '1' }) }),
      stepFor(market, { X: seen({ bid: '1' }) }),
      stepFor(market),
    ]).toEqual(['0.10', '0.05', null, null])
  })
})

describe('REL-36: the price of a combination', () => {
  const both = {
    A: seen({ bid: '5', ask: '6', last: '5.5', ageMs: 1 }),
    B: seen({ bid: '2', ask: '3', last: '2.5', ageMs: 4 }),
  }

  test('uses the expensive side of every leg for a purchase, and the cheap one for a sale', () => {
    expect(priced(buy, legs('1', '-1'), both)).toMatchObject({
      quote: ['2', '4', '3', 4],
      legs: '800',
    })
    expect(
      priced(draft({ assetClass: 'option', side: 'sell' }), legs('-1', '1'), both),
    ).toMatchObject({ quote: ['2', '4', '3', 4], legs: '800' })
    expect(priced(buy, legs('1', '-2'), both)).toMatchObject({
      quote: ['-1', '2', '0.5', 4],
      legs: '1000',
    })
  })

  test('uses zero for a leg without a bid while it has an ask, else its last price', () => {
    const without = (legQuote: Seen) =>
      priced(buy, legs('1', '-1'), { ...both, B: seen(legQuote) }).quote
    expect([without({ ask: '3', last: '9' }), without({ last: '9' }), without({})]).toEqual([
      ['2', '6', '-3.5', 1],
      ['-4', '-3', '-3.5', 1],
      [null, null, null, 1],
    ])
  })

  test('uses the last price for a leg without an ask, and is unknown without one', () => {
    const without = (legQuote: Seen) =>
      priced(buy, legs('1', '-1'), { ...both, A: seen({ ...legQuote, ageMs: 1 }) })
    expect([without({ bid: '5', last: '9' }).quote, without({ bid: '5' }).quote]).toEqual([
      ['2', '7', '6.5', 4],
      ['2', null, null, 4],
    ])
    expect([without({ bid: '5', last: '9' }).legs, without({ bid: '5' }).legs]).toEqual([
      '1100',
      null,
    ])
  })

  test('values a sold leg at its bid, else its ask, else its last price', () => {
    const legsValue = (legQuote: Seen) =>
      priced(buy, legs('1', '-1'), { ...both, B: seen(legQuote) }).legs
    expect([
      legsValue({ bid: '2', ask: '3', last: '9' }),
      legsValue({ ask: '3', last: '9' }),
      legsValue({ last: '9' }),
      legsValue({}),
    ]).toEqual(['800', '900', '1500', null])
  })

  test('is as old as its oldest leg, and of unknown age if one leg is', () => {
    const aged = (a: number | null, b: number | null) =>
      priced(buy, legs('1', '-1'), { A: { ...both.A, ageMs: a }, B: { ...both.B, ageMs: b } })
        .quote?.[3]
    expect([aged(3, 9), aged(9, 3), aged(null, 3), aged(3, null), aged(0, 0)]).toEqual([
      9,
      9,
      null,
      null,
      0,
    ])
  })

  test('has no quote and an unknown leg value when one leg has no quote', () => {
    expect(priced(buy, legs('1', '-1'), { A: both.A })).toMatchObject({ quote: null, legs: null })
    expect(priced(buy, legs('1', '-1'), {})).toMatchObject({ quote: null, legs: null })
  })
})

describe('REL-36: the value of an order and its distance from the market', () => {
  const quote = seen({ bid: '9', ask: '11', last: '10' })
  const value = (
    overrides: Partial<OrderDraft>,
    riskQuote: RiskQuote | null = quote,
    pricing?: Pricing,
  ) => decimalOrNull(orderValue(draft({ ...shares('2'), ...overrides }), riskQuote, pricing))

  test('uses the limit, else the stop, else the side that it takes, else the last price', () => {
    expect([
      value({ limitPrice: price('5'), stopPrice: price('7') }),
      value({ ...MARKET, stopPrice: price('7') }),
      value(MARKET),
      value({ ...MARKET, side: 'sell' }),
      value({ ...MARKET, side: 'short' }),
    ]).toEqual(['10', '14', '22', '18', '18'])
    const last = seen({ last: '10' })
    expect([
      value(MARKET, last),
      value({ ...MARKET, side: 'sell' }, last),
      value(MARKET, null),
      value(MARKET, seen({ bid: '9' })),
    ]).toEqual(['20', '20', null, null])
    expect([
      touchOf({ side: 'buy' }, null),
      decimalOrNull(touchOf({ side: 'sell' }, seen({ bid: '9', last: '1' }))),
      decimalOrNull(touchOf({ side: 'buy' }, seen({ ask: '9', last: '1' }))),
    ]).toEqual([null, '9', '9'])
  })

  test('multiplies by the contract size, and uses the larger of legs and net price', () => {
    const pricingWith = (overrides: Partial<Pricing>): Pricing => ({
      multiplier: dec('100'),
      step: null,
      ...overrides,
    })
    expect([
      value({ limitPrice: price('5') }, quote, pricingWith({})),
      value({ limitPrice: price('-5') }, quote, pricingWith({})),
      value({ limitPrice: price('5') }, quote, pricingWith({ legs: dec('499') })),
      value({ limitPrice: price('5') }, quote, pricingWith({ legs: dec('501') })),
      value({ limitPrice: price('5') }, quote, pricingWith({ legs: null })),
    ]).toEqual(['1000', '1000', '1000', '1002', null])
  })

  const band = (
    overrides: Partial<OrderDraft>,
    riskQuote: RiskQuote | null,
    step: string | null = null,
  ) => {
    const priceBand = bandOf(
      draft(overrides),
      riskQuote,
      step === null ? undefined : { multiplier: dec('1'), step: dec(step) },
      dec('0.2'),
    )
    return priceBand === null
      ? null
      : [
          decimalOrNull(priceBand.from),
          decimalOrNull(priceBand.reach),
          decimalOrNull(priceBand.maxReach),
        ]
  }
  test("measures a stock's limit from the last price", () => {
    expect([
      band({ limitPrice: price('12') }, quote),
      band({ limitPrice: price('12'), side: 'sell' }, quote),
    ]).toEqual([
      ['10', '2', '2'],
      ['10', '-2', '2'],
    ])
    expect([
      band({ limitPrice: null }, quote),
      band({}, null),
      band({}, seen({ ask: '11', bid: '9' })),
    ]).toEqual([null, null, ['11', expect.anything(), '2.2']])
    // The allowance of price steps exists only for options and event contracts.
    expect(band({ limitPrice: price('12') }, quote, '1')).toEqual(['10', '2', '2'])
  })

  test('measures options and event contracts from the far side, with five steps allowed', () => {
    const option = { assetClass: 'option', limitPrice: price('12') } as const
    expect([band(option, quote), band({ ...option, side: 'sell' }, quote)]).toEqual([
      ['11', '1', '2.2'],
      ['9', '-3', '1.8'],
    ])
    expect([
      band(option, seen({ ask: '8', last: '10' })),
      band({ ...option, side: 'sell' }, seen({ bid: '11', last: '10' })),
    ]).toEqual([
      ['10', '2', '2'],
      ['10', '-2', '2'],
    ])
    expect([
      band(option, seen({ ask: '11' })),
      band(option, seen({ last: '10' })),
      band(option, seen({ bid: '9' })),
    ]).toEqual([
      ['11', '1', '2.2'],
      ['10', '2', '2'],
      ['9', '3', '1.8'],
    ])
    expect([
      band(option, quote, '1')?.[2],
      band({ ...option, assetClass: 'event' }, quote, '1')?.[2],
      bandOf(draft(option), quote, { multiplier: dec('1'), step: null }, dec('0.2')) === null,
    ]).toEqual(['5', '5', false])
  })
})
