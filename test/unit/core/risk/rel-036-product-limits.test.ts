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
  sum,
} from '../../../../shared/domain/decimal.js'
import { accountId, symbol, type Symbol } from '../../../../shared/domain/ids.js'
import type { Listing } from '../../../../shared/domain/instruments/listing.js'
import type { OrderDraft } from '../../../../shared/domain/orders/order.js'
import { epochMs } from '../../../../shared/domain/time.js'
import {
  DEFAULT_LIMITS,
  checkLimits,
  sameDraft,
  type RiskLimits,
} from '../../../../electron/core/risk/risk-limits.js'
import { priceOrder, type RiskQuote } from '../../../../electron/core/risk/pricing.js'

const d = dec
const LIMITS: RiskLimits = { ...DEFAULT_LIMITS, maxNotional: asMoney(d('1000')) }
const OPEN = { min: null, max: null }
const listing = (overrides: Partial<Listing> & Pick<Listing, 'assetClass'>): Listing => ({
  tradable: 'yes',
  shortable: false,
  fractionable: false,
  currency: 'USD',
  multiplier: d('1'),
  parts: [{ symbol: symbol('X'), ratio: d('1'), multiplier: overrides.multiplier ?? d('1') }],
  steps: [],
  priceBounds: null,
  quantity: OPEN,
  amount: OPEN,
  ...overrides,
})
const draft = (overrides: Partial<OrderDraft> & Pick<OrderDraft, 'assetClass'>): OrderDraft => ({
  accountId: accountId('ACC'),
  symbol: symbol('X'),
  side: 'buy',
  type: 'limit',
  timeInForce: 'day',
  session: 'core',
  size: { kind: 'quantity', quantity: asQuantity(d('1')) },
  limitPrice: null,
  stopPrice: null,
  trail: null,
  expireDate: null,
  ...overrides,
})
const quantity = (text: string): OrderDraft['size'] => ({
  kind: 'quantity',
  quantity: asQuantity(d(text)),
})
const price = (text: string) => asPrice(d(text))
const quote = (bid: string, ask: string, last = ask): RiskQuote => ({
  last: price(last),
  bid: price(bid),
  ask: price(ask),
  ageMs: 0,
})
const denialCodes = (
  order: OrderDraft,
  contract: Listing,
  quotes: Readonly<Record<string, RiskQuote>> = {},
  limits = LIMITS,
): string[] =>
  checkLimits(
    order,
    {
      trading: 'active',
      openOrders: 0,
      recent: [],
      uncertain: [],
      now: epochMs(1_000_000),
      ...priceOrder(order, contract, new Map(Object.entries(quotes) as [Symbol, RiskQuote][])),
    },
    limits,
  ).map(({ code }) => code)

const OPTION = listing({
  assetClass: 'option',
  multiplier: d('100'),
  steps: [{ from: price('0'), step: d('0.01') }],
})
const FUTURE = listing({ assetClass: 'futures', multiplier: d('50') })
const CRYPTO = listing({ assetClass: 'crypto', fractionable: true })
const EVENT = listing({ assetClass: 'event', steps: [{ from: price('0'), step: d('0.01') }] })

