import type { Disposer } from '../../../shared/domain/brand.js'
import type { Timespan } from '../../../shared/domain/market/bar.js'
import {
  exchangeClock,
  PRE_OPEN_MINUTE,
  tradingDay,
  type ExchangeDay,
} from '../../../shared/domain/market/exchange-time.js'
import { MINUTE_MS, epochMs, type EpochMs } from '../../../shared/domain/time.js'
import { MINUTE_DAYS } from '../market/bars/daily-bars.js'
import type { BarData, TapePrint } from '../market/securities/market-types.js'
import type { Instrument } from '../model/instrument.js'
import type { MarketStep } from '../model/market-step.js'
import { PRICE_SCALE, type PriceUnits } from '../model/units.js'
import type { ExecutionPrint, ReferencePrices, Venue } from '../model/venue.js'
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

/** The options market over a seeded market. Everything is computed on demand. */
class SeededOptionVenue implements OptionVenue {
  readonly listings: Listings
  readonly #seed: string
  readonly #underlyings: Underlyings
  readonly #pricing: Pricing
  readonly #tape: Tape
  readonly #watches: Watches
  /** The first day with prints. */
  readonly #firstDay: ExchangeDay

  constructor({ seed, startAt, market }: OptionVenueOptions) {
    const { day } = exchangeClock(startAt)
    this.#seed = seed
    this.#underlyings = new Underlyings(market, day)
    this.listings = new Listings(this.#underlyings)
    this.#pricing = new Pricing(seed)
    this.#tape = new Tape(seed, this.#underlyings, this.#pricing)
    this.#watches = new Watches(this.#underlyings)
    this.#firstDay = tradingDay(day, MARGIN_DAYS - MINUTE_DAYS)
  }

  // An arrow function, because the reader of strategies takes it as a callback.
  readonly contract = (symbol: string): Contract | undefined => {
    const read = readOcc(symbol)
    return read !== null && this.listings.has(read) ? read : undefined
  }

  instrument(symbol: string): Instrument | undefined {
    const found = this.contract(symbol)
    if (found !== undefined) return toInstrument(found, this.#isAlive(found))
    const strategy = this.#strategy(symbol)
    return strategy && strategyInstrument(strategy, this.#underlyings.now() < strategy.endsAt)
  }

  reference(symbol: string): ReferencePrices | undefined {
    const index = PROGRAM_BY_UNDERLYING.get(symbol)
    if (index?.kind === 'index') {
      const { last, previousClose } = this.#shareReference(index.follows)
      return { last: last * index.factor, previousClose: previousClose * index.factor }
    }
    const found = this.contract(symbol)
    if (found !== undefined) return this.#referenceOf(found)
    const strategy = this.#strategy(symbol)
    return strategy && this.#strategyReference(strategy)
  }

  book(symbol: string, levels?: number): MarketStep | undefined {
    const quoted = this.#quoted(symbol)
    return quoted && this.#bookNow(quoted, levels)
  }

  watch(symbol: string): Disposer {
    const quoted = this.#quoted(symbol)
    return quoted === undefined || this.#underlyings.now() >= quoted.endsAt
      ? () => undefined
      : this.#watches.add(quoted)
  }

  follow(step: MarketStep, sink: (step: MarketStep) => void): void {
    this.#watches.follow(step, sink)
  }

  advance(to: EpochMs, sink: (step: MarketStep) => void): void {
    this.#watches.advance(to, sink)
  }

  recordPrint({ symbol, price, size, aggressor }: ExecutionPrint): void {
    const found = this.contract(symbol)
    if (found !== undefined && inSession(this.#underlyings.now())) {
      this.#tape.record(found, price, size, aggressor === 'buy')
    }
  }

  settlement(symbol: string): PriceUnits | null {
    const found = this.contract(symbol)
    if (found === undefined || this.#isAlive(found)) return null
    const { program, strike, right, expiry } = found
    const close = this.#underlyings.closeAt(program.follows, expiry.time)
    return intrinsic(right, close * program.factor, strike)
  }

  snapshot(symbol: string): OptionSnapshot | undefined {
    const contract = this.contract(symbol)
    if (contract === undefined) return undefined
    const time = this.#isAlive(contract) ? this.#quoteTime() : epochMs(contract.expiry.time - 1)
    const { day } = exchangeClock(time)
    const { terms, volatility } = this.#pricing.value(contract, this.#spotOf(contract), time)
    return {
      ...this.#dayFigures(contract, day),
      openInterest: this.#openInterest(contract, day),
      volatility,
      greeks: this.#pricing.greeks(contract, terms),
      book: this.#bookNow(quotedContract(contract, this.#pricing, this.#tape), 1),
    }
  }

  ticks(symbol: string, count: number): TapePrint[] {
    const contract = this.contract(symbol)
    const prints: TapePrint[] = []
    if (contract === undefined) return prints
    const now = this.#underlyings.now()
    for (const day of this.#daysBack(contract)) {
      const { open } = sessionOf(day)
      for (const { bar } of [...this.#tape.tallies(contract, day)].reverse()) {
        const minute = (bar.time - open) / MINUTE_MS
        prints.push(...this.#tape.minute(contract, day, minute, now).reverse())
        if (prints.length >= count) return prints.slice(0, count)
      }
    }
    return prints
  }

  bars(
    symbol: string,
    timespan: Timespan,
    query: { readonly count: number; readonly includeRunning: boolean },
  ): BarData[] {
    const found = this.contract(symbol)
    if (found === undefined) return []
    const { count, includeRunning } = query
    return rollUp(
      this.#daysBack(found),
      (day) => this.#tape.tallies(found, day).map(({ bar }) => bar),
      timespan,
      { count, includeRunning, now: this.#underlyings.now() },
    )
  }

  valuation(symbol: string): Valuation | undefined {
    const found = this.contract(symbol)
    return found && this.#valueNow(found)
  }

  underlying(symbol: string): PriceUnits | undefined {
    const found = this.contract(symbol)
    return found && this.#underlyings.spot(found.program.follows) * found.program.factor
  }

  #strategy(symbol: string): Strategy | undefined {
    return readStrategy(symbol, this.contract) ?? undefined
  }

  /** Returns the instrument of a symbol, ended or not: a contract or a combination. */
  #quoted(symbol: string): Quoted | undefined {
    const found = this.contract(symbol)
    if (found !== undefined) return quotedContract(found, this.#pricing, this.#tape)
    const strategy = this.#strategy(symbol)
    return strategy && quotedStrategy(strategy, this.#seed, this.#pricing)
  }

  #isAlive({ expiry }: Contract): boolean {
    return this.#underlyings.now() < expiry.time
  }

  /** Returns the time of the valid quotes: now, or the end of the last session. */
  #quoteTime(): EpochMs {
    const now = this.#underlyings.now()
    if (inSession(now)) return now
    const { day } = exchangeClock(now)
    const today =
      tradingDay(day, 0) === day && now >= sessionOf(day).close ? day : tradingDay(day, -1)
    return epochMs(sessionOf(today).close - 1)
  }

  #valueNow(found: Contract): Valuation {
    const spot = this.#underlyings.spot(found.program.follows)
    return this.#pricing.value(found, spot, this.#quoteTime())
  }

  /** Returns the price of the underlying: the present one, or that at the contract's expiry. */
  #spotOf(found: Contract): PriceUnits {
    const { program, expiry } = found
    return this.#isAlive(found)
      ? this.#underlyings.spot(program.follows)
      : this.#underlyings.closeAt(program.follows, expiry.time)
  }

  #bookNow(quoted: Quoted, levels = LEVELS): MarketStep {
    const now = this.#underlyings.now()
    if (now >= quoted.endsAt) return emptyBook(quoted.symbol, now)
    const spot = this.#underlyings.spot(quoted.follows)
    const count = Math.min(MAX_LEVELS, Math.max(1, levels))
    return {
      ...emptyBook(quoted.symbol, now),
      ...quoted.levels(spot, this.#quoteTime(), count),
    }
  }

  /** Returns the trades of a contract's day. */
  #dayFigures(
    found: Contract,
    day: ExchangeDay,
  ): Omit<OptionSnapshot, 'openInterest' | 'volatility' | 'greeks' | 'book'> {
    const tallies = day >= this.#firstDay ? this.#tape.tallies(found, day) : []
    const previousClose = this.#closeOf(found, tradingDay(day, -1))
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
    }
  }

  #openInterest(found: Contract, day: ExchangeDay): number {
    const { follows, factor } = found.program
    const close = this.#underlyings.closeAt(follows, epochMs(sessionOf(day).open - 1))
    return openInterest(found, this.#tape.key(found), day, close * factor)
  }

  *#daysBack({ expiry }: Contract): Generator<ExchangeDay> {
    const today = exchangeClock(this.#underlyings.now()).day
    let day = expiry.day < today ? expiry.day : lastTradingDay(today)
    for (; day >= this.#firstDay && day >= expiry.listed; day = tradingDay(day, -1)) yield day
  }

  /** Returns a contract's value at the close of a day. */
  #valueAtClose(found: Contract, day: ExchangeDay): PriceUnits {
    const closesAt = sessionOf(day).close
    const spot = this.#underlyings.closeAt(found.program.follows, closesAt)
    const { value } = this.#pricing.value(found, spot, epochMs(closesAt - 1))
    return gridNear(gridOf(found.program), value * DOLLAR)
  }

  /** Returns a contract's last price of a day, or its value at the close when it did not trade. */
  #closeOf(found: Contract, day: ExchangeDay): PriceUnits {
    const traded =
      day >= found.expiry.listed && day >= this.#firstDay
        ? this.#tape.tallies(found, day).at(-1)?.bar.close
        : undefined
    return traded ?? this.#valueAtClose(found, day)
  }

  /** Returns the day whose gains are counted now: a trading day from its 04:00 on. */
  #dayOfGains(): ExchangeDay {
    const { day, minute } = exchangeClock(this.#underlyings.now())
    return tradingDay(day, 0) === day && minute >= PRE_OPEN_MINUTE ? day : tradingDay(day, -1)
  }

  /**
   * Returns a contract's present value on its grid, and its value at the close before the day of
   * gains.
   */
  #referenceOf(contract: Contract): ReferencePrices {
    const value = this.#isAlive(contract)
      ? this.#valueNow(contract).value * DOLLAR
      : (this.settlement(contract.symbol) ?? 0)
    return onDemand(
      gridNear(gridOf(contract.program), value),
      () => this.#valueAtClose(contract, tradingDay(this.#dayOfGains(), -1)),
      () => this.#midpoint(contract),
    )
  }

