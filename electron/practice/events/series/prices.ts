import {
  exchangeInstant,
  isTradingDay,
  closeMinute,
  CLOSE_MINUTE,
} from '../../../../shared/domain/market/exchange-time.js'
import { MINUTE_MS, epochMs } from '../../../../shared/domain/time.js'
import {
  annual,
  hourly,
  occasionOn,
  dayCode,
  daySerial,
  onDays,
  weekdayOf,
} from '../rules/event-calendar.js'
import { derivedModel } from '../models/derived.js'
import type { Occasion, SeriesRule } from '../rules/types.js'
import { USUAL, grouped, ranges, thresholds, type Scale } from '../models/series-defaults.js'
import { placesText } from '../rules/figure-text.js'

interface Asset {
  readonly series: string
  readonly name: string
  readonly underlying: string
  /** Index points per dollar of the underlying. */
  readonly times: number
  readonly dayVolatility: number
  readonly category: string
  readonly tags: readonly string[]
  readonly moves: 'session' | 'always'
  readonly show: (value: number) => string
  readonly subject: string
}

interface Shape {
  readonly kind: 'range' | 'above'
  /** Distance between strikes in deviations over the time to the decision, and their number. */
  readonly gap: number
  readonly count: number
  readonly days: number
}

const NICE = [1, 2, 2.5, 5, 10] as const
/** Returns the round number nearest to a distance. */
function round(distance: number): number {
  const scale = 10 ** Math.floor(Math.log10(distance))
  const nice = NICE.reduce<number>(
    (best, candidate) =>
      Math.abs(candidate - distance / scale) < Math.abs(best - distance / scale) ? candidate : best,
    1,
  )
  return nice * scale
}

/**
 * Creates a series on the price of a traded instrument. Strikes lie around its price at the
 * opening.
 */
function priceSeries(
  asset: Asset,
  shape: Shape,
  base: Pick<
    SeriesRule,
    'frequency' | 'leadDays' | 'listedDaysAfter' | 'tradesPerHour' | 'occasions'
  >,
): SeriesRule {
  return {
    ...USUAL,
    ...base,
    symbol: asset.series,
    name: asset.name,
    category: asset.category,
    tags: asset.tags,
    exclusive: shape.kind === 'range',
    ticks: 'cent',
    underlying: asset.underlying,
    event: (occasion, source) => {
      const price = source.price(asset.underlying, occasion.opensAt)
      if (price === undefined) return null
      const centre = price * asset.times
      const gap = round(centre * asset.dayVolatility * Math.sqrt(shape.days) * shape.gap)
      const scale: Scale = {
        step: gap < 1 ? 0.0001 : 0.01,
        places: gap < 1 ? 4 : 2,
        show: asset.show,
      }
      const subject = `${asset.subject} at ${asset.moves === 'session' ? 'the close' : 'the end of the period'} of ${occasion.code}`
      const strikes = (shape.kind === 'range' ? ranges : thresholds)(centre, {
        gap,
        count: shape.count,
        subject,
        ...scale,
      })
      const buckets = strikes.buckets.map(({ low, high }) => ({
        low: low / asset.times,
        high: high / asset.times,
      }))
      return {
        name: `${asset.name} on ${occasion.day}?`,
        shortName: asset.name,
        markets: strikes.markets,
        model: derivedModel({
          source,
          symbol: asset.underlying,
          occasion,
          takenAt: occasion.closesAt,
          dayVolatility: asset.dayVolatility,
          moves: asset.moves,
          buckets,
        }),
      }
    },
  }
}

/** Stock indices are decided at the regular close, which is earlier on short days. */
const atClose =
  (opensDaysBefore: number, picks: (day: string) => boolean) =>
  (from: string, to: string): readonly Occasion[] =>
    onDays(
      {
        opensDaysBefore,
        closesMinute: CLOSE_MINUTE,
        decidedMinute: CLOSE_MINUTE,
        paysMinute: CLOSE_MINUTE,
      },
      (day) => isTradingDay(day) && picks(day),
    )(from, to).map((occasion) => closing(occasion))
function closing(occasion: Occasion): Occasion {
  const closesAt = exchangeInstant(
    occasion.day,
    isTradingDay(occasion.day) ? closeMinute(occasion.day) : CLOSE_MINUTE,
  )
  return {
    ...occasion,
    closesAt,
    decidedAt: epochMs(closesAt + MINUTE_MS),
    paysAt: epochMs(closesAt + 30 * MINUTE_MS),
  }
}
const yearEnd = (from: string, to: string): readonly Occasion[] =>
  annual({
    opensDaysBefore: 360,
    closesMinute: CLOSE_MINUTE,
    decidedMinute: CLOSE_MINUTE,
    paysMinute: CLOSE_MINUTE,
  })(from, to).map((occasion) => closing(occasion))
