import type { AssetClass } from '../instruments/instrument.js'
import type { OrderDraft } from '../orders/order.js'
import type { EpochMs } from '../time.js'
import {
  exchangeClock,
  exchangeInstant,
  isTradingDay,
  nextDay,
  OVERNIGHT_MINUTE,
  PRE_OPEN_MINUTE,
  sessionAt,
} from './exchange-time.js'
import { isProductOpen, nextProductChange, type Product } from './product-hours.js'
import type { MarketSession } from './quote.js'

const PRODUCT_OF: Readonly<Record<AssetClass, Product>> = {
  stock: 'EQUITY',
  option: 'OPTION',
  futures: 'FUTURES',
  crypto: 'CRYPTO',
  event: 'EVENT',
}

const EXTENDED: readonly MarketSession[] = ['pre', 'regular', 'post']

/**
 * Returns when an order that is sent now can trade first; null where that is now, and where the
 * hours are not known.
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

/** Returns the next time after `now` that a session begins at a minute of one of its days. */
function nextSession(now: EpochMs, minute: number, isOfDay: (day: string) => boolean): EpochMs {
  let { day } = exchangeClock(now)
  while (!isOfDay(day) || exchangeInstant(day, minute) <= now) day = nextDay(day)
  return exchangeInstant(day, minute)
}
