import type { ExchangeDay } from '../../../shared/domain/market/exchange-time.js'
import type { EpochMs } from '../../../shared/domain/time.js'
import type { Shock } from '../../../shared/practice/replay.js'
import { quarterAfter } from './fiscal.js'
import { dayOf } from './reference.js'
import type { Books, Quarter } from './statements.js'

/** The results of a quarter as the calendar shows them: when, and how much once it is known. */
export interface Announcement {
  readonly quarter: Quarter
  readonly day: ExchangeDay
  /** Null before the report. */
  readonly actual: Pick<Quarter, 'eps' | 'revenue'> | null
}

/** Revenue surprises less than earnings. */
const REVENUE_SHARE = 0.25

const surprised = (estimate: number, hundredths: number): number =>
  Math.round(estimate + (Math.abs(estimate) * hundredths) / 10_000)

/** Returns the newest gap that a person has planned for the report of a quarter. */
function gapOf(
  symbol: string,
  { quarter, published }: Quarter,
  books: Books,
  shocks: readonly Shock[],
): Shock | undefined {
  const earlier = books.quarter(quarterAfter(books.facts, quarter, -1)).published
  return shocks.findLast((shock) => {
    const day = dayOf(shock.begins as EpochMs)
    const isOwn = shock.kind === 'earnings-gap' && shock.symbol === symbol
    return isOwn && day > earlier && day <= published
  })
}

/**
 * Returns when a quarter is announced, and its results. An earnings gap that a person has started
 * is the next report of the company: on its day, above or below the estimate like the price.
 */
export function announcementOf(
  symbol: string,
  quarter: Quarter,
  reported: boolean,
  { books, shocks, now }: { readonly books: Books; shocks: readonly Shock[]; now: EpochMs },
): Announcement {
  const gap = gapOf(symbol, quarter, books, shocks)
  if (gap === undefined) {
    return { quarter, day: quarter.published, actual: reported ? quarter : null }
  }
  const isKnown = gap.begins <= now
  return {
    quarter,
    day: dayOf(gap.begins as EpochMs),
    actual: isKnown
      ? {
          eps: surprised(quarter.epsEstimate, gap.own),
          revenue: surprised(quarter.revenueEstimate, gap.own * REVENUE_SHARE),
        }
      : null,
  }
}
