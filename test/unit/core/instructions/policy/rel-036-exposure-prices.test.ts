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
  const found = exposureOf(orderDraft, {
    quote: market,
    multiplier: '1',
    availableToClose: quantity('0'),
    ...overrides,
  })
  if (!found.ok) return `${found.error.code}: ${found.error.message}`
  const { exposure, maxLoss, short, uncovered } = found.value
  return `${decimalText(exposure)}, at worst ${maxLoss === null ? 'anything' : decimalText(maxLoss)}${short ? ', short' : ''}${uncovered ? ', uncovered' : ''}`
}
const NO_PRICE =
  'unavailable: There is no price of AAPL to value this order by; ask again when there is a quote'
const HELD = { availableToClose: quantity('10') }
const stopAt = (stop: string, overrides: Partial<OrderDraft> = {}): OrderDraft =>
  draft({ type: 'stop', limitPrice: null, stopPrice: price(stop), ...overrides })

describe('rel-036: which price an order is valued by', () => {
  test('a price that is nothing or less is none', () => {
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

  test('of "no" it is the mirrored quote, and what is not quoted stays unknown; no other product is mirrored', () => {
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

  test('a trailing stop may follow the price up by its step, in dollars or as a share, before it buys', () => {
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
    // Only a trailing stop follows.
    expect(
      value(
        draft({ ...MARKET, trail: { kind: 'amount', step: price('5') } as OrderDraft['trail'] }),
        market,
      ),
    ).toBe('1020, at worst 1020')
  })

  test('a stop buys at its stop or at the market, whichever is higher', () => {
    expect([
      value(stopAt('120'), seen({ ask: '100' })),
      value(stopAt('90'), seen({ ask: '100' })),
    ]).toEqual(['1224, at worst 1224', '1020, at worst 1020'])
  })

  test('what is held sells for the bid, else for the last price, or for a better limit or stop; without a market nobody knows', () => {
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

  test('a short sale counts at twice the ask, else the last, else the bid, or a higher limit or stop, with the buffer', () => {
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

  test('a short sale stays one, however much is held: the holding is another matter', () => {
    expect(value(draft({ side: 'short' }), seen({ ask: '100' }), HELD)).toBe(
      '2040, at worst anything, short',
    )
  })
})

describe('rel-036: sizes in dollars', () => {
  test('a sale for an amount needs a price to tell whether so much is held; a short sale needs a number', () => {
    expect(value(draft({ side: 'sell', ...dollars('100') }), null, HELD)).toBe(NO_PRICE)
    expect(
      value(draft({ side: 'short', ...dollars('100') }), seen({ ask: '100', bid: '99' }), HELD),
    ).toBe('invalid: A short sale needs a number of shares')
  })

  test('futures and options are never bought for an amount', () => {
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
  test('event contracts that are held are sold for an amount up to what they bring; what is not held is sold by number', () => {
    const sale = event({ side: 'sell', ...dollars('40') })
    expect([
      value(sale, market, { availableToClose: quantity('100') }),
      value(sale, market, { availableToClose: quantity('99') }),
      value(sale, null, { availableToClose: quantity('100') }),
    ]).toEqual([
      '40, at worst 0',
      'invalid: Contracts that are not held are sold by number, not by amount',
      NO_PRICE,
    ])
    expect(value(event({ ...dollars('25') }), null, { availableToClose: quantity('100') })).toBe(
      '25, at worst 25',
    )
  })

  test('closing event contracts counts what they bring, at most what they may pay; buying counts what it costs whatever is held', () => {
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

test('rel-036: a future can lose its full value when it is bought, nothing when it closes, anything when it is sold short', () => {
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
    '100, at worst 100',
    '102, at worst 0',
    '102, at worst anything, short',
  ])
})

describe('rel-036: options', () => {
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

  test('a contract that is named by its symbol is what its symbol says: a bought put costs its premium, a written one its strike', () => {
    expect([
      value(single('buy'), null, of100),
      value(single('sell'), seen({ bid: '3', ask: '3' }, named), of100),
    ]).toEqual(['600, at worst 600', '20000, at worst 20000, uncovered'])
  })

  test('one contract may go at the market, by its own quote; without one it may not', () => {
    expect(value(single('buy', MARKET), seen({ ask: '3' }, named), of100)).toBe('612, at worst 612')
    expect(value(single('buy', MARKET), seen({ ask: '100' }), of100)).toContain(
      'unavailable: There is no price of AAPL270115P00100000',
    )
    expect(value(single('sell', MARKET), null, of100)).toContain(
      'unavailable: There is no price of AAPL270115P00100000',
    )
  })

  test('closing one counts what it brings: the bid, else its limit', () => {
    const held = { ...of100, availableToClose: quantity('2') }
    expect([
      value(single('sell'), seen({ bid: '4' }, named), held),
      value(single('sell'), null, held),
    ]).toEqual(['800, at worst 0', '600, at worst 0'])
    expect(value(single('sell', MARKET), null, held)).toContain('unavailable: There is no price')
    expect([
      value(single('sell'), null, { ...of100, availableToClose: quantity('1') }),
      value(single('buy'), null, held),
    ]).toEqual(['20000, at worst 20000, uncovered', '600, at worst 600'])
  })

  test('what is written without a market is stressed by its limit', () => {
    expect(value(option('sell', [leg('sell', 'call', '100')], '2'), null, of100)).toBe(
      '20400, at worst anything, uncovered',
    )
  })

  test('a combination is valued by its limit alone, as often as its smallest leg of options says', () => {
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

  test('a combination may be asked for nothing or for less than nothing, everything else only for something', () => {
    const spread = option('buy', [leg('buy', 'call', '100'), leg('sell', 'call', '105')], '0')
    expect([
      value(spread, null, of100),
      value({ ...spread, limitPrice: price('-1') }, null, of100),
    ]).not.toContain('invalid: A limit order needs a limit price')
    expect(value(draft({ limitPrice: price('0') }), seen({ ask: '1' }))).toBe(
      'invalid: A limit order needs a limit price',
    )
  })

  test('an unknown unit of value is said with the symbol; a size of nothing is no order', () => {
    expect(value(single('buy'), null, { multiplier: '' })).toBe(
      'unavailable: It is not known how much one contract of AAPL270115P00100000 is',
    )
    expect([
      value(draft(shares('0')), seen({ ask: '1' })),
      value(draft(dollars('0')), seen({ ask: '1' })),
    ]).toEqual([
      'invalid: The size of an order is more than nothing',
      'invalid: The size of an order is more than nothing',
    ])
  })
})
