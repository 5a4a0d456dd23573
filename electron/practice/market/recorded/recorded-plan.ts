import { MINUTE_MS } from '../../../../shared/domain/time.js'
import type { Calendar, Segment, SegmentKind, TradingDay } from '../calendar/calendar.js'
import { profileOf, type Profile } from '../calendar/intraday-profile.js'
import { drawAt, hash3, logNormal, poisson, streamOf } from '../math/random.js'
import type { Security } from '../securities/security.js'
import {
  CELLS,
  CLOSE,
  HIGH,
  LOW,
  OPEN,
  SEGMENT_CODE,
  SHARES,
  SIDES,
  SPREAD,
  TRADES,
  tradedSession,
  type PriceReach,
  type SegmentPlan,
  type SegmentPlans,
} from '../tapes/segment-plan.js'
import type { RecordedPrices, RecordedSeries } from './recorded-series.js'

/** The minutes of a regular session, over which a day's volume is spread. */
const SESSION_MINUTES = 390
/** How much busier or calmer than usual a minute becomes by its volume. */
const MIN_PACE = 0.15
const MAX_PACE = 4

/** What recorded plans are made of. `key` names the symbol's draws. */
export interface RecordedPlanSource {
  readonly security: Security
  readonly calendar: Calendar
  readonly key: number
  readonly series: RecordedSeries
}

/**
 * Returns the fewest trades that make a bar: the first one at its open, the last one at its close,
 * and one more for each extreme that is neither.
 */
export function neededTrades({ open, high, low, close }: RecordedPrices): number {
  const extremes = Number(high > Math.max(open, close)) + Number(low < Math.min(open, close))
  return extremes > 0 ? 2 + extremes : open === close ? 1 : 2
}

/**
 * One session of a recorded symbol: the cells of every minute are the recorded bar's, so that the
 * tape, drawn by the usual rules, adds up to it exactly. A minute without a bar has no trade and no
 * new quote: the price stands.
 */
class RecordedPlan implements SegmentPlan {
  readonly isRecorded = true
  readonly security: Security
  readonly key: number
  readonly day: TradingDay
  readonly segment: Segment
  readonly levels: Float64Array
  readonly cells: Float64Array
  readonly worked: Uint8Array
  readonly #profile: Profile
  readonly #stream: number
  #high = 0
  #low = Infinity

  constructor(
    { security, calendar, key, series }: RecordedPlanSource,
    index: number,
    kind: SegmentKind,
  ) {
    this.security = security
    this.key = key
    this.day = calendar.day(index)
    this.segment = tradedSession(security, this.day, kind)
    const { start, minutes } = this.segment
    this.levels = new Float64Array(minutes + 1)
    this.cells = new Float64Array(minutes * CELLS)
    this.worked = new Uint8Array(minutes).fill(1)
    this.#profile = profileOf(kind, minutes, security.shape)
    this.#stream = hash3(key, 70 + SEGMENT_CODE[kind], this.day.serial)
    let last = security.referencePrice
    this.levels[0] = Math.log(last)
    for (let minute = 0; minute < minutes; minute += 1) {
      const bar = series.minute(start + minute * MINUTE_MS)
      if (bar !== null) {
        this.#write(minute, bar)
        last = bar.close
      }
      this.levels[minute + 1] = Math.log(last)
    }
  }

  work(): void {
    // Every row is written by the constructor.
  }

  quotes(minute: number): number {
    const row = minute * CELLS
    if (this.cells[row + TRADES] === 0) return 0
    return this.security.quotesPerMinute * this.#paceOf(this.cells[row + SHARES] ?? 0)
  }

  reach(): PriceReach {
    return { high: this.#high, low: this.#low }
  }

  #write(minute: number, bar: RecordedPrices): void {
    const { unit, tradesPerMinute } = this.security
    const row = minute * CELLS
    const shares = bar.volume / unit
    const usual = poisson(
      tradesPerMinute * this.#paceOf(shares),
      drawAt(streamOf(this.#stream, 1), minute),
    )
    this.cells[row + OPEN] = bar.open
    this.cells[row + HIGH] = bar.high
    this.cells[row + LOW] = bar.low
    this.cells[row + CLOSE] = bar.close
    this.cells[row + SHARES] = shares
    this.cells[row + TRADES] = Math.max(neededTrades(bar), Math.min(Math.floor(shares), usual))
    this.cells[row + SPREAD] = this.#spreadOf(minute, bar.open)
    this.cells[row + SIDES] = drawAt(streamOf(this.#stream, 2), minute) & 3
    this.#high = Math.max(this.#high, bar.high)
    this.#low = Math.min(this.#low, bar.low)
  }

  #paceOf(shares: number): number {
    const usual = Math.max(1, this.security.dailyVolume / SESSION_MINUTES)
    return Math.min(MAX_PACE, Math.max(MIN_PACE, Math.sqrt(shares / usual)))
  }

  #spreadOf(minute: number, price: number): number {
    const { grid, spread } = this.security
    const tick = grid.tickAt(price)
    const noise = logNormal(drawAt(streamOf(this.#stream, 3), minute))
    const width = price * spread * (this.#profile.spread[minute] ?? 1) * noise
    return tick * Math.max(1, Math.round(width / tick))
  }
}

/** The plans of a recorded symbol: a few days have minutes, all others are empty. */
export class RecordedPlans implements SegmentPlans {
  readonly #source: RecordedPlanSource
  readonly #plans = new Map<string, SegmentPlan>()

  constructor(source: RecordedPlanSource) {
    this.#source = source
  }

  plan(index: number, kind: SegmentKind): SegmentPlan {
    const { series } = this.#source
    const isKnown = index >= series.firstIndex && index <= series.index
    if (!isKnown) return new RecordedPlan(this.#source, index, kind)
    const id = `${kind}${index}`
    const plan = this.#plans.get(id) ?? new RecordedPlan(this.#source, index, kind)
    this.#plans.set(id, plan)
    return plan
  }

  scan(index: number, kind: SegmentKind): SegmentPlan {
    return this.plan(index, kind)
  }

  drop(): void {
    // A recording does not change.
  }
}
