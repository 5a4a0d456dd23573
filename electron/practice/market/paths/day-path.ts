import type { Calendar, DaySegmentKind, SegmentKind } from '../calendar/calendar.js'
import { GAP_SHARE, MARKET_VOLATILITY, SECTOR_VOLATILITY, type Factors } from '../tapes/factors.js'
import type { StockSecurity } from '../securities/listings.js'
import type { DayFrame, PricePath } from '../tapes/price-path.js'
import { profileOf } from '../calendar/intraday-profile.js'
import { drawAt, fraction, hash3, hashText, normal, streamOf } from '../math/random.js'
import { nightOf, UNREST } from './night-path.js'
import { SEGMENT_CODE, VARIANCE } from '../tapes/segment-plan.js'
import { SECTORS } from '../securities/universe.js'

/** Loadings of a symbol's moves on market, sector and its own noise; squares add up to about 1. */
export interface Loadings {
  readonly market: number
  readonly sector: number
  readonly own: number
}

/** One session whose minutes are walked. */
interface SessionWalk {
  readonly index: number
  readonly kind: DaySegmentKind
  readonly frame: DayFrame
  /** The share of the session's variance that each minute has. */
  readonly variance: Float64Array
}

export interface DayPaths extends PricePath {
  readonly loadings: Loadings
}

/**
 * Daily pull towards the reference path: keeps ten years of a volatile symbol within an order of
 * magnitude.
 */
const PULL = 0.002
const DRIFT = 0.0004
/** Two cents: the floor of the walk. */
export const MIN_LEVEL = Math.log(200)
/**
 * Earnings come every thirteen weeks, on a Tuesday, Wednesday or Thursday (day 0 of the epoch was a
 * Thursday).
 */
const EARNINGS_DAYS = 91
const EARNINGS_WEEKDAYS = [5, 6, 0] as const

function loadingsOf({ listing, volatility, beta, sector: index }: StockSecurity): Loadings {
  const multiple = listing.leverageFactor === null ? 1 : Number.parseInt(listing.leverageFactor, 10)
  const market = (beta * MARKET_VOLATILITY) / volatility
  // Funds of the whole market hardly follow a sector, sector funds do in part, stocks most.
  const share = listing.kind === 'stock' ? 0.9 : SECTORS[index] === 'broad' ? 0.12 : 0.35
  const sector = (share * multiple * SECTOR_VOLATILITY) / volatility
  const minOwn = listing.kind === 'etf' ? 0.12 : 0.45
  const ownLoading = Math.sqrt(Math.max(minOwn * minOwn, 1 - market * market - sector * sector))
  // A fund that follows the market has little noise of its own; otherwise funds on one index would
  // drift apart.
  return {
    market,
    sector,
    own: listing.kind === 'etf' && Math.abs(market) > 0.7 ? Math.min(ownLoading, 0.2) : ownLoading,
  }
}

/**
 * The daily walk of one symbol, anchored so that the last day of history closes at the reference
 * price. Every draw follows from the key and the day's serial number.
 */
class StockDayPaths implements DayPaths {
  readonly key: number
  readonly loadings: Loadings
  readonly #security: StockSecurity
  readonly #calendar: Calendar
  readonly #factors: Factors
  readonly #reference: number
  readonly #drift: number
  readonly #earningsOn: number
  /** Closes of history, newest first, walked backwards from the anchor as far as needed. */
  readonly #earlier: number[]
  /** Closes after the anchor, oldest first. */
  readonly #later: number[] = []

  constructor(seed: string, security: StockSecurity, calendar: Calendar, factors: Factors) {
    const { listing, beta } = security
    this.key = hashText(`${seed}:${listing.symbol}`)
    this.loadings = loadingsOf(security)
    this.#security = security
    this.#calendar = calendar
    this.#factors = factors
    this.#reference = Math.log(listing.referencePrice)
    this.#drift = DRIFT * Math.min(1.3, Math.max(0, beta))
    this.#earningsOn = (this.key % 13) * 7 + (EARNINGS_WEEKDAYS[this.key % 3] ?? 0)
    this.#earlier = [this.#reference]
  }

