import type { Timespan } from '../../../shared/domain/market/bar.js'
import type { Disposer } from '../../../shared/domain/brand.js'
import { exchangeClock, exchangeInstant } from '../../../shared/domain/market/exchange-time.js'
import { MINUTE_MS, epochMs, type EpochMs } from '../../../shared/domain/time.js'
import { ASSUMPTIONS } from '../../../shared/wire/assumptions.js'
import type { EventInstrument } from '../model/instrument.js'
import type { MarketStep } from '../model/market-step.js'
import { hash3, logNormal } from '../market/math/random.js'
import {
  PRICE_SCALE,
  SIZE_SCALE,
  UNIT_SIZE,
  type PriceUnits,
  type SizeUnits,
} from '../model/units.js'
import type { ExecutionPrint, ReferencePrices, Venue } from '../model/venue.js'
import { readEventBars, type EventBarQuery } from './bars.js'
import { createCatalog, type EventCatalog } from './catalog.js'
import { PAYOUT, fairPrice, gridOf, sideOf, touchAt } from './quotes.js'
import { Tape, type EventBar, type EventPrint } from './tape.js'
import type { EventMarket, EventSpec } from './rules/types.js'
import { createUnderlying, type PriceSource } from './underlying.js'

export interface EventVenueOptions {
  readonly seed: string
  /** Returns the exchange time; nothing after it is published. */
  readonly now: () => EpochMs
  readonly prices: PriceSource
}

/** The figures of one market. "Day" is the calendar day of New York. */
export interface EventSnapshotData {
  readonly last: PriceUnits
  readonly lastTime: EpochMs | null
  readonly previousClose: PriceUnits
  /** Of the day; the same as the daily bar's. */
  readonly volume: SizeUnits
  readonly openInterest: SizeUnits
}

/** The venue of event contracts: everything that the exchange and the data operations need. */
export interface EventVenue extends Venue {
  readonly seed: string
  readonly catalog: EventCatalog
  instrument(symbol: string): EventInstrument | undefined
  /** Returns a market that has opened, settled ones included. */
  market(symbol: string): EventMarket | undefined
  event(symbol: string): EventSpec | undefined
  snapshot(symbol: string): EventSnapshotData | undefined
  /** Returns the newest trades, newest first. */
  ticks(symbol: string, count: number): readonly EventPrint[]
  /** Returns bars, oldest first. */
  bars(symbol: string, timespan: Timespan, query: EventBarQuery): readonly EventBar[]
  /** Returns the id of a trade on the tape; undefined when there is none. */
  tradeId(symbol: string, time: EpochMs, price: PriceUnits, size: SizeUnits): string | undefined
  /** Moves the time without emitting the steps in between. */
  skipTo(to: EpochMs): void
}

const BOOK_LEVELS = 10
const MAX_LEVELS = 100
const MAX_TAPES = 2_000
/** Delay of the payout after an early outcome. */
const EARLY_PAYS_MS = ASSUMPTIONS.events.earlyPayoutMinutes * MINUTE_MS

/** True once trading in a market has ended. */
export const hasEnded = (market: EventMarket, now: EpochMs): boolean => now >= market.endsAt

function instrumentOf(market: EventMarket, now: EpochMs): EventInstrument {
  const { event, draft } = market
  const { occasion, rule } = event
  const over = hasEnded(market, now)
  // An early end must stay unknown until it has happened.
  const early = over && market.decidedAt < occasion.decidedAt
  return {
    product: 'EVENT',
    symbol: market.symbol,
    name: `${event.name} ${draft.yes}`,
    instrumentId: market.instrumentId,
    exchangeCode: 'KALSHI',
    status: over ? 'NT' : 'OC',
    scale: { price: PRICE_SCALE, size: SIZE_SCALE, multiplier: 1 },
    grid: gridOf(market),
    seriesSymbol: rule.symbol,
    eventSymbol: event.symbol,
    eventName: event.name,
    yesCondition: draft.condition,
    expiresAt: over ? market.endsAt : occasion.closesAt,
    paysAt: early ? epochMs(market.decidedAt + EARLY_PAYS_MS) : occasion.paysAt,
    fractionable: rule.fractionable,
  }
}

/** Returns the simulated book of a market at a time; empty once trading has ended. */
export function bookAt(market: EventMarket, time: EpochMs, levels: number): MarketStep {
  const over = hasEnded(market, time)
  const touch = over ? { bid: null, ask: null } : touchAt(market, time)
  return {
    symbol: market.symbol,
    time,
    session: 'regular',
    trade: null,
    bids: sideOf(market, touch.bid, false, time, levels),
    asks: sideOf(market, touch.ask, true, time, levels),
  }
}

