import type { Timespan } from '../../../shared/domain/market/bar.js'
import {
  exchangeClock,
  PRE_OPEN_MINUTE,
  tradingDay,
  type ExchangeDay,
} from '../../../shared/domain/market/exchange-time.js'
import { MINUTE_MS, epochMs, type EpochMs } from '../../../shared/domain/time.js'
import { MINUTE_DAYS } from '../market/bars/daily-bars.js'
import type { BarData, TapePrint } from '../market/market.js'
import type { MarketStep } from '../model/market-step.js'
import { PRICE_SCALE, type PriceUnits } from '../model/units.js'
import type { ReferencePrices, Venue } from '../model/venue.js'
import { rollUp } from './bars.js'
import { intrinsic, type Greeks } from './black-scholes.js'
import { gridOf, readOcc, toInstrument, type Contract } from './contracts.js'
import { Listings } from './listing.js'
import { openInterest } from './open-interest.js'
import { Pricing, type Valuation } from './pricing.js'
import { PROGRAM_BY_UNDERLYING } from './programs.js'
import { gridNear } from './quotes.js'
import { netPrice, readStrategy, strategyInstrument, type Strategy } from './strategies.js'
import { Tape } from './tape.js'
import { emptyBook, quotedContract, quotedStrategy, type Quoted } from './targets.js'
import { Underlyings, inSession, sessionOf, type UnderlyingMarket } from './underlyings.js'
import { Watches } from './watches.js'

const DOLLAR = 10 ** PRICE_SCALE
const LEVELS = 5
const MAX_LEVELS = 20
const NO_PRICES: ReferencePrices = { last: 0, previousClose: 0 }
/**
 * Number of the oldest minute days of the seeded market without option history, so that every
 * option minute has one of the underlying.
 */
const MARGIN_DAYS = 5

/** A contract's market data. Prices of the day are null when nothing traded that day. */
export interface OptionSnapshot {
  readonly last: PriceUnits
  readonly open: PriceUnits | null
  readonly high: PriceUnits | null
  readonly low: PriceUnits | null
  readonly previousClose: PriceUnits
  readonly lastTime: EpochMs | null
  /** Contracts traded today, in size units. */
  readonly volume: number
  /** Price units times contracts; times the multiplier it is the money traded. */
  readonly dealt: number
  /** Contracts. */
  readonly openInterest: number
  readonly volatility: number
  readonly greeks: Greeks
  readonly book: MarketStep
}

/**
 * The options market: a {@link Venue} of listed contracts, with the queries that market data needs.
 */
export interface OptionVenue extends Venue {
  readonly listings: Listings
  /** Returns a contract that has been listed, expired or not. */
  contract(symbol: string): Contract | undefined
  snapshot(symbol: string): OptionSnapshot | undefined
  /** Returns the newest prints, newest first. */
  ticks(symbol: string, count: number): TapePrint[]
  /** Returns bars of minutes and longer, oldest first; each is the exact sum of its minutes. */
  bars(
    symbol: string,
    timespan: Timespan,
    query: { readonly count: number; readonly includeRunning: boolean },
  ): BarData[]
  /**
   * Returns the present value, volatility and terms of a contract; undefined for contracts that are
   * not listed.
   */
  valuation(symbol: string): Valuation | undefined
  /**
   * Returns the present price of a contract's underlying in price units; undefined for contracts
   * that are not listed.
   */
  underlying(symbol: string): PriceUnits | undefined
}

export interface OptionVenueOptions {
  readonly seed: string
  /** The seeded market's anchor; prints begin a fixed number of days before it. */
  readonly startAt: EpochMs
  readonly market: UnderlyingMarket
}

