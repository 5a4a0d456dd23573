import type { Timespan } from '../../../shared/domain/bar.js'
import { exchangeClock, sessionAt, tradingDay, type ExchangeDay } from '../../../shared/domain/exchange-time.js'
import { MINUTE_MS, epochMs, type EpochMs } from '../../../shared/domain/time.js'
import { MINUTE_DAYS } from '../market/daily.js'
import type { BarData, TapePrint } from '../market/market.js'
import type { MarketStep } from '../market-step.js'
import { PRICE_SCALE, type PriceUnits } from '../units.js'
import type { Venue } from '../venue.js'
import { rollUp } from './bars.js'
import { intrinsic, type Greeks } from './black-scholes.js'
import { gridOf, readOcc, toInstrument, type Contract } from './contracts.js'
import { Listings } from './listing.js'
import { openInterest } from './open-interest.js'
import { Pricing, type Valuation } from './pricing.js'
import { gridNear, houseLevels, touchOf } from './quotes.js'
import { Tape } from './tape.js'
import { Underlyings, inSession, sessionOf, type UnderlyingMarket } from './underlyings.js'
import { Watches } from './watches.js'

const DOLLAR = 10 ** PRICE_SCALE
const LEVELS = 5
const MOST_LEVELS = 20
/** Days of history beside the seeded market's own minute days that are left out, so that every minute has an underlying's minute. */
const MARGIN_DAYS = 5

/** What one contract shows. Prices of the day are null where nothing traded that day. */
export interface OptionSnapshot {
  readonly last: PriceUnits
  readonly open: PriceUnits | null
  readonly high: PriceUnits | null
  readonly low: PriceUnits | null
  readonly previousClose: PriceUnits
  readonly lastTime: EpochMs | null
  /** Contracts traded today, in size units. */
  readonly volume: number
  /** Price units times contracts; times the multiplier the money that changed hands. */
  readonly dealt: number
  /** Contracts. */
  readonly openInterest: number
  readonly volatility: number
  readonly greeks: Greeks
  readonly book: MarketStep
}

/** The options market: a {@link Venue} of listed contracts, with what data requests need besides. */
export interface OptionVenue extends Venue {
  readonly listings: Listings
  /** A contract that has been listed, expired or not. */
  contract(symbol: string): Contract | undefined
  snapshot(symbol: string): OptionSnapshot | undefined
  /** The newest prints, newest first. */
  ticks(symbol: string, count: number): TapePrint[]
  /** Bars of minutes and longer, oldest first; every span is the exact sum of its minutes. */
  bars(symbol: string, timespan: Timespan, query: { readonly count: number; readonly includeRunning: boolean }): BarData[]
  /** Value, volatility and terms of a contract as it stands now; undefined for contracts that are not listed. */
  valuation(symbol: string): Valuation | undefined
  /** Where the underlying of a contract stands now, in price units; undefined for unknown names. */
  underlying(symbol: string): PriceUnits | undefined
}

export interface OptionVenueOptions {
  readonly seed: string
  /** The seeded market's anchor: prints begin so many days before it. */
  readonly startAt: EpochMs
  readonly market: UnderlyingMarket
}

