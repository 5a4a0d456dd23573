import { TIMESPAN_SECONDS, type Bar, type Timespan } from '../../../shared/domain/market/bar.js'
import { add, maxOf, minOf, type Quantity } from '../../../shared/domain/decimal.js'
import type { Tick } from '../../../shared/domain/market/quote.js'
import { barStart } from '../../../shared/domain/market/bar-start.js'

/**
 * Whether a trade belongs to bars of this length: minute bars cover the extended hours, daily and
 * longer ones the regular session.
 */
export const countsIn = (tick: Pick<Tick, 'session'>, timespan: Timespan): boolean =>
  TIMESPAN_SECONDS[timespan] === null
    ? tick.session === null || tick.session === 'regular'
    : tick.session !== 'overnight'

/**
 * The bar after one more trade; a trade of a later span begins a new bar, one of an earlier span
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
 * A running bar made of what the provider answered and the trades since. Trades that arrive while
 * the question is on its way
 * may or may not be in the answer: they move the price, and `certain` tells that the volume should
 * be asked again.
 */
export interface BarBuilder {
  /** A question is on its way. */
  beginSeed(): void
  /** Its answer: the running bar, or null when the provider has none yet. */
  seed(bar: Bar | null): { readonly certain: boolean }
  /** The question failed: trades alone go on. */
  giveUp(): void
  /** True when the bar changed. */
  add(tick: Tick): boolean
  readonly bar: Bar | null
}

/** Starts without a bar. */
export function createBarBuilder(timespan: Timespan): BarBuilder {
  let bar: Bar | null = null
  let pendingTicks: Tick[] | null = null

  /** A trade that the seed may hold already: price yes, volume no, unless it opens a later bar. */
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
      // A provider that has no bar for this span yet does not unmake the one that trades made.
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
