import { MINUTE_MS } from '../../../../shared/domain/time.js'
import type { StockSecurity } from '../securities/listings.js'
import { fraction, hash3 } from '../math/random.js'

/**
 * An interval generated at one rate, `from` inclusive, `to` exclusive; null is the natural rate.
 */
export interface RateSpan {
  readonly from: number
  readonly to: number
  readonly perSecond: number | null
}

/** The rates at which one symbol was and is generated. */
export interface SymbolRates {
  /** Returns the rates of one minute, in order. */
  spansOf(minuteStart: number): readonly RateSpan[]
  /** True when a minute has more than one rate, so that its bar differs from the planned one. */
  cuts(minuteStart: number): boolean
  current(): number | null
  /** Returns the symbol's steps in one minute at a rate; null for the natural tape. */
  steps(minuteStart: number, perSecond: number | null): number | null
}

export interface RateSchedule {
  /** Sets the rate from `from` on; later entries replace those they overlap. */
  change(from: number, perSecond: number | null): void
  current(): number | null
  ratesOf(security: StockSecurity): SymbolRates
}

const NATURAL: readonly RateSpan[] = [{ from: -Infinity, to: Infinity, perSecond: null }]

/** The rates of products that load mode does not change: futures and crypto. */
export const NATURAL_RATES: SymbolRates = {
  spansOf: () => NATURAL,
  cuts: () => false,
  current: () => null,
  steps: () => null,
}

/** Creates the record of past rates: load mode changes the tape, so the history must store it. */
export function createRateSchedule(securities: readonly StockSecurity[]): RateSchedule {
  let spans = NATURAL
  const activity = (security: StockSecurity): number =>
    security.tradesPerMinute + security.quotesPerMinute
  const total = securities.reduce((sum, security) => sum + activity(security), 0)
  const current = (): number | null => spans.at(-1)?.perSecond ?? null
  return {
    change: (from, perSecond) => {
      spans = [
        ...spans
          .filter((span) => span.from < from)
          .map((span) => (span.to > from ? { ...span, to: from } : span)),
        { from, to: Infinity, perSecond },
      ]
    },
    current,
    ratesOf: (security) => {
      // Half of the load is spread evenly over all symbols, half by how busy they are.
      const weight = 0.5 / securities.length + (0.5 * activity(security)) / total
      return {
        spansOf: (start) =>
          spans.length === 1
            ? spans
            : spans.filter((span) => span.to > start && span.from < start + MINUTE_MS),
        cuts: (start) =>
          spans.length > 1 &&
          spans.some((span) => span.from > start && span.from < start + MINUTE_MS),
        current,
        steps: (minuteStart, perSecond) =>
          perSecond === null
            ? null
            : Math.floor(
                perSecond * 60 * weight +
                  fraction(hash3(security.index, 50, minuteStart / MINUTE_MS)),
              ),
      }
    },
  }
}