describe('REL-36: the notional limit one tick below, at it, and one tick above, by product', () => {
  test.each([
    [
      'applies to options',
      draft({ assetClass: 'option', size: quantity('2') }),
      OPTION,
      ['4.99', '5.00', '5.01'],
    ],
    [
      'applies to futures',
      draft({ assetClass: 'futures', size: quantity('2') }),
      FUTURE,
      ['9.75', '10.00', '10.25'],
    ],
    [
      'applies to crypto',
      draft({ assetClass: 'crypto', size: quantity('0.01') }),
      CRYPTO,
      ['99999.99', '100000.00', '100000.01'],
    ],
    [
      'applies to event contracts',
      draft({ assetClass: 'event', size: quantity('2000'), terms: { outcome: 'yes' } }),
      EVENT,
      ['0.49', '0.50', '0.51'],
    ],
    [
      'applies to a sale of options',
      draft({ assetClass: 'option', side: 'sell', size: quantity('2') }),
      OPTION,
      ['4.99', '5.00', '5.01'],
    ],
  ] as const)('%s', (_title, order, contract, [below, atLimit, above]) => {
    const codes = [below, atLimit, above].map((limit) =>
      denialCodes({ ...order, limitPrice: price(limit) }, contract, { X: quote(limit, limit) }),
    )
    expect(codes).toEqual([[], [], ['max-notional']])
  })

  test.each([
    ['futures', FUTURE, '2', ['9.75', '10.00', '10.25']],
    ['crypto', CRYPTO, '0.01', ['99999.99', '100000.00', '100000.01']],
  ] as const)(
    '%s orders at the market use the side that they take',
    (assetClass, contract, size, askPrices) => {
      const order = draft({ assetClass, type: 'market', size: quantity(size) })
      expect(askPrices.map((ask) => denialCodes(order, contract, { X: quote('1', ask) }))).toEqual([
        [],
        [],
        ['max-notional'],
      ])
    },
  )

  test('an order by amount uses its amount', () => {
    const codesFor = (amount: string, assetClass: 'crypto' | 'event') =>
      denialCodes(
        draft({
          assetClass,
          type: 'market',
          size: { kind: 'amount', amount: asMoney(d(amount)) },
          ...(assetClass === 'event' ? { terms: { outcome: 'yes', tradeMode: 'by-amount' } } : {}),
        }),
        assetClass === 'crypto' ? CRYPTO : EVENT,
        { X: quote('0.10', '0.12') },
      )
    for (const product of ['crypto', 'event'] as const) {
      expect([
        codesFor('999.99', product),
        codesFor('1000.00', product),
        codesFor('1000.01', product),
      ]).toEqual([[], [], ['max-notional']])
    }
  })

  test('an event order without a limit counts one dollar per contract, whatever the market', () => {
    const order = (size: string) =>
      draft({
        assetClass: 'event',
        type: 'market',
        size: quantity(size),
        terms: { outcome: 'no', tradeMode: 'by-contracts' },
      })
    expect(
      ['999', '1000', '1001'].map((size) =>
        denialCodes(order(size), EVENT, { X: quote('0.97', '0.98') }),
      ),
    ).toEqual([[], [], ['max-notional']])
  })
})

describe('REL-36: every leg counts', () => {
  const spread = (short: string): Listing => ({
    ...OPTION,
    parts: [
      { symbol: symbol('A'), ratio: d('1'), multiplier: d('100') },
      { symbol: symbol('B'), ratio: d(short), multiplier: d('100') },
    ],
  })
  const order = (limit: string) =>
    draft({
      assetClass: 'option',
      limitPrice: price(limit),
      terms: { strategy: 'vertical', legs: [] },
    })

  test('a cheap net price does not hide expensive legs', () => {
    const quotes = (ask: string) => ({ A: quote('5.80', ask), B: quote('4.00', '4.20') })
    expect(
      ['5.99', '6.00', '6.01'].map((ask) => denialCodes(order('0.05'), spread('-1'), quotes(ask))),
    ).toEqual([[], [], ['max-notional']])
  })

  test('a combination is denied without a price for each leg, or over the limit by net price', () => {
    expect(denialCodes(order('0.05'), spread('-1'), { A: quote('1.00', '1.10') })).toEqual([
      'stale-quote',
    ])
    expect(
      denialCodes(
        order('10.01'),
        spread('-1'),
        { A: quote('12', '12.10', '12'), B: quote('1', '1.10', '1') },
        { ...LIMITS, priceBand: d('9') },
      ),
    ).toEqual(['max-notional'])
  })

  test('an accepted combination is within the limit in every leg and in total', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.record({
            cents: fc.integer({ min: 1, max: 2_000 }),
            ratio: fc.constantFrom(-2, -1, 1, 2),
          }),
          { minLength: 2, maxLength: 4 },
        ),
        fc.integer({ min: 1, max: 5 }),
        (legs, size) => {
          const contract: Listing = {
            ...OPTION,
            parts: legs.map(({ ratio }, index) => ({
              symbol: symbol(`L${index}`),
              ratio: fromInteger(ratio),
              multiplier: d('100'),
            })),
          }
          const quotes = Object.fromEntries(
            legs.map(({ cents }, index) => [
              `L${index}`,
              {
                last: asPrice(fromInteger(cents, 2)),
                bid: asPrice(fromInteger(cents, 2)),
                ask: asPrice(fromInteger(cents, 2)),
                ageMs: 0,
              },
            ]),
          )
          if (
            denialCodes(
              { ...order('0.01'), size: quantity(String(size)) },
              contract,
              quotes,
            ).includes('max-notional')
          ) {
            return
          }
          const all = sum(
            legs.map(({ cents, ratio }) =>
              mul(
                mul(fromInteger(cents, 2), fromInteger(Math.abs(ratio))),
                mul(fromInteger(size), d('100')),
              ),
            ),
          )
          expect(lte(all, LIMITS.maxNotional)).toBe(true)
        },
      ),
    )
  })
})

