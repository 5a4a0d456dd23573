import { MINUTE_MS } from '../../../../shared/domain/time.js'
import type { Calendar, Segment, SegmentKind, TradingDay } from '../calendar/calendar.js'
import { GAP_SHARE } from './factors.js'
import { UNREST } from '../paths/night-path.js'
import type { PriceGrid } from '../math/price-grid.js'
import type { PricePath } from './price-path.js'
import { profileOf, type Profile } from '../calendar/intraday-profile.js'
import {
  drawAt,
  hash3,
  logNormal,
  MAX_LOG_NORMAL,
  MAX_NORMAL,
  normal,
  poisson,
  streamOf,
} from '../math/random.js'
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
/**
 * Usual spread, in price units: a number of increments would become another width where the
 * increment changes within the minute.
 */
export const SPREAD = 6
/** Bit 0: the first trade lifts the offer; bit 1: the last one does. */
export const SIDES = 7
export const CELLS = 8

type Cells = Int32Array | Float64Array

/**
 * One session of one symbol, planned minute by minute: each minute bar before its trades are drawn.
 * The tape matches the plan exactly at any rate, so bars never need the tape.
 */
export interface SegmentPlan {
  /** True where the rows are recorded bars: quotes stay within them. */
  readonly isRecorded: boolean
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
  /** Returns bounds of all planned trades without computing a minute. */
  reach(): PriceReach
}

/** Prices that no trade exceeds. */
export interface PriceReach {
  readonly high: number
  readonly low: number
}

/** Returns one cell of a minute's row, computing it when needed. */
export const cell = (plan: SegmentPlan, minute: number, field: number): number => {
  if (plan.worked[minute] === 0) plan.work(minute)
  return plan.cells[minute * CELLS + field] as number
}

export interface SegmentPlans {
  plan(index: number, kind: SegmentKind): SegmentPlan
  /**
   * Returns an uncached plan for reading through many days; valid only until the next scan of any
   * symbol.
   */
  scan(index: number, kind: SegmentKind): SegmentPlan
  /** Drops every cached plan, because the path has changed. */
  drop(): void
}

/** Buffers of one plan. */
interface PlanBuffers {
  readonly levels: Float64Array
  readonly cells: Cells
  readonly worked: Uint8Array
}
/** Above this, prices may grow beyond 32 bits. */
const WIDE_FROM = 2 ** 31 / 16
const isWide = ({ referencePrice }: Security): boolean => referencePrice > WIDE_FROM
const allocateBuffers = (minutes: number, security: Security): PlanBuffers => ({
  levels: new Float64Array(minutes + 1),
  cells: isWide(security) ? new Float64Array(minutes * CELLS) : new Int32Array(minutes * CELLS),
  worked: new Uint8Array(minutes),
})

const EXT_VOLUME: Record<SegmentKind, number> = {
  pre: 0.018,
  regular: 1,
  post: 0.022,
  overnight: 0.006,
}
export const VARIANCE: Readonly<Record<SegmentKind, number>> = {
  pre: 0.02,
  regular: 1 - GAP_SHARE,
  post: 0.005,
  overnight: UNREST.usual,
}
export const SEGMENT_CODE: Readonly<Record<SegmentKind, number>> = {
  pre: 0,
  regular: 1,
  post: 2,
  overnight: 3,
}
const WICK = 0.42
/** Price increments by which spread and rounding move a price at most. */
const ROUNDING = 4

/** Returns a session of a symbol's day: one without minutes where it does not trade overnight. */
export const tradedSession = (
  { tradesOvernight }: Pick<Security, 'tradesOvernight'>,
  { segments }: TradingDay,
  kind: SegmentKind,
): Segment =>
  kind === 'overnight' && !tradesOvernight
    ? { ...segments.overnight, end: segments.overnight.start, minutes: 0 }
    : segments[kind]

/** Returns the bid of a book of this width, in price units, around a middle price. */
export const bidAround = (grid: PriceGrid, middle: number, width: number): number =>
  grid.snapDown(middle - Math.max(0, width - grid.tickAt(middle)) / 2)

/** The parameters of one symbol, from which its plans are made. */
interface PlanSource {
  readonly security: Security
  readonly calendar: Calendar
  readonly paths: PricePath
  readonly basis: ShareBasis
}