  frame(index: number): DayFrame {
    const day = this.#calendar.day(index)
    const close = this.#closeOf(index)
    const before = this.#closeOf(index - 1)
    const { serial } = day
    const open = Math.max(MIN_LEVEL, before + this.#gapOf(serial))
    const rested = before + (index > 0 ? this.#postOf(this.#calendar.serial(index - 1)) : 0)
    const regime = this.#regimeOf(serial)
    return {
      pre: rested + 0.7 * (open - rested),
      open,
      close,
      post: close + this.#postOf(serial),
      jump: this.#newsOf(serial),
      jumpAt: hash3(this.key, 8, serial) % day.segments.regular.minutes,
      regime,
      activity: this.#activityOf(serial, regime),
    }
  }

  /** Fills a session with common and own draws, tied to both ends of the day's frame. */
  fill(index: number, kind: SegmentKind, frame: DayFrame, levels: Float64Array): void {
    if (kind === 'overnight') return this.#fillNight(index, frame, levels)
    const { minutes } = this.#calendar.day(index).segments[kind]
    const { variance } = profileOf(kind, minutes, this.#security.shape)
    const [from, to] = boundsOf(kind, frame)
    const jump = kind === 'regular' ? frame.jump : 0
    const walked = this.#walkMinutes({ index, kind, frame, variance }, levels)
    const missing = to - from - jump - walked
    let share = 0
    levels[0] = from
    for (let m = 0; m < minutes; m += 1) {
      share += variance[m] ?? 0
      levels[m + 1] = from + (levels[m + 1] ?? 0) + missing * share + (m >= frame.jumpAt ? jump : 0)
    }
  }

  /**
   * Fills the overnight session with the end of the night's walk, which products that follow the
   * stock round the clock take, too.
   */
  #fillNight(index: number, frame: DayFrame, levels: Float64Array): void {
    // What does not trade overnight has no minutes there.
    if (levels.length === 1) return void levels.fill(frame.post)
    const { volatility, listing } = this.#security
    const night = nightOf(
      {
        path: this,
        calendar: this.#calendar,
        volatility,
        unrest: listing.cryptoEtf ? UNREST.crypto : UNREST.usual,
      },
      index,
    )
    levels.set(night.levels.subarray(night.levels.length - levels.length))
  }

  /** Writes the untied walk of a session from 0 on, and returns where it ends. */
  #walkMinutes({ index, kind, frame, variance }: SessionWalk, levels: Float64Array): number {
    const day = this.#calendar.day(index)
    const { volatility, sector } = this.#security
    const { loadings } = this
    const { minutes } = day.segments[kind]
    const scale = volatility * frame.regime * Math.sqrt(VARIANCE[kind])
    const common = this.#factors.minutes(day, kind, 0)
    const ofSector = this.#factors.minutes(day, kind, 1 + sector)
    const stream = streamOf(hash3(this.key, 10 + SEGMENT_CODE[kind], day.serial), 0)
    let walked = 0
    for (let m = 0; m < minutes; m += 1) {
      const ownDraw = normal(drawAt(stream, m))
      walked +=
        scale *
        Math.sqrt(variance[m] ?? 0) *
        (loadings.market * (common[m] ?? 0) +
          loadings.sector * (ofSector[m] ?? 0) +
          loadings.own * ownDraw)
      levels[m + 1] = walked
    }
    return walked
  }

  #closeOf(index: number): number {
    const anchorClose = this.#calendar.anchor - 1
    if (index < 0) return this.#closeOf(0) - this.#sessionOf(this.#calendar.serial(0))
    if (index <= anchorClose) {
      this.#walkBackTo(index)
      return this.#earlier[anchorClose - index] ?? this.#reference
    }
    while (this.#later.length < index - anchorClose) {
      const day = anchorClose + this.#later.length + 1
      const before = this.#later.at(-1) ?? this.#reference
      this.#later.push(
        Math.max(MIN_LEVEL, before + this.#moveOf(day) - PULL * (before - this.#target(day))),
      )
    }
    return this.#later[index - anchorClose - 1] ?? this.#reference
  }

