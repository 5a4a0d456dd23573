import type { Calendar, SegmentKind } from '../calendar/calendar.js'
import { GAP_SHARE, MARKET_VOLATILITY, SECTOR_VOLATILITY, type Factors } from '../tapes/factors.js'
import type { StockSecurity } from '../securities/listings.js'
import type { DayFrame, PricePath } from '../tapes/price-path.js'
import { profileOf } from '../calendar/intraday-profile.js'
import { drawAt, fraction, hash3, hashText, normal, streamOf } from '../math/random.js'
import { SEGMENT_CODE, VARIANCE } from '../tapes/segment-plan.js'
import { SECTORS } from '../securities/universe.js'

/** Loadings of a symbol's moves on market, sector and its own noise; squares add up to about 1. */
export interface Loadings {
  readonly market: number
  readonly sector: number
  readonly own: number
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
const MIN_LEVEL = Math.log(200)
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
  const own = Math.sqrt(Math.max(minOwn * minOwn, 1 - market * market - sector * sector))
  // A fund that follows the market has little noise of its own; otherwise funds on one index would
  // drift apart.
  return {
    market,
    sector,
    own: listing.kind === 'etf' && Math.abs(market) > 0.7 ? Math.min(own, 0.2) : own,
  }
}

/**
 * Creates the daily walk of one symbol, anchored so that the last day of history closes at the
 * reference price.
 */
export function createDayPaths(
  seed: string,
  security: StockSecurity,
  calendar: Calendar,
  factors: Factors,
): DayPaths {
  const { listing, volatility, beta, sector } = security
  const key = hashText(`${seed}:${listing.symbol}`)
  const loadings = loadingsOf(security)
  const reference = Math.log(listing.referencePrice)
  const drift = DRIFT * Math.min(1.3, Math.max(0, beta))
  const anchorClose = calendar.anchor - 1
  const target = (index: number): number => reference + drift * (index - anchorClose)

  const regimeOf = (serial: number): number =>
    factors.regime(serial) * Math.exp(0.25 * normal(hash3(key, 1, serial)))
  const move = (serial: number, part: 'gap' | 'session', drawId: number, share: number): number => {
    const common =
      loadings.market * factors.daily(serial, part, 0) +
      loadings.sector * factors.daily(serial, part, 1 + sector)
    return (
      volatility *
      Math.sqrt(share) *
      regimeOf(serial) *
      (common + loadings.own * normal(hash3(key, drawId, serial)))
    )
  }
  const earningsOn = (key % 13) * 7 + (EARNINGS_WEEKDAYS[key % 3] ?? 0)
  const earnings = (serial: number): number => {
    const due = listing.kind === 'stock' && serial % EARNINGS_DAYS === earningsOn
    return due ? 2.8 * volatility * normal(hash3(key, 2, serial)) : 0
  }
  const gapOf = (serial: number): number => move(serial, 'gap', 3, GAP_SHARE) + earnings(serial)
  const newsOf = (serial: number): number =>
    listing.kind === 'stock' && fraction(hash3(key, 5, serial)) < 0.015
      ? 1.6 * volatility * normal(hash3(key, 6, serial))
      : 0
  const sessionOf = (serial: number): number =>
    move(serial, 'session', 4, 1 - GAP_SHARE) + newsOf(serial) + drift
  const postOf = (serial: number): number =>
    volatility *
    0.07 *
    (loadings.market * factors.daily(serial, 'post', 0) +
      loadings.own * normal(hash3(key, 7, serial)))
  const moveOf = (index: number): number => {
    const serial = calendar.serial(index)
    return gapOf(serial) + sessionOf(serial)
  }

  // Closes of history, walked backwards from the anchor as far as needed; those after it, forwards.
  const earlier = [reference]
  const later: number[] = []
  const walkTo = (index: number): void => {
    for (let day = anchorClose - earlier.length + 1; day > index; day -= 1) {
      const level = earlier.at(-1) ?? reference
      earlier.push(Math.max(MIN_LEVEL, level - moveOf(day) - PULL * (level - target(day))))
    }
  }
  const closeOf = (index: number): number => {
    if (index < 0) return closeOf(0) - sessionOf(calendar.serial(0))
    if (index <= anchorClose) {
      walkTo(index)
      return earlier[anchorClose - index] ?? reference
    }
    while (later.length < index - anchorClose) {
      const i = anchorClose + later.length + 1
      const before = later.at(-1) ?? reference
      later.push(Math.max(MIN_LEVEL, before + moveOf(i) - PULL * (before - target(i))))
    }
    return later[index - anchorClose - 1] ?? reference
  }
  /** Fills a session with common and own draws, tied to both ends of the day's frame. */
  const fill = (index: number, kind: SegmentKind, frame: DayFrame, levels: Float64Array): void => {
    const day = calendar.day(index)
    const { minutes } = day.segments[kind]
    const { variance } = profileOf(kind, minutes, security.shape)
    const [from, to] =
      kind === 'pre'
        ? [frame.pre, frame.open]
        : kind === 'regular'
          ? [frame.open, frame.close]
          : [frame.close, frame.post]
    const scale = volatility * frame.regime * Math.sqrt(VARIANCE[kind])
    const common = factors.minutes(day, kind, 0)
    const ofSector = factors.minutes(day, kind, 1 + sector)
    const stream = streamOf(hash3(key, 10 + SEGMENT_CODE[kind], day.serial), 0)
    const jump = kind === 'regular' ? frame.jump : 0
    let walked = 0
    for (let m = 0; m < minutes; m += 1) {
      const own = normal(drawAt(stream, m))
      walked +=
        scale *
        Math.sqrt(variance[m] ?? 0) *
        (loadings.market * (common[m] ?? 0) +
          loadings.sector * (ofSector[m] ?? 0) +
          loadings.own * own)
      levels[m + 1] = walked
    }
    const missing = to - from - jump - walked
    let share = 0
    levels[0] = from
    for (let m = 0; m < minutes; m += 1) {
      share += variance[m] ?? 0
      levels[m + 1] = from + (levels[m + 1] ?? 0) + missing * share + (m >= frame.jumpAt ? jump : 0)
    }
  }
  return {
    key,
    loadings,
    fill,
    frame: (index) => {
      const day = calendar.day(index)
      const close = closeOf(index)
      const before = closeOf(index - 1)
      const { serial } = day
      const open = Math.max(MIN_LEVEL, before + gapOf(serial))
      const rested = before + (index > 0 ? postOf(calendar.serial(index - 1)) : 0)
      const regime = regimeOf(serial)
      return {
        pre: rested + 0.7 * (open - rested),
        open,
        close,
        post: close + postOf(serial),
        jump: newsOf(serial),
        jumpAt: hash3(key, 8, serial) % day.segments.regular.minutes,
        regime,
        activity: Math.min(
          4,
          1.05 *
            regime ** 0.8 *
            Math.exp(0.22 * normal(hash3(key, 9, serial))) *
            (earnings(serial) === 0 ? 1 : 2),
        ),
      }
    },
  }
}