/** Returns the open interest, which grows quickly after the opening and slowly towards the end. */
function openInterest(market: EventMarket, now: EpochMs): SizeUnits {
  const { rule, occasion } = market.event
  const part =
    Math.max(0, Math.min(now, market.endsAt) - occasion.opensAt) /
    Math.max(1, occasion.closesAt - occasion.opensAt)
  return (
    Math.round(
      rule.tradesPerHour *
        rule.tradeSize *
        9 *
        logNormal(hash3(market.key, 60, 0)) *
        (1 - Math.exp(-3 * part)),
    ) * UNIT_SIZE
  )
}

/** The tapes of event markets, created on demand; the number of stored ones is limited. */
class EventTapes {
  readonly #tapes = new Map<string, Tape>()
  /** Symbols with customers' prints: their tapes cannot be regenerated from the seed. */
  readonly #printed = new Set<string>()

  tapeOf(market: EventMarket): Tape {
    const known = this.#tapes.get(market.symbol)
    if (known) return known
    if (this.#tapes.size >= MAX_TAPES) this.#dropUnprinted()
    const made = new Tape(market)
    this.#tapes.set(market.symbol, made)
    return made
  }

  record(market: EventMarket, ...print: Parameters<Tape['record']>): void {
    this.#printed.add(market.symbol)
    this.tapeOf(market).record(...print)
  }

  #dropUnprinted(): void {
    for (const symbol of this.#tapes.keys()) {
      if (!this.#printed.has(symbol)) this.#tapes.delete(symbol)
    }
  }
}

/** The event contracts of one seed. Markets and trades are generated on demand. */
class SeededEventVenue implements EventVenue {
  readonly seed: string
  readonly catalog: EventCatalog
  readonly #clock: () => EpochMs
  readonly #tapes = new EventTapes()
  /** Number of watches by symbol. */
  readonly #watched = new Map<string, number>()
  #emittedTo: EpochMs