/** The draws of a plan, one stream per quantity. */
interface PlanStreams {
  readonly side: number
  readonly spread: number
  readonly trades: number
  readonly high: number
  readonly low: number
  readonly volume: number
}

const streamsOf = (stream: number): PlanStreams => ({
  side: streamOf(stream, 1),
  spread: streamOf(stream, 2),
  trades: streamOf(stream, 3),
  high: streamOf(stream, 4),
  low: streamOf(stream, 5),
  volume: streamOf(stream, 6),
})

/** The ends of a minute: its middle prices and spread. */
interface MinuteEnds {
  readonly from: number
  readonly to: number
  /** In price units. */
  readonly spread: number
}

/** The first and last price of a minute with trades. `draw` decides their sides. */
interface MinuteTrades {
  readonly trades: number
  readonly draw: number
  readonly open: number
  readonly close: number
}

interface LevelBounds {
  readonly highest: number
  readonly lowest: number
  readonly highFrom: number
  readonly lowFrom: number
}

interface ProfileMaxima {
  readonly maxVariance: number
  readonly maxSpread: number
}

const MAXIMA = new WeakMap<Profile, ProfileMaxima>()

/** Returns the largest values of a profile, which all symbols share. */
function maximaOf(profile: Profile): ProfileMaxima {
  const known = MAXIMA.get(profile)
  if (known !== undefined) return known
  const maxOf = (values: Float64Array): number => values.reduce((a, b) => Math.max(a, b), 0)
  const made = { maxVariance: maxOf(profile.variance), maxSpread: maxOf(profile.spread) }
  MAXIMA.set(profile, made)
  return made
}

/** A plan whose rows are drawn when they are first read. */
class DrawnPlan implements SegmentPlan {
  readonly isRecorded = false
  readonly security: Security
  readonly key: number
  readonly day: TradingDay
  readonly segment: Segment
  readonly levels: Float64Array
  readonly cells: Cells
  readonly worked: Uint8Array
  readonly #profile: Profile
  readonly #streams: PlanStreams
  /** Trades and quotes relative to normal. */
  readonly #pace: number
  readonly #volume: number
  readonly #wickScale: number
  /** How busy and how wide each minute trades, relative to normal; null where all are normal. */
  readonly #strain: Float64Array | null

  constructor(source: PlanSource, index: number, kind: SegmentKind, buffers: PlanBuffers) {
    const { security, calendar, paths, basis } = source
    const day = calendar.day(index)
    const frame = paths.frame(index)
    this.security = security
    this.key = paths.key
    this.day = day
    this.segment = tradedSession(security, day, kind)
    this.levels = buffers.levels
    this.cells = buffers.cells
    this.worked = buffers.worked
    this.#profile = profileOf(kind, this.segment.minutes, security.shape)
    this.#streams = streamsOf(hash3(paths.key, 20 + SEGMENT_CODE[kind], day.serial))
    this.#pace = Math.sqrt(frame.activity)
    this.#volume = security.dailyVolume * basis.shares(index) * EXT_VOLUME[kind] * frame.activity
    this.#wickScale = WICK * security.volatility * frame.regime * Math.sqrt(VARIANCE[kind])
    this.#strain = paths.strain?.(index, kind) ?? null
    paths.fill(index, kind, frame, this.levels)
  }

  quotes(minute: number): number {
    return this.#busy(minute, this.security.quotesPerMinute)
  }

  reach(): PriceReach {
    const { grid, spread } = this.security
    const { variance, spread: spreads } = this.#profile
    const { highest, lowest, highFrom, lowFrom } = this.#levelBounds()
    let high = highest
    let low = lowest
    for (let minute = 0; minute < this.segment.minutes; minute += 1) {
      const before = this.levels[minute] ?? 0
      const after = this.levels[minute + 1] ?? 0
      // Most minutes are too far from both extremes to set one.
      if (before < highFrom && after < highFrom && before > lowFrom && after > lowFrom) continue
      const from = Math.exp(before)
      const to = Math.exp(after)
      const wick = MAX_NORMAL * this.#wickScale * Math.sqrt(variance[minute] ?? 0) * to
      const width = (spreads[minute] ?? 1) * this.#strainAt(minute)
      const side = (MAX_LOG_NORMAL * from * spread * width) / 2
      high = Math.max(high, Math.max(from, to) + wick + side)
      low = Math.min(low, Math.min(from, to) - wick - side)
    }
    // Spreads are at least one increment wide, and prices are rounded to whole ones.
    return { high: high + ROUNDING * grid.tick, low: low - ROUNDING * grid.tick }
  }

