import { describe, expect, test } from 'vitest'
import {
  marksOf,
  quotesOf,
  valuePosition,
  valueRange,
  withMultiplier,
} from '../../../../electron/core/portfolio/value-position.js'
import type { MarketPrices } from '../../../../electron/core/market/quote-hub.js'
import type { Position, PositionLeg } from '../../../../shared/domain/account/account.js'
import { asMoney, asPrice, asQuantity, dec } from '../../../../shared/domain/decimal.js'
import { accountId, symbol } from '../../../../shared/domain/ids.js'
import { epochMs } from '../../../../shared/domain/time.js'

const position = (overrides: Partial<Position> = {}): Position => ({
  accountId: accountId('ACC'),
  positionId: 'P1',
  symbol: symbol('AAPL'),
  assetClass: 'stock',
  currency: 'USD',
  quantity: asQuantity(dec('10')),
  averageCost: asPrice(dec('180.10')),
  multiplier: dec('1'),
  lastPrice: asPrice(dec('185')),
  pricedAt: epochMs(1),
  marketValue: asMoney(dec('1850.00')),
  unrealizedPnl: asMoney(dec('49.00')),
  unrealizedPnlRatio: dec('0.027207'),
  dayPnl: asMoney(dec('12.40')),
  ...overrides,
})

/** One leg of AAPL calls that expire on 19 December 2026. */
const leg = (strike: string, quantity: string | null = '2'): PositionLeg => ({
  legId: `L${strike}`,
  symbol: symbol('AAPL'),
  quantity: quantity === null ? null : asQuantity(dec(quantity)),
  option: {
    type: 'call',
    style: 'american',
    strike: asPrice(dec(strike)),
    expiration: '2026-12-19',
    multiplier: dec('100'),
    deliverable: null,
  },
  settles: null,
})
const CALL_270 = 'AAPL261219C00270000'
const CALL_280 = 'AAPL261219C00280000'

/** Two calls, bought at 6.40 and worth 6.50 at the broker's last look. */
const calls = position({
  assetClass: 'option',
  quantity: asQuantity(dec('2')),
  averageCost: asPrice(dec('6.40')),
  multiplier: dec('100'),
  lastPrice: asPrice(dec('6.50')),
  marketValue: asMoney(dec('1300.00')),
  unrealizedPnl: asMoney(dec('20.00')),
  unrealizedPnlRatio: dec('0.015625'),
  dayPnl: asMoney(dec('5.00')),
  strategy: 'single',
  legs: [leg('270')],
})

const pricesOf =
  (prices: Readonly<Record<string, string>>) =>
  (name: string): MarketPrices | undefined =>
    prices[name] === undefined
      ? undefined
      : { last: asPrice(dec(prices[name])), bid: null, ask: null, receivedAt: null }

const valued = (held: Position, prices: Readonly<Record<string, string>>): Position =>
  valuePosition(held, pricesOf(prices))

