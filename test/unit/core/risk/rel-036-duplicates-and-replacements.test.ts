import { describe, expect, test } from 'vitest'
import { accountDenial } from '../../../../electron/core/risk/account-product.js'
import { replaceDenial } from '../../../../electron/core/risk/replace-rules.js'
import {
  belowFilled,
  checkLimits,
  DEFAULT_LIMITS,
  denialMessage,
  type Denial,
  draftOfReplacement,
  sameDraft,
  type RiskContext,
} from '../../../../electron/core/risk/risk-limits.js'
import { asMoney, asQuantity, dec, decimalText } from '../../../../shared/domain/decimal.js'
import { accountId, symbol } from '../../../../shared/domain/ids.js'
import type { AccountProduct } from '../../../../shared/domain/instruments/account-products.js'
import type { Account } from '../../../../shared/domain/account/account.js'
import type { AssetClass } from '../../../../shared/domain/instruments/instrument.js'
import type {
  Order,
  OrderChange,
  OrderDraft,
  Trail,
} from '../../../../shared/domain/orders/order.js'
import type { OrderType } from '../../../../shared/domain/orders/order-types.js'
import type { OrderTerms } from '../../../../shared/domain/orders/order-terms.js'
import { epochMs } from '../../../../shared/domain/time.js'
import { draft, order, price, quantity, shares } from '../instructions/policy/policy-fixture.js'
import { inEnglish } from '../../../../shared/messages/format-message.js'
import { foreign } from '../../../../shared/messages/make-message.js'
import { MAX_PARAM_CHARS } from '../../../../shared/messages/message.js'
import { withCodes } from '../../../harness/written-out.js'

const context = (overrides: Partial<RiskContext> = {}): RiskContext => ({
  trading: 'active',
  openOrders: 0,
  recent: [],
  uncertain: [],
  now: epochMs(1_000_000),
  quote: { last: price('100'), bid: price('99'), ask: price('101'), ageMs: 0 },
  ...overrides,
})
const written = (denial: Denial | null) => ({
  code: denial?.code,
  message: denial === null ? null : inEnglish(denial.message),
})
const denialTexts = (
  orderDraft: OrderDraft,
  overrides: Partial<RiskContext> = {},
  limits = DEFAULT_LIMITS,
) => checkLimits(orderDraft, context(overrides), limits).map(denialMessage).map(withCodes)
const trail = (kind: string, step: string) => ({ kind, step: dec(step) }) as unknown as Trail