  /** Returns the price half-way between the market makers' bid and ask; null without an ask. */
  #midpoint({ symbol }: Contract): PriceUnits | null {
    const { bids, asks } = this.book(symbol, 1) ?? { bids: [], asks: [] }
    const [bid, ask] = [bids[0]?.price ?? 0, asks[0]?.price]
    return ask === undefined ? null : (bid + ask) / 2
  }

  #shareReference(symbol: string): ReferencePrices {
    const { open } = sessionOf(this.#dayOfGains())
    return onDemand(Math.round(this.#underlyings.spot(symbol)), () =>
      this.#underlyings.closeAt(symbol, epochMs(open - 1)),
    )
  }

  #strategyReference({ parts }: Strategy): ReferencePrices {
    const references = new Map(
      parts.map((part) => [
        part,
        part.contract === null
          ? this.#shareReference(part.symbol)
          : this.#referenceOf(part.contract),
      ]),
    )
    const net = (priceOf: (reference: ReferencePrices) => PriceUnits): PriceUnits =>
      netPrice(parts, (part) => priceOf(references.get(part) ?? NO_PRICES))
    return onDemand(
      net(({ last }) => last),
      () => net(({ previousClose }) => previousClose),
    )
  }
}

/** Returns reference prices whose previous close and mark are computed when they are read. */
const onDemand = (
  last: PriceUnits,
  previousClose: () => PriceUnits,
  mark: () => PriceUnits | null = () => null,
): ReferencePrices => ({
  last,
  get previousClose() {
    return previousClose()
  },
  get mark() {
    return mark()
  },
})

const lastTradingDay = (today: ExchangeDay): ExchangeDay =>
  tradingDay(today, 0) === today ? today : tradingDay(today, -1)

/** Creates the options market over a seeded market. */
export const createOptionVenue = (options: OptionVenueOptions): OptionVenue =>
  new SeededOptionVenue(options)
