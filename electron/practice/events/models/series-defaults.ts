import { hash3, hashText, normal } from '../../market/math/random.js'
import type { Bucket } from './numeric.js'
import type { MarketDraft, SeriesRule } from '../rules/types.js'
import { placesText } from '../rules/figure-text.js'

/** Default properties of a series. */
export const USUAL = {
  exclusive: false,
  canCloseEarly: false,
  ticks: 'cent',
  tradeSize: 40,
  fractionable: true,
  listedDaysAfter: 60,
} as const satisfies Partial<SeriesRule>

/** Formats a figure without trailing zeros: 3.50 is "3.5". */
export const figure = (value: number, places: number): string =>
  String(Number(placesText(value, places)))
export const grouped = (value: number): string =>
  placesText(value, 0).replace(/\B(?=(\d{3})+$)/g, ',')

/** Returns the key of one event's draws. */
export const eventKey = (seed: string, series: string, serial: number): number =>
  hash3(hashText(`${seed}:${series}`), 9, serial)

/** A figure that drifts around its mean. */
export interface DriftingFigure {
  /** Names the figure among those of a seed. */
  readonly name: string
  /** Number of the period. */
  readonly serial: number
  readonly mean: number
  readonly deviation: number
}

/**
 * Returns a slowly drifting figure of a series: seeded noise around `mean`, mostly shared by
 * neighbors.
 */
export function drifting(seed: string, { name, serial, mean, deviation }: DriftingFigure): number {
  const key = hashText(`${seed}:${name}`)
  let sum = 0
  for (let back = 0; back < 8; back += 1) sum += 0.8 ** back * normal(hash3(key, 7, serial - back))
  return mean + (deviation * sum) / 1.66
}

export interface Scale {
  /**
   * The increment of the published figure. Outcomes are rounded to it, so bounds lie half an
   * increment off.
   */
  readonly step: number
  readonly places: number
  /** Formats a figure: "72°", "$3.45". */
  readonly show: (value: number) => string
}

export interface StrikeOptions extends Scale {
  /** The distance from one bound to the next. */
  readonly gap: number
  readonly count: number
  /** Names the figure in the conditions: "the highest temperature recorded in Miami". */
  readonly subject: string
}

export interface Strikes {
  readonly buckets: readonly Bucket[]
  readonly markets: readonly MarketDraft[]
}

/** Returns `count` thresholds around `centre`, `gap` apart: yes when the figure is above. */
export function thresholds(
  centre: number,
  { gap, count, subject, step, places, show }: StrikeOptions,
): Strikes {
  const middle = Math.round(centre / gap)
  const levels = Array.from(
    { length: count },
    (_, index) => (middle + index - Math.floor(count / 2)) * gap,
  )
  return {
    buckets: levels.map((level) => ({ low: level + step / 2, high: Number.POSITIVE_INFINITY })),
    markets: levels.map((level) => ({
      suffix: `T${figure(level, places)}`,
      yes: `Above ${show(level)}`,
      no: `${show(level)} or below`,
      condition: `If ${subject} is above ${show(level)}, then the market resolves to Yes.`,
    })),
  }
}

/**
 * Returns adjacent ranges, open at both ends; exactly one of them is yes. `count` is the number of
 * closed ones.
 */
export function ranges(
  centre: number,
  { gap: width, count, subject, step, places, show }: StrikeOptions,
): Strikes {
  const first = (Math.round(centre / width) - Math.floor(count / 2)) * width
  const last = first + count * width
  const closed = Array.from({ length: count }, (_, index) => first + index * width)
  const says = (suffix: string, yes: string, condition: string): MarketDraft => ({
    suffix,
    yes,
    no: `Not ${yes.charAt(0).toLowerCase()}${yes.slice(1)}`,
    condition: `If ${subject} ${condition}, then the market resolves to Yes.`,
  })
  return {
    buckets: [
      { low: Number.NEGATIVE_INFINITY, high: first - step / 2 },
      ...closed.map((low) => ({ low: low - step / 2, high: low + width - step / 2 })),
      { low: last - step / 2, high: Number.POSITIVE_INFINITY },
    ],
    markets: [
      says(`T${figure(first, places)}`, `Below ${show(first)}`, `is below ${show(first)}`),
      ...closed.map((low) => {
        const high = low + width - step
        // Ranges of a few whole figures are named by their middle figure, price ranges by the
        // midpoint.
        const middle = low + (width > 50 * step ? width : width - step) / 2
        return says(
          `B${figure(middle, places + 1)}`,
          `${show(low)} to ${show(high)}`,
          `is between ${show(low)} and ${show(high)}`,
        )
      }),
      says(
        `T${figure(last - step, places)}`,
        `${show(last)} or above`,
        `is ${show(last)} or above`,
      ),
    ],
  }
}
