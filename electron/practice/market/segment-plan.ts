import { MINUTE_MS } from '../../../shared/domain/time.js'
import type { Calendar, Segment, SegmentKind, TradingDay } from './calendar.js'
import type { DayFrame, DayPaths } from './day-path.js'
import { GAP_SHARE, type Factors } from './factors.js'
import type { Security } from './listings.js'
import { snap, snapDown, snapUp, above, tickAt } from './price-grid.js'
import { profileOf } from './profile.js'
import { hash3, logNormal, normal, poisson } from './random.js'

/**
 * One session of one symbol, planned minute by minute: what each minute bar will be, before its trades are drawn. The tape
 * keeps to the plan exactly, at whatever rate it is told, so bars never need the tape.
 */
export interface SegmentPlan {
  readonly day: TradingDay
  readonly segment: Segment
  /** Path of the middle price at minute bounds, as log of units; one longer than the minutes. */
  readonly levels: Float64Array
  readonly open: Int32Array
  readonly high: Int32Array
  readonly low: Int32Array
  readonly close: Int32Array
  /** Whole shares. */
  readonly volume: Int32Array
  /** Trades of the natural tape; 0 leaves the minute without a bar. */
  readonly trades: Uint16Array
  /** Usual spread of the minute, in steps of the price grid. */
  readonly spread: Uint16Array
  /** Bit 0: the first trade lifts the offer; bit 1: the last one does. */
  readonly sides: Uint8Array
  readonly quotesPerMinute: Float64Array
}

export interface SegmentPlans {
  plan(index: number, kind: SegmentKind): SegmentPlan
}

const EXT_VOLUME: Record<SegmentKind, number> = { pre: 0.018, regular: 1, post: 0.022 }
const VARIANCE: Record<SegmentKind, number> = { pre: 0.02, regular: 1 - GAP_SHARE, post: 0.005 }
const CODE: Record<SegmentKind, number> = { pre: 0, regular: 1, post: 2 }
const WICK = 0.42

/** The bid of a book `spread` steps wide around a middle price. */
export const bidAround = (middle: number, spread: number): number => snapDown(middle - ((spread - 1) * tickAt(middle)) / 2)

/** The path of the middle price over a session: common and own draws, tied to both ends of the day's frame. */
function path(frame: DayFrame, kind: SegmentKind, day: TradingDay, security: Security, paths: DayPaths, factors: Factors): Float64Array {
  const { minutes } = day.segments[kind]
  const { variance } = profileOf(kind, minutes)
  const [from, to] = kind === 'pre' ? [frame.pre, frame.open] : kind === 'regular' ? [frame.open, frame.close] : [frame.close, frame.post]
  const scale = security.volatility * frame.regime * Math.sqrt(VARIANCE[kind])
  const market = factors.minutes(day, kind, 0)
  const sector = factors.minutes(day, kind, 1 + security.sector)
  const { loadings } = paths
  const stream = hash3(paths.key, 10 + CODE[kind], day.serial)
  const jump = kind === 'regular' ? frame.jump : 0
  const levels = new Float64Array(minutes + 1)
  let walked = 0
  for (let m = 0; m < minutes; m += 1) {
    const own = normal(hash3(stream, 0, m))
    walked += scale * Math.sqrt(variance[m] ?? 0) * (loadings.market * (market[m] ?? 0) + loadings.sector * (sector[m] ?? 0) + loadings.own * own)
    levels[m + 1] = walked
  }
  const missing = to - from - jump - walked
  let share = 0
  levels[0] = from
  for (let m = 0; m < minutes; m += 1) {
    share += variance[m] ?? 0
    levels[m + 1] = from + (levels[m + 1] ?? 0) + missing * share + (m >= frame.jumpAt ? jump : 0)
  }
  return levels
}

