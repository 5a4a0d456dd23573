import type { AssetClass } from '../../../../shared/domain/instruments/instrument.js'
import { exchangeClock, sessionAt } from '../../../../shared/domain/market/exchange-time.js'
import {
  hasKnownHours,
  isProductOpen,
  nextProductChange,
  PRODUCT_OF,
} from '../../../../shared/domain/market/product-hours.js'
import type { EpochMs } from '../../../../shared/domain/time.js'
import type { PolicyFacts } from './policy-types.js'

/** The session of a product, and when its next regular one opens. */
export type MarketHours = Required<Pick<PolicyFacts, 'session' | 'nextOpen'>>

/** Maps the exchange's sessions to the ones that policies distinguish. */
const STOCK_SESSIONS = {
  regular: 'regular',
  pre: 'extended',
  post: 'extended',
  overnight: 'extended',
  closed: 'closed',
  unknown: 'unknown',
} as const

/**
 * Returns the hours of a class by the calendar of its own market. Only stocks have extended hours;
 * other products are open or closed.
 */
export function marketHours(assetClass: AssetClass, now: EpochMs): MarketHours {
  const product = PRODUCT_OF[assetClass]
  const isOpen = isProductOpen(product, now)
  const nextOpen = isOpen ? null : nextProductChange(product, now)
  if (assetClass === 'stock') return { session: STOCK_SESSIONS[sessionAt(now)], nextOpen }
  const session = !hasKnownHours(product, now) ? 'unknown' : isOpen ? 'regular' : 'closed'
  return { session, nextOpen }
}

/** Returns an opening as a sentence names it: the day, and the time of day in New York. */
export function openingOf(
  nextOpen: EpochMs | null | undefined,
): { readonly day: string; readonly time: string } | null {
  if (nextOpen === null || nextOpen === undefined) return null
  const { day, minute } = exchangeClock(nextOpen)
  const [hours, minutes] = [Math.floor(minute / 60), minute % 60]
  return { day, time: [hours, minutes].map((part) => String(part).padStart(2, '0')).join(':') }
}