describe('REL-36: price bands, quote ages and duplicates by product', () => {
  test('an option may exceed the side it takes by a fifth or by five steps, and no more', () => {
    const codesAt = (limit: string) =>
      denialCodes(draft({ assetClass: 'option', limitPrice: price(limit) }), OPTION, {
        X: quote('0.05', '0.10', '0.02'),
      })
    expect(['0.14', '0.15', '0.16'].map(codesAt)).toEqual([[], [], ['price-band']])
    const dear = (limit: string) =>
      denialCodes(draft({ assetClass: 'option', limitPrice: price(limit) }), OPTION, {
        X: quote('4.90', '5.00'),
      })
    expect(['5.99', '6.00', '6.01'].map(dear)).toEqual([[], [], ['price-band']])
  })

  test('the price of "no" is one dollar minus the price of "yes"', () => {
    const codesAt = (limit: string) =>
      denialCodes(
        draft({ assetClass: 'event', limitPrice: price(limit), terms: { outcome: 'no' } }),
        EVENT,
        { X: quote('0.90', '0.92') },
      )
    expect(['0.14', '0.15', '0.16'].map(codesAt)).toEqual([[], [], ['price-band']])
  })

  test('market-style orders need a fresh quote; a combination is as old as its oldest leg', () => {
    const old = { ...quote('0.10', '0.12'), ageMs: LIMITS.staleQuoteMs + 1 }
    expect(
      denialCodes(
        draft({
          assetClass: 'event',
          limitPrice: price('0.12'),
          terms: { outcome: 'yes', tradeMode: 'by-contracts' },
        }),
        EVENT,
        { X: old },
      ),
    ).toEqual(['stale-quote'])
    expect(
      denialCodes(draft({ assetClass: 'futures', type: 'market' }), FUTURE, { X: old }),
    ).toEqual(['stale-quote'])
    const parts = [
      { symbol: symbol('A'), ratio: d('1'), multiplier: d('100') },
      { symbol: symbol('B'), ratio: d('-1'), multiplier: d('100') },
    ]
    expect(
      priceOrder(
        draft({ assetClass: 'option' }),
        { ...OPTION, parts },
        new Map([
          [symbol('A'), quote('1', '2')],
          [symbol('B'), old],
        ]),
      ).quote,
    ).toMatchObject({ ageMs: old.ageMs, ask: '1.9', bid: '0.88' })
  })

  test('another outcome or other legs make another order', () => {
    const yes = draft({ assetClass: 'event', limitPrice: price('0.1'), terms: { outcome: 'yes' } })
    expect([
      sameDraft(yes, { ...yes, terms: { outcome: 'yes', tradeMode: undefined } }),
      sameDraft(yes, { ...yes, terms: { outcome: 'no' } }),
    ]).toEqual([true, false])
    const leg = (strike: string) => ({
      symbol: symbol('X'),
      side: 'buy' as const,
      quantity: asQuantity(d('1')),
      option: { type: 'call' as const, strike: price(strike), expiration: '2027-01-15' },
    })
    const call = draft({
      assetClass: 'option',
      limitPrice: price('1'),
      terms: { strategy: 'single', legs: [leg('220')] },
    })
    expect([
      sameDraft(call, { ...call, terms: { strategy: 'single', legs: [leg('220.00')] } }),
      sameDraft(call, { ...call, terms: { strategy: 'single', legs: [leg('221')] } }),
    ]).toEqual([true, false])
  })
})
