import {
  CLOSE_MINUTE,
  OPEN_MINUTE,
  closeMinute,
  exchangeClock,
  exchangeInstant,
  isTradingDay,
  tradingDay,
  type ExchangeDay,
} from '../../../shared/domain/market/exchange-time.js'
import { MINUTE_MS, SECOND_MS, epochMs, type EpochMs } from '../../../shared/domain/time.js'
import type { Market } from '../market/securities/market-types.js'
import { STOCK_GRID } from '../market/math/price-grid.js'
import { fraction, hash3, hashText, normal } from '../market/math/random.js'
import { UNIT_SIZE, type PriceUnits } from '../model/units.js'

export type Auction = 'PRE_OPEN' | 'PRE_CLOSE'

/** The state of an auction before it takes place. Shares are whole. */
export interface Imbalance {
  readonly time: EpochMs
  readonly reference: PriceUnits
  readonly near: PriceUnits
  readonly far: PriceUnits
  readonly paired: number
  readonly imbalance: number
  readonly side: 'B' | 'S' | 'N'
}

/** How long before the auction its states are published, and how often. */
const LEAD_MINUTES = { PRE_OPEN: 5, PRE_CLOSE: 10 } as const
const STEP_MS = 10 * SECOND_MS
const USUAL_DAYS = 5

const auctionMinute = (auction: Auction, day: ExchangeDay): number =>
  auction === 'PRE_OPEN' ? OPEN_MINUTE : Math.min(closeMinute(day), CLOSE_MINUTE)

/**
 * Returns the day of the currently published auction: today once publication has begun, otherwise
 * the previous trading day.
 */
function auctionDay(auction: Auction, now: EpochMs): ExchangeDay {
  const { day } = exchangeClock(now)
  return isTradingDay(day) &&
    now >= exchangeInstant(day, auctionMinute(auction, day) - LEAD_MINUTES[auction])
    ? day
    : tradingDay(day, -1)
}

/**
 * Returns the average shares in the auction's minute on previous days: the first or last minute of
 * the regular session.
 */
function usualShares(market: Market, symbol: string, auction: Auction, day: ExchangeDay): number {
  let total = 0
  for (let back = 1; back <= USUAL_DAYS; back += 1) {
    const before = tradingDay(day, -back)
    const time = exchangeInstant(
      before,
      auctionMinute(auction, before) - (auction === 'PRE_OPEN' ? 0 : 1),
    )
    total +=
      market.bars(symbol, 'M1', {
        count: 1,
        start: time,
        end: time,
        includeRunning: true,
        adjusted: true,
      })[0]?.volume ?? 0
  }
  return total / UNIT_SIZE / USUAL_DAYS
}

/**
 * Returns the states of the newest auction published so far, oldest first. They use only the past
 * of the tape.
 */
export function imbalances(
  market: Market,
  seed: string,
  symbol: string,
  auction: Auction,
): readonly Imbalance[] {
  const now = market.now()
  const day = auctionDay(auction, now)
  const ends = exchangeInstant(day, auctionMinute(auction, day))
  const begins = ends - LEAD_MINUTES[auction] * MINUTE_MS
  const key = hashText(`imbalance:${seed}:${symbol}:${auction}`)
  const usual = usualShares(market, symbol, auction, day)
  const prints = market.bars(symbol, 'S5', {
    count: 1_200,
    start: epochMs(begins - 60 * MINUTE_MS),
    end: epochMs(ends - 1),
    sessions: ['pre', 'regular'],
    includeRunning: true,
  })
  const previous =
    market
      .bars(symbol, 'D', {
        count: 1,
        end: exchangeInstant(tradingDay(day, -1), 0),
        includeRunning: false,
      })
      .at(-1)?.close ??
    market.listing(symbol)?.referencePrice ??
    0
  const list: Imbalance[] = []
  let next = 0
  let reference = previous
  for (let time = begins; time < ends && time <= now; time += STEP_MS) {
    for (
      let bar = prints[next];
      bar !== undefined && bar.time + 5 * SECOND_MS <= time;
      bar = prints[next]
    ) {
      reference = bar.close
      next += 1
    }
    const draw = (drawId: number): number => hash3(key, drawId, Math.floor(time / STEP_MS))
    const done = (time - begins) / (ends - begins)
    const paired = Math.round(usual * (0.4 + 0.5 * done) * (0.95 + 0.1 * fraction(draw(1))))
    const signed = Math.round(paired * 0.06 * (1 - 0.7 * done) * normal(draw(2)))
    const steps = (drawId: number): number =>
      Math.round(normal(draw(drawId)) * 2 * (1 - done)) + (signed > 0 ? 1 : signed < 0 ? -1 : 0)
    const moved = (by: number): PriceUnits =>
      by >= 0 ? STOCK_GRID.above(reference, by) : STOCK_GRID.below(reference, -by) || reference
    const near = steps(3)
    list.push({
      time: epochMs(time),
      reference,
      near: moved(near),
      far: moved(near + Math.sign(near) * (draw(4) % 3)),
      paired,
      imbalance: Math.abs(signed),
      side: signed > 0 ? 'B' : signed < 0 ? 'S' : 'N',
    })
  }
  return list
}

/**
 * Returns Nasdaq's indicator of how far the near price is from the reference: `L` below one
 * percent, then whole percents.
 */
export const variation = ({ near, reference }: Imbalance): string => {
  const percent = reference === 0 ? 0 : Math.floor((Math.abs(near - reference) * 100) / reference)
  return percent < 1 ? 'L' : String(Math.min(9, percent))
}