  #strainAt(minute: number): number {
    return this.#strain?.[minute] ?? 1
  }

  /** Returns how often something happens in a minute that happens so often in a usual one. */
  #busy(minute: number, usual: number): number {
    return usual * (this.#profile.activity[minute] ?? 0) * this.#pace * this.#strainAt(minute)
  }

  /**
   * Returns the extremes of the middle price, and the levels that a minute has to come to before
   * its trades can exceed what the minutes of these extremes reach.
   */
  #levelBounds(): LevelBounds {
    const { levels } = this
    const { minutes } = this.segment
    let top = levels[0] ?? 0
    let bottom = top
    for (let minute = 1; minute <= minutes; minute += 1) {
      const level = levels[minute] ?? 0
      if (level > top) top = level
      if (level < bottom) bottom = level
    }
    const { maxVariance, maxSpread } = maximaOf(this.#profile)
    const maxStrain = this.#strain?.reduce((a, b) => Math.max(a, b), 1) ?? 1
    const wick = MAX_NORMAL * this.#wickScale * Math.sqrt(maxVariance)
    const beyond = wick + (MAX_LOG_NORMAL * this.security.spread * maxSpread * maxStrain) / 2
    const highest = Math.exp(top)
    const lowest = Math.exp(bottom)
    return {
      highest,
      lowest,
      highFrom: top - Math.log(1 + beyond),
      lowFrom: Math.log(lowest + beyond * highest),
    }
  }

  work(minute: number): void {
    this.worked[minute] = 1
    const row = minute * CELLS
    const ends = this.#endsOf(minute)
    this.cells[row + SPREAD] = ends.spread
    const expected = this.#busy(minute, this.security.tradesPerMinute)
    const trades = poisson(expected, drawAt(this.#streams.trades, minute))
    if (trades === 0) return
    this.#writePrices(minute, ends, trades)
    const shares =
      this.#volume *
      (this.#profile.volume[minute] ?? 0) *
      this.#strainAt(minute) *
      (expected > 0 ? trades / expected : 1) *
      logNormal(drawAt(this.#streams.volume, minute))
    this.cells[row + TRADES] = trades
    this.cells[row + SHARES] = Math.max(trades, Math.round(shares))
  }

  #endsOf(minute: number): MinuteEnds {
    const { grid, spread } = this.security
    const from = Math.exp(this.levels[minute] ?? 0)
    const to = Math.exp(this.levels[minute + 1] ?? 0)
    const tick = grid.tickAt(from)
    const noise = logNormal(drawAt(this.#streams.spread, minute))
    const usual = from * spread * (this.#profile.spread[minute] ?? 1) * noise
    const width = usual * this.#strainAt(minute)
    return { from, to, spread: tick * Math.max(1, Math.round(width / tick)) }
  }

  #writePrices(minute: number, ends: MinuteEnds, trades: number): void {
    const { grid } = this.security
    const { from, to, spread } = ends
    const draw = drawAt(this.#streams.side, minute)
    const sides = draw & 3
    const bidFrom = bidAround(grid, from, spread)
    const bidTo = bidAround(grid, to, spread)
    const close = (sides & 2) === 0 ? bidTo : grid.aboveBy(bidTo, spread)
    const open = trades === 1 ? close : (sides & 1) === 0 ? bidFrom : grid.aboveBy(bidFrom, spread)
    const row = minute * CELLS
    this.cells[row + SIDES] = sides
    this.cells[row + OPEN] = open
    this.cells[row + CLOSE] = close
    const minuteTrades = { trades, draw, open, close }
    this.cells[row + HIGH] = this.#highOf(minute, ends, minuteTrades)
    this.cells[row + LOW] = this.#lowOf(minute, ends, minuteTrades)
  }

  // Three trades leave room for one extreme beyond open and close, fewer for none.

  #highOf(minute: number, ends: MinuteEnds, { trades, draw, open, close }: MinuteTrades): number {
    const high = Math.max(open, close)
    if (trades < 3 || (trades === 3 && (draw & 4) !== 0)) return high
    const wick = this.#wickOf(minute, ends, this.#streams.high)
    const top = Math.max(ends.from, ends.to) + wick + ends.spread / 2
    return Math.max(high, this.security.grid.snapUp(top))
  }

  #lowOf(minute: number, ends: MinuteEnds, { trades, draw, open, close }: MinuteTrades): number {
    const low = Math.min(open, close)
    if (trades < 3 || (trades === 3 && (draw & 4) === 0)) return low
    const wick = this.#wickOf(minute, ends, this.#streams.low)
    const bottom = Math.min(ends.from, ends.to) - wick - ends.spread / 2
    return Math.min(low, this.security.grid.snapDown(bottom))
  }

  /** Returns how far the middle price moves beyond both ends of the minute. */
  #wickOf(minute: number, { to }: MinuteEnds, stream: number): number {
    const wick = this.#wickScale * Math.sqrt(this.#profile.variance[minute] ?? 0) * to
    return Math.abs(normal(drawAt(stream, minute))) * wick
  }
}

/**
 * Two trading days: live trading, the figures of the day and those of the day before read no others
 * again and again. Of every symbol as many are held, so that more would only be memory.
 */
const CACHE_SEGMENTS = 8
/** The longest sessions: overnight, and a day without breaks. */
const MAX_MINUTES = { stock: 8 * 60, futures: 24 * 60, 'round-the-clock': 24 * 60 } as const
const idOf = (index: number, kind: SegmentKind): number => index * 4 + SEGMENT_CODE[kind]

/**
 * The memory of scanned plans, one for all symbols: of thousands it would be larger than all their
 * cached plans.
 */
const SCANNED = new Map<string, PlanBuffers>()

/** Returns the memory of a scanned plan, cleared. */
function scanMemory(security: Security): PlanBuffers {
  const minutes = MAX_MINUTES[security.shape]
  const key = `${minutes} ${isWide(security)}`
  const memory = SCANNED.get(key)
  if (memory === undefined) {
    const made = allocateBuffers(minutes, security)
    SCANNED.set(key, made)
    return made
  }
  memory.cells.fill(0)
  memory.worked.fill(0)
  return memory
}

/** The plans of one symbol; the least recently used are dropped. */
class CachedPlans implements SegmentPlans {
  readonly #source: PlanSource
  readonly #cache = new Map<number, SegmentPlan>()

  constructor(source: PlanSource) {
    this.#source = source
  }

  plan(index: number, kind: SegmentKind): SegmentPlan {
    const id = idOf(index, kind)
    const made = this.#cache.get(id) ?? this.#draw(index, kind)
    // Reinserted, so that the map's order is the order of last use.
    this.#cache.delete(id)
    this.#cache.set(id, made)
    if (this.#cache.size > CACHE_SEGMENTS) this.#dropOldest()
    return made
  }

  scan(index: number, kind: SegmentKind): SegmentPlan {
    const known = this.#cache.get(idOf(index, kind))
    if (known) return known
    return new DrawnPlan(this.#source, index, kind, scanMemory(this.#source.security))
  }

  drop(): void {
    this.#cache.clear()
  }

  #draw(index: number, kind: SegmentKind): SegmentPlan {
    const { security, calendar } = this.#source
    const { minutes } = tradedSession(security, calendar.day(index), kind)
    return new DrawnPlan(this.#source, index, kind, allocateBuffers(minutes, security))
  }

  #dropOldest(): void {
    for (const oldest of this.#cache.keys()) {
      this.#cache.delete(oldest)
      return
    }
  }
}

/** Creates the plans of one symbol on demand. */
export const createSegmentPlans = (
  security: Security,
  calendar: Calendar,
  paths: PricePath,
  basis: ShareBasis,
): SegmentPlans => new CachedPlans({ security, calendar, paths, basis })

/** Returns the minute of a segment that contains `time`. */
export const minuteOf = (segment: Segment, time: number): number =>
  Math.floor((time - segment.start) / MINUTE_MS)