describe('the value of a position at live prices', () => {
  test('a long stock position', () => {
    expect(valued(position(), { AAPL: '186.005' })).toMatchObject({
      lastPrice: '186.005',
      pricedAt: null,
      marketValue: '1860.05',
      unrealizedPnl: '59.05',
      unrealizedPnlRatio: '0.032787',
      dayPnl: '22.45',
    })
  })

  test('a short stock position loses when the price rises', () => {
    const short = position({
      quantity: asQuantity(dec('-10')),
      marketValue: asMoney(dec('-1850.00')),
      unrealizedPnl: asMoney(dec('-49.00')),
    })
    expect(valued(short, { AAPL: '186' })).toMatchObject({
      marketValue: '-1860.00',
      unrealizedPnl: '-59.00',
      unrealizedPnlRatio: '-0.03276',
      dayPnl: '2.40',
    })
  })

  test('an option follows the quote of its contract with its multiplier, not its underlying', () => {
    expect(valued(calls, { AAPL: '270.40', [CALL_270]: '7.00' })).toMatchObject({
      lastPrice: '7.00',
      marketValue: '1400.00',
      unrealizedPnl: '120.00',
      unrealizedPnlRatio: '0.09375',
      dayPnl: '105.00',
    })
    expect(valued(calls, { AAPL: '270.40' })).toEqual(calls)
  })

  test('an option is valued at its last trade where a person says that the broker does so', () => {
    const last = asPrice(dec('9.00'))
    const prices = {
      last,
      bid: asPrice(dec('6.60')),
      ask: asPrice(dec('6.75')),
      receivedAt: epochMs(70),
    }
    expect(valuePosition(calls, () => prices, 'last').lastPrice).toBe(last)
    expect(valueRange(calls, () => [prices], 'last')).toEqual({ low: '1800.00', high: '1800.00' })
    expect(valueRange(calls, () => [prices])).toEqual({ low: '1335.00', high: '1335.00' })
  })

  test('an option is valued half-way between bid and ask, however old its last trade is', () => {
    const quoted = (bid: string | null, ask: string | null): Position =>
      valuePosition(calls, () => ({
        last: asPrice(dec('9.00')),
        bid: bid === null ? null : asPrice(dec(bid)),
        ask: ask === null ? null : asPrice(dec(ask)),
        receivedAt: epochMs(70),
      }))
    expect(quoted('6.60', '6.75')).toMatchObject({
      lastPrice: '6.675',
      marketValue: '1335.00',
      pricedAt: 70,
    })
    expect(quoted(null, '0.05')).toMatchObject({ lastPrice: '0.025', marketValue: '5.00' })
    expect(quoted('6.60', null)).toMatchObject({ lastPrice: '9.00', marketValue: '1800.00' })
  })

  test('a vertical follows both of its legs', () => {
    const vertical: Position = {
      ...calls,
      strategy: 'vertical',
      averageCost: asPrice(dec('3.00')),
      lastPrice: asPrice(dec('3.10')),
      marketValue: asMoney(dec('620.00')),
      legs: [leg('270', '2'), leg('280', '-2')],
    }
    expect(valued(vertical, { [CALL_270]: '7.00', [CALL_280]: '3.50' })).toMatchObject({
      lastPrice: '3.5',
      marketValue: '700.00',
      unrealizedPnl: '100.00',
      dayPnl: '85.00',
    })
    expect(valued(vertical, { [CALL_270]: '7.00' })).toEqual(vertical)
  })

  test('a combination whose short legs are not known keeps the figures of the broker', () => {
    const condor: Position = { ...calls, strategy: 'condor', legs: [leg('270', null), leg('280')] }
    expect(marksOf(condor)).toEqual([])
    expect(valued(condor, { [CALL_270]: '7.00', [CALL_280]: '3.50' })).toEqual(condor)
  })

  test('a future follows its point value, once the listing has given it', () => {
    const future = position({
      assetClass: 'futures',
      symbol: symbol('ESZ6'),
      quantity: asQuantity(dec('-1')),
      multiplier: null,
      averageCost: asPrice(dec('6000')),
      lastPrice: asPrice(dec('6010')),
      marketValue: null,
      unrealizedPnl: asMoney(dec('-500.00')),
      dayPnl: null,
    })
    expect(valued(future, { ESZ6: '5990.25' })).toEqual(future)
    const complete = withMultiplier(future, dec('50'))
    expect(complete.marketValue).toBe('-300500.00')
    expect(valued(complete, { ESZ6: '5990.25' })).toMatchObject({
      marketValue: '-299512.50',
      unrealizedPnl: '487.50',
      unrealizedPnlRatio: '0.001625',
      dayPnl: null,
    })
  })

  test('the "no" side of an event is worth one dollar less the price of "yes"', () => {
    const no = position({
      assetClass: 'event',
      symbol: symbol('KXRATE-26DEC-T3'),
      outcome: 'no',
      quantity: asQuantity(dec('100')),
      averageCost: asPrice(dec('0.30')),
      lastPrice: asPrice(dec('0.35')),
      marketValue: asMoney(dec('35.00')),
      unrealizedPnl: asMoney(dec('5.00')),
      dayPnl: asMoney(dec('0.00')),
    })
    const prices = { 'KXRATE-26DEC-T3': '0.60' }
    expect(valued(no, prices)).toMatchObject({
      lastPrice: '0.4',
      marketValue: '40.00',
      unrealizedPnl: '10.00',
      dayPnl: '5.00',
    })
    expect(valued({ ...no, outcome: 'yes' }, prices)).toMatchObject({ marketValue: '60.00' })
    expect(valued({ ...no, outcome: 'unknown' }, prices).marketValue).toBe('35.00')
  })

  test('crypto of eight places is rounded to the cent', () => {
    const coins = position({
      assetClass: 'crypto',
      symbol: symbol('BTCUSD'),
      quantity: asQuantity(dec('0.01234567')),
      averageCost: asPrice(dec('64000')),
      lastPrice: asPrice(dec('65000')),
      marketValue: asMoney(dec('802.47')),
      unrealizedPnl: asMoney(dec('12.35')),
      dayPnl: asMoney(dec('1.00')),
    })
    expect(valued(coins, { BTCUSD: '65000.01' })).toMatchObject({
      marketValue: '802.47',
      unrealizedPnl: '12.35',
    })
    expect(valued(coins, { BTCUSD: '66000' })).toMatchObject({
      marketValue: '814.81',
      unrealizedPnl: '24.69',
      dayPnl: '13.34',
    })
  })

  test('a gain that the broker does not report follows from the average cost', () => {
    const bare = position({ marketValue: null, unrealizedPnl: null, dayPnl: null })
    expect(valued(bare, { AAPL: '190' })).toMatchObject({
      marketValue: '1900.00',
      unrealizedPnl: '99.00',
      dayPnl: null,
    })
  })

  test('the figures of the broker remain without a price, with their age', () => {
    expect(valued(position(), {})).toEqual(position())
  })
})

