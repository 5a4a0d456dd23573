import type { Disposer } from '../../../shared/domain/brand.js'
import type { MarketStep } from '../model/market-step.js'

/**
 * The stream data of one kind of instrument. A feed knows its symbols and encodes their packets;
 * the publisher decides when to send and to whom.
 */
export interface Feed {
  /** Subscription categories (MARKET-10). */
  readonly categories: readonly string[]
  /** Maximum QUOTE levels per side. */
  readonly maxLevels: number
  /** True when subscribers may name the symbol. */
  has(symbol: string): boolean
  /**
   * Returns the symbol whose steps serve this one: its contract for a continuous name, otherwise
   * itself.
   */
  source(symbol: string): string
  /** Generates steps for a symbol until disposed. */
  watch(symbol: string): Disposer
  /**
   * Encodes a packet, or returns null when there is nothing to send yet; `now` is the publish time
   * in epoch milliseconds.
   */
  tick(
    symbol: string,
    step: MarketStep,
    trade: NonNullable<MarketStep['trade']>,
    now: number,
  ): Buffer | null
  quote(symbol: string, levels: number, now: number): Buffer | null
  snapshot(symbol: string, now: number): Buffer | null
}
