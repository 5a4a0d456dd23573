import { describe, expect, test } from 'vitest'
import {
  quoteFor,
  exposureOf,
  type ExposureFacts,
} from '../../../../../electron/core/instructions/policy/exposure.js'
import { decimalText } from '../../../../../shared/domain/decimal.js'
import { symbol } from '../../../../../shared/domain/ids.js'
import type { OrderDraft } from '../../../../../shared/domain/orders/order.js'
import {
  dollars,
  draft,
  leg,
  MARKET,
  option,
  price,
  quantity,
  quote,
  shares,
} from './policy-fixture.js'
import { inEnglish } from '../../../../../shared/messages/format-message.js'

type Seen = {
  readonly bid?: string | null
  readonly ask?: string | null
  readonly last?: string | null
}
const seen = (
  { bid = null, ask = null, last = null }: Seen,
  symbolText = 'AAPL',
): ExposureFacts['quote'] => {
  const priceOrNull = (text: string | null) => (text === null ? null : price(text))
  return quote({
    symbol: symbol(symbolText),
    bid: priceOrNull(bid),
    ask: priceOrNull(ask),
    last: priceOrNull(last),
  })
}
const value = (
  orderDraft: OrderDraft,
  market: ExposureFacts['quote'],
  overrides: Partial<ExposureFacts> = {},
): string => {
  const exposure = exposureOf(orderDraft, {
    quote: market,
    multiplier: '1',
    availableToClose: quantity('0'),
    ...overrides,
  })
  if (!exposure.ok) return `${exposure.error.code}: ${inEnglish(exposure.error.message)}`
  const { value: moved, maxLoss, short, uncovered } = exposure.value
  return `${decimalText(moved)}, at worst ${maxLoss === null ? 'anything' : decimalText(maxLoss)}${short ? ', short' : ''}${uncovered ? ', uncovered' : ''}`
}
const NO_PRICE =
  'unavailable: There is no price of AAPL to value this order by; request again when there is a quote'
const HELD = { availableToClose: quantity('10') }
const stopAt = (stop: string, overrides: Partial<OrderDraft> = {}): OrderDraft =>
  draft({ type: 'stop', limitPrice: null, stopPrice: price(stop), ...overrides })

describe('REL-36: the price that values an order', () => {
  test('ignores prices of zero or less', () => {
    expect([
      value(draft(MARKET), seen({ ask: '0', last: '90' })),
      value(draft(MARKET), seen({ ask: '-1', last: '90' })),
      value(draft(MARKET), seen({ ask: '0' })),
    ]).toEqual(['918, at worst 918', '918, at worst 918', NO_PRICE])
    expect(
      quoteFor(draft(), {
        symbol: symbol('AAPL'),
        last: undefined,
        bid: undefined,
        ask: undefined,
      } as unknown as ExposureFacts['quote']),
    ).toEqual({ bid: null, ask: null, last: null })
  })

  test('is mirrored for the outcome "no" only, and stays unknown where there is no quote', () => {
    const event = (outcome: 'yes' | 'no') => draft({ assetClass: 'event', terms: { outcome } })
    const quoteText = (found: ReturnType<typeof quoteFor>) =>
      Object.values(found).map((quoted) => (quoted === null ? null : decimalText(quoted)))
    const market = seen({ bid: '0.31', ask: '0.35', last: '0.32' })
    expect([
      quoteText(quoteFor(event('yes'), market)),
      quoteText(quoteFor(event('no'), market)),
    ]).toEqual([
      ['0.31', '0.35', '0.32'],
      ['0.65', '0.69', '0.68'],
    ])
    expect([
      quoteText(quoteFor(event('no'), seen({}))),
      quoteText(quoteFor(event('no'), seen({ bid: '1', ask: '0' }))),
    ]).toEqual([
      [null, null, null],
      [null, null, null],
    ])
    expect(quoteText(quoteFor(draft({ terms: { outcome: 'no' } }), market))).toEqual([
      '0.31',
      '0.35',
      '0.32',
    ])
  })

  test('includes the step of a trailing stop that buys, in dollars or as a ratio', () => {
    const trailing = (trail: OrderDraft['trail']) =>
      draft({ ...MARKET, type: 'trailing-stop', trail })
    const market = seen({ ask: '100' })
    expect(
      value(trailing({ kind: 'amount', step: price('5') } as OrderDraft['trail']), market),
    ).toBe('1071, at worst 1071')
    expect(
      value(
        trailing({ kind: 'ratio', step: price('0.1') } as unknown as OrderDraft['trail']),
        market,
      ),
    ).toBe('1122, at worst 1122')
    expect(value(trailing(null), market)).toBe('1020, at worst 1020')
    // Only a trailing stop follows the price.
    expect(
      value(
        draft({ ...MARKET, trail: { kind: 'amount', step: price('5') } as OrderDraft['trail'] }),
        market,
      ),
    ).toBe('1020, at worst 1020')
  })

  test('is the higher of stop and market for a stop that buys', () => {
    expect([
      value(stopAt('120'), seen({ ask: '100' })),
      value(stopAt('90'), seen({ ask: '100' })),
    ]).toEqual(['1224, at worst 1224', '1020, at worst 1020'])
  })

  test('is the bid or last price for a held sale, or a better limit; unknown without a market', () => {
    const sale = (overrides: Partial<OrderDraft>) =>
      draft({ side: 'sell', ...MARKET, ...overrides })
    expect([
      value(sale({}), seen({ bid: '99', last: '50' }), HELD),
      value(sale({}), seen({ last: '50' }), HELD),
      value(sale({}), seen({ ask: '80' }), HELD),
    ]).toEqual(['990, at worst 0', '500, at worst 0', NO_PRICE])
    const limited = draft({ side: 'sell', limitPrice: price('105') })
    expect([
      value(limited, seen({ bid: '99' }), HELD),
      value({ ...limited, limitPrice: price('1') }, seen({ bid: '99' }), HELD),
      value(limited, null, HELD),
    ]).toEqual(['1050, at worst 0', '990, at worst 0', NO_PRICE])
    expect(value(stopAt('110', { side: 'sell' }), seen({ bid: '99' }), HELD)).toBe(
      '1100, at worst 0',
    )
    expect(
      value(
        { ...stopAt('110', { side: 'sell' }), type: 'stop-limit', limitPrice: price('104') },
        seen({ bid: '99' }),
        HELD,
      ),
    ).toBe('1040, at worst 0')
  })

  test('is twice the ask, last or bid for a short sale, or a higher limit, with the buffer', () => {
    const short = (overrides: Partial<OrderDraft>) =>
      draft({ side: 'short', ...MARKET, ...overrides })
    expect([
      value(short({}), seen({ ask: '100', last: '50', bid: '40' })),
      value(short({}), seen({ last: '50', bid: '40' })),
      value(short({}), seen({ bid: '40' })),
      value(short({}), seen({})),
    ]).toEqual([
      '2040, at worst anything, short',
      '1020, at worst anything, short',
      '816, at worst anything, short',
      NO_PRICE,
    ])
    expect(value(draft({ side: 'short', limitPrice: price('150') }), seen({ ask: '100' }))).toBe(
      '3060, at worst anything, short',
    )
    expect(value(stopAt('150', { side: 'short' }), seen({ ask: '100' }))).toBe(
      '3060, at worst anything, short',
    )
  })

  test('is that of a short sale however much is held', () => {
    expect(value(draft({ side: 'short' }), seen({ ask: '100' }), HELD)).toBe(
      '2040, at worst anything, short',
    )
  })
})