describe('the range of values at the prices of a time', () => {
  const pricesAt = (last: string | null, bid: string | null = last, ask: string | null = last) => ({
    last: last === null ? null : asPrice(dec(last)),
    bid: bid === null ? null : asPrice(dec(bid)),
    ask: ask === null ? null : asPrice(dec(ask)),
    receivedAt: null,
  })
  const rangeOf = (held: Position, prices: Readonly<Record<string, readonly MarketPrices[]>>) =>
    valueRange(held, (name) => prices[name] ?? [])

  test('goes from the lowest to the highest, also of a short position', () => {
    const prices = { AAPL: [pricesAt('186'), pricesAt('184'), pricesAt('185')] }
    expect(rangeOf(position(), prices)).toEqual({ low: '1840.00', high: '1860.00' })
    const short = position({ quantity: asQuantity(dec('-10')) })
    expect(rangeOf(short, prices)).toEqual({ low: '-1860.00', high: '-1840.00' })
  })

  test('ignores times at which the symbol had no price', () => {
    expect(rangeOf(position(), { AAPL: [pricesAt(null), pricesAt('185')] })).toEqual({
      low: '1850.00',
      high: '1850.00',
    })
    expect(rangeOf(position(), { AAPL: [pricesAt(null)] })).toBeNull()
    expect(rangeOf(position(), {})).toBeNull()
  })

  test('the range of a combination is computed of each leg for itself', () => {
    const vertical = position({
      assetClass: 'option',
      quantity: asQuantity(dec('2')),
      strategy: 'vertical',
      legs: [leg('270'), leg('280', '-2')],
    })
    const prices = {
      [CALL_270]: [pricesAt(null, '6', '7'), pricesAt(null, '7', '8')],
      [CALL_280]: [pricesAt(null, '2', '3')],
    }
    expect(rangeOf(vertical, prices)).toEqual({ low: '800.00', high: '1000.00' })
    expect(rangeOf(vertical, { [CALL_270]: prices[CALL_270] ?? [] })).toBeNull()
  })
})

