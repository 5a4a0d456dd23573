import type { Disposer } from '../../../shared/domain/brand.js'
import type { EpochMs } from '../../../shared/domain/time.js'
import type { Instrument } from '../model/instrument.js'
import type { MarketStep } from '../model/market-step.js'
import type { Market } from '../market/securities/market-types.js'
import type { PriceUnits, SizeUnits } from '../model/units.js'
import type { ReferencePrices, Venue } from '../model/venue.js'

/** A source of prices: the seeded market, or a venue derived from it. */
export type Source = Omit<Venue, 'follow' | 'advance'>

const seededSource = (market: Market): Source => ({
  instrument: (symbol) => market.instrument(symbol),
  reference: (symbol) => market.reference(symbol),
  book: (symbol, levels) => market.book(symbol, levels),
  watch: (symbol) => market.watch(symbol),
  recordPrint: (symbol, time, price, size, aggressor) =>
    market.recordPrint(symbol, time, price, size, aggressor),
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
    recordPrint: (
      symbol: string,
      time: EpochMs,
      price: PriceUnits,
      size: SizeUnits,
      aggressor: 'buy' | 'sell',
    ) => sourceOf(symbol)?.recordPrint(symbol, time, price, size, aggressor),
    settlement: (symbol): PriceUnits | null => sourceOf(symbol)?.settlement(symbol) ?? null,
  }
}
