import { exchangeInstant, type ExchangeDay } from '../../../shared/domain/market/exchange-time.js'
import { epochMs } from '../../../shared/domain/time.js'
import type { Market } from '../market/securities/market-types.js'
import { fraction, hash3, hashText, normal } from '../market/math/random.js'
import { CENT, STOCK_SCALE, cashOf, type PriceUnits } from '../model/units.js'
import { businessDay, daysAfter, monthOf, monthStart } from './fiscal.js'

/** Analyst ratings of a stock; the five kinds add up to `number`. */
export interface Rating {
  readonly number: number
  readonly strongBuy: number
  readonly buy: number
  readonly hold: number
  readonly underPerform: number
  readonly sell: number
  readonly since: ExchangeDay
}

/** Ratings change monthly. */
const monthDay = (today: ExchangeDay): ExchangeDay => {
  const first = businessDay(monthStart(monthOf(today)))
  return first <= today ? first : businessDay(monthStart(monthOf(today) - 1))
}

export function ratingOf(seed: string, symbol: string, value: bigint, today: ExchangeDay): Rating {
  const since = monthDay(today)
  const key = hashText(`rating:${seed}:${symbol}`)
  const month = monthOf(since)
  // Larger companies have more analysts: about 3 for a small one, 50 for the largest.
  const number = Math.max(
    1,
    Math.min(55, Math.round(3 * (String(value).length - 10) + 6 * fraction(hash3(key, 1, 0)))),
  )
  const mood = 0.35 + 0.4 * fraction(hash3(key, 2, 0)) + 0.05 * normal(hash3(key, 3, month))
  const part = (share: number): number => Math.round(number * Math.min(1, Math.max(0, share)))
  const strongBuy = Math.min(number, part(mood * 0.45))
  const buy = Math.min(number - strongBuy, part(mood * 0.5))
  const sell = Math.min(number - strongBuy - buy, part((1 - mood) * 0.12))
  const underPerform = Math.min(number - strongBuy - buy - sell, part((1 - mood) * 0.15))
  return {
    number,
    strongBuy,
    buy,
    sell,
    underPerform,
    hold: number - strongBuy - buy - sell - underPerform,
    since,
  }
}

/** The price targets of analysts. */
export interface TargetPrice {
  readonly low: PriceUnits
  readonly median: PriceUnits
  readonly mean: PriceUnits
  readonly high: PriceUnits
  readonly since: ExchangeDay
}

/** Returns targets around the last close before the month: low ≤ median, mean ≤ high. */
export function targetOf(
  market: Market,
  seed: string,
  symbol: string,
  today: ExchangeDay,
): TargetPrice {
  const since = monthDay(today)
  const key = hashText(`target:${seed}:${symbol}`)
  const month = monthOf(since)
  const close =
    market
      .bars(symbol, 'D', {
        count: 1,
        end: epochMs(exchangeInstant(since, 0) - 1),
        includeRunning: false,
      })
      .at(-1)?.close ??
    market.listing(symbol)?.referencePrice ??
    CENT
  const cents = (price: number): PriceUnits => Math.max(CENT, Math.round(price / CENT) * CENT)
  const middle = close * (1.08 + 0.06 * normal(hash3(key, 1, month)))
  const spread = 0.12 + 0.12 * fraction(hash3(key, 2, month))
  const mean = cents(middle)
  const median = cents(middle * (1 + 0.01 * normal(hash3(key, 3, month))))
  return {
    low: Math.min(mean, median, cents(middle * (1 - spread))),
    high: Math.max(mean, median, cents(middle * (1 + spread * 1.3))),
    mean,
    median,
    since,
  }
}

/**
 * A day's turnover by origin in whole cents; the parts add up to the volume at the day's middle
 * price.
 */
export interface Flow {
  readonly day: number
  readonly largeIn: bigint
  readonly largeOut: bigint
  readonly mediumIn: bigint
  readonly mediumOut: bigint
  readonly smallIn: bigint
  readonly smallOut: bigint
}

const UNITS_OF_A_CENT = 10_000_000_000n

/** Returns the newest days, oldest first; buyers have the larger share of a day that rose. */
export function flowsOf(
  market: Market,
  seed: string,
  symbol: string,
  count: number,
): readonly Flow[] {
  const key = hashText(`flow:${seed}:${symbol}`)
  return market
    .bars(symbol, 'D', { count, includeRunning: true })
    .map(({ time, open, high, low, close, volume }) => {
      const cents =
        cashOf(Math.round((open + high + low + close) / 4), volume, STOCK_SCALE) / UNITS_OF_A_CENT
      const draw = (drawId: number): number =>
        fraction(hash3(key, drawId, Math.floor(time / 3_600_000)))
      const part = (total: bigint, share: number): bigint =>
        (total * BigInt(Math.round(Math.min(0.95, Math.max(0.05, share)) * 10_000))) / 10_000n
      const lean = Math.max(-0.15, Math.min(0.15, (3 * (close - open)) / open))
      const large = part(cents, 0.3 + 0.2 * draw(1))
      const medium = part(cents - large, 0.45 + 0.15 * draw(2))
      const small = cents - large - medium
      const [largeIn, mediumIn, smallIn] = [
        part(large, 0.46 + 0.08 * draw(3) + lean),
        part(medium, 0.46 + 0.08 * draw(4) + lean / 2),
        part(small, 0.46 + 0.08 * draw(5) - lean / 3),
      ]
      return {
        day: time,
        largeIn,
        largeOut: large - largeIn,
        mediumIn,
        mediumOut: medium - mediumIn,
        smallIn,
        smallOut: small - smallIn,
      }
    })
}

/** Returns the trading day at or after a day moved by `by` calendar days. */
export const officeDay = (day: ExchangeDay, by: number): ExchangeDay =>
  businessDay(daysAfter(day, by))