/** Creates the options market over a seeded market. Everything is computed on demand. */
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
  const alive = ({ expiry }: Contract): boolean => underlyings.now() < expiry.time
  /** Returns the time of the valid quotes: now, or the end of the last session. */
  const quoteTime = (): EpochMs => {
    const now = underlyings.now()
    if (inSession(now)) return now
    const { day } = exchangeClock(now)
    const today =
      tradingDay(day, 0) === day && now >= sessionOf(day).close ? day : tradingDay(day, -1)
    return epochMs(sessionOf(today).close - 1)
  }
  const valued = (found: Contract): Valuation =>
    pricing.value(found, underlyings.spot(found.program.follows), quoteTime())
  const strategy = (symbol: string): Strategy | undefined =>
    readStrategy(symbol, contract) ?? undefined
  /** Returns the instrument of a symbol, ended or not: a contract or a combination. */
  const traded = (symbol: string): Quoted | undefined => {
    const found = contract(symbol)
    if (found !== undefined) return quotedContract(found, pricing, tape)
    const several = strategy(symbol)
    return several && quotedStrategy(several, seed, pricing)
  }
  const bookNow = (subject: Quoted, levels = LEVELS): MarketStep => {
    const now = underlyings.now()
    if (now >= subject.endsAt) return emptyBook(subject.symbol, now)
    return {
      ...emptyBook(subject.symbol, now),
      ...subject.levels(
        underlyings.spot(subject.follows),
        quoteTime(),
        Math.min(MAX_LEVELS, Math.max(1, levels)),
      ),
    }
  }

  function* daysBack(found: Contract): Generator<ExchangeDay> {
    const today = exchangeClock(underlyings.now()).day
    let day =
      found.expiry.day < today
        ? found.expiry.day
        : tradingDay(today, 0) === today
          ? today
          : tradingDay(today, -1)
    for (; day >= firstDay && day >= found.expiry.listed; day = tradingDay(day, -1)) yield day
  }
  /** Returns a contract's value at the close of a day. */
  const valueAtClose = (found: Contract, day: ExchangeDay): PriceUnits => {
    const closesAt = sessionOf(day).close
    return gridNear(
      gridOf(found.program),
      pricing.value(
        found,
        underlyings.closeAt(found.program.follows, closesAt),
        epochMs(closesAt - 1),
      ).value * DOLLAR,
    )
  }
  /** Returns a contract's last price of a day, or its value at the close when it did not trade. */
  const closeOf = (found: Contract, day: ExchangeDay): PriceUnits =>
    (day >= found.expiry.listed && day >= firstDay
      ? tape.tallies(found, day).at(-1)?.bar.close
      : undefined) ?? valueAtClose(found, day)
  const settlement = (symbol: string): PriceUnits | null => {
    const found = contract(symbol)
    if (found === undefined || alive(found)) return null
    const { program, strike, right, expiry } = found
    return intrinsic(
      right,
      underlyings.closeAt(program.follows, expiry.time) * program.factor,
      strike,
    )
  }

  const watches = new Watches(underlyings)
  /** Returns the day whose gains are counted now: a trading day from its 04:00 on. */
  const dayOfGains = (): ExchangeDay => {
    const { day, minute } = exchangeClock(underlyings.now())
    return tradingDay(day, 0) === day && minute >= PRE_OPEN_MINUTE ? day : tradingDay(day, -1)
  }
  /**
   * Returns a contract's present value on its grid, and its value at the close before the day of
   * gains.
   */
  const referenceOf = (found: Contract): ReferencePrices => {
    const value = alive(found) ? valued(found).value * DOLLAR : (settlement(found.symbol) ?? 0)
    return {
      last: gridNear(gridOf(found.program), value),
      get previousClose() {
        return valueAtClose(found, tradingDay(dayOfGains(), -1))
      },
    }
  }
  const shareReference = (symbol: string): ReferencePrices => {
    const bars = sessionOf(dayOfGains())
    return {
      last: Math.round(underlyings.spot(symbol)),
      get previousClose() {
        return underlyings.closeAt(symbol, epochMs(bars.open - 1))
      },
    }
  }
  const strategyReference = ({ parts }: Strategy): ReferencePrices => {
    const references = new Map(
      parts.map((part) => [
        part,
        part.contract === null ? shareReference(part.symbol) : referenceOf(part.contract),
      ]),
    )
    const net = (priceOf: (reference: ReferencePrices) => PriceUnits): PriceUnits =>
      netPrice(parts, (part) => priceOf(references.get(part) ?? NO_PRICES))
    return {
      last: net(({ last }) => last),
      get previousClose() {
        return net(({ previousClose }) => previousClose)
      },
    }
  }

  return {
    listings,
    contract,
    settlement,
    instrument: (symbol) => {
      const found = contract(symbol)
      if (found !== undefined) return toInstrument(found, alive(found))
      const several = strategy(symbol)
      return several && strategyInstrument(several, underlyings.now() < several.endsAt)
    },
    reference: (symbol) => {
      const index = PROGRAM_BY_UNDERLYING.get(symbol)
      if (index?.kind === 'index') {
        const { last, previousClose } = shareReference(index.follows)
        return { last: last * index.factor, previousClose: previousClose * index.factor }
      }
      const found = contract(symbol)
      if (found !== undefined) return referenceOf(found)
      const several = strategy(symbol)
      return several && strategyReference(several)
    },
    book: (symbol, levels) => {
      const subject = traded(symbol)
      return subject && bookNow(subject, levels)
    },
    watch: (symbol) => {
      const subject = traded(symbol)
      return subject === undefined || underlyings.now() >= subject.endsAt
        ? () => undefined
        : watches.add(subject)
    },
    follow: (step, sink) => watches.follow(step, sink),
    advance: (to, sink) => watches.advance(to, sink),
    recordPrint: (symbol, _time, price, size, aggressor) => {
      const found = contract(symbol)
      if (found !== undefined && inSession(underlyings.now())) {
        tape.record(found, price, size, aggressor === 'buy')
      }
    },
    snapshot: (symbol) => {
      const found = contract(symbol)
      if (found === undefined) return undefined
      const time = alive(found) ? quoteTime() : epochMs(found.expiry.time - 1)
      const { day } = exchangeClock(time)
      const tallies = day >= firstDay ? tape.tallies(found, day) : []
      const spot = alive(found)
        ? underlyings.spot(found.program.follows)
        : underlyings.closeAt(found.program.follows, found.expiry.time)
      const { terms, volatility } = pricing.value(found, spot, time)
      const previousClose = closeOf(found, tradingDay(day, -1))
      const last = tallies.at(-1)
      return {
        last: last?.bar.close ?? previousClose,
        lastTime: last?.lastTime ?? null,
        previousClose,
        open: tallies[0]?.bar.open ?? null,
        high: last === undefined ? null : Math.max(...tallies.map(({ bar }) => bar.high)),
        low: last === undefined ? null : Math.min(...tallies.map(({ bar }) => bar.low)),
        volume: tallies.reduce((sum, { bar }) => sum + bar.volume, 0),
        dealt: tallies.reduce((sum, { dealt }) => sum + dealt, 0),
        openInterest: openInterest(
          found,
          tape.key(found),
          day,
          underlyings.closeAt(found.program.follows, epochMs(sessionOf(day).open - 1)) *
            found.program.factor,
        ),
        volatility,
        greeks: pricing.greeks(found, terms),
        book: bookNow(quotedContract(found, pricing, tape), 1),
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
      return rollUp(
        daysBack(found),
        (day) => tape.tallies(found, day).map(({ bar }) => bar),
        timespan,
        { count, includeRunning, now: underlyings.now() },
      )
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