  #walkBackTo(index: number): void {
    const anchorClose = this.#calendar.anchor - 1
    for (let day = anchorClose - this.#earlier.length + 1; day > index; day -= 1) {
      const level = this.#earlier.at(-1) ?? this.#reference
      this.#earlier.push(
        Math.max(MIN_LEVEL, level - this.#moveOf(day) - PULL * (level - this.#target(day))),
      )
    }
  }

  #target(index: number): number {
    return this.#reference + this.#drift * (index - (this.#calendar.anchor - 1))
  }

  #moveOf(index: number): number {
    const serial = this.#calendar.serial(index)
    return this.#gapOf(serial) + this.#sessionOf(serial)
  }

  #gapOf(serial: number): number {
    return this.#commonMove(serial, 'gap', 3, GAP_SHARE) + this.#earnings(serial)
  }

  #sessionOf(serial: number): number {
    return (
      this.#commonMove(serial, 'session', 4, 1 - GAP_SHARE) + this.#newsOf(serial) + this.#drift
    )
  }

  #postOf(serial: number): number {
    return (
      this.#security.volatility *
      0.07 *
      (this.loadings.market * this.#factors.daily(serial, 'post', 0) +
        this.loadings.own * normal(hash3(this.key, 7, serial)))
    )
  }

  /** Returns a part of a day's move without its events: market, sector and own draw. */
  #commonMove(serial: number, part: 'gap' | 'session', drawId: number, share: number): number {
    const { volatility, sector } = this.#security
    const { loadings } = this
    const common =
      loadings.market * this.#factors.daily(serial, part, 0) +
      loadings.sector * this.#factors.daily(serial, part, 1 + sector)
    return (
      volatility *
      Math.sqrt(share) *
      this.#regimeOf(serial) *
      (common + loadings.own * normal(hash3(this.key, drawId, serial)))
    )
  }

  #earnings(serial: number): number {
    const { listing, volatility } = this.#security
    const due = listing.kind === 'stock' && serial % EARNINGS_DAYS === this.#earningsOn
    return due ? 2.8 * volatility * normal(hash3(this.key, 2, serial)) : 0
  }

  #newsOf(serial: number): number {
    const { listing, volatility } = this.#security
    return listing.kind === 'stock' && fraction(hash3(this.key, 5, serial)) < 0.015
      ? 1.6 * volatility * normal(hash3(this.key, 6, serial))
      : 0
  }

  #regimeOf(serial: number): number {
    return this.#factors.regime(serial) * Math.exp(0.25 * normal(hash3(this.key, 1, serial)))
  }

  #activityOf(serial: number, regime: number): number {
    return Math.min(
      4,
      1.05 *
        regime ** 0.8 *
        Math.exp(0.22 * normal(hash3(this.key, 9, serial))) *
        (this.#earnings(serial) === 0 ? 1 : 2),
    )
  }
}

/** Returns the levels at the start and end of a session. */
function boundsOf(kind: DaySegmentKind, frame: DayFrame): readonly [from: number, to: number] {
  if (kind === 'pre') return [frame.pre, frame.open]
  return kind === 'regular' ? [frame.open, frame.close] : [frame.close, frame.post]
}

/** Creates the daily walk of one symbol. */
export const createDayPaths = (
  seed: string,
  security: StockSecurity,
  calendar: Calendar,
  factors: Factors,
): DayPaths => new StockDayPaths(seed, security, calendar, factors)
