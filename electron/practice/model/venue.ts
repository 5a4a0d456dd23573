import type { Disposer } from '../../../shared/domain/brand.js'
import type { EpochMs } from '../../../shared/domain/time.js'
import type { Instrument } from './instrument.js'
import type { MarketStep } from './market-step.js'
import type { PriceUnits, SizeUnits } from './units.js'

/** Prices that hold before the first step of a symbol arrives. */
export interface ReferencePrices {
  readonly last: PriceUnits
  readonly previousClose: PriceUnits
}

/**
 * Where instruments come from whose prices follow from others or from time alone: options from
 * their underlying, event
 * contracts from their outcome's path. There are far too many of them to tell every step: only
 * watched symbols are told.
 */
export interface Venue {
  instrument(symbol: string): Instrument | undefined
  reference(symbol: string): ReferencePrices | undefined
  /** The house's book as it stands now, without a trade; undefined for unknown symbols. */
  book(symbol: string, levels?: number): MarketStep | undefined
  /**
   * From now on the symbol's steps are told (an order is open, a stream listens). Counted: every
   * watch has its own disposer.
   */
  watch(symbol: string): Disposer
  /**
   * Tells the steps of watched symbols that a step of the seeded market causes, at that step's
   * time.
   */
  follow(step: MarketStep, sink: (step: MarketStep) => void): void
  /**
   * Tells the steps of watched symbols that time brings by itself, up to `to`. Called after the
   * seeded market has been told to `to`.
   */
  advance(to: EpochMs, sink: (step: MarketStep) => void): void
  /** A customer's print against house liquidity: joins tape, bars and volume. */
  recordPrint(
    symbol: string,
    time: EpochMs,
    price: PriceUnits,
    size: SizeUnits,
    aggressor: 'buy' | 'sell',
  ): void
  /**
   * What one unit is finally worth, in price units: an event contract's yes side 10000 or 0, a
   * cash-settled option its intrinsic
   * value. Null before the outcome is known.
   */
  settlement(symbol: string): PriceUnits | null
}
