import type { Disposer } from '../../../shared/domain/brand.js'
import type { MarketStep } from '../model/market-step.js'

/**
 * What one kind of instrument sends to the streams. The publisher decides when something is sent
 * and to whom; a feed knows its
 * symbols and makes their packets.
 */
export interface Feed {
  /** Categories under which it is subscribed to (MARKET-10). */
  readonly categories: readonly string[]
  /** The most levels a side of QUOTE. */
  readonly maxLevels: number
  /** Whether subscribers may name the symbol. */
  has(symbol: string): boolean
  /**
   * Whose steps are this symbol's: a continuous name is served by its contract, everything else by
   * itself.
   */
  source(symbol: string): string
  /** Asks for the steps of a symbol while somebody wants them. */
  watch(symbol: string): Disposer
  /**
   * Packets, null when there is nothing to tell yet; `now` is the publish time in epoch
   * milliseconds.
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