  constructor({ seed, now, prices }: EventVenueOptions) {
    this.seed = seed
    this.#clock = now
    this.#emittedTo = now()
    this.catalog = createCatalog({
      seed,
      price: createUnderlying(prices, () => this.#now),
      listed: (symbol) => prices.dollar(symbol) !== undefined,
    })
  }

  market(symbol: string): EventMarket | undefined {
    return this.catalog.market(symbol, this.#now)
  }

  event(symbol: string): EventSpec | undefined {
    return this.catalog.event(symbol, this.#now)
  }

  instrument(symbol: string): EventInstrument | undefined {
    const market = this.market(symbol)
    return market && instrumentOf(market, this.#now)
  }

  reference(symbol: string): ReferencePrices | undefined {
    const market = this.market(symbol)
    if (market === undefined) return undefined
    const now = this.#now
    const last =
      this.#settlementPrice(market) ??
      this.#lastBefore(market, now)?.price ??
      fairPrice(market, now)
    return { last, previousClose: this.#closeBefore(market, now) }
  }

  book(symbol: string, levels: number = BOOK_LEVELS): MarketStep | undefined {
    const market = this.market(symbol)
    return market && bookAt(market, this.#now, Math.min(MAX_LEVELS, Math.max(1, levels)))
  }

  snapshot(symbol: string): EventSnapshotData | undefined {
    const market = this.market(symbol)
    if (market === undefined) return undefined
    const now = this.#now
    const last = this.#lastBefore(market, now)
    const today = this.#tapes.tapeOf(market).between(midnightOf(now) - 1, now)
    return {
      last: last?.price ?? fairPrice(market, now),
      lastTime: last?.time ?? null,
      previousClose: this.#closeBefore(market, now),
      openInterest: openInterest(market, now),
      volume: today.reduce((sum, { size }) => sum + size, 0),
    }
  }

  ticks(symbol: string, count: number): readonly EventPrint[] {
    const market = this.market(symbol)
    return market === undefined ? [] : this.#tapes.tapeOf(market).newest(count, this.#now)
  }

  tradeId(symbol: string, time: EpochMs, price: PriceUnits, size: SizeUnits): string | undefined {
    const market = this.market(symbol)
    return market && this.#tapes.tapeOf(market).find(time, price, size, this.#now)?.id
  }

  bars(symbol: string, timespan: Timespan, query: EventBarQuery): readonly EventBar[] {
    const market = this.market(symbol)
    return market === undefined
      ? []
      : readEventBars(this.#tapes.tapeOf(market), timespan, query, this.#now)
  }

  watch(symbol: string): Disposer {
    this.#watched.set(symbol, (this.#watched.get(symbol) ?? 0) + 1)
    let open = true
    return () => {
      if (!open) return
      open = false
      const left = (this.#watched.get(symbol) ?? 1) - 1
      if (left === 0) this.#watched.delete(symbol)
      else this.#watched.set(symbol, left)
    }
  }

  /** Does nothing: prices follow completed minutes of the underlying, not its single trades. */
  follow(): void {}

  advance(to: EpochMs, sink: (step: MarketStep) => void): void {
    if (to <= this.#emittedTo) return
    const from = this.#emittedTo
    this.#emittedTo = to
    const steps = [...this.#watched.keys()].flatMap((symbol) => this.#stepsOf(symbol, from, to))
    steps.sort((a, b) => a.time - b.time || (a.symbol < b.symbol ? -1 : 1))
    for (const step of steps) sink(step)
  }

  skipTo(to: EpochMs): void {
    if (to > this.#emittedTo) this.#emittedTo = to
  }

  recordPrint({ symbol, time, price, size, aggressor }: ExecutionPrint): void {
    const market = this.market(symbol)
    if (market !== undefined) this.#tapes.record(market, time, price, size, aggressor)
  }

  settlement(symbol: string): PriceUnits | null {
    const market = this.market(symbol)
    return market === undefined ? null : this.#settlementPrice(market)
  }

  /** Emitted steps have happened, even if the clock that drives the venue lags behind. */
  get #now(): EpochMs {
    return epochMs(Math.max(this.#clock(), this.#emittedTo))
  }

  #stepsOf(symbol: string, from: EpochMs, to: EpochMs): readonly MarketStep[] {
    const market = this.catalog.market(symbol, to)
    if (market === undefined) return []
    return stepsBetween(market, this.#tapes.tapeOf(market), from, to)
  }

  #lastBefore(market: EventMarket, time: EpochMs): EventPrint | undefined {
    return this.#tapes.tapeOf(market).newest(1, time)[0]
  }

  /** Returns the last price of the day before, or its fair price without a trade. */
  #closeBefore(market: EventMarket, time: EpochMs): PriceUnits {
    const close = epochMs(midnightOf(time) - 1)
    return (
      this.#lastBefore(market, close)?.price ??
      fairPrice(market, epochMs(Math.max(market.event.occasion.opensAt, close)))
    )
  }

  /** Returns the final value of one yes contract; null before the outcome is known. */
  #settlementPrice({ event, index, decidedAt }: EventMarket): PriceUnits | null {
    if (this.#now < decidedAt) return null
    return event.model.probability(index, decidedAt) >= 0.5 ? PAYOUT : 0
  }
}

const midnightOf = (time: EpochMs): number => exchangeInstant(exchangeClock(time).day, 0)

/** Creates the venue. */
export const createEventVenue = (options: EventVenueOptions): EventVenue =>
  new SeededEventVenue(options)

/** Interval at which the simulated quotes are refreshed. */
const BEAT_MS = 2_000

/**
 * Returns the steps of a market with `after < time <= to`, oldest first: its trades, a new book at
 * every interval, and the empty book at the end of trading. Splitting the time differently gives
 * the same steps.
 */
function stepsBetween(market: EventMarket, tape: Tape, after: EpochMs, to: EpochMs): MarketStep[] {
  const book = (time: EpochMs): MarketStep => bookAt(market, time, BOOK_LEVELS)
  const { opensAt } = market.event.occasion
  const until = Math.min(to, market.endsAt - 1)
  const steps: MarketStep[] = tape
    .simulatedBetween(after, until)
    .map(({ time, aggressor, price, size }) => ({
      ...book(time),
      trade: { aggressor, price, size },
    }))
  for (
    let beat = Math.floor(Math.max(after, opensAt) / BEAT_MS);
    beat * BEAT_MS <= until;
    beat += 1
  ) {
    const time = epochMs(beat * BEAT_MS + (hash3(market.key, 8, beat) % BEAT_MS))
    if (time > after && time > opensAt && time <= until) steps.push(book(time))
  }
  if (after < market.endsAt && market.endsAt <= to) steps.push(book(market.endsAt))
  return steps.sort((a, b) => a.time - b.time)
}