describe('REL-36: a denial says which limit was exceeded by what', () => {
  test.each<[string, OrderDraft, Partial<RiskContext>, string]>([
    [
      'for the quantity',
      draft({ ...shares('100001'), limitPrice: price('1') }),
      {},
      'A quantity of 100,001 is over the limit of 100,000 per order (max-quantity)',
    ],
    [
      'for the notional',
      draft({ limitPrice: price('100000.01') }),
      { quote: { last: price('100000'), bid: null, ask: null, ageMs: 0 } },
      'An order value of 1,000,000.10 is over the limit of 1,000,000.00 (max-notional)',
    ],
    [
      'for the price band',
      draft({ limitPrice: price('121') }),
      {},
      'The limit 121.00 is too far through the last price 100.00 (price-band)',
    ],
    [
      'for the distance of a limit from its stop',
      draft({ type: 'stop-limit', stopPrice: price('150'), limitPrice: price('181') }),
      {},
      'The limit 181.00 is too far beyond its stop price 150.00 (price-band)',
    ],
    ['for a halt', draft(), { trading: 'halted' }, 'Trading is halted (halted)'],
    [
      'for the number of open orders',
      draft(),
      { openOrders: 5_000 },
      '5,000 orders are open already, and that is the limit (max-open-orders)',
    ],
    [
      'for a duplicate',
      draft(),
      { recent: [{ draft: draft(), at: epochMs(999_999) }] },
      'The same order was sent a moment ago (duplicate)',
    ],
    [
      'for a stale quote',
      draft({ type: 'market', limitPrice: null }),
      { quote: null },
      'There is no fresh price for a market order (stale-quote)',
    ],
    [
      'for a leg without a price',
      draft(),
      { pricing: { multiplier: dec('1'), step: null, legs: null } },
      'There is no price for every leg of the combination (stale-quote)',
    ],
    [
      'for an order of unknown outcome',
      draft(),
      { uncertain: [order('a')] },
      'It is not known yet whether order a was placed; wait until that is settled (uncertain-order)',
    ],
  ])('%s', (_title, orderDraft, more, text) => {
    expect(denialTexts(orderDraft, more)).toEqual([text])
  })

  test('is cut where its words come from outside', () => {
    const denial = denialMessage({ code: 'halted', message: foreign('x'.repeat(900)) })
    expect(inEnglish(denial).length).toBeLessThan(MAX_PARAM_CHARS + 100)
  })

  test('uses these default limits', () => {
    expect(
      Object.fromEntries(
        Object.entries(DEFAULT_LIMITS).map(([name, value]) => [
          name,
          typeof value === 'number' || value === null ? value : decimalText(value),
        ]),
      ),
    ).toEqual({
      maxQuantity: '100000',
      maxNotional: '1000000',
      priceBand: '0.2',
      maxShare: null,
      maxDailyLoss: null,
      maxOrdersPerDay: 1_000,
      duplicateWindowMs: 1_000,
      maxOpenOrders: 5_000,
      staleQuoteMs: 15_000,
      referenceMs: 300_000,
    })
  })

  test('treats a quote without age as none: stale for orders at the market, no reference for others', () => {
    const quote = { last: price('100'), bid: null, ask: null, ageMs: null }
    const [market, trailing, stop] = [
      draft({ type: 'market', limitPrice: null }),
      draft({ type: 'trailing-stop', limitPrice: null, trail: trail('amount', '1') }),
      draft({ type: 'stop', limitPrice: null, stopPrice: price('100') }),
    ]
    expect([
      denialTexts(market, { quote }),
      denialTexts(trailing, { quote }),
      denialTexts(stop, { quote }),
    ]).toEqual([
      [expect.stringContaining('(stale-quote)')],
      [expect.stringContaining('(stale-quote)')],
      [expect.stringContaining('(no-reference)')],
    ])
  })

  test('checks no price band of a market order or a stop, and refuses a limit without a reference', () => {
    expect(denialTexts(draft({ type: 'market', limitPrice: price('500') }))).toEqual([])
    expect(
      denialTexts(draft({ type: 'stop', limitPrice: price('500'), stopPrice: price('100') })),
    ).toEqual([])
    const REFUSED = [
      expect.stringMatching(/^There is no current price of AAPL .*\(no-reference\)$/),
    ]
    for (const quote of [
      null,
      { last: null, bid: null, ask: null, ageMs: 0 },
      { last: price('0'), bid: price('0'), ask: price('-1'), ageMs: 0 },
      { last: price('100'), bid: null, ask: null, ageMs: 3 * 86_400_000 },
    ]) {
      expect(denialTexts(draft({ limitPrice: price('500') }), { quote })).toEqual(REFUSED)
    }
  })

  test('compares the limit of a stop-limit order with its stop, where that is farther', () => {
    const order = (side: 'buy' | 'sell', stopText: string, limitText: string): OrderDraft =>
      draft({
        type: 'stop-limit',
        side,
        stopPrice: price(stopText),
        limitPrice: price(limitText),
      })
    expect(denialTexts(order('buy', '150', '152'))).toEqual([])
    expect(denialTexts(order('sell', '60', '58'))).toEqual([])
    // The market has passed these stops: the orders trade at once, at the market's price.
    expect(denialTexts(order('buy', '50', '121'))).toHaveLength(1)
    expect(denialTexts(order('sell', '150', '79'))).toHaveLength(1)
  })

  test('checks the price band of a combination with a price of zero, but not of a stock', () => {
    const zero = { last: price('0'), bid: price('0'), ask: price('0'), ageMs: 0 }
    expect(denialTexts(draft({ limitPrice: price('1') }), { quote: zero })).toEqual([
      expect.stringContaining('(no-reference)'),
    ])
    expect(
      denialTexts(draft({ assetClass: 'option', limitPrice: price('1') }), {
        quote: zero,
        pricing: { multiplier: dec('1'), step: dec('0.01'), legs: dec('2') },
      }),
    ).toHaveLength(1)
  })

  test('ignores an unknown order of another account, symbol or side', () => {
    for (const more of [
      { accountId: accountId('OTHER') },
      { symbol: symbol('MSFT') },
      { side: 'sell' as const },
    ]) {
      expect(denialTexts(draft(), { uncertain: [order('a', more)] })).toEqual([])
    }
  })
})

