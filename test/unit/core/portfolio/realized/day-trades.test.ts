import { describe, expect, it } from 'vitest'
import type { DayFill } from '../../../../../electron/core/portfolio/realized/day-fills.js'
import {
  dayTrades,
  type DayTradesDeps,
} from '../../../../../electron/core/portfolio/realized/day-trades.js'
import { dec } from '../../../../../shared/domain/decimal.js'
import { clientOrderId, symbol } from '../../../../../shared/domain/ids.js'
import type { OrderLeg } from '../../../../../shared/domain/orders/order-terms.js'
import { epochMs } from '../../../../../shared/domain/time.js'
import {
  AAPL,
  ACCOUNT,
  CALL_270,
  CALL_280,
  money,
  OPEN,
  optionLeg,
  price,
  termsOf,
  units,
} from './broker-fixture.js'

const FROM = epochMs(OPEN)
const later = (seconds: number) => epochMs(OPEN + seconds * 1_000)

const fill = (overrides: Partial<DayFill> = {}): DayFill => ({
  id: 'X1',
  order: clientOrderId('C1'),
  time: FROM,
  side: 'buy',
  quantity: units('10'),
  price: price('100.125'),
  instrument: { assetClass: 'stock', symbol: AAPL, quantity: units('10') },
  ...overrides,
})

const deps = (overrides: Partial<DayTradesDeps> = {}): DayTradesDeps => ({
  accountId: ACCOUNT,
  currency: 'USD',
  pointValue: () => Promise.resolve(dec('50')),
  cashOf: () => null,
  ...overrides,
})

const option = (quantity: string, ...legs: readonly OrderLeg[]): DayFill['instrument'] => ({
  assetClass: 'option',
  symbol: AAPL,
  quantity: units(quantity),
  terms: termsOf(...legs),
})

/** A fill of two vertical spreads at 2.00 of an order for four. */
const spread = (overrides: Partial<DayFill> = {}): DayFill =>
  fill({
    quantity: units('2'),
    price: price('2'),
    instrument: option('4', optionLeg('buy', '270', '4'), optionLeg('sell', '280', '4')),
    ...overrides,
  })

