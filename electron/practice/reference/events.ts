import { exchangeInstant, type ExchangeDay } from '../../../shared/domain/market/exchange-time.js'
import type { EpochMs } from '../../../shared/domain/time.js'
import type { Listing } from '../market/securities/market-types.js'
import { hashText } from '../market/math/random.js'
import type { Dividend } from './dividends.js'
import type { Reference } from './reference.js'
import type { ShareChange } from './splits.js'

/** A corporate action of a stock. */
export interface CorporateEvent {
  readonly listing: Listing
  readonly type: ShareChange['type'] | 'CASH_DIVIDEND'
  readonly day: ExchangeDay
  readonly from: number
  readonly to: number
  readonly id: number
  /** When it was announced. */
  readonly made: EpochMs
  /** Amount and dates of a dividend; null for anything else. */
  readonly dividend: Dividend | null
}

const MORNING_MINUTE = 9 * 60

/**
 * Returns the corporate actions of a stock known by `today`, newest first: dividends from their ex
 * date on, splits also before they take effect.
 */
export function eventsOf(
  reference: Reference,
  listing: Listing,
  today: ExchangeDay,
): readonly CorporateEvent[] {
  const event = (
    announced: ExchangeDay,
    terms: Omit<CorporateEvent, 'listing' | 'id' | 'made'>,
  ): CorporateEvent => ({
    listing,
    ...terms,
    id: hashText(`event:${reference.seed}:${listing.symbol}:${terms.type}:${terms.day}`),
    made: exchangeInstant(announced, MORNING_MINUTE),
  })
  const dividends = reference.dividends(listing.symbol, today).map((dividend) =>
    event(dividend.declared, {
      type: 'CASH_DIVIDEND',
      day: dividend.ex,
      from: 1,
      to: 1,
      dividend,
    }),
  )
  const changes = reference
    .changes(listing.symbol, today)
    .map(({ type, day, announced, from, to }) =>
      event(announced, { type, day, from, to, dividend: null }),
    )
  return [...dividends, ...changes].sort(newestFirst)
}

/** Sorts newest first; within a day by symbol and kind. */
export const newestFirst = (a: CorporateEvent, b: CorporateEvent): number =>
  keyOf(a) < keyOf(b) ? 1 : -1
const keyOf = ({ day, listing, type }: CorporateEvent): string => `${day} ${listing.symbol} ${type}`
