import { MINUTE_MS } from '../../../../shared/domain/time.js'
import type { Calendar, Segment, SegmentKind, TradingDay } from '../calendar/calendar.js'
import { GAP_SHARE } from './factors.js'
import type { PriceGrid } from '../math/price-grid.js'
import type { PricePath } from './price-path.js'
import { profileOf } from '../calendar/intraday-profile.js'
import { drawAt, hash3, logNormal, normal, poisson, streamOf } from '../math/random.js'
import type { Security } from '../securities/security.js'
import type { ShareBasis } from './share-basis.js'

/** Cells of a minute's row in `SegmentPlan.cells`. */
export const OPEN = 0
export const HIGH = 1
export const LOW = 2
export const CLOSE = 3
/** Tape units: whole shares. */
export const SHARES = 4
/** Trades of the natural tape; 0 leaves the minute without a bar. */
export const TRADES = 5
/** Usual spread, in price increments. */
export const SPREAD = 6
/** Bit 0: the first trade lifts the offer; bit 1: the last one does. */
export const SIDES = 7
const CELLS = 8

type Cells = Int32Array | Float64Array

/**
 * One session of one symbol, planned minute by minute: each minute bar before its trades are drawn.
 * The tape matches the plan exactly at any rate, so bars never need the tape.
 */
export interface SegmentPlan {
  readonly security: Security
  /** The key of the symbol's draws. */
  readonly key: number
  readonly day: TradingDay
  readonly segment: Segment
  /** Path of the middle price at minute bounds, as log of units; one longer than the minutes. */
  readonly levels: Float64Array
  /**
   * One row per minute, in one array because many plans are created and dropped. Read by {@link
   * cell}.
   */
  readonly cells: Cells
  /** Flags of the computed minutes. Rows are independent, and startup needs few of a day's. */
  readonly worked: Uint8Array
  /** Computes the row of a minute. */
  work(minute: number): void
  /** Returns the average number of quote changes in a minute between trades of the natural tape. */
  quotes(minute: number): number
}

/** Returns one cell of a minute's row, computing it when needed. */
export const cell = (plan: SegmentPlan, minute: number, field: number): number => {
  if (plan.worked[minute] === 0) plan.work(minute)
  return plan.cells[minute * CELLS + field] as number
}

export interface SegmentPlans {
  plan(index: number, kind: SegmentKind): SegmentPlan
  /** Returns an uncached plan for reading through many days; valid only until the next scan. */
  scan(index: number, kind: SegmentKind): SegmentPlan
}

/** Buffers of one plan. */
interface PlanBuffers {
  readonly levels: Float64Array
  readonly cells: Cells
  readonly worked: Uint8Array
}
/** Above this, prices may grow beyond 32 bits. */
const WIDE_FROM = 2 ** 31 / 16
const allocateBuffers = (minutes: number, { referencePrice }: Security): PlanBuffers => ({
  levels: new Float64Array(minutes + 1),
  cells:
    referencePrice > WIDE_FROM
      ? new Float64Array(minutes * CELLS)
      : new Int32Array(minutes * CELLS),
  worked: new Uint8Array(minutes),
})

const EXT_VOLUME: Record<SegmentKind, number> = { pre: 0.018, regular: 1, post: 0.022 }
export const VARIANCE: Readonly<Record<SegmentKind, number>> = {
  pre: 0.02,
  regular: 1 - GAP_SHARE,
  post: 0.005,
}
export const SEGMENT_CODE: Readonly<Record<SegmentKind, number>> = { pre: 0, regular: 1, post: 2 }
const WICK = 0.42

/** Returns the bid of a book `spread` increments wide around a middle price. */
export const bidAround = (grid: PriceGrid, middle: number, spread: number): number =>
  grid.snapDown(middle - ((spread - 1) * grid.tickAt(middle)) / 2)