describe('the trades of a day', () => {
  it('have what was paid, negative for what was received, to the cent', async () => {
    const { trades, unpriced } = await dayTrades(
      [
        fill(),
        fill({ id: 'X2', side: 'sell', quantity: units('3') }),
        fill({ id: 'X3', side: 'short', quantity: units('1'), price: price('99') }),
      ],
      deps(),
    )
    expect(unpriced).toEqual([])
    expect(trades.map(({ id, quantity, value }) => [id, quantity, value])).toEqual([
      ['X1', '10', '1001.25'],
      ['X2', '-3', '-300.38'],
      ['X3', '-1', '-99.00'],
    ])
    expect(trades[0]).toMatchObject({
      key: 'stock AAPL',
      time: FROM,
      instrument: {
        accountId: ACCOUNT,
        symbol: 'AAPL',
        assetClass: 'stock',
        currency: 'USD',
        quantity: '0',
        multiplier: '1',
        marketValue: null,
        unrealizedPnl: null,
        averageCost: null,
      },
    })
    expect(trades[0]?.instrument).not.toHaveProperty('strategy')
    expect(trades[0]?.instrument).not.toHaveProperty('outcome')
  })

  it('are oldest first, whatever they traded', async () => {
    const { trades } = await dayTrades(
      [fill({ id: 'late', time: later(9) }), fill({ id: 'early' }), spread({ time: later(5) })],
      deps(),
    )
    expect(trades.map(({ time }) => time)).toEqual([FROM, later(5), later(5), later(9)])
  })

  it('trades of a future have the value of its points, and no price while that is not known', async () => {
    const future = fill({
      price: price('6000.25'),
      quantity: units('2'),
      instrument: { assetClass: 'futures', symbol: symbol('ESZ5'), quantity: units('2') },
    })
    const { trades } = await dayTrades([future], deps())
    expect(trades).toMatchObject([
      { key: 'futures ESZ5', value: '600025.00', instrument: { multiplier: '50' } },
    ])
    const unknown = await dayTrades([future], deps({ pointValue: () => Promise.resolve(null) }))
    expect(unknown.trades).toEqual([])
    expect(unknown.unpriced).toMatchObject([
      { key: 'futures ESZ5', isBuy: true, instrument: { assetClass: 'futures', multiplier: null } },
    ])
  })

  it('trades of an option are of its contract, with the multiplier of the contract', async () => {
    const traded = fill({ price: price('6.40'), quantity: units('2') })
    const { trades } = await dayTrades(
      [{ ...traded, instrument: option('2', optionLeg('buy', '270', '2')) }],
      deps(),
    )
    expect(trades).toMatchObject([
      {
        key: `option ${CALL_270}`,
        value: '1280.00',
        instrument: {
          assetClass: 'option',
          multiplier: '100',
          strategy: 'single',
          legs: [{ legId: 'L270', symbol: 'AAPL', quantity: '0', option: { type: 'call' } }],
        },
      },
    ])
  })

  it('trades of an option whose multiplier is not reported are of 100 shares, unless it was adjusted', async () => {
    const leg = optionLeg('buy', '270')
    const bare = (root: string): OrderLeg => ({
      ...leg,
      symbol: symbol(root),
      option: leg.option === null ? null : { ...leg.option, multiplier: null },
    })
    const traded = (root: string) =>
      dayTrades([fill({ price: price('1'), instrument: option('10', bare(root)) })], deps())
    expect((await traded('AAPL')).trades).toMatchObject([{ value: '1000.00' }])
    const adjusted = await traded('AAPL1')
    expect(adjusted.trades).toEqual([])
    expect(adjusted.unpriced).toMatchObject([{ key: 'option AAPL1251219C00270000', isBuy: true }])
  })

  it('trades of an option that is named by its OCC symbol alone are of that contract', async () => {
    const named = { assetClass: 'option', symbol: CALL_270, quantity: units('10') } as const
    const { trades } = await dayTrades([fill({ price: price('1'), instrument: named })], deps())
    expect(trades).toMatchObject([
      { key: `option ${CALL_270}`, value: '1000.00', instrument: { legs: [] } },
    ])
  })

  it('trades of an event are of one side of it; of a side that is not known they have no price', async () => {
    const event = (outcome: 'yes' | 'no' | 'unknown') =>
      fill({
        price: price('0.45'),
        quantity: units('100'),
        instrument: {
          assetClass: 'event',
          symbol: symbol('KXRATE-26DEC-T3'),
          quantity: units('100'),
          terms: { ...termsOf(), outcome },
        },
      })
    const { trades } = await dayTrades([event('no')], deps())
    expect(trades).toMatchObject([
      { key: 'event KXRATE-26DEC-T3 no', value: '45.00', instrument: { outcome: 'no' } },
    ])
    expect(await dayTrades([event('unknown')], deps())).toEqual({ trades: [], unpriced: [] })
  })

  it('trades of a side that the broker does not report have no price, and may have closed something', async () => {
    const { trades, unpriced } = await dayTrades([fill({ side: 'unknown' })], deps())
    expect(trades).toEqual([])
    expect(unpriced).toMatchObject([{ key: 'stock AAPL', isBuy: null }])
    const sold = await dayTrades(
      [
        fill({
          side: 'sell',
          instrument: { assetClass: 'futures', symbol: symbol('ESZ5'), quantity: units('10') },
        }),
      ],
      deps({ pointValue: () => Promise.resolve(null) }),
    )
    expect(sold.unpriced).toMatchObject([{ isBuy: false }])
  })
})