describe('the figures that a broker leaves out', () => {
  const pricesAt = (receivedAt: number | null, price: string): MarketPrices => ({
    last: asPrice(dec(price)),
    bid: asPrice(dec(price)),
    ask: asPrice(dec(price)),
    receivedAt: receivedAt === null ? null : epochMs(receivedAt),
  })
  const vertical: Position = {
    ...calls,
    strategy: 'vertical',
    averageCost: null,
    lastPrice: null,
    marketValue: asMoney(dec('620.00')),
    unrealizedPnl: null,
    dayPnl: asMoney(dec('7.00')),
    legs: [leg('270', '2'), leg('280', '-2')],
  }
  const valuedAt = (prices: Readonly<Record<string, MarketPrices>>, held = vertical): Position =>
    valuePosition(held, (name) => prices[name])

  test('are not made up: no gain without a cost, and no change of the day without a value', () => {
    const bare = { marketValue: null, lastPrice: null, unrealizedPnl: null }
    expect(valued(position({ ...bare, averageCost: null }), { AAPL: '190' })).toMatchObject({
      marketValue: '1900.00',
      unrealizedPnl: null,
      unrealizedPnlRatio: '0.027207',
      dayPnl: '12.40',
    })
    expect(valuedAt({ [CALL_270]: pricesAt(1, '7'), [CALL_280]: pricesAt(2, '3') })).toMatchObject({
      marketValue: '800.00',
      unrealizedPnl: null,
      dayPnl: '187.00',
    })
  })

  test('a combination has the price of one unit, to four places, and none without a multiplier', () => {
    const prices = { [CALL_270]: pricesAt(1, '7.0001'), [CALL_280]: pricesAt(2, '3') }
    const single = { ...vertical, legs: [leg('270', '1'), leg('280', '-1')] }
    // 400.01 dollars for two times a hundred.
    expect(valuedAt(prices, single)).toMatchObject({ marketValue: '400.01', lastPrice: '2.0001' })
    const without = { ...vertical, multiplier: null, averageCost: asPrice(dec('1')) }
    expect(valuedAt(prices, without)).toMatchObject({
      marketValue: '800.02',
      lastPrice: null,
      unrealizedPnl: null,
      dayPnl: '187.02',
    })
  })

  test('an option whose own multiplier is missing is valued with that of its contract', () => {
    const held = { ...calls, multiplier: null }
    expect(valuedAt({ [CALL_270]: pricesAt(1, '7') }, held)).toMatchObject({
      marketValue: '1400.00',
      unrealizedPnl: '120.00',
    })
  })

  test('an option whose contract is not described, or has no multiplier, keeps the figures of the broker', () => {
    const described = leg('270')
    const unknown = [
      { ...described, option: null },
      { ...described, symbol: symbol(CALL_270), option: null },
      {
        ...described,
        option: described.option === null ? null : { ...described.option, multiplier: null },
      },
    ]
    for (const held of unknown.map((only) => ({ ...calls, legs: [only] }))) {
      expect(valuedAt({ [CALL_270]: pricesAt(1, '7') }, held)).toEqual(held)
      expect([...quotesOf([held])]).toEqual([])
    }
    const half = { ...vertical, legs: [described, { ...described, legId: 'L2', option: null }] }
    expect(valuedAt({ [CALL_270]: pricesAt(1, '7') }, half)).toEqual(half)
  })

  test('a position is as old as the oldest of its prices, and of no age without one', () => {
    const pricedAt = (first: number | null, second: number | null) =>
      valuedAt({ [CALL_270]: pricesAt(first, '7'), [CALL_280]: pricesAt(second, '3') }).pricedAt
    expect(pricedAt(70, 80)).toBe(70)
    expect(pricedAt(80, 70)).toBe(70)
    expect(pricedAt(70, null)).toBe(70)
    expect(pricedAt(null, 70)).toBe(70)
    expect(pricedAt(null, null)).toBeNull()
  })

  test('positions depend on the quotes of their contracts, each named once', () => {
    expect([...quotesOf([position(), vertical, calls])]).toEqual(['AAPL', CALL_270, CALL_280])
    expect([...quotesOf([position({ multiplier: null })])]).toEqual([])
  })
})

describe('REL-46: the value without a quote', () => {
  const quoted = (bid: string | null, ask: string | null): Position => {
    const price = (text: string | null) => (text === null ? null : asPrice(dec(text)))
    const callPosition = position({
      ...calls,
      quantity: asQuantity(dec('1')),
      lastPrice: asPrice(dec('5.00')),
      marketValue: asMoney(dec('500.00')),
      unrealizedPnl: asMoney(dec('0.00')),
      legs: [leg('270', '1')],
    })
    return valuePosition(callPosition, () => ({
      last: asPrice(dec('5.00')),
      bid: price(bid),
      ask: price(ask),
      receivedAt: null,
    }))
  }

  test.each([
    ['an ask of 0', '4.90', '0'],
    ['an ask of -1', '4.90', '-1'],
    ['no ask', '4.90', null],
    ['zeros on both sides', '0', '0'],
    ['nothing', null, null],
  ])('an option with %s has the value of its last trade', (_name, bid, ask) => {
    expect(quoted(bid, ask)).toMatchObject({ marketValue: '500.00', unrealizedPnl: '0.00' })
  })

  test('an option that is offered and that nobody bids for is half of the offer, as a bid of 0', () => {
    expect(quoted('0', '0.10')).toMatchObject({ marketValue: '5.00' })
    expect(quoted(null, '0.10')).toMatchObject({ marketValue: '5.00' })
  })

  test('a stock whose last price is 0 keeps the value of the broker', () => {
    expect(valued(position(), { AAPL: '0' })).toMatchObject({ marketValue: '1850.00' })
  })
})