function makePlan(
  index: number,
  kind: SegmentKind,
  security: Security,
  calendar: Calendar,
  paths: PricePath,
  basis: ShareBasis,
  buffers: PlanBuffers | null,
): SegmentPlan {
  const day = calendar.day(index)
  const segment = day.segments[kind]
  const n = segment.minutes
  const frame = paths.frame(index)
  const profile = profileOf(kind, n, security.shape)
  const { grid } = security
  const { levels, cells, worked } = buffers ?? allocateBuffers(n, security)
  if (buffers) {
    cells.fill(0)
    worked.fill(0)
  }
  paths.fill(index, kind, frame, levels)
  const pace = Math.sqrt(frame.activity)
  const stream = hash3(paths.key, 20 + SEGMENT_CODE[kind], day.serial)
  const streams = [1, 2, 3, 4, 5, 6].map((index) => streamOf(stream, index))
  const [
    sideStream = 0,
    spreadStream = 0,
    tradeStream = 0,
    highStream = 0,
    lowStream = 0,
    volumeStream = 0,
  ] = streams
  const dayVolume = security.dailyVolume * basis.shares(index) * EXT_VOLUME[kind] * frame.activity
  const wickScale = WICK * security.volatility * frame.regime * Math.sqrt(VARIANCE[kind])
  const work = (m: number): void => {
    worked[m] = 1
    const from = Math.exp(levels[m] ?? 0)
    const to = Math.exp(levels[m + 1] ?? 0)
    const h = drawAt(sideStream, m)
    const tick = grid.tickAt(from)
    const spread = Math.max(
      1,
      Math.round(
        (from * security.spread * (profile.spread[m] ?? 1) * logNormal(drawAt(spreadStream, m))) /
          tick,
      ),
    )
    const row = m * CELLS
    cells[row + SPREAD] = spread
    const expected = security.tradesPerMinute * (profile.activity[m] ?? 0) * pace
    const trades = poisson(expected, drawAt(tradeStream, m))
    if (trades === 0) return
    const sides = h & 3
    const bidFrom = bidAround(grid, from, spread)
    const bidTo = bidAround(grid, to, spread)
    const close = (sides & 2) === 0 ? bidTo : grid.above(bidTo, spread)
    const open = trades === 1 ? close : (sides & 1) === 0 ? bidFrom : grid.above(bidFrom, spread)
    let high = Math.max(open, close)
    let low = Math.min(open, close)
    const half = (spread * tick) / 2
    const wick = wickScale * Math.sqrt(profile.variance[m] ?? 0) * to
    // Three trades leave room for one extreme beyond open and close, fewer for none.
    const both = trades > 3
    if (both || (trades === 3 && (h & 4) === 0)) {
      high = Math.max(
        high,
        grid.snapUp(Math.max(from, to) + Math.abs(normal(drawAt(highStream, m))) * wick + half),
      )
    }
    if (both || (trades === 3 && (h & 4) !== 0)) {
      low = Math.min(
        low,
        grid.snapDown(Math.min(from, to) - Math.abs(normal(drawAt(lowStream, m))) * wick - half),
      )
    }
    cells[row + TRADES] = trades
    cells[row + SIDES] = sides
    cells[row + OPEN] = open
    cells[row + CLOSE] = close
    cells[row + HIGH] = high
    cells[row + LOW] = low
    const shares =
      dayVolume *
      (profile.volume[m] ?? 0) *
      (expected > 0 ? trades / expected : 1) *
      logNormal(drawAt(volumeStream, m))
    cells[row + SHARES] = Math.max(trades, Math.round(shares))
  }
  return {
    security,
    key: paths.key,
    day,
    segment,
    levels,
    cells,
    worked,
    work,
    quotes: (minute) => security.quotesPerMinute * (profile.activity[minute] ?? 0) * pace,
  }
}

const CACHE_SEGMENTS = 12
/** The longest sessions: after-hours of a short day, and a day without breaks. */
const MAX_MINUTES = { stock: 7 * 60, futures: 24 * 60, 'round-the-clock': 24 * 60 } as const

/** Creates the plans of one symbol on demand; the least recently used are dropped. */
export function createSegmentPlans(
  security: Security,
  calendar: Calendar,
  paths: PricePath,
  basis: ShareBasis,
): SegmentPlans {
  const cache = new Map<number, SegmentPlan>()
  let buffers: PlanBuffers | null = null
  const idOf = (index: number, kind: SegmentKind): number => index * 4 + SEGMENT_CODE[kind]
  return {
    plan: (index, kind) => {
      const id = idOf(index, kind)
      const made = cache.get(id) ?? makePlan(index, kind, security, calendar, paths, basis, null)
      // Reinserted, so that the map's order is the order of last use.
      cache.delete(id)
      cache.set(id, made)
      if (cache.size > CACHE_SEGMENTS) {
        for (const oldest of cache.keys()) {
          cache.delete(oldest)
          break
        }
      }
      return made
    },
    scan: (index, kind) => {
      const known = cache.get(idOf(index, kind))
      if (known) return known
      buffers ??= allocateBuffers(MAX_MINUTES[security.shape], security)
      return makePlan(index, kind, security, calendar, paths, basis, buffers)
    },
  }
}

/** Returns the minute of a segment that contains `time`. */
export const minuteOf = (segment: Segment, time: number): number =>
  Math.floor((time - segment.start) / MINUTE_MS)