/** Opens the options market over a seeded market. Nothing is made before it is asked for. */
export function createOptionVenue({ seed, startAt, market }: OptionVenueOptions): OptionVenue {
  const underlyings = new Underlyings(market, exchangeClock(startAt).day)
  const listings = new Listings(underlyings)
  const pricing = new Pricing(seed)
  const tape = new Tape(seed, underlyings, pricing)
  const firstDay = tradingDay(exchangeClock(startAt).day, MARGIN_DAYS - MINUTE_DAYS)

  const contract = (symbol: string): Contract | undefined => {
    const read = readOcc(symbol)
    return read !== null && listings.has(read) ? read : undefined
  }
  const alive = ({ expiry }: Contract): boolean => underlyings.now() < expiry.at
  /** The time whose prices hold: now, or the end of the last session. */
  const quoteTime = (): EpochMs => {
    const now = underlyings.now()
    if (inSession(now)) return now
    const { day } = exchangeClock(now)
    const today = tradingDay(day, 0) === day && now >= sessionOf(day).close ? day : tradingDay(day, -1)
    return epochMs(sessionOf(today).close - 1)
  }
  const valued = (found: Contract): Valuation => pricing.value(found, underlyings.spot(found.program.follows), quoteTime())

  const bookAt = (found: Contract, spot: PriceUnits, time: EpochMs, levels: number, trade: MarketStep['trade'] = null): MarketStep => {
    const { bid, ask } = touchOf(found, pricing.value(found, spot, time).value)
    const key = tape.key(found)
    return { symbol: found.symbol, time, session: sessionAt(time), trade, bids: houseLevels(found, key, bid, false, time, levels), asks: houseLevels(found, key, ask, true, time, levels) }
  }
  const bookNow = (found: Contract, levels = LEVELS): MarketStep => {
    const now = underlyings.now()
    if (!alive(found)) return { symbol: found.symbol, time: now, session: sessionAt(now), trade: null, bids: [], asks: [] }
    const book = bookAt(found, underlyings.spot(found.program.follows), quoteTime(), Math.min(MOST_LEVELS, Math.max(1, levels)))
    return { ...book, time: now, session: sessionAt(now) }
  }

  function* daysBack(found: Contract): Generator<ExchangeDay> {
    const today = exchangeClock(underlyings.now()).day
    let day = found.expiry.day < today ? found.expiry.day : tradingDay(today, 0) === today ? today : tradingDay(today, -1)
    for (; day >= firstDay && day >= found.expiry.listed; day = tradingDay(day, -1)) yield day
  }
  /** What a contract was worth at the close of the day before its day of figures, when nothing was traded on it. */
  const closeOf = (found: Contract, day: ExchangeDay): PriceUnits => {
    const last = day >= found.expiry.listed && day >= firstDay ? tape.tallies(found, day).at(-1)?.bar.close : undefined
    if (last !== undefined) return last
    const at = sessionOf(day).close
    return gridNear(gridOf(found.program), pricing.value(found, underlyings.closeAt(found.program.follows, at), epochMs(at - 1)).value * DOLLAR)
  }
  const settlement = (symbol: string): PriceUnits | null => {
    const found = contract(symbol)
    if (found === undefined || alive(found)) return null
    const { program, strike, right, expiry } = found
    return intrinsic(right, underlyings.closeAt(program.follows, expiry.at) * program.factor, strike)
  }

  const watches = new Watches({ underlyings, tape, bookAt: (found, spot, time, trade) => bookAt(found, spot, time, LEVELS, trade) })

  return {
    listings,
    contract,
    settlement,
    instrument: (symbol) => {
      const found = contract(symbol)
      return found && toInstrument(found, alive(found))
    },
    reference: (symbol) => {
      const found = contract(symbol)
      if (found === undefined) return undefined
      const day = exchangeClock(quoteTime()).day
      const worth = alive(found) ? valued(found).value * DOLLAR : (settlement(symbol) ?? 0)
      return { last: gridNear(gridOf(found.program), worth), previousClose: closeOf(found, tradingDay(day, -1)) }
    },
    book: (symbol, levels) => {
      const found = contract(symbol)
      return found && bookNow(found, levels)
    },
    watch: (symbol) => {
      const found = contract(symbol)
      return found === undefined || !alive(found) ? () => undefined : watches.add(found)
    },
    follow: (step, sink) => watches.follow(step, sink),
    advance: (to, sink) => watches.advance(to, sink),
    recordPrint: (symbol, _time, price, size, aggressor) => {
      const found = contract(symbol)
      if (found !== undefined && inSession(underlyings.now())) tape.record(found, price, size, aggressor === 'buy')
    },
    snapshot: (symbol) => {
      const found = contract(symbol)
      if (found === undefined) return undefined
      const at = alive(found) ? quoteTime() : epochMs(found.expiry.at - 1)
      const { day } = exchangeClock(at)
      const tallies = day >= firstDay ? tape.tallies(found, day) : []
      const spot = alive(found) ? underlyings.spot(found.program.follows) : underlyings.closeAt(found.program.follows, found.expiry.at)
      const { terms, volatility } = pricing.value(found, spot, at)
      const previousClose = closeOf(found, tradingDay(day, -1))
      const last = tallies.at(-1)
      return {
        last: last?.bar.close ?? previousClose, lastTime: last?.lastTime ?? null, previousClose, open: tallies[0]?.bar.open ?? null,
        high: last === undefined ? null : Math.max(...tallies.map(({ bar }) => bar.high)), low: last === undefined ? null : Math.min(...tallies.map(({ bar }) => bar.low)),
        volume: tallies.reduce((sum, { bar }) => sum + bar.volume, 0), dealt: tallies.reduce((sum, { dealt }) => sum + dealt, 0),
        openInterest: openInterest(found, tape.key(found), day, underlyings.closeAt(found.program.follows, epochMs(sessionOf(day).open - 1)) * found.program.factor),
        volatility, greeks: pricing.greeks(found, terms), book: bookNow(found, 1),
      }
    },
    ticks: (symbol, count) => {
      const found = contract(symbol)
      const prints: TapePrint[] = []
      if (found === undefined) return prints
      const now = underlyings.now()
      for (const day of daysBack(found)) {
        const { open } = sessionOf(day)
        for (const { bar } of [...tape.tallies(found, day)].reverse()) {
          prints.push(...tape.minute(found, day, (bar.time - open) / MINUTE_MS, now).reverse())
          if (prints.length >= count) return prints.slice(0, count)
        }
      }
      return prints
    },
    bars: (symbol, timespan, { count, includeRunning }) => {
      const found = contract(symbol)
      if (found === undefined) return []
      return rollUp(daysBack(found), (day) => tape.tallies(found, day).map(({ bar }) => bar), timespan, { count, includeRunning, now: underlyings.now() })
    },
    valuation: (symbol) => {
      const found = contract(symbol)
      return found && valued(found)
    },
    underlying: (symbol) => {
      const found = contract(symbol)
      return found && underlyings.spot(found.program.follows) * found.program.factor
    },
  }
}

