import { MINUTE_MS, epochMs } from '../../../shared/domain/time.js'
import type { Listing, Market, SnapshotData } from '../market/securities/market-types.js'
import type { PriceUnits } from '../model/units.js'
import { marketValue, quotient } from './figures.js'
import { dayOf, type Reference } from './reference.js'

/** The period over which a change is measured. */
export type Period = 'pre' | 'post' | { readonly minutes: number } | { readonly days: number }

/** One stock in the rankings. Ratios are in millionths; null where the divisor is zero. */
export interface Screened {
  readonly listing: Listing
  readonly snapshot: SnapshotData
  /** The newest price of any session; for days, of the regular one. */
  readonly price: PriceUnits
  /** The close before the day that is ranked. */
  readonly previousClose: PriceUnits
  /** The price that `change` is relative to. */
  readonly base: PriceUnits
  readonly change: PriceUnits
  readonly ratio: number | null
  readonly value: bigint
  readonly baseValue: bigint
  readonly yearEarnings: PriceUnits
  readonly pe: number | null
  readonly amplitude: number | null
  readonly turnoverRate: number | null
  readonly relativeVolume: number | null
}

const RATIO_DIGITS = 6
const USUAL_DAYS = 10

/** Returns the base price of a period's change; null when the stock has none. */
function baseOf(market: Market, snapshot: SnapshotData, period: Period): PriceUnits | null {
  if (period === 'pre' || period === 'post') {
    return snapshot.extended?.session === period ? snapshot.last : null
  }
  if ('minutes' in period) {
    const end = epochMs(snapshot.time - (period.minutes + 1) * MINUTE_MS)
    return (
      market
        .bars(snapshot.symbol, 'M1', {
          count: 1,
          end,
          sessions: ['pre', 'regular', 'post'],
          includeRunning: true,
          adjusted: true,
        })
        .at(-1)?.close ?? null
    )
  }
  if (period.days === 1) return snapshot.regular.previousClose
  const bars = market.bars(snapshot.symbol, 'D', { count: period.days + 1, includeRunning: true })
  return bars.length === period.days + 1 ? (bars[0]?.close ?? null) : null
}

/** Returns today's volume relative to the average of the ten days before. */
function relativeVolume(market: Market, snapshot: SnapshotData): number | null {
  const bars = market.bars(snapshot.symbol, 'D', { count: USUAL_DAYS + 1, includeRunning: true })
  const { open, volume } = snapshot.regular
  const before = open === null ? bars.slice(1) : bars.slice(0, -1)
  return quotient(
    volume * before.length,
    before.reduce((total, { volume }) => total + volume, 0),
    3,
  )
}

/** Screens one stock; null when it has no price for the period. */
export function screen(
  market: Market,
  reference: Reference,
  listing: Listing,
  period: Period,
): Screened | null {
  const snapshot = market.snapshot(listing.symbol)
  if (snapshot === undefined) return null
  const base = baseOf(market, snapshot, period)
  if (base === null) return null
  const day = typeof period === 'object' && 'days' in period
  const { regular } = snapshot
  const price = day ? regular.last : (snapshot.extended?.last ?? snapshot.last)
  const change = price - base
  const shares = reference.shares(listing.symbol)
  const yearEarnings = reference.booksOf(listing.symbol)?.yearOfEarnings(dayOf(snapshot.time)) ?? 0
  return {
    listing,
    snapshot,
    price,
    previousClose: day ? regular.previousClose : snapshot.previousClose,
    base,
    change,
    yearEarnings,
    ratio: quotient(change, base, RATIO_DIGITS),
    value: marketValue(snapshot.last, shares),
    baseValue: marketValue(base, shares),
    pe: quotient(snapshot.last, yearEarnings, RATIO_DIGITS),
    amplitude:
      regular.high === null || regular.low === null
        ? null
        : quotient(regular.high - regular.low, regular.previousClose, RATIO_DIGITS),
    turnoverRate: quotient(regular.volume, BigInt(shares) * 100_000n, RATIO_DIGITS),
    relativeVolume: relativeVolume(market, snapshot),
  }
}

/** A stock near or at its 52-week high or low. */
export interface Extreme {
  readonly week: PriceUnits
  readonly year: PriceUnits
  /** From that price to the last one, in millionths. */
  readonly ratio: number
}

/** A price within this share of the extreme counts as near, in millionths. */
const NEAR = 50_000

/** Compares a stock with its 52-week high or low; null when it does not belong in the ranking. */
export function extremeOf(
  market: Market,
  snapshot: SnapshotData,
  rank: 'NEW_HIGH' | 'NEAR_HIGH' | 'NEW_LOW' | 'NEAR_LOW',
): Extreme | null {
  const high = rank.endsWith('HIGH')
  const year = high ? snapshot.high52Weeks : snapshot.low52Weeks
  const today = high ? snapshot.regular.high : snapshot.regular.low
  const reached = today !== null && today === year
  const ratio = quotient(snapshot.last - year, year, RATIO_DIGITS)
  if (
    ratio === null ||
    reached !== rank.startsWith('NEW') ||
    (!reached && Math.abs(ratio) > NEAR)
  ) {
    return null
  }
  const week = market
    .bars(snapshot.symbol, 'D', { count: 5, includeRunning: true })
    .reduce<PriceUnits>(
      (extreme, bar) => (high ? Math.max(extreme, bar.high) : Math.min(extreme, bar.low)),
      today ?? year,
    )
  return { week, year, ratio }
}
