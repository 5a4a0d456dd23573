import { exchangeInstant, type ExchangeDay } from '../../../shared/domain/market/exchange-time.js'
import type { EpochMs } from '../../../shared/domain/time.js'
import type { Listing } from '../market/market.js'
import { hashText } from '../market/math/random.js'
import type { Dividend } from './dividends.js'
import type { Reference } from './reference.js'
import type { ShareChange } from './splits.js'

/** What happened to a stock on a day. */
export interface CorporateEvent {
  readonly listing: Listing
  readonly type: ShareChange['type'] | 'CASH_DIVIDEND'
  readonly day: ExchangeDay
  readonly from: number
  readonly to: number
  readonly id: number
  /** When it became known. */
  readonly made: EpochMs
  /** What is paid and when, of a dividend; null of anything else. */
  readonly dividend: Dividend | null
}

const MORNING_MINUTE = 9 * 60

/**
 * The events of a stock that are known by `today`, newest first: dividends on the day from which
 * the share trades without them, splits also before they take effect.
 */
export function eventsOf(
  reference: Reference,
  listing: Listing,
  today: ExchangeDay,
): readonly CorporateEvent[] {
  const event = (
    type: CorporateEvent['type'],
    day: ExchangeDay,
    known: ExchangeDay,
    from: number,
    to: number,
    dividend: Dividend | null,
  ): CorporateEvent => ({
    listing,
    type,
    day,
    from,
    to,
    dividend,
    id: hashText(`event:${reference.seed}:${listing.symbol}:${type}:${day}`),
    made: exchangeInstant(known, MORNING_MINUTE),
  })
  const dividends = reference
    .dividends(listing.symbol, today)
    .map((dividend) => event('CASH_DIVIDEND', dividend.ex, dividend.declared, 1, 1, dividend))
  const changes = reference
    .changes(listing.symbol, today)
    .map(({ type, day, announced, from, to }) => event(type, day, announced, from, to, null))
  return [...dividends, ...changes].sort(newestFirst)
}

/** Newest first; of one day by symbol and kind. */
export const newestFirst = (a: CorporateEvent, b: CorporateEvent): number =>
  keyOf(a) < keyOf(b) ? 1 : -1
const keyOf = ({ day, listing, type }: CorporateEvent): string => `${day} ${listing.symbol} ${type}`