describe('the trades of a strategy', () => {
  it('are those of its legs, at the cash that the broker booked for each', async () => {
    const cash: Readonly<Record<string, string>> = {
      [`option ${CALL_270}`]: '-1300.50',
      [`option ${CALL_280}`]: '899.50',
    }
    const { trades, unpriced } = await dayTrades(
      [spread()],
      deps({
        cashOf: (key, time) => (time === FROM && cash[key] !== undefined ? money(cash[key]) : null),
      }),
    )
    expect(unpriced).toEqual([])
    expect(trades).toMatchObject([
      {
        id: `C1 option ${CALL_270} ${FROM}`,
        key: `option ${CALL_270}`,
        quantity: '2',
        value: '1300.00',
        isAllotted: false,
        instrument: { assetClass: 'option', multiplier: '100', legs: [{ legId: 'L270' }] },
      },
      {
        key: `option ${CALL_280}`,
        quantity: '-2',
        value: '-900.00',
        isAllotted: false,
        instrument: { legs: [{ legId: 'L280' }] },
      },
    ])
  })

  it('share the net price where no cash is listed: the legs together cost what was paid', async () => {
    const { trades } = await dayTrades([spread()], deps())
    expect(trades).toMatchObject([
      { quantity: '2', value: '400.00', isAllotted: true },
      { quantity: '-2', value: '0.00', isAllotted: true },
    ])
    const sold = await dayTrades(
      [
        spread({
          side: 'sell',
          instrument: option('4', optionLeg('sell', '270', '4'), optionLeg('buy', '280', '4')),
        }),
      ],
      deps(),
    )
    expect(sold.trades).toMatchObject([
      { quantity: '-2', value: '-400.00' },
      { quantity: '2', value: '0.00' },
    ])
  })

  it('the trades of each order are understood by themselves', async () => {
    const { trades } = await dayTrades(
      [spread(), spread({ id: 'X2', order: clientOrderId('C2'), price: price('3') })],
      deps(),
    )
    expect(trades.map(({ value }) => value)).toEqual(['400.00', '0.00', '600.00', '0.00'])
  })

  it('the trades of several fills of one order have the instants of the fills', async () => {
    const { trades } = await dayTrades([spread(), spread({ id: 'X2', time: later(3) })], deps())
    expect(trades.map(({ time, value }) => [time, value])).toEqual([
      [FROM, '400.00'],
      [FROM, '0.00'],
      [later(3), '400.00'],
      [later(3), '0.00'],
    ])
  })

  it('the trades of a strategy with a leg of shares are of shares and contracts', async () => {
    const shares: OrderLeg = {
      legId: 'S',
      symbol: AAPL,
      side: 'buy',
      quantity: units('100'),
      option: null,
    }
    const { trades } = await dayTrades(
      [
        fill({
          quantity: units('1'),
          price: price('260'),
          instrument: option('1', shares, optionLeg('sell', '270')),
        }),
      ],
      deps(),
    )
    expect(trades).toMatchObject([
      {
        key: 'stock AAPL',
        quantity: '100',
        value: '26000.00',
        instrument: { assetClass: 'stock', multiplier: '1' },
      },
      { key: `option ${CALL_270}`, quantity: '-1', instrument: { assetClass: 'option' } },
    ])
    expect(trades[0]?.instrument).not.toHaveProperty('legs')
  })

  it('do not take the cash of another order for that of their legs', async () => {
    const cash: Readonly<Record<string, string>> = {
      [`option ${CALL_270}`]: '-1390.02',
      [`option ${CALL_280}`]: '900.02',
    }
    // 90 dollars are more than the fees of eight contracts can be.
    const { trades } = await dayTrades(
      [spread()],
      deps({ cashOf: (key) => (cash[key] === undefined ? null : money(cash[key])) }),
    )
    expect(trades).toMatchObject([{ isAllotted: true }, { isAllotted: true }])
  })

  it.each([
    [
      'a leg of an unknown side',
      { instrument: option('4', optionLeg('unknown', '270'), optionLeg('sell', '280')) },
      [null, false],
    ],
    ['an unknown side of its own', { side: 'unknown' }, [true, false]],
    [
      'no size',
      {
        instrument: {
          ...option('4', optionLeg('buy', '270'), optionLeg('sell', '280')),
          quantity: null,
        },
      },
      [true, false],
    ],
    [
      'a size of zero',
      { instrument: option('0', optionLeg('buy', '270'), optionLeg('sell', '280')) },
      [true, false],
    ],
  ] as const)(
    'the trades of a strategy with %s have no price, and name each leg',
    async (_name, given, sides) => {
      const { trades, unpriced } = await dayTrades([spread(given)], deps())
      expect(trades).toEqual([])
      expect(unpriced.map(({ key, isBuy }) => [key, isBuy])).toEqual([
        [`option ${CALL_270}`, sides[0]],
        [`option ${CALL_280}`, sides[1]],
      ])
      expect(unpriced[0]).toMatchObject({
        instrument: { multiplier: null, legs: [{ legId: 'L270' }] },
      })
    },
  )

  it('the trades of a strategy with one fill of an unknown side have no price, whatever the other fills say', async () => {
    const { trades, unpriced } = await dayTrades(
      [spread(), spread({ id: 'X2', side: 'unknown', time: later(1) })],
      deps(),
    )
    expect(trades).toEqual([])
    expect(unpriced).toHaveLength(4)
  })

  it('the trades of a strategy with a leg of an adjusted option have no price: its contracts have no known size', async () => {
    const leg = optionLeg('sell', '280', '4')
    const adjusted: OrderLeg = {
      ...leg,
      symbol: symbol('AAPL1'),
      option: leg.option === null ? null : { ...leg.option, multiplier: null },
    }
    const { trades, unpriced } = await dayTrades(
      [spread({ instrument: option('4', optionLeg('buy', '270', '4'), adjusted) })],
      deps(),
    )
    expect(trades).toEqual([])
    expect(unpriced.map(({ key }) => key)).toEqual([
      `option ${CALL_270}`,
      'option AAPL1251219C00280000',
    ])
  })

  it('are positions of nothing that name their contract and nothing else', async () => {
    const { trades } = await dayTrades([spread()], deps())
    expect(trades[0]?.instrument).toMatchObject({
      positionId: 'closed',
      quantity: '0',
      strategy: 'single',
    })
    expect(trades.map(({ instrument }) => instrument.legs?.map(({ legId }) => legId))).toEqual([
      ['L270'],
      ['L280'],
    ])
  })
})
