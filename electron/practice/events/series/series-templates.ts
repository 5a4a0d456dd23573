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
export const measured = (template: Measured, base: Base): SeriesRule => ({
  ...USUAL,
  ...base,
  symbol: template.symbol,
  name: template.name,
  exclusive: template.kind === 'range',
  event: (occasion, { seed }): EventDraft => {
    const mean = template.mean(seed, occasion)
    const strikes = (template.kind === 'range' ? ranges : thresholds)(mean, {
      ...template,
      subject: `${template.subject} (${occasion.code})`,
    })
    const { share, power = 1, deviation } = template
    return {
      name: `${template.name} on ${occasion.day}?`,
      shortName: template.name,
      markets: strikes.markets,
      model: numericModel({
        key: eventKey(seed, template.symbol, occasion.serial),
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
export const counted = (template: Counted, base: Base): SeriesRule => ({
  ...USUAL,
  ...base,
  symbol: template.symbol,
  name: template.name,
  exclusive: false,
  canCloseEarly: true,
  event: (occasion, { seed }): EventDraft => ({
    name: `${template.name} by ${occasion.day}?`,
    shortName: template.name,
    markets: template.thresholds.map((threshold) => ({
      suffix: `T${threshold}`,
      yes: `${threshold} or more`,
      no: `Fewer than ${threshold}`,
      condition: `If there are ${threshold} or more ${template.what} by ${occasion.day}, then the market resolves to Yes.`,
    })),
    model: countModel({
      key: eventKey(seed, template.symbol, occasion.serial),
      occasion,
      mean: template.mean,
      thresholds: template.thresholds,
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
export const question = (template: Question, base: Base): SeriesRule => ({
  ...USUAL,
  ...base,
  symbol: template.symbol,
  name: template.title,
  exclusive: template.answers.length > 1,
  event: (occasion, { seed }): EventDraft => {
    const key = eventKey(seed, template.symbol, occasion.serial)
    const weights = template.weights.map(
      (weight, index) =>
        weight *
        Math.exp(
          0.5 *
            drifting(seed, {
              name: `${template.symbol}:${index}`,
              serial: occasion.serial,
              mean: 0,
              deviation: 1,
            }),
        ),
    )
    const priors = normalized(
      weights.length > 1
        ? weights
        : [Math.min(90, weights[0] ?? 50), 100 - Math.min(90, weights[0] ?? 50)],
    )
    const name = template.name(occasion)
    return {
      name,
      shortName: name.replace(/\?$/, ''),
      markets: template.answers.map(([suffix, text]) => ({
        suffix,
        yes: text,
        no: `Not ${text}`,
        condition: `If the answer to "${name}" is ${text}, then the market resolves to Yes.`,
      })),
      model: categoricalModel({
        key,
        occasion,
        priors,
        share: template.share,
        power: template.power ?? 1.3,
      }),
    }
  },
})
