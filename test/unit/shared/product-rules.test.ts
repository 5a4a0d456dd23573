import { describe, expect, test } from 'vitest'
import { asMoney, asPrice, asQuantity, dec } from '../../../shared/domain/decimal.js'
import { accountId, symbol } from '../../../shared/domain/ids.js'
import type { Listing } from '../../../shared/domain/instruments/listing.js'
import type { OrderDraft } from '../../../shared/domain/orders/order.js'
import type { DraftLeg } from '../../../shared/domain/orders/order-terms.js'
import { checkProductDraft } from '../../../shared/domain/orders/product-rules.js'
import {
  draftTermsOf,
  scaledLegs,
  termsOfDraft,
} from '../../../shared/domain/orders/draft-terms.js'

const price = (text: string) => asPrice(dec(text))
const units = (text: string): OrderDraft['size'] => ({
  kind: 'quantity',
  quantity: asQuantity(dec(text)),
})
const dollars = (text: string): OrderDraft['size'] => ({
  kind: 'amount',
  amount: asMoney(dec(text)),
})
const leg = (strike: string, side: 'buy' | 'sell', quantity = '1'): DraftLeg => ({
  symbol: symbol('X'),
  side,
  quantity: asQuantity(dec(quantity)),
  option: { type: 'call', strike: price(strike), expiration: '2027-01-15' },
})
const draft = (
  assetClass: OrderDraft['assetClass'],
  overrides: Partial<OrderDraft> = {},
): OrderDraft => ({
  accountId: accountId('ACC'),
  assetClass,
  symbol: symbol('X'),
  side: 'buy',
  type: 'limit',
  timeInForce: 'day',
  session: 'core',
  size: units('1'),
  limitPrice: price('0.50'),
  stopPrice: null,
  trail: null,
  expireDate: null,
  ...overrides,
})
const problems = (order: OrderDraft, overrides: Partial<Listing> = {}): string[] =>
  checkProductDraft(order, {
    assetClass: order.assetClass,
    tradable: 'yes',
    shortable: true,
    fractionable: true,
    currency: 'USD',
    multiplier: dec('1'),
    parts: [],
    priceBounds: null,
    steps: [
      { from: price('0'), step: dec('0.01') },
      { from: price('3'), step: dec('0.05') },
    ],
    quantity: { min: null, max: null },
    amount: { min: null, max: null },
    ...overrides,
  }).map(({ problem }) => problem)

const single = { strategy: 'single', legs: [leg('220', 'buy')] } as const
const market = { type: 'market', limitPrice: null } as const

