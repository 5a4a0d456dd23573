import type { EpochMs } from '../../../shared/domain/time.js'
import { exchangeClock, type ExchangeDay } from '../../../shared/domain/market/exchange-time.js'
import { priceText, sizeText } from '../model/figures.js'
import type { PriceLevel } from '../model/market-step.js'
import { PAYOUT } from './quotes.js'
import type { EventMarket, EventSpec } from './rules/types.js'
import { hasEnded, type EventVenue } from './venue.js'
import { SERIES } from './series/index.js'

/** True while some market of the event is tradable. */
export const isActive = (event: EventSpec, now: EpochMs): boolean =>
  event.markets.some((market) => !hasEnded(market, now))

/**
 * Returns the day on which a market expires as known at `now`; an early end only once it has
 * happened.
 */
export const expiryDay = (market: EventMarket, now: EpochMs): ExchangeDay =>
  exchangeClock(hasEnded(market, now) ? market.endsAt : market.event.occasion.closesAt).day

/**
 * Returns every market of the listed events in series order; optionally those of one series or
 * event only.
 */
export function listedMarkets(
  venue: EventVenue,
  now: EpochMs,
  series?: string,
  event?: string,
): readonly EventMarket[] {
  if (event !== undefined) {
    const found = venue.event(event)
    return found === undefined || (series !== undefined && found.rule.symbol !== series)
      ? []
      : found.markets
  }
  return SERIES.filter(({ symbol }) => series === undefined || symbol === series)
    .flatMap((rule) => venue.catalog.listed(rule, now))
    .flatMap(({ markets }) => markets)
}

/** Formats a level of the yes book. */
export const yesLevel = ({ price, size }: PriceLevel) => ({
  price: priceText(price),
  size: sizeText(size),
})

/** Formats a level of the yes book as the level of the no book that it is: 1 - X, other side. */
export const noLevel = ({ price, size }: PriceLevel) => ({
  price: priceText(PAYOUT - price),
  size: sizeText(size),
})