describe('REL-36: sizes in dollars', () => {
  test('need a price for a sale, and are refused for a short sale', () => {
    expect(value(draft({ side: 'sell', ...dollars('100') }), null, HELD)).toBe(NO_PRICE)
    expect(
      value(draft({ side: 'short', ...dollars('100') }), seen({ ask: '100', bid: '99' }), HELD),
    ).toBe('invalid: A short sale needs a number of shares')
  })

  test('are refused for futures and options', () => {
    expect(value(draft({ assetClass: 'futures', ...dollars('100') }), seen({ ask: '1' }))).toBe(
      'invalid: Futures are ordered in contracts',
    )
    const named = symbol('AAPL270115C00100000')
    expect(
      value(
        draft({ assetClass: 'option', symbol: named, ...dollars('100') }),
        seen({ ask: '1' }, named),
      ),
    ).toBe('invalid: An option order names its contracts')
  })

  const event = (overrides: Partial<OrderDraft> = {}): OrderDraft =>
    draft({
      assetClass: 'event',
      ...shares('100'),
      limitPrice: price('0.40'),
      terms: { outcome: 'yes' },
      ...overrides,
    })
  const market = seen({ bid: '0.40', ask: '0.45' })
  test('sell event contracts up to what the held ones bring; others are sold by number', () => {
    const sale = event({ side: 'sell', ...dollars('40') })
    expect([
      value(sale, market, { availableToClose: quantity('103') }),
      value(sale, market, { availableToClose: quantity('102') }),
      value(sale, null, { availableToClose: quantity('103') }),
    ]).toEqual([
      '40, at worst 0',
      'invalid: Contracts that are not held are sold by number, not by amount',
      NO_PRICE,
    ])
    expect(value(event({ ...dollars('25') }), null, { availableToClose: quantity('100') })).toBe(
      '25, at worst 25',
    )
  })

  test('count the proceeds of closing event contracts, at most $1 each, and the cost of buying', () => {
    const sale = event({ side: 'sell' })
    expect([
      value(sale, market, { availableToClose: quantity('100') }),
      value(sale, null, { availableToClose: quantity('100') }),
      value(sale, market, { availableToClose: quantity('99') }),
    ]).toEqual(['40, at worst 0', '100, at worst 0', '100, at worst 100'])
    expect(value(event(), market, { availableToClose: quantity('1000') })).toBe('40, at worst 40')
    expect(value(event({ ...MARKET }), null)).toBe('100, at worst 100')
  })
})