const evening = (from: string, to: string): readonly Occasion[] =>
  onDays({
    opensDaysBefore: 1,
    opensMinute: 17 * 60,
    closesMinute: 17 * 60,
    decidedMinute: 17 * 60 + 1,
    paysMinute: 17 * 60 + 30,
  })(from, to).map(({ day }) => ({
    ...occasionOn(day, `${dayCode(day)}17`, daySerial(day), {
      opensDaysBefore: 2,
      opensMinute: 17 * 60,
      closesMinute: 17 * 60,
      decidedMinute: 17 * 60 + 1,
      paysMinute: 17 * 60 + 30,
    }),
  }))

const dollars =
  (places: number) =>
  (value: number): string =>
    places === 0
      ? `$${grouped(value)}`
      : `$${grouped(Math.floor(value))}${placesText(value, places).slice(-places - 1)}`
const points = (value: number): string =>
  `${grouped(Math.floor(value + 1e-9))}${placesText(value, 2).slice(-3).replace('.00', '')}`
const index = { category: 'FINANCIALS', moves: 'session', show: points } as const
const SP = {
  ...index,
  underlying: 'SPY',
  times: 10,
  dayVolatility: 0.0098,
  tags: ['S&P 500', 'Indices'],
  subject: 'ten times the price of SPY, which stands for the S&P 500,',
} as const
const ND = {
  ...index,
  underlying: 'QQQ',
  times: 40,
  dayVolatility: 0.0128,
  tags: ['Nasdaq-100', 'Indices'],
  subject: 'forty times the price of QQQ, which stands for the Nasdaq-100,',
} as const
const coin = (underlying: string, dayVolatility: number, places: number) =>
  ({
    category: 'CRYPTO',
    moves: 'always',
    underlying,
    times: 1,
    dayVolatility,
    tags: [underlying.replace('USD', '')],
    show: dollars(places),
    subject: `the price of ${underlying}`,
  }) as const

const daily = { frequency: 'DAILY', leadDays: 2, listedDaysAfter: 14, tradesPerHour: 60 } as const
const hours = { frequency: 'HOURLY', leadDays: 1, listedDaysAfter: 1, tradesPerHour: 90 } as const
const anyDay = (): boolean => true
const HOUR_DAYS = 4 / 24

export const PRICE_SERIES: readonly SeriesRule[] = [
  priceSeries(
    { ...SP, series: 'KXINX', name: 'S&P 500 close' },
    { kind: 'range', gap: 0.33, count: 12, days: 1 },
    { ...daily, occasions: atClose(1, anyDay) },
  ),
  priceSeries(
    { ...SP, series: 'KXINXU', name: 'S&P 500 above' },
    { kind: 'above', gap: 0.3, count: 15, days: 1 },
    { ...daily, occasions: atClose(1, anyDay) },
  ),
  priceSeries(
    { ...SP, series: 'KXINXW', name: 'S&P 500 at the end of the week' },
    { kind: 'range', gap: 0.33, count: 12, days: 5 },
    {
      frequency: 'WEEKLY',
      leadDays: 8,
      listedDaysAfter: 40,
      tradesPerHour: 20,
      occasions: atClose(7, (day) => weekdayOf(day) === 5),
    },
  ),
  priceSeries(
    { ...SP, series: 'KXINXY', name: 'S&P 500 at the end of the year' },
    { kind: 'range', gap: 0.25, count: 14, days: 250 },
    {
      frequency: 'ANNUAL',
      leadDays: 366,
      listedDaysAfter: 400,
      tradesPerHour: 8,
      occasions: yearEnd,
    },
  ),
  priceSeries(
    { ...ND, series: 'KXNASDAQ100', name: 'Nasdaq-100 close' },
    { kind: 'range', gap: 0.33, count: 12, days: 1 },
    { ...daily, occasions: atClose(1, anyDay) },
  ),
  priceSeries(
    { ...ND, series: 'KXNASDAQ100U', name: 'Nasdaq-100 above' },
    { kind: 'above', gap: 0.3, count: 15, days: 1 },
    { ...daily, occasions: atClose(1, anyDay) },
  ),
  priceSeries(
    { ...coin('BTCUSD', 0.025, 0), series: 'KXBTCD', name: 'Bitcoin price at the hour' },
    { kind: 'above', gap: 0.35, count: 12, days: HOUR_DAYS },
    { ...hours, occasions: hourly(4) },
  ),
  priceSeries(
    { ...coin('BTCUSD', 0.025, 0), series: 'KXBTC', name: 'Bitcoin price range at 5 pm' },
    { kind: 'range', gap: 0.4, count: 10, days: 2 },
    { ...daily, occasions: evening },
  ),
  priceSeries(
    { ...coin('ETHUSD', 0.033, 0), series: 'KXETHD', name: 'Ethereum price at the hour' },
    { kind: 'above', gap: 0.35, count: 10, days: HOUR_DAYS },
    { ...hours, tradesPerHour: 45, occasions: hourly(4) },
  ),
  priceSeries(
    { ...coin('ETHUSD', 0.033, 0), series: 'KXETH', name: 'Ethereum price range at 5 pm' },
    { kind: 'range', gap: 0.4, count: 10, days: 2 },
    { ...daily, tradesPerHour: 30, occasions: evening },
  ),
]
