import { annual, monthly } from '../rules/event-calendar.js'
import { categoricalModel, normalized } from '../models/categorical.js'
import { countModel } from '../models/count.js'
import { numericModel } from '../models/numeric.js'
import type { EventDraft, Occasion, SeriesRule } from '../rules/types.js'
import {
  USUAL,
  drifting,
  eventKey,
  ranges,
  thresholds,
  type Scale,
} from '../models/series-defaults.js'

/** The last minute of a day. */
export const END_OF_DAY = 23 * 60 + 59
const lastDay = (year: number, month: number): string =>
  new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10)

/** Occasions that are decided at the end of each month. */
export const endOfMonth = (opensDaysBefore: number) =>
  monthly(
    { opensDaysBefore, closesMinute: 23 * 60, decidedMinute: END_OF_DAY, paysMinute: END_OF_DAY },
    lastDay,
  )

/** Occasions that are decided at the end of each year. */
export const endOfYear = (picks?: (year: number) => boolean) =>
  annual(
    {
      opensDaysBefore: 360,
      closesMinute: 23 * 60,
      decidedMinute: END_OF_DAY,
      paysMinute: END_OF_DAY,
    },
    '12-31',
    picks,
  )

/** The times of an occasion that is decided at noon. */
export const noon = {
  closesMinute: 12 * 60,
  decidedMinute: 12 * 60 + 30,
  paysMinute: 13 * 60,
} as const

interface Measured extends Scale {
  readonly symbol: string
  readonly name: string
  readonly subject: string
  readonly kind: 'range' | 'above'
  readonly gap: number
  readonly count: number
  /** The expected value of an occasion; `deviation` is its uncertainty. */
  readonly mean: (seed: string, occasion: Occasion) => number
  readonly deviation: number
  readonly share: number
  readonly power?: number
}
type Base = Pick<
  SeriesRule,
  'category' | 'tags' | 'frequency' | 'leadDays' | 'tradesPerHour' | 'occasions'
> &
  Partial<Pick<SeriesRule, 'listedDaysAfter' | 'ticks'>>

/** Creates a series on a measured and published figure. */
export const measured = (given: Measured, base: Base): SeriesRule => ({
  ...USUAL,
  ...base,
  symbol: given.symbol,
  name: given.name,
  exclusive: given.kind === 'range',
  event: (occasion, { seed }): EventDraft => {
    const mean = given.mean(seed, occasion)
    const strikes = (given.kind === 'range' ? ranges : thresholds)(
      mean,
      given.gap,
      given.count,
      given,
      `${given.subject} (${occasion.code})`,
    )
    const { share, power = 1, deviation } = given
    return {
      name: `${given.name} on ${occasion.day}?`,
      shortName: given.name,
      markets: strikes.markets,
      model: numericModel({
        key: eventKey(seed, given.symbol, occasion.serial),
        occasion,
        mean,
        deviation,
        buckets: strikes.buckets,
        share,
        power,
      }),
    }
  },
})

interface Counted {
  readonly symbol: string
  readonly name: string
  readonly what: string
  readonly mean: number
  readonly thresholds: readonly number[]
}

/**
 * Creates a series on the number of occurrences until a date; ends early when a threshold is
 * reached.
 */
export const counted = (given: Counted, base: Base): SeriesRule => ({
  ...USUAL,
  ...base,
  symbol: given.symbol,
  name: given.name,
  exclusive: false,
  canCloseEarly: true,
  event: (occasion, { seed }): EventDraft => ({
    name: `${given.name} by ${occasion.day}?`,
    shortName: given.name,
    markets: given.thresholds.map((threshold) => ({
      suffix: `T${threshold}`,
      yes: `${threshold} or more`,
      no: `Fewer than ${threshold}`,
      condition: `If there are ${threshold} or more ${given.what} by ${occasion.day}, then the market resolves to Yes.`,
    })),
    model: countModel({
      key: eventKey(seed, given.symbol, occasion.serial),
      occasion,
      mean: given.mean,
      thresholds: given.thresholds,
    }),
  }),
})

export interface Question {
  readonly symbol: string
  /** The series' title, and the question of one occasion. */
  readonly title: string
  readonly name: (occasion: Occasion) => string
  readonly answers: readonly (readonly [suffix: string, text: string])[]
  /**
   * Weight of each answer; neighboring occasions differ by seeded noise. With one answer: the
   * probability of yes in percent.
   */
  readonly weights: readonly number[]
  readonly share: number
  readonly power?: number
}

/** Creates a question with one of several answers, or with yes and no. */
export const question = (given: Question, base: Base): SeriesRule => ({
  ...USUAL,
  ...base,
  symbol: given.symbol,
  name: given.title,
  exclusive: given.answers.length > 1,
  event: (occasion, { seed }): EventDraft => {
    const key = eventKey(seed, given.symbol, occasion.serial)
    const weights = given.weights.map(
      (weight, index) =>
        weight * Math.exp(0.5 * drifting(seed, `${given.symbol}:${index}`, occasion.serial, 0, 1)),
    )
    const priors = normalized(
      weights.length > 1
        ? weights
        : [Math.min(90, weights[0] ?? 50), 100 - Math.min(90, weights[0] ?? 50)],
    )
    const name = given.name(occasion)
    return {
      name,
      shortName: name.replace(/\?$/, ''),
      markets: given.answers.map(([suffix, text]) => ({
        suffix,
        yes: text,
        no: `Not ${text}`,
        condition: `If the answer to "${name}" is ${text}, then the market resolves to Yes.`,
      })),
      model: categoricalModel({
        key,
        occasion,
        priors,
        share: given.share,
        power: given.power ?? 1.3,
      }),
    }
  },
})
