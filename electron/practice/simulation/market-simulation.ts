import { createHash } from 'node:crypto'
import type { EpochMs } from '../../../shared/domain/time.js'
import type { RecordedBars } from '../../../shared/practice/recorded-bars.js'
import { exchangeClock } from '../../../shared/domain/market/exchange-time.js'
import { createEventVenue, type EventVenue } from '../events/venue.js'
import { createExchange } from '../exchange/exchange.js'
import type { DailyClose, Exchange } from '../exchange/api/exchange-api.js'
import { seededIds } from '../exchange/state/seeded-ids.js'
import { compositeMarket } from './composite-market.js'
import { createOptionVenue, type OptionVenue } from '../options/venue.js'
import { SeededMarket } from '../market/market.js'
import type { Shock } from '../market/shocks/shock.js'
import type { Market } from '../market/securities/market-types.js'
import { Reference } from '../reference/reference.js'
import type { Disposer } from '../../../shared/domain/brand.js'
import type { Instrument } from '../model/instrument.js'
import type { MarketStep } from '../model/market-step.js'
import type { PriceUnits } from '../model/units.js'
import type { ExecutionPrint, ReferencePrices, Venue } from '../model/venue.js'

/** Receives a customer's execution, for the tape and the stream. */
export type PrintListener = (print: ExecutionPrint) => void

/** Daily bars requested for the first history, including today, which it leaves out. */
const HISTORY_DAYS = 28

const closes =
  (market: Market) =>
  (symbol: string): readonly DailyClose[] =>
    market
      .bars(symbol, 'D', { count: HISTORY_DAYS, includeRunning: false })
      .map((bar) => ({ day: exchangeClock(bar.time).day, close: bar.close }))

/**
 * The start of a market simulation: `anchor` determines the price paths for good, `now` is where
 * the tape continues.
 */
export interface MarketSimulationStart {
  readonly seed: string
  readonly anchor: EpochMs
  readonly now: EpochMs
  /** Returns the present exchange time, for orders. */
  readonly clock: () => EpochMs
  readonly onPrint: PrintListener
  /** Moves that a person has added to the seeded prices; default none. */
  readonly shocks?: readonly Shock[] | undefined
  /** The bars that one symbol follows instead of seeded prices; default none. */
  readonly recorded?: RecordedBars | null | undefined
}

/**
 * The seeded market and the exchange, connected: market-maker liquidity flows into the exchange,
 * customers' prints back to the market.
 */
export interface MarketSimulation {
  readonly market: Market
  readonly events: EventVenue
  readonly options: OptionVenue
  readonly exchange: Exchange
  /** Reference data of companies and funds. */
  readonly reference: Reference
  /** Adds a customer's execution to the tape, for a simulation without customers of its own. */
  readonly recordPrint: PrintListener
  /** Returns ids of this seed in the provider's form. */
  readonly ids: (kind: string, number: number) => string
  /** Creates the first positions and orders of a new data directory. */
  seedHistory(): void
}

/** Creates the market simulation. */
export function openMarketSimulation(start: MarketSimulationStart): MarketSimulation {
  const seeded = new SeededMarket({
    seed: start.seed,
    startAt: start.anchor,
    resumeAt: start.now,
    shocks: start.shocks,
    recorded: start.recorded,
  })
  const events = createEventVenue({
    seed: start.seed,
    now: start.clock,
    prices: {
      dollar: (symbol) => {
        const instrument = seeded.instrument(symbol)
        return instrument === undefined ? undefined : 10 ** instrument.scale.price
      },
      bars: (symbol, timespan, query) => seeded.bars(symbol, timespan, query),
    },
  })
  const options = createOptionVenue({ seed: start.seed, startAt: start.anchor, market: seeded })
  const market = compositeMarket(seeded, [events, options])
  const ids = seededIds(start.seed)
  const sources = allSources(seeded, [events, options])
  const reference = new Reference({
    seed: start.seed,
    listing: (symbol) => market.listing(symbol),
    splits: market.splits,
    sharesNow: (symbol) => market.sharesNow(symbol),
  })
  const exchange = createExchange({
    now: start.clock,
    ids,
    instrument: (symbol) => sources.instrument(symbol),
    reference: (symbol) => sources.reference(symbol),
    book: (symbol) => sources.book(symbol),
    watch: (symbol) => sources.watch(symbol),
    dividends: (symbol, day) => reference.dividends(symbol, day),
    splits: (day) => market.splits.filter((split) => split.day === day),
    settlement: (symbol) => sources.settlement(symbol),
    transfers: true,
    onPrint: (print) => {
      // A person's own executions are not part of the recorded market.
      if (print.symbol === start.recorded?.symbol) return
      sources.recordPrint(print)
      start.onPrint(print)
    },
  })
  // Before a symbol's first step its book would be empty; apply the present book so that quotes
  // show even after a start at a quiet moment.
  for (const { symbol } of market.listings) {
    const book = market.book(symbol)
    if (book !== undefined) exchange.apply(book)
  }
  return {
    market,
    events,
    options,
    exchange,
    reference,
    recordPrint: sources.recordPrint,
    ids,
    seedHistory: () => exchange.seedHistory(closes(market)),
  }
}

/**
 * Returns the state file name of a seed: two seeds are separate markets without shared positions.
 */
export const stateName = (seed: string): string =>
  `exchange-${createHash('sha256').update(seed).digest('hex').slice(0, 12)}.json`

/** A source of prices: the seeded market, or a venue derived from it. */
export type Source = Omit<Venue, 'follow' | 'advance'>

const seededSource = (market: Market): Source => ({
  instrument: (symbol) => market.instrument(symbol),
  reference: (symbol) => market.reference(symbol),
  book: (symbol, levels) => market.book(symbol, levels),
  watch: (symbol) => market.watch(symbol),
  recordPrint: (print) => market.recordPrint(print),
  settlement: (symbol) => market.settlement(symbol),
})

/**
 * Combines all sources: the first one that has a symbol answers for it, the seeded market first.
 */
export function allSources(market: Market, venues: readonly Source[]): Source {
  const sources = [seededSource(market), ...venues]
  const sourceOf = (symbol: string): Source | undefined =>
    sources.find((source) => source.instrument(symbol) !== undefined)
  return {
    instrument: (symbol): Instrument | undefined => sourceOf(symbol)?.instrument(symbol),
    // Also for untraded symbols, because an index has a value.
    reference: (symbol): ReferencePrices | undefined =>
      (
        sourceOf(symbol) ?? venues.find((venue) => venue.reference(symbol) !== undefined)
      )?.reference(symbol),
    book: (symbol, levels): MarketStep | undefined => sourceOf(symbol)?.book(symbol, levels),
    watch: (symbol): Disposer => sourceOf(symbol)?.watch(symbol) ?? (() => undefined),
    recordPrint: (print) => sourceOf(print.symbol)?.recordPrint(print),
    settlement: (symbol): PriceUnits | null => sourceOf(symbol)?.settlement(symbol) ?? null,
  }
}
