import type { Disposer } from '../../../shared/domain/brand.js'
import type { EpochMs } from '../../../shared/domain/time.js'
import type { Instrument } from './instrument.js'
import type { MarketStep } from './market-step.js'
import type { PriceUnits, SizeUnits } from './units.js'

/** Prices valid before a symbol's first step arrives. */
export interface ReferencePrices {
  readonly last: PriceUnits
  readonly previousClose: PriceUnits
  /** The price that values a position, where it is not the last one; null without a quote. */
  readonly mark?: PriceUnits | null
}

/** A customer's execution, as the tape and the stream show it. */
export interface ExecutionPrint {
  readonly symbol: string
  readonly time: EpochMs
  readonly price: PriceUnits
  readonly size: SizeUnits
  readonly aggressor: 'buy' | 'sell'
}

/**
 * A source of instruments whose prices derive from others or from time alone: options from their
 * underlying, event contracts from their outcome's path. There are too many to deliver every step,
 * so steps are delivered only for watched symbols.
 */
export interface Venue {
  instrument(symbol: string): Instrument | undefined
  reference(symbol: string): ReferencePrices | undefined
  /** Returns the market makers' present book, without a trade; undefined for unknown symbols. */
  book(symbol: string, levels?: number): MarketStep | undefined
  /**
   * Starts the delivery of a symbol's steps (for an open order or a stream). Counted: every watch
   * has its own disposer.
   */
  watch(symbol: string): Disposer
  /**
   * Delivers the steps of watched symbols that a step of the seeded market causes, at that step's
   * time.
   */
  follow(step: MarketStep, sink: (step: MarketStep) => void): void
  /**
   * Delivers the steps of watched symbols caused by time alone, up to `to`. Called after the seeded
   * market has advanced to `to`.
   */
  advance(to: EpochMs, sink: (step: MarketStep) => void): void
  /** Adds a customer's print against market-maker liquidity to tape, bars and volume. */
  recordPrint(print: ExecutionPrint): void
  /**
   * Returns the final value of one unit in price units: for an event contract's yes side 10000 or
   * 0, for a cash-settled option its intrinsic value. Null before it is known.
   */
  settlement(symbol: string): PriceUnits | null
}