describe('REL-36: the same order again', () => {
  const otherTerms: readonly Partial<OrderDraft>[] = [
    { accountId: accountId('OTHER') },
    { assetClass: 'crypto' },
    { symbol: symbol('MSFT') },
    { side: 'sell' },
    { type: 'stop-limit' },
    { timeInForce: 'gtc' },
    { session: 'all' },
    { expireDate: '2026-12-01' },
    { size: { kind: 'amount', amount: asMoney(dec('10')) } },
    shares('11'),
    { limitPrice: price('101') },
    { limitPrice: null },
    { stopPrice: price('1') },
    { trail: trail('amount', '1') },
    { terms: { outcome: 'yes' } },
  ]
  test.each(otherTerms.map((more) => [Object.keys(more)[0] ?? '', more] as const))(
    'treats another %s as another order',
    (_title, more) => {
      expect([
        sameDraft(draft(), draft(more)),
        sameDraft(draft(more), draft()),
        sameDraft(draft(more), draft(more)),
      ]).toEqual([false, false, true])
    },
  )

  test('compares trails and amounts as numbers', () => {
    const by = (kind: string, step: string) => draft({ trail: trail(kind, step) })
    expect([
      sameDraft(by('amount', '1'), by('amount', '1.0')),
      sameDraft(by('amount', '1'), by('ratio', '1')),
      sameDraft(by('amount', '1'), by('amount', '2')),
    ]).toEqual([true, false, false])
    const draftFor = (amount: string) =>
      draft({ size: { kind: 'amount', amount: asMoney(dec(amount)) } })
    expect([
      sameDraft(draftFor('10'), draftFor('10.00')),
      sameDraft(draftFor('10'), draftFor('11')),
    ]).toEqual([true, false])
  })
})