test('REL-36: a future can lose its full value opened, nothing closed, and anything sold short', () => {
  const future = (side: OrderDraft['side']) =>
    draft({ assetClass: 'futures', side, ...shares('2'), limitPrice: price('10') })
  const market = seen({ bid: '10', ask: '10' })
  const valueWithFree = (side: OrderDraft['side'], availableToClose: string) =>
    value(future(side), market, { multiplier: '5', availableToClose: quantity(availableToClose) })
  expect([
    valueWithFree('buy', '0'),
    valueWithFree('buy', '9'),
    valueWithFree('sell', '2'),
    valueWithFree('sell', '1'),
  ]).toEqual([
    '100, at worst 100',
    '100, at worst 0',
    '102, at worst 0',
    '102, at worst anything, short',
  ])
})

describe('REL-36: options', () => {
  const of100 = { multiplier: '100' }
  const named = symbol('AAPL270115P00100000')
  const single = (side: 'buy' | 'sell', overrides: Partial<OrderDraft> = {}): OrderDraft =>
    draft({
      assetClass: 'option',
      symbol: named,
      side,
      ...shares('2'),
      limitPrice: price('3'),
      ...overrides,
    })

  test('reads a contract from its symbol: premium for a bought put, strike less premium for a written one', () => {
    expect([
      value(single('buy'), null, of100),
      value(single('sell'), seen({ bid: '3', ask: '3' }, named), of100),
    ]).toEqual(['600, at worst 600', '19400, at worst 19400, uncovered'])
  })

  test('values one contract at the market by its own quote, and refuses it without one', () => {
    expect(value(single('buy', MARKET), seen({ ask: '3' }, named), of100)).toBe('612, at worst 612')
    expect(value(single('buy', MARKET), seen({ ask: '100' }), of100)).toContain(
      'unavailable: There is no price of AAPL270115P00100000',
    )
    expect(value(single('sell', MARKET), null, of100)).toContain(
      'unavailable: There is no price of AAPL270115P00100000',
    )
  })

  test('values a close by its proceeds: the bid, else its limit', () => {
    const withTwoToClose = { ...of100, availableToClose: quantity('2') }
    expect([
      value(single('sell'), seen({ bid: '4' }, named), withTwoToClose),
      value(single('sell'), null, withTwoToClose),
    ]).toEqual(['800, at worst 0', '600, at worst 0'])
    expect(value(single('sell', MARKET), null, withTwoToClose)).toContain(
      'unavailable: There is no price',
    )
    expect([
      value(single('sell'), null, { ...of100, availableToClose: quantity('1') }),
      value(single('buy'), null, withTwoToClose),
    ]).toEqual(['19400, at worst 19400, uncovered', '600, at worst 0'])
  })

  test('stresses a written option by its limit when there is no quote', () => {
    expect(value(option('sell', [leg('sell', 'call', '100')], '2'), null, of100)).toBe(
      '20400, at worst anything, uncovered',
    )
  })

  test('values a combination by its limit only, times its smallest option leg', () => {
    const back = [leg('sell', 'call', '110', '1'), leg('buy', 'call', '100', '2')]
    expect(value(option('buy', back, '5'), null, of100)).toBe('500, at worst 500')
    expect(value(option('buy', [...back].reverse(), '5'), null, of100)).toBe('500, at worst 500')
    expect(
      value(
        { ...option('sell', [leg('sell', 'call', '100'), leg('buy', 'call', '105')]), ...MARKET },
        seen({ bid: '1', ask: '1' }),
        of100,
      ),
    ).toBe('unavailable: A combination is valued by its limit price: give it one')
    const covered = option(
      'buy',
      [
        { symbol: symbol('AAPL'), side: 'buy', quantity: quantity('1'), option: null },
        leg('sell', 'put', '100', '2'),
      ],
      '5',
      '2',
    )
    expect(value(covered, null, of100)).not.toContain('invalid')
    expect(value(option('buy', [leg('buy', 'call', '100', '1')], '2', '2'), null, of100)).toBe(
      'invalid: The legs do not fit the order',
    )
    expect(value(option('sell', [leg('buy', 'call', '100', '1')], '2'), null, of100)).toBe(
      'invalid: The legs do not fit the order',
    )
  })

  test('accepts a limit of zero or less for a combination only', () => {
    const spread = option('buy', [leg('buy', 'call', '100'), leg('sell', 'call', '105')], '0')
    expect([
      value(spread, null, of100),
      value({ ...spread, limitPrice: price('-1') }, null, of100),
    ]).not.toContain('invalid: A limit order needs a limit price')
    expect(value(draft({ limitPrice: price('0') }), seen({ ask: '1' }))).toBe(
      'invalid: A limit order needs a limit price',
    )
  })

  test('names the symbol of an unknown multiplier, and refuses a size of zero', () => {
    expect(value(single('buy'), null, { multiplier: '' })).toBe(
      'unavailable: It is not known how much one contract of AAPL270115P00100000 is',
    )
    expect([
      value(draft(shares('0')), seen({ ask: '1' })),
      value(draft(dollars('0')), seen({ ask: '1' })),
    ]).toEqual([
      'invalid: The size of an order is above zero',
      'invalid: The size of an order is above zero',
    ])
  })
})
