import {
  codeSpan,
  dayCode,
  monthly,
  occasionOn,
  onDays,
  weekdayOfMonth,
  weekly,
  annual,
  addDays,
} from '../rules/event-calendar.js'
import {
  cutCountModel,
  decisionModel,
  fedPath,
  levelModel,
  MOVES,
  type FedPath,
  type Meeting,
} from '../models/fed.js'
import { numericModel } from '../models/numeric.js'
import type { EventDraft, MarketDraft, Occasion, SeriesRule, SeriesSource } from '../rules/types.js'
import { USUAL, drifting, eventKey, thresholds } from '../models/series-defaults.js'
import { placesText } from '../rules/figure-text.js'

const ECONOMICS = { ...USUAL, category: 'ECONOMICS', tags: ['Economy'] } as const
const RELEASE = {
  closesMinute: 8 * 60 + 25,
  decidedMinute: 8 * 60 + 30,
  paysMinute: 10 * 60,
} as const
const percent =
  (places: number) =>
  (value: number): string =>
    `${placesText(value, places)}%`

interface Statistic {
  readonly symbol: string
  readonly name: string
  readonly subject: string
  /** Usual value, its drift over months, and the usual error of the forecast. */
  readonly mean: number
  readonly drift: number
  readonly surprise: number
  readonly step: number
  readonly places: number
  readonly show: (value: number) => string
}

/** Creates a monthly or weekly statistic: thresholds around the expected figure. */
function statistic(
  statisticRule: Statistic,
  base: Pick<SeriesRule, 'frequency' | 'leadDays' | 'tradesPerHour' | 'occasions'>,
): SeriesRule {
  return {
    ...ECONOMICS,
    ...base,
    symbol: statisticRule.symbol,
    name: statisticRule.name,
    event: (occasion, { seed }): EventDraft => {
      const mean = drifting(seed, {
        name: statisticRule.symbol,
        serial: occasion.serial,
        mean: statisticRule.mean,
        deviation: statisticRule.drift,
      })
      const strikes = thresholds(mean, { ...statisticRule, gap: statisticRule.step, count: 7 })
      return {
        name: `${statisticRule.name} (${occasion.code})`,
        shortName: statisticRule.name,
        markets: strikes.markets,
        model: numericModel({
          key: eventKey(seed, statisticRule.symbol, occasion.serial),
          occasion,
          mean,
          deviation: statisticRule.surprise * 1.4,
          buckets: strikes.buckets,
          share: 0.5,
        }),
      }
    },
  }
}

/** A month's figures are published in the middle of the next month. */
const inNextMonth =
  (day: number) =>
  (year: number, month: number): string =>
    `${month === 12 ? year + 1 : year}-${String(month === 12 ? 1 : month + 1).padStart(2, '0')}-${String(day).padStart(2, '0')}`
const released = (opensDaysBefore: number, day: number) => {
  const occasionsBetween = monthly({ ...RELEASE, opensDaysBefore }, inNextMonth(day))
  // The code names the month before the release. `monthly` searches by release day, so the window
  // is widened by a month.
  return (from: string, to: string): readonly Occasion[] =>
    occasionsBetween(addDays(from, -45), to).filter(
      (occasion) => occasion.day >= from && occasion.day <= to,
    )
}

const fed = (
  symbol: string,
  name: string,
  exclusive: boolean,
  draft: (path: FedPath, meeting: Meeting) => Omit<EventDraft, 'shortName'>,
): SeriesRule => ({
  ...ECONOMICS,
  symbol,
  name,
  exclusive,
  frequency: 'CUSTOM',
  tags: ['Fed', 'Economy'],
  tradesPerHour: 40,
  leadDays: 190,
  // Meeting dates depend only on the calendar, so any seed gives the same ones.
  occasions: (from, to) =>
    fedPath('')
      .between(from, to)
      .map(({ day, number }) =>
        occasionOn(day, codeOf(day), number, {
          opensDaysBefore: 180,
          closesMinute: 13 * 60 + 55,
          decidedMinute: 14 * 60,
          paysMinute: 15 * 60,
        }),
      ),
  event: (occasion, { seed }: SeriesSource) => {
    const path = fedPath(seed)
    return { ...draft(path, path.meeting(occasion.serial)), shortName: name }
  },
})
const codeOf = (day: string): string => dayCode(day).slice(0, 5)

const DECISIONS: readonly MarketDraft[] = (['C26', 'C25', 'H0', 'H25', 'H26'] as const).map(
  (suffix, index) => {
    const move = MOVES[index] ?? 0
    const yes =
      move === 0
        ? 'Fed maintains rate'
        : `${move < 0 ? 'Cut' : 'Hike'} ${Math.abs(move) > 25 ? 'of more than 25bps' : 'of 25bps'}`
    return {
      suffix,
      yes,
      no: `Not: ${yes}`,
      condition: `If the Federal Reserve decides "${yes}" at this meeting, then the market resolves to Yes.`,
    }
  },
)

const fedDecision = fed('KXFEDDECISION', 'Fed decision', true, (_path, meeting) => ({
  name: `Fed decision on ${meeting.day}?`,
  markets: DECISIONS,
  model: decisionModel(meeting),
}))