describe('REL-36: a change is checked as the order that would result', () => {
  const replaced = (overrides: Partial<Order>, change: OrderChange = {}) =>
    draftOfReplacement(order('a', overrides), change)

  test('combines the changed members with the unchanged ones', () => {
    expect(replaced({ stopPrice: price('7') })).toEqual({ ...draft(), stopPrice: null })
    expect(
      replaced({}, { quantity: quantity('3'), limitPrice: price('9'), timeInForce: 'gtc' }),
    ).toMatchObject({
      size: { kind: 'quantity', quantity: quantity('3') },
      limitPrice: price('9'),
      timeInForce: 'gtc',
    })
  })

  test('drops prices that the new type does not use', () => {
    const full: Partial<Order> = {
      type: 'stop-limit',
      limitPrice: price('9'),
      stopPrice: price('8'),
      trail: trail('amount', '1'),
    }
    expect(replaced(full)).toMatchObject({
      limitPrice: price('9'),
      stopPrice: price('8'),
      trail: null,
    })
    expect(replaced(full, { type: 'market' })).toMatchObject({
      limitPrice: null,
      stopPrice: null,
      trail: null,
    })
    expect(replaced(full, { type: 'stop' })).toMatchObject({
      limitPrice: null,
      stopPrice: price('8'),
      trail: null,
    })
    expect(replaced(full, { type: 'limit' })).toMatchObject({
      limitPrice: price('9'),
      stopPrice: null,
      trail: null,
    })
    expect(replaced(full, { type: 'trailing-stop' })).toMatchObject({
      limitPrice: null,
      stopPrice: null,
      trail: trail('amount', '1'),
    })
    expect(replaced(full, { type: 'trailing-stop', trail: trail('ratio', '0.1') })).toMatchObject({
      trail: trail('ratio', '0.1'),
    })
    expect(
      replaced(full, {
        type: 'market',
        limitPrice: price('1'),
        stopPrice: price('2'),
        trail: trail('amount', '3'),
      }),
    ).toMatchObject({ limitPrice: price('1'), stopPrice: price('2'), trail: trail('amount', '3') })
    expect(replaced(full, { limitPrice: price('1'), stopPrice: price('2') })).toMatchObject({
      limitPrice: price('1'),
      stopPrice: price('2'),
    })
  })

  const terms = (overrides: Partial<OrderTerms> = {}): OrderTerms => ({
    combo: null,
    strategy: null,
    legs: [],
    intent: null,
    legging: null,
    algo: null,
    outcome: null,
    tradeMode: null,
    expireDate: '2026-12-01',
    ...overrides,
  })
  test('keeps an expiration date for good-till-date only', () => {
    expect([
      replaced({ timeInForce: 'gtd', terms: terms() })?.expireDate,
      replaced({ timeInForce: 'gtc', terms: terms() })?.expireDate,
      replaced({ timeInForce: 'gtd' })?.expireDate,
    ]).toEqual(['2026-12-01', null, null])
    expect(
      replaced({ timeInForce: 'gtd', terms: terms() }, { timeInForce: 'day' })?.expireDate,
    ).toBeNull()
  })

  test('cannot be built for an order by amount or one of unknown strategy; legs scale with it', () => {
    expect([
      replaced({ quantity: null, amount: asMoney(dec('5')) }),
      replaced({ terms: terms({ strategy: 'unknown' }) }),
    ]).toEqual([null, null])
    const leg = {
      legId: '1',
      symbol: symbol('AAPL'),
      side: 'buy' as const,
      quantity: asQuantity(dec('4')),
      option: null,
    }
    const legs = (change: OrderChange) =>
      replaced(
        { quantity: quantity('2'), terms: terms({ strategy: 'vertical', legs: [leg] }) },
        change,
      )
    expect(legs({ quantity: quantity('3') })?.terms).toMatchObject({
      strategy: 'vertical',
      legs: [{ symbol: 'AAPL', side: 'buy', quantity: quantity('6') }],
    })
    expect(legs({})?.terms?.legs?.[0]?.quantity).toEqual(quantity('4'))
    expect(legs({ quantity: asQuantity(dec('0.3')) })).toBeNull()
    expect(replaced({ terms: terms({ outcome: 'yes' }) })?.terms).toEqual({ outcome: 'yes' })
  })

  test('changes the terms of an algorithm that are named, and keeps its others', () => {
    const algo = {
      kind: 'twap' as const,
      maxPercent: dec('0.1'),
      targetPercent: null,
      start: '10:00',
      end: '11:00',
    } as unknown as NonNullable<OrderTerms['algo']>
    const later = { algo: { end: '12:00' } } as unknown as OrderChange
    expect(replaced({ terms: terms({ algo }) }, later)?.terms?.algo).toMatchObject({
      kind: 'twap',
      maxPercent: '0.1',
      start: '10:00',
      end: '12:00',
    })
    expect(replaced({ terms: terms({ algo }) })?.terms?.algo).toMatchObject({ end: '11:00' })
  })

  test('refuses a quantity that has already filled', () => {
    const half = order('a', { filledQuantity: quantity('5') })
    expect([
      belowFilled(half, quantity('4')),
      belowFilled(half, quantity('5')),
      belowFilled(half, asQuantity(dec('5.1'))),
      belowFilled(half, undefined),
    ]).toEqual([true, true, false, false])
  })
})

