import { exchangeInstant, PRE_OPEN_MINUTE } from '../../../../shared/domain/market/exchange-time.js'
import type { EpochMs } from '../../../../shared/domain/time.js'
import type { RecordedBars } from '../../../../shared/practice/recorded-bars.js'
import type { StockInstrument } from '../../model/instrument.js'
import { createCalendar, type Calendar } from '../calendar/calendar.js'
import { createDailyBars } from '../bars/daily-bars.js'
import { createDayPaths, type DayPaths } from '../paths/day-path.js'
import { createFactors } from '../tapes/factors.js'
import { securitiesOf, type StockSecurity } from '../securities/listings.js'
import { STOCK_GRID } from '../math/price-grid.js'
import {
  createRateSchedule,
  NATURAL_RATES,
  type RateSchedule,
  type SymbolRates,
} from '../tapes/rate-schedule.js'
import { RecordedDailyBars } from '../recorded/recorded-days.js'
import { withRecorded } from '../recorded/recorded-security.js'
import { RecordedSeries } from '../recorded/recorded-series.js'
import { ShockedPath, Shocks } from '../shocks/shocked-path.js'
import type { Shock } from '../shocks/shock.js'
import { ShareBasis, pathOnBasis } from '../tapes/share-basis.js'
import { plannedSplits, type ShareSplit } from '../securities/splits.js'
import { StockState } from '../states/stock-state.js'
import { SecurityTape } from '../tapes/symbol-tape.js'
import type { Listing } from '../securities/market-types.js'
import { STOCK_SCALE } from '../../model/units.js'

const GRID = [
  { from: 0, step: STOCK_GRID.fine },
  { from: STOCK_GRID.turn, step: STOCK_GRID.tick },
] as const

/** Converts a stock or fund listing to an exchange instrument. */
const stockInstrument = (listing: Listing): StockInstrument => ({
  product: 'EQUITY',
  symbol: listing.symbol,
  name: listing.name,
  instrumentId: listing.instrumentId,
  exchangeCode: listing.exchangeCode,
  status: listing.status,
  scale: STOCK_SCALE,
  grid: GRID,
  kind: listing.kind,
  shortable: listing.shortable,
  fractionable: listing.fractionable,
  marginable: listing.marginable,
  overnight: listing.overnight,
  initialMarginLong: listing.initialMarginLong,
  initialMarginShort: listing.initialMarginShort,
  intradayMarginLong: listing.intradayMarginLong,
  intradayMarginShort: listing.intradayMarginShort,
  maintenanceMarginLong: listing.maintenanceMarginLong,
  maintenanceMarginShort: listing.maintenanceMarginShort,
})

/** The simulated stock market: the steps of every symbol are always generated. */
export interface StockSimulation {
  readonly calendar: Calendar
  readonly rates: RateSchedule
  readonly listings: readonly Listing[]
  readonly states: readonly StockState[]
  state(symbol: string): StockState | undefined
  /** Returns a listing with its reference price in the shares of the given time. */
  listing(symbol: string, time: EpochMs): Listing | undefined
  /** Every split of this market, by day. */
  readonly splits: readonly ShareSplit[]
  /** Returns how many shares at the given time equal one share of the market's first day. */
  sharesAt(symbol: string, time: EpochMs): number
  instrument(symbol: string): StockInstrument | undefined
  /**
   * Returns the simulation parameters and price path of a listed stock, in shares of the market's
   * first day.
   */
  security(symbol: string): StockSecurity
  path(symbol: string): DayPaths
  /** Replaces the shocks; none that is added or removed may have begun. */
  setShocks(list: readonly Shock[]): void
  shocks(): readonly Shock[]
  /** Returns the day's volatility relative to normal, for all markets. */
  regime(serial: number): number
}