const fedLevel = fed('KXFED', 'Fed funds rate', false, (path, meeting) => {
  // The level four meetings (half a year) ago, so that strikes do not reveal decisions made since.
  const centre = path.levelBefore(meeting.number - 4)
  const bounds = Array.from({ length: 9 }, (_, index) => centre + (index - 5) * 25)
  return {
    name: `Fed funds rate after the meeting on ${meeting.day}?`,
    model: levelModel(path, meeting, bounds),
    markets: bounds.map((bound) => {
      const shown = placesText(bound / 100, 2)
      return {
        suffix: `T${shown}`,
        yes: `Above ${shown}%`,
        no: `${shown}% or below`,
        condition: `If the upper bound of the federal funds rate is above ${shown}% after this meeting, then the market resolves to Yes.`,
      }
    }),
  }
})

const rateCuts: SeriesRule = {
  ...ECONOMICS,
  symbol: 'KXRATECUTCOUNT',
  name: 'Number of rate cuts',
  frequency: 'ANNUAL',
  tags: ['Fed', 'Economy'],
  canCloseEarly: true,
  ticks: 'tapered',
  tradesPerHour: 12,
  leadDays: 366,
  listedDaysAfter: 400,
  occasions: annual({
    opensDaysBefore: 365,
    closesMinute: 23 * 60,
    decidedMinute: 23 * 60 + 59,
    paysMinute: 23 * 60 + 59,
  }),
  event: (occasion, { seed }) => {
    const span = codeSpan(occasion.code.slice(0, 2))
    const numbers = [1, 2, 3, 4, 5, 6]
    return {
      name: `How many rate cuts in ${occasion.day.slice(0, 4)}?`,
      shortName: 'Rate cuts',
      markets: numbers.map((threshold) => ({
        suffix: `T${threshold}`,
        yes: `${threshold} or more cuts`,
        no: `Fewer than ${threshold}`,
        condition: `If the Federal Reserve cuts its rate at ${threshold} or more meetings of ${occasion.day.slice(0, 4)}, then the market resolves to Yes.`,
      })),
      model: cutCountModel(
        span === null ? [] : fedPath(seed).between(span.from, span.to),
        occasion,
        numbers,
      ),
    }
  },
}

const monthlyFigure = { frequency: 'MONTHLY', leadDays: 62, tradesPerHour: 15 } as const
const thousands = (value: number): string => `${Math.round(value)}K`

export const ECONOMIC_SERIES: readonly SeriesRule[] = [
  fedDecision,
  fedLevel,
  rateCuts,
  statistic(
    {
      symbol: 'KXCPI',
      name: 'CPI month over month',
      subject: 'the monthly change of the Consumer Price Index',
      mean: 0.25,
      drift: 0.08,
      surprise: 0.09,
      step: 0.1,
      places: 1,
      show: percent(1),
    },
    { ...monthlyFigure, occasions: released(50, 12) },
  ),
  statistic(
    {
      symbol: 'KXCPIYOY',
      name: 'CPI year over year',
      subject: 'the yearly change of the Consumer Price Index',
      mean: 2.8,
      drift: 0.4,
      surprise: 0.12,
      step: 0.1,
      places: 1,
      show: percent(1),
    },
    { ...monthlyFigure, occasions: released(50, 12) },
  ),
  statistic(
    {
      symbol: 'KXU3',
      name: 'Unemployment rate',
      subject: 'the unemployment rate (U-3)',
      mean: 4.3,
      drift: 0.2,
      surprise: 0.1,
      step: 0.1,
      places: 1,
      show: percent(1),
    },
    {
      ...monthlyFigure,
      occasions: monthly({ ...RELEASE, opensDaysBefore: 50 }, (year, month) =>
        weekdayOfMonth(year, month, 5, 1),
      ),
    },
  ),
  statistic(
    {
      symbol: 'KXPAYROLLS',
      name: 'Jobs numbers',
      subject: 'the monthly change of nonfarm payrolls',
      mean: 90,
      drift: 45,
      surprise: 55,
      step: 25,
      places: 0,
      show: thousands,
    },
    {
      ...monthlyFigure,
      occasions: monthly({ ...RELEASE, opensDaysBefore: 50 }, (year, month) =>
        weekdayOfMonth(year, month, 5, 1),
      ),
    },
  ),
  statistic(
    {
      symbol: 'KXJOBLESSCLAIMS',
      name: 'Initial jobless claims',
      subject: 'the number of initial jobless claims',
      mean: 228,
      drift: 9,
      surprise: 7,
      step: 5,
      places: 0,
      show: thousands,
    },
    {
      frequency: 'WEEKLY',
      leadDays: 15,
      tradesPerHour: 8,
      occasions: weekly(4, { ...RELEASE, opensDaysBefore: 13 }),
    },
  ),
  statistic(
    {
      symbol: 'KXGDP',
      name: 'GDP growth',
      subject: 'the yearly rate of growth of real GDP',
      mean: 2.1,
      drift: 0.8,
      surprise: 0.6,
      step: 0.5,
      places: 1,
      show: percent(1),
    },
    {
      frequency: 'CUSTOM',
      leadDays: 100,
      tradesPerHour: 9,
      occasions: onDays({ ...RELEASE, opensDaysBefore: 90 }, (day) =>
        /-(01|04|07|10)-29$/.test(day),
      ),
    },
  ),
]
