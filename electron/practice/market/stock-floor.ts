import type { EpochMs } from '../../../shared/domain/time.js'
import type { StockInstrument } from '../instrument.js'
import { createCalendar, type Calendar } from './calendar.js'
import { createDailyBars } from './daily.js'
import { createDayPaths, type DayPaths } from './day-path.js'
import { createFactors } from './factors.js'
import { SECURITIES, type StockSecurity } from './listings.js'
import { createRateSchedule, type RateSchedule } from './rate-schedule.js'
import { stockInstrument } from './stock-instrument.js'
import { StockState } from './stock-state.js'
import { createSymbolTape } from './symbol-tape.js'
import type { Listing } from './types.js'

/** The stock market: every symbol of it is always told. */
export interface StockFloor {
  readonly calendar: Calendar
  readonly rates: RateSchedule
  readonly listings: readonly Listing[]
  readonly states: readonly StockState[]
  state(symbol: string): StockState | undefined
  listing(symbol: string): Listing | undefined
  instrument(symbol: string): StockInstrument | undefined
  /** Numbers and the way of the price of a stock that is known to be listed. */
  security(symbol: string): StockSecurity
  path(symbol: string): DayPaths
  /** Volatility of a day against the usual, for all markets. */
  regime(serial: number): number
}

export function createStockFloor(seed: string, startAt: EpochMs): StockFloor {
  const calendar = createCalendar(startAt)
  const factors = createFactors(seed)
  const rates = createRateSchedule(SECURITIES)
  const paths = new Map(SECURITIES.map((security) => [security.symbol, createDayPaths(seed, security, calendar, factors)]))
  const path = (symbol: string): DayPaths => {
    const found = paths.get(symbol)
    if (found === undefined) throw new RangeError(`no stock ${symbol}`)
    return found
  }
  const states = SECURITIES.map((security) => {
    const own = rates.of(security)
    const tape = createSymbolTape(security, calendar, path(security.symbol), own)
    return new StockState(tape, createDailyBars(tape, calendar), calendar, own, security.index)
  })
  const bySymbol = new Map(states.map((state) => [state.tape.security.symbol, state]))
  const listings = new Map(SECURITIES.map(({ listing }) => [listing.symbol, listing]))
  const instruments = new Map<string, StockInstrument>()
  return {
    calendar,
    rates,
    listings: SECURITIES.map(({ listing }) => listing),
    states,
    path,
    security: (symbol) => {
      const found = SECURITIES.find((security) => security.symbol === symbol)
      if (found === undefined) throw new RangeError(`no stock ${symbol}`)
      return found
    },
    regime: factors.regime,
    state: (symbol) => bySymbol.get(symbol),
    listing: (symbol) => listings.get(symbol),
    instrument: (symbol) => {
      const known = instruments.get(symbol)
      if (known !== undefined) return known
      const listing = listings.get(symbol)
      if (listing === undefined) return undefined
      const made = stockInstrument(listing)
      instruments.set(symbol, made)
      return made
    },
  }
}
