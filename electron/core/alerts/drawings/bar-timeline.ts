import type { Price } from '../../../../shared/domain/decimal.js'
import { BarAxis } from '../../../../shared/domain/drawings/axis/bar-axis.js'
import {
  groupStart,
  isShown,
  type BarShape,
} from '../../../../shared/domain/drawings/axis/bar-shape.js'
import type { Symbol } from '../../../../shared/domain/ids.js'
import type { AssetClass } from '../../../../shared/domain/instruments/instrument.js'
import { TIMESPAN_SECONDS, type Bar } from '../../../../shared/domain/market/bar.js'
import {
  DAY_MS,
  epochMs,
  MINUTE_MS,
  SECOND_MS,
  type EpochMs,
} from '../../../../shared/domain/time.js'
import type { MarketPort } from '../../market/market-port.js'

const PAGE = 1_200
/** Before more bars than these, the places of bars are estimated, as on the chart. */
const MAX_BARS = 10 * PAGE
/** Bars that are read besides the missing ones, to prove that none is missing between. */
const OVERLAP = 3
/** In this time the calendar says where the bars are; a minute without a trade has none. */
const REFRESH_MS = 5 * MINUTE_MS

/** A bar of the shape: where it begins, and the price at which it closed. */
export interface TimedClose {
  readonly time: EpochMs
  readonly close: Price
}

export interface BarTimelineDeps {
  readonly bars: MarketPort['bars']
  readonly symbol: Symbol
  readonly assetClass: AssetClass
  readonly shape: BarShape
}

/**
 * The places of bars of one symbol and interval: those that the broker reports, and after the
 * newest one those of the exchange's calendar. The same rule places the drawings on a chart.
 */
export class BarTimeline {
  readonly #deps: BarTimelineDeps
  #bars: readonly TimedClose[] = []
  #axis: BarAxis | null = null
  /** The oldest time that was requested. */
  #from: EpochMs | null = null
  #readAt: EpochMs | null = null

  constructor(deps: BarTimelineDeps) {
    this.#deps = deps
  }

  /** True when the bars since a time are known. */
  isKnown(from: EpochMs): boolean {
    return this.#axis !== null && this.#from !== null && this.#from <= from
  }

  /** True when the places of the newest bars come from the calendar only, for long. */
  isOld(now: EpochMs): boolean {
    return this.#readAt !== null && now - this.#readAt >= REFRESH_MS
  }

  /** Returns the bar that contains a time. */
  position(time: EpochMs): number {
    return this.#axis?.position(time) ?? 0
  }

  /** Returns when the next bar begins. */
  nextStart(now: EpochMs): EpochMs {
    return this.#axis?.time(this.position(now) + 1) ?? epochMs(now + MINUTE_MS)
  }

  /** Returns the bars that began at a time or later and were complete before `now`. */
  closesSince(from: EpochMs, now: EpochMs): readonly TimedClose[] {
    const running = this.position(now)
    return this.#bars.filter(({ time }) => time >= from && this.position(time) < running)
  }

  /** Reads the bars since a time; false when they could not be read. */
  async read(from: EpochMs, now: EpochMs): Promise<boolean> {
    const isSame = this.#from !== null && this.#from <= from && this.#bars.length > 0
    const newest = this.#bars.at(-1)?.time ?? now
    const isAdded = isSame && (await this.#readNewest(newest, now))
    if (!isAdded) {
      const all = await this.#pages(from, MAX_BARS)
      if (all === null) return false
      this.#bars = this.#grouped(all)
    }
    this.#from = this.#from === null || from < this.#from ? from : this.#from
    this.#readAt = now
    const { shape, assetClass } = this.#deps
    this.#axis = new BarAxis({ history: this.#bars, live: null }, shape, assetClass)
    return true
  }

  /** Adds the newest bars; false when others may be missing between. */
  async #readNewest(newest: EpochMs, now: EpochMs): Promise<boolean> {
    const read = await this.#pages(newest, PAGE, Math.max(1, now - newest))
    const fresh = read === null ? [] : this.#grouped(read)
    const [first] = fresh
    if (first === undefined || first.time > newest) return false
    // The first group may have begun before the first bar that was read.
    const added = fresh.filter(({ time }) => time > first.time)
    this.#bars = [...this.#bars.filter(({ time }) => time <= first.time), ...added]
    return true
  }

  /** Returns the broker's bars back to a time, oldest first; null when they cannot be read. */
  async #pages(from: EpochMs, max: number, missingMs?: number): Promise<readonly Bar[] | null> {
    const { symbol, shape } = this.#deps
    const pages: (readonly Bar[])[] = []
    let before: EpochMs | null = null
    for (let readCount = 0; readCount < max; ) {
      const count = missingMs === undefined ? PAGE : this.#countOf(missingMs)
      const includeRunning = before === null
      const answer = await this.#deps.bars({
        symbol,
        timespan: shape.base,
        count,
        before,
        includeRunning,
      })
      if (!answer.ok) return null
      const limit: EpochMs | null = before
      const older: readonly Bar[] = answer.value.filter(
        ({ time }) => limit === null || time < limit,
      )
      pages.push(older)
      readCount += older.length
      before = older[0]?.time ?? null
      if (older.length < count || before === null || before <= from) break
      if (missingMs !== undefined) break
    }
    return pages.toReversed().flat()
  }

  /** Returns how many of the broker's bars are at most in a time, with some before. */
  #countOf(missingMs: number): number {
    const { base, count } = this.#deps.shape
    const lengthMs = (TIMESPAN_SECONDS[base] ?? 0) * SECOND_MS || DAY_MS
    return Math.min(PAGE, Math.ceil(missingMs / lengthMs) + OVERLAP * count)
  }

  #grouped(bars: readonly Bar[]): readonly TimedClose[] {
    const { shape } = this.#deps
    if (shape.count === 1 && !shape.isRegularOnly) {
      return bars.map(({ time, close }) => ({ time, close }))
    }
    const closes = new Map<EpochMs, TimedClose>()
    for (const bar of bars) {
      if (!isShown(bar, shape)) continue
      const time = groupStart(bar.time, shape)
      closes.set(time, { time, close: bar.close })
    }
    return [...closes.values()]
  }
}

/** Returns the oldest of some times; `now` for none. */
export const oldestOf = (times: readonly EpochMs[], now: EpochMs): EpochMs =>
  epochMs(Math.min(now, ...times))
