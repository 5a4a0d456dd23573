import { describe, expect, it } from 'vitest'
import { DayLedger, dayStart } from '../../../../../electron/core/portfolio/realized/day-ledger.js'
import type {
  DayTrade,
  UnpricedTrade,
} from '../../../../../electron/core/portfolio/realized/day-trades.js'
import type { Position } from '../../../../../shared/domain/account/account.js'
import { dec, ZERO_QUANTITY } from '../../../../../shared/domain/decimal.js'
import { symbol } from '../../../../../shared/domain/ids.js'
import { symbolKey } from '../../../../../shared/domain/instruments/instrument-key.js'
import { storedTradeDate } from '../../../../../shared/domain/market/trade-date.js'
import { epochMs } from '../../../../../shared/domain/time.js'
import { AAPL, money, optionLeg, position, price, units } from './broker-fixture.js'

const KEY = symbolKey('stock', AAPL)
const OTHER = symbolKey('stock', symbol('MSFT'))
const instrument = position({ quantity: ZERO_QUANTITY, positionId: 'closed' })

const trade = (quantity: string, value: string, overrides: Partial<DayTrade> = {}): DayTrade => ({
  id: `${quantity} for ${value}`,
  time: epochMs(1),
  key: KEY,
  quantity: units(quantity),
  value: money(value),
  instrument,
  ...overrides,
})
const unpriced = (isBuy: boolean | null, key = KEY): UnpricedTrade => ({ key, isBuy, instrument })

/** A day on which these positions were left by these trades. */
function dayOf(
  positions: readonly Position[],
  trades: readonly DayTrade[],
  without: readonly UnpricedTrade[] = [],
): DayLedger {
  const ledger = new DayLedger(storedTradeDate('2025-11-21'))
  ledger.setTrades(trades, without)
  ledger.begin(positions)
  return ledger
}

describe('the start of a day', () => {
  it('is the position without what was traded since, at the value of its first price', () => {
    // Six are left of ten: four were sold at 112. Worth 110 each; the day gained 58.
    const remaining = position({
      quantity: units('6'),
      marketValue: money('660'),
      unrealizedPnl: money('60'),
      dayPnl: money('58'),
    })
    expect(dayStart(remaining, [trade('-4', '-448')])).toMatchObject({
      quantity: '10',
      cost: '1000',
      value: '1050',
      instrument: {
        positionId: 'closed',
        quantity: '0',
        symbol: 'AAPL',
        averageCost: null,
        marketValue: null,
        dayPnl: null,
      },
    })
  })

  it('has no value where the broker does not report the gain of the day, or the value', () => {
    expect(dayStart(position({ dayPnl: null }), []).value).toBeNull()
    expect(dayStart(position({ marketValue: null }), []).value).toBeNull()
  })

  it('has the cost of value less gain, else of the average cost, to the cent', () => {
    expect(dayStart(position({ averageCost: price('1') }), []).cost).toBe('1000')
    const bare = position({
      unrealizedPnl: null,
      averageCost: price('100.12345'),
      multiplier: dec('5'),
    })
    expect(dayStart(bare, []).cost).toBe('5006.17')
    expect(dayStart({ ...bare, unrealizedPnl: money('1'), marketValue: null }, []).cost).toBe(
      '5006.17',
    )
    expect(dayStart({ ...bare, averageCost: null }, []).cost).toBeNull()
    expect(dayStart({ ...bare, multiplier: null }, []).cost).toBeNull()
  })

  it('is nothing where everything was bought today, and a thing of unknown worth where it is gone', () => {
    expect(dayStart(position(), [trade('10', '1000')])).toEqual({
      quantity: '0',
      cost: '0',
      value: '0',
      instrument: null,
    })
    expect(dayStart(undefined, [trade('-10', '-1100')])).toEqual({
      quantity: '10',
      cost: null,
      value: null,
      instrument: null,
    })
  })
})