describe('REL-36: what an account and a product allow', () => {
  const account = (product: AccountProduct) => ({ product }) as Pick<Account, 'product'>
  test.each<[AccountProduct, readonly AssetClass[]]>([
    ['securities', ['stock', 'option']],
    ['futures', ['futures']],
    ['crypto', ['crypto']],
    ['events', ['event']],
  ])('an account for %s accepts its own products only', (product, allowed) => {
    for (const assetClass of ['stock', 'option', 'futures', 'crypto', 'event'] as const) {
      expect(accountDenial(account(product), assetClass) === null).toBe(
        allowed.includes(assetClass),
      )
    }
  })

  test('a denial names the right kind of account, and an unknown account accepts nothing', () => {
    expect(written(accountDenial(account('crypto'), 'option'))).toEqual({
      code: 'wrong-account',
      message:
        'This account trades crypto: an option order belongs in an account for stocks and options.',
    })
    expect(written(accountDenial(account('securities'), 'event')).message).toBe(
      'This account trades stocks and options: an event contract order belongs in an account for event contracts.',
    )
    expect(written(accountDenial(undefined, 'stock'))).toEqual({
      code: 'wrong-account',
      message: 'This account is not known.',
    })
  })

  const changes: OrderChange = {
    timeInForce: 'gtc',
    quantity: quantity('1'),
    limitPrice: price('1'),
    stopPrice: price('1'),
    trail: trail('amount', '1'),
  }
  const futures = (type: OrderType, change: OrderChange) =>
    replaceDenial({ assetClass: 'futures', type }, change)
  test.each<[OrderType, readonly (keyof OrderChange)[]]>([
    ['market', ['quantity']],
    ['limit', ['timeInForce', 'quantity', 'limitPrice']],
    ['stop', ['timeInForce', 'quantity', 'stopPrice']],
    ['stop-limit', ['timeInForce', 'quantity', 'limitPrice', 'stopPrice']],
    ['trailing-stop', ['trail']],
    ['market-on-open', []],
  ])('a %s order of futures accepts only the changes that the provider allows', (type, members) => {
    for (const [member, value] of Object.entries(changes)) {
      expect(futures(type, { [member]: value }) === null, member).toBe(
        (members as readonly string[]).includes(member),
      )
    }
    expect(futures(type, {})).toBeNull()
    expect(futures(type, { limitPrice: undefined, trail: undefined, type: undefined })).toBeNull()
  })

  test.each<[OrderType, OrderType | null]>([
    ['market', null],
    ['limit', 'market'],
    ['stop', 'market'],
    ['stop-limit', 'limit'],
    ['trailing-stop', null],
  ])('a %s order of futures may become %s or keep its type', (type, becomes) => {
    for (const next of ['market', 'limit', 'stop', 'stop-limit', 'trailing-stop'] as const) {
      expect(futures(type, { type: next }) === null, next).toBe(next === type || next === becomes)
    }
  })

  test('a denial names the member that cannot change; crypto orders are never replaceable', () => {
    const labels = {
      timeInForce: 'time in force',
      quantity: 'quantity',
      limitPrice: 'limit price',
      stopPrice: 'stop price',
      trail: 'trail',
    }
    for (const [member, label] of Object.entries(labels)) {
      const change = { [member]: changes[member as keyof OrderChange] }
      expect(written(futures('market-on-open', change))).toEqual({
        code: 'not-replaceable',
        message: `A market-on-open order of futures keeps its ${label}: cancel it and place another.`,
      })
    }
    expect(written(futures('market', { type: 'stop' })).message).toBe(
      'A market order of futures keeps its order type: cancel it and place another.',
    )
    expect(written(replaceDenial({ assetClass: 'crypto', type: 'limit' }, {}))).toEqual({
      code: 'not-replaceable',
      message: 'Crypto orders cannot be replaced: cancel it and place another.',
    })
    for (const assetClass of ['stock', 'option', 'event'] as const) {
      expect(
        replaceDenial({ assetClass, type: 'market' }, { ...changes, type: 'trailing-stop' }),
      ).toBeNull()
    }
  })
})
