import type { OrderDraft } from '../orders/order.js'
import type { EpochMs } from '../time.js'
import {
  closeMinute,
  exchangeClock,
  exchangeInstant,
  isTradingDay,
  nextDay,
  OVERNIGHT_MINUTE,
  PRE_OPEN_MINUTE,
  sessionAt,
} from './exchange-time.js'
import { hasKnownHours, isProductOpen, nextProductChange, PRODUCT_OF } from './product-hours.js'
import type { MarketSession } from './quote.js'

const EXTENDED: readonly MarketSession[] = ['pre', 'regular', 'post']

/**
 * Returns when an order that is sent now can trade first; null where that is now, and where the
 * hours are not known. The broker may refuse it instead: see {@link refusedHours}.
 */
export function waitsUntil(
  { assetClass, session }: Pick<OrderDraft, 'assetClass' | 'session'>,
  now: EpochMs,
): EpochMs | null {
  if (assetClass === 'stock' && session !== 'core') {
    const current = sessionAt(now)
    if (current === 'unknown') return null
    if (session === 'all') {
      return EXTENDED.includes(current) ? null : nextSession(now, PRE_OPEN_MINUTE, isTradingDay)
    }
    const hasNight = (day: string): boolean => isTradingDay(nextDay(day))
    return current === 'overnight' ? null : nextSession(now, OVERNIGHT_MINUTE, hasNight)
  }
  const product = PRODUCT_OF[assetClass]
  return isProductOpen(product, now) ? null : nextProductChange(product, now)
}

/** Why the broker refuses an order at this hour instead of letting it wait. */
export const REFUSED_HOURS = ['day-after-close', 'only-at-night', 'futures-closed'] as const
export type RefusedHours = (typeof REFUSED_HOURS)[number]

/**
 * Returns why the broker refuses an order that is sent now (TRADING-4.9); null where it takes it,
 * and where the hours are not known. A day order for the regular session is refused from its close
 * on, an order for the night outside of it, and futures while their market is closed.
 *
 * ASSUMPTION: day orders are refused until midnight in New York.
 */
export function refusedHours(
  { assetClass, session, timeInForce }: Pick<OrderDraft, 'assetClass' | 'session' | 'timeInForce'>,
  now: EpochMs,
): RefusedHours | null {
  const product = PRODUCT_OF[assetClass]
  if (!hasKnownHours(product, now)) return null
  switch (assetClass) {
    case 'stock':
      if (session === 'night') return sessionAt(now) === 'overnight' ? null : 'only-at-night'
      return session === 'core' && isTooLate(timeInForce, now) ? 'day-after-close' : null
    case 'option':
      return isTooLate(timeInForce, now) && !isProductOpen(product, now) ? 'day-after-close' : null
    case 'futures':
      return isProductOpen(product, now) ? null : 'futures-closed'
    case 'crypto':
    case 'event':
      return null
  }
}

/** True for a day order between the close of the regular session and midnight. */
function isTooLate(timeInForce: OrderDraft['timeInForce'], now: EpochMs): boolean {
  const { day, minute } = exchangeClock(now)
  return timeInForce === 'day' && isTradingDay(day) && minute >= closeMinute(day)
}

/** Returns the next time after `now` that a session begins at a minute of one of its days. */
function nextSession(now: EpochMs, minute: number, isOfDay: (day: string) => boolean): EpochMs {
  let { day } = exchangeClock(now)
  while (!isOfDay(day) || exchangeInstant(day, minute) <= now) day = nextDay(day)
  return exchangeInstant(day, minute)
}