/** Returns the share basis of a symbol by its splits. */
const basisOf = (symbol: string, splits: readonly ShareSplit[], calendar: Calendar): ShareBasis =>
  new ShareBasis(
    splits
      .filter((split) => split.symbol === symbol)
      .map(({ day, from, to }) => ({
        index: calendar.indexAt(exchangeInstant(day, PRE_OPEN_MINUTE)),
        shares: to / from,
      })),
  )

/** Returns the state of a simulated symbol. */
function seededState(
  security: StockSecurity,
  calendar: Calendar,
  path: DayPaths,
  { basis, rates }: { readonly basis: ShareBasis; readonly rates: SymbolRates },
): StockState {
  const paths = pathOnBasis(path, basis)
  const tape = new SecurityTape({ security, calendar, paths, rates, basis })
  const daily = createDailyBars(tape, calendar)
  return new StockState({ tape, daily, calendar, rates, rank: security.index })
}

/** Returns the state of a symbol that follows its recording, at the rate of its bars. */
function recordedState(
  security: StockSecurity,
  calendar: Calendar,
  path: DayPaths,
  series: RecordedSeries,
): StockState {
  const rates = NATURAL_RATES
  const tape = new SecurityTape({ security, calendar, paths: path, rates, series })
  const daily = new RecordedDailyBars(tape, calendar, series)
  return new StockState({ tape, daily, calendar, rates, rank: security.index })
}

export function createStockSimulation(
  seed: string,
  startAt: EpochMs,
  stored: readonly Shock[] = [],
  recorded: RecordedBars | null = null,
): StockSimulation {
  const calendar = createCalendar(startAt)
  const factors = createFactors(seed)
  const securities = withRecorded(securitiesOf(seed), recorded)
  const rates = createRateSchedule(securities)
  const shocks = new Shocks(stored)
  const paths = new Map(
    securities.map((security) => {
      const seeded = createDayPaths(seed, security, calendar, factors)
      return [security.symbol, new ShockedPath(seeded, calendar, shocks, security)]
    }),
  )
  const path = (symbol: string): DayPaths => {
    const found = paths.get(symbol)
    if (found === undefined) throw new RangeError(`no stock ${symbol}`)
    return found
  }
  const series = recorded === null ? null : new RecordedSeries(recorded, calendar)
  // A recording is in the shares of its day, and ends before any split of this market.
  const splits = plannedSplits(seed, calendar.day(calendar.anchor).date).filter(
    ({ symbol }) => symbol !== recorded?.symbol,
  )
  const stateOf = (security: StockSecurity): StockState =>
    series !== null && security.symbol === recorded?.symbol
      ? recordedState(security, calendar, path(security.symbol), series)
      : seededState(security, calendar, path(security.symbol), {
          basis: basisOf(security.symbol, splits, calendar),
          rates: rates.ratesOf(security),
        })
  const states = securities.map(stateOf)
  const bySymbol = new Map(states.map((state) => [state.tape.security.symbol, state]))
  const listings = new Map(securities.map(({ listing }) => [listing.symbol, listing]))
  const bySecurity = new Map(securities.map((security) => [security.symbol, security]))
  const sharesAt = (symbol: string, time: EpochMs): number =>
    bySymbol.get(symbol)?.tape.basis.shares(calendar.indexAt(time)) ?? 1
  const instruments = new Map<string, StockInstrument>()
  return {
    calendar,
    rates,
    listings: securities.map(({ listing }) => listing),
    states,
    path,
    security: (symbol) => {
      const found = bySecurity.get(symbol)
      if (found === undefined) throw new RangeError(`no stock ${symbol}`)
      return found
    },
    setShocks: (list) => {
      shocks.set(list)
      for (const state of states) state.tape.redraw()
    },
    shocks: () => shocks.list,
    regime: factors.regime,
    state: (symbol) => bySymbol.get(symbol),
    listing: (symbol, time) => {
      const listing = listings.get(symbol)
      const shares = sharesAt(symbol, time)
      return listing === undefined || shares === 1
        ? listing
        : { ...listing, referencePrice: STOCK_GRID.snap(listing.referencePrice / shares) }
    },
    splits,
    sharesAt,
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
