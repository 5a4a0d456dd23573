import { TIMESPAN_SECONDS, type Bar, type Timespan } from '../../../../shared/domain/market/bar.js'
import { add, maxOf, minOf, type Quantity } from '../../../../shared/domain/decimal.js'
import type { Tick } from '../../../../shared/domain/market/quote.js'
import { barStart } from '../../../../shared/domain/market/bar-start.js'

/**
 * True when a trade counts for bars of this length: minute bars include extended hours, daily and
 * longer bars only the regular session.
 */
export const countsIn = (tick: Pick<Tick, 'session'>, timespan: Timespan): boolean =>
  TIMESPAN_SECONDS[timespan] === null
    ? tick.session === null || tick.session === 'regular'
    : tick.session !== 'overnight'

/**
 * Adds a trade to a bar. A trade of a later interval starts a new bar; one of an earlier interval
 * changes nothing.
 */
export function addTick(bar: Bar | null, tick: Tick, timespan: Timespan): Bar | null {
  const time = barStart(tick.time, timespan)
  if (bar === null || time > bar.time) {
    return {
      time,
      open: tick.price,
      high: tick.price,
      low: tick.price,
      close: tick.price,
      volume: tick.size,
    }
  }
  if (time < bar.time) return bar
  return {
    time,
    open: bar.open,
    high: maxOf(bar.high, tick.price),
    low: minOf(bar.low, tick.price),
    close: tick.price,
    volume: add(bar.volume, tick.size),
  }
}

/**
 * Builds the running bar from the provider's bar and the trades since. A trade that arrives during
 * the request may or may not be in the response: it updates the price, and `certain` is false
 * because the volume has to be requested again.
 */
export interface BarBuilder {
  /** Marks the start of a request for the running bar. */
  beginSeed(): void
  /** Applies the response: the running bar, or null when the provider has none yet. */
  seed(bar: Bar | null): { readonly certain: boolean }
  /** Ends a failed request; trades alone continue the bar. */
  giveUp(): void
  /** Adds a trade; true when the bar changed. */
  add(tick: Tick): boolean
  readonly bar: Bar | null
}

/** Creates a builder without a bar. */
export function createBarBuilder(timespan: Timespan): BarBuilder {
  let bar: Bar | null = null
  let pendingTicks: Tick[] | null = null

  /**
   * Adds a trade that the seed may include already: updates the price but not the volume, unless
   * the trade opens a later bar.
   */
  const extendBar = (known: Bar | null, tick: Tick): Bar | null => {
    const next = addTick(known, tick, timespan)
    return known !== null && next !== null && next.time === known.time
      ? { ...next, volume: known.volume as Quantity }
      : next
  }

  return {
    beginSeed() {
      pendingTicks = []
    },
    seed(answered) {
      const arrived = pendingTicks ?? []
      pendingTicks = null
      const newer = answered !== null && bar !== null && bar.time > answered.time ? bar : null
      if (newer !== null) return { certain: true }
      // When the provider has no bar for this interval yet, the bar built from trades remains.
      const start = answered ?? bar
      bar = arrived.reduce<Bar | null>((known, tick) => extendBar(known, tick), start)
      return { certain: arrived.length === 0 || bar?.time !== answered?.time }
    },
    giveUp() {
      pendingTicks = null
    },
    add(tick) {
      if (!countsIn(tick, timespan)) return false
      pendingTicks?.push(tick)
      const next = addTick(bar, tick, timespan)
      if (next === bar) return false
      bar = next
      return true
    },
    get bar() {
      return bar
    },
  }
}