function makePlan(index: number, kind: SegmentKind, security: Security, calendar: Calendar, paths: DayPaths, factors: Factors): SegmentPlan {
  const day = calendar.day(index)
  const segment = day.segments[kind]
  const n = segment.minutes
  const frame = paths.frame(index)
  const profile = profileOf(kind, n)
  const levels = path(frame, kind, day, security, paths, factors)
  const plan: SegmentPlan = {
    day, segment, levels, open: new Int32Array(n), high: new Int32Array(n), low: new Int32Array(n), close: new Int32Array(n), volume: new Int32Array(n),
    trades: new Uint16Array(n), spread: new Uint16Array(n), sides: new Uint8Array(n), quotesPerMinute: new Float64Array(n),
  }
  const stream = hash3(paths.key, 20 + CODE[kind], day.serial)
  const dayVolume = security.dailyVolume * EXT_VOLUME[kind] * frame.activity
  const wickScale = WICK * security.volatility * frame.regime * Math.sqrt(VARIANCE[kind])
  const pace = Math.sqrt(frame.activity)
  let next = Math.exp(levels[0] ?? 0)
  for (let m = 0; m < n; m += 1) {
    const from = next
    next = Math.exp(levels[m + 1] ?? 0)
    const to = next
    const h = hash3(stream, 1, m)
    const tick = tickAt(from)
    const spread = Math.max(1, Math.round((from * security.spread * (profile.spread[m] ?? 1) * logNormal(hash3(stream, 2, m))) / tick))
    plan.spread[m] = Math.min(spread, 5_000)
    plan.quotesPerMinute[m] = security.quotesPerMinute * (profile.activity[m] ?? 0) * pace
    const expected = security.tradesPerMinute * (profile.activity[m] ?? 0) * pace
    const trades = poisson(expected, hash3(stream, 3, m))
    if (trades === 0) continue
    const sides = h & 3
    const bidFrom = bidAround(from, spread)
    const bidTo = bidAround(to, spread)
    const close = (sides & 2) === 0 ? bidTo : above(bidTo, spread)
    const open = trades === 1 ? close : (sides & 1) === 0 ? bidFrom : above(bidFrom, spread)
    let high = Math.max(open, close)
    let low = Math.min(open, close)
    const half = (spread * tick) / 2
    const wick = wickScale * Math.sqrt(profile.variance[m] ?? 0) * to
    // With three trades there is room for one extreme beyond the ends, with fewer for none.
    const both = trades > 3
    if (both || (trades === 3 && (h & 4) === 0)) high = Math.max(high, snapUp(Math.max(from, to) + Math.abs(normal(hash3(stream, 4, m))) * wick + half))
    if (both || (trades === 3 && (h & 4) !== 0)) low = Math.min(low, snapDown(Math.min(from, to) - Math.abs(normal(hash3(stream, 5, m))) * wick - half))
    plan.trades[m] = trades
    plan.sides[m] = sides
    plan.open[m] = open
    plan.close[m] = close
    plan.high[m] = high
    plan.low[m] = low
    const shares = dayVolume * (profile.volume[m] ?? 0) * (expected > 0 ? trades / expected : 1) * logNormal(hash3(stream, 6, m))
    plan.volume[m] = Math.max(trades, Math.round(shares))
  }
  return plan
}

const CACHE_SEGMENTS = 12

/** Plans of one symbol, made when first needed and forgotten oldest first. */
export function createSegmentPlans(security: Security, calendar: Calendar, paths: DayPaths, factors: Factors): SegmentPlans {
  const cache = new Map<number, SegmentPlan>()
  return {
    plan: (index, kind) => {
      const id = index * 4 + CODE[kind]
      const known = cache.get(id)
      if (known) {
        cache.delete(id)
        cache.set(id, known)
        return known
      }
      const made = makePlan(index, kind, security, calendar, paths, factors)
      cache.set(id, made)
      if (cache.size > CACHE_SEGMENTS) {
        for (const oldest of cache.keys()) {
          cache.delete(oldest)
          break
        }
      }
      return made
    },
  }
}

/** The closing level of a day's frame as a price on the grid: what daily bars before the minute era open and close at. */
export const framePrice = (level: number): number => snap(Math.exp(level))

/** The minute of a segment that holds `time`. */
export const minuteOf = (segment: Segment, time: number): number => Math.floor((time - segment.start) / MINUTE_MS)