describe('the rows of a day', () => {
  it('are none before the start is known, nor of what was only opened', () => {
    const ledger = new DayLedger(storedTradeDate('2025-11-21'))
    ledger.setTrades([trade('10', '1000'), trade('-10', '-1100')], [unpriced(true, OTHER)])
    expect(ledger.isStarted).toBe(false)
    expect(ledger.rows()).toEqual([])
    expect(dayOf([position()], [trade('10', '1000')]).rows()).toEqual([])
    expect(dayOf([position()], []).rows()).toEqual([])
  })

  it('have the sum of all gains, and the gain of the day once nothing is held', () => {
    const ledger = dayOf([], [trade('10', '1000'), trade('-4', '-440'), trade('-6', '-690')])
    expect(ledger.rows()).toEqual([
      {
        key: KEY,
        position: { ...instrument, dayPnl: '130' },
        isClosed: true,
        realizedPnl: '130',
        isPartial: false,
        isAllotted: false,
      },
    ])
    const left = position({ quantity: units('6'), marketValue: money('660') })
    const held = { ...left, unrealizedPnl: money('60') }
    expect(dayOf([held], [trade('10', '1000'), trade('-4', '-440')]).rows()).toMatchObject([
      { isClosed: false, realizedPnl: '40', position: { dayPnl: null } },
    ])
  })

  it('say that a part is missing, and sum what is known', () => {
    const ledger = dayOf([], [trade('-10', '-1100'), trade('10', '1000'), trade('-10', '-1050')])
    expect(ledger.rows()).toMatchObject([
      { realizedPnl: '50', isPartial: true, isClosed: true, position: { dayPnl: null } },
    ])
    expect(ledger.withoutCost()).toEqual([KEY])
    expect(ledger.withoutStartValue()).toEqual([KEY])
    ledger.setCost(KEY, money('1080'))
    ledger.setStartPrice(KEY, price('109'))
    expect(ledger.rows()).toMatchObject([
      { realizedPnl: '70', isPartial: false, position: { dayPnl: '60' } },
    ])
    expect(ledger.withoutCost()).toEqual([])
    expect(ledger.withoutStartValue()).toEqual([])
  })

  it('need no start value while something is held, or where nothing was', () => {
    expect(dayOf([position({ dayPnl: null })], [trade('-4', '-440')]).withoutStartValue()).toEqual(
      [],
    )
    expect(dayOf([], [trade('4', '400'), trade('-4', '-440')]).withoutStartValue()).toEqual([])
  })

  it('cannot have a start value where the value of a point is not known', () => {
    const unknown = { ...instrument, multiplier: null }
    const ledger = dayOf([], [trade('-10', '-1100', { instrument: unknown })])
    ledger.setStartPrice(KEY, price('109'))
    expect(ledger.startOf(KEY).value).toBeNull()
    ledger.setStartPrice(OTHER, price('109'))
    expect(ledger.startOf(OTHER)).toMatchObject({ quantity: '0', value: '0' })
  })

  it('say where a leg has a share of a net price', () => {
    const rows = (isAllotted: boolean) =>
      dayOf([], [trade('4', '400'), trade('-4', '-440', { isAllotted })]).rows()
    expect(rows(true)).toMatchObject([{ isAllotted: true }])
    expect(rows(false)).toMatchObject([{ isAllotted: false }])
  })

  it('are of each leg of a combination that the broker reports as one', () => {
    const combination = position({
      assetClass: 'option',
      quantity: units('1'),
      multiplier: dec('100'),
      strategy: 'vertical',
      legs: [
        { ...optionLeg('buy', '270'), quantity: units('1'), settles: null },
        { ...optionLeg('sell', '280'), quantity: units('-1'), settles: null },
      ],
    })
    expect(dayOf([combination], []).open()).toEqual([
      'option AAPL251219C00270000',
      'option AAPL251219C00280000',
    ])
    const unclear = {
      ...combination,
      legs: [optionLeg('buy', '270'), optionLeg('sell', '280')].map((leg) => ({
        ...leg,
        quantity: null,
        settles: null,
      })),
    }
    expect(dayOf([unclear], []).open()).toEqual([])
    expect(dayOf([position({ assetClass: 'event', outcome: 'unknown' })], []).open()).toEqual([])
  })
})

describe('what is still held', () => {
  it('is what the trades leave of each instrument', () => {
    const msft = position({ symbol: symbol('MSFT'), positionId: 'P2' })
    expect(dayOf([position(), msft], [trade('10', '1000')]).open()).toEqual([KEY, OTHER])
    expect(dayOf([], [trade('10', '1000'), trade('-10', '-1100')]).open()).toEqual([])
    expect(dayOf([position()], [], [unpriced(false)]).open()).toEqual([])
  })

  it('follows trades that come after the start', () => {
    const bought = dayOf([], [])
    bought.setTrades([trade('10', '1000')], [])
    expect(bought.open()).toEqual([KEY])
    const ledger = dayOf([position()], [])
    ledger.setTrades([trade('-10', '-1100')], [])
    expect(ledger.open()).toEqual([])
    expect(ledger.rows()).toMatchObject([{ realizedPnl: '100', position: { dayPnl: '50' } }])
  })
})

describe('trades without a price', () => {
  it('make a row without a gain where they may have closed something', () => {
    const row = {
      key: KEY,
      position: instrument,
      isClosed: true,
      realizedPnl: null,
      isPartial: true,
      isAllotted: false,
    }
    const long = position()
    const short = position({ quantity: units('-10') })
    expect(dayOf([long], [], [unpriced(false)]).rows()).toEqual([row])
    expect(dayOf([short], [], [unpriced(true)]).rows()).toEqual([row])
    expect(dayOf([long], [], [unpriced(null)]).rows()).toEqual([row])
    expect(dayOf([long], [], [unpriced(null)]).withoutCost()).toEqual([])
    expect(dayOf([long], [trade('-1', '-110')], [unpriced(true)]).rows()).toEqual([row])
  })

  it('make none where they only opened', () => {
    expect(dayOf([position()], [trade('1', '110')], [unpriced(true)]).rows()).toEqual([])
    expect(dayOf([position({ quantity: units('-10') })], [], [unpriced(false)]).rows()).toEqual([])
    const later = dayOf([], [])
    later.setTrades([], [unpriced(true), unpriced(true)])
    expect(later.rows()).toEqual([])
  })

  it('made one where nothing of it was left when the positions were read', () => {
    expect(dayOf([], [], [unpriced(true)]).rows()).toMatchObject([{ realizedPnl: null }])
  })
})