describe('the order rules by product (TRADING-4.3)', () => {
  test.each<[string, OrderDraft, readonly string[]]>([
    ['allow an option at a limit', draft('option', { terms: single }), []],
    [
      'refuse an option at the market',
      draft('option', { ...market, terms: single }),
      ['type-not-offered'],
    ],
    [
      'refuse half a contract',
      draft('option', {
        size: units('0.5'),
        terms: { ...single, legs: [leg('220', 'buy', '0.5')] },
      }),
      ['contracts-whole'],
    ],
    ['refuse an option without legs', draft('option'), ['legs-missing']],
    [
      'refuse a leg on the other side',
      draft('option', { side: 'sell', terms: single }),
      ['legs-mismatch'],
    ],
    [
      'refuse an opening order with a closing intent',
      draft('option', { terms: { ...single, intent: 'sell-to-close' } }),
      ['intent-mismatch'],
    ],
    [
      'refuse a leg that joins a position as no strategy that the broker names',
      draft('option', {
        terms: { ...single, legging: { direction: 'in', positionId: 'P', strategy: 'condor' } },
      }),
      ['legging-mismatch'],
    ],
    [
      'refuse a leg that leaves a position as a strategy',
      draft('option', {
        terms: { ...single, legging: { direction: 'out', positionId: 'P', strategy: 'vertical' } },
      }),
      ['legging-mismatch'],
    ],
    [
      'refuse an option sale that is good till canceled',
      draft('option', {
        side: 'sell',
        timeInForce: 'gtc',
        terms: { strategy: 'single', legs: [leg('220', 'sell')] },
      }),
      ['time-in-force-not-allowed'],
    ],
    [
      'refuse an option price between steps from three dollars on',
      draft('option', { limitPrice: price('3.01'), terms: single }),
      ['price-step'],
    ],
    [
      'refuse a combination with a stop',
      draft('option', {
        type: 'stop',
        limitPrice: null,
        stopPrice: price('1'),
        terms: { strategy: 'vertical', legs: [leg('220', 'buy'), leg('230', 'sell')] },
      }),
      ['combination-limit-only'],
    ],
    [
      'refuse two legs on the same contract',
      draft('option', {
        terms: { strategy: 'vertical', legs: [leg('220', 'buy'), leg('220.00', 'sell')] },
      }),
      ['legs-mismatch'],
    ],
    ['allow a future at the market', draft('futures', market), []],
    [
      'refuse a future by amount',
      draft('futures', { ...market, size: dollars('10') }),
      ['amount-not-offered'],
    ],
    ['refuse a short future', draft('futures', { side: 'short' }), ['short-not-offered']],
    [
      'refuse crypto at the market for the day',
      draft('crypto', market),
      ['time-in-force-not-allowed'],
    ],
    [
      'allow crypto by amount',
      draft('crypto', { ...market, timeInForce: 'ioc', size: dollars('10') }),
      [],
    ],
    [
      'refuse crypto with nine decimals',
      draft('crypto', { size: units('0.000000001') }),
      ['quantity-places'],
    ],
    ['refuse an event contract without outcome', draft('event'), ['outcome-missing']],
    [
      'refuse an event contract at one dollar',
      draft('event', { limitPrice: price('1.00'), terms: { outcome: 'no' } }),
      ['price-out-of-range'],
    ],
    [
      'refuse an event contract by amount that may rest',
      draft('event', {
        ...market,
        size: dollars('10'),
        terms: { outcome: 'yes', tradeMode: 'by-amount' },
      }),
      ['amount-not-offered'],
    ],
    [
      'refuse an event contract good till date without a date',
      draft('event', { timeInForce: 'gtd', terms: { outcome: 'yes' } }),
      ['expire-date-missing'],
    ],
    [
      'refuse terms of another product',
      draft('futures', { terms: { outcome: 'yes' } }),
      ['terms-not-used'],
    ],
    [
      'allow an algorithm',
      draft('stock', { terms: { algo: { kind: 'pov', targetPercent: dec('20') } } }),
      [],
    ],
    [
      'refuse an algorithm above its maximum percentage',
      draft('stock', { terms: { algo: { kind: 'pov', targetPercent: dec('21') } } }),
      ['algo-percent'],
    ],
    [
      'refuse an algorithm that is good till canceled',
      draft('stock', { timeInForce: 'gtc', terms: { algo: { kind: 'twap' } } }),
      ['algo-mismatch'],
    ],
  ])('%s', (_title, order, expected) => {
    expect(problems(order)).toEqual(expected)
  })

  test('accept the minimum and maximum amount of a crypto pair, and nothing beyond', () => {
    const bounds = { amount: { min: asMoney(dec('2')), max: asMoney(dec('100')) } }
    const problemsFor = (amount: string) =>
      problems(draft('crypto', { ...market, timeInForce: 'ioc', size: dollars(amount) }), bounds)
    expect([
      problemsFor('1.99'),
      problemsFor('2.00'),
      problemsFor('100.00'),
      problemsFor('100.01'),
    ]).toEqual([['amount-out-of-bounds'], [], [], ['amount-out-of-bounds']])
  })
})

describe('the terms of an order and of its draft', () => {
  test('convert both ways, with unknown terms as null and absent ones as undefined', () => {
    const terms = {
      strategy: 'vertical',
      legs: [leg('220', 'buy', '2'), leg('230', 'sell', '2')],
      intent: 'buy-to-open',
    } as const
    const row = termsOfDraft(draft('option', { terms }))
    expect(draftTermsOf(row)).toEqual(terms)
    expect([draftTermsOf(undefined), termsOfDraft(draft('stock'))]).toEqual([undefined, undefined])
    expect(draftTermsOf(row === undefined ? undefined : { ...row, strategy: 'unknown' })).toBeNull()
  })

  test('scale legs with the quantity, or are null when a leg is not a whole number', () => {
    const two = asQuantity(dec('2'))
    expect(
      scaledLegs([leg('220', 'buy', '2'), leg('230', 'sell', '4')], two, asQuantity(dec('3')))?.map(
        ({ quantity }) => `${String(quantity)}`,
      ),
    ).toEqual(['3', '6'])
    expect(scaledLegs([leg('220', 'buy', '3')], two, asQuantity(dec('1')))).toBeNull()
  })
})
