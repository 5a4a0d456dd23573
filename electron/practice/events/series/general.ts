import { DAY_MS } from '../../../../shared/domain/time.js'
import {
  annual,
  daySerial,
  monthly,
  onDays,
  weekdayOfMonth,
  weekly,
} from '../rules/event-calendar.js'
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
import { placesText } from '../rules/figure-text.js'

const END_OF_DAY = 23 * 60 + 59
const lastDay = (year: number, month: number): string =>
  new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10)
const endOfMonth = (opensDaysBefore: number) =>
  monthly(
    { opensDaysBefore, closesMinute: 23 * 60, decidedMinute: END_OF_DAY, paysMinute: END_OF_DAY },
    lastDay,
  )
const endOfYear = (picks?: (year: number) => boolean) =>
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
const measured = (given: Measured, base: Base): SeriesRule => ({
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
const counted = (given: Counted, base: Base): SeriesRule => ({
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

const degrees = (value: number): string => `${placesText(value, 0)}°`
/**
 * Returns the usual high temperature of a day, coldest in late January, with the weather of the
 * days around it.
 */
const high =
  (name: string, mean: number, swing: number) =>
  (seed: string, { serial }: Occasion): number =>
    drifting(
      seed,
      name,
      serial,
      mean - swing * Math.cos(2 * Math.PI * ((((serial * DAY_MS) / (365.25 * DAY_MS)) % 1) - 0.07)),
      6,
    )
const highest = (symbol: string, city: string, mean: number, swing: number): SeriesRule =>
  measured(
    {
      symbol,
      name: `Highest temperature in ${city}`,
      subject: `the highest temperature recorded in ${city}`,
      kind: 'range',
      gap: 2,
      count: 6,
      mean: high(symbol, mean, swing),
      deviation: 2.6,
      share: 1,
      power: 2,
      step: 1,
      places: 0,
      show: degrees,
    },
    {
      category: 'CLIMATE_WEATHER',
      tags: ['Daily temperature', city],
      frequency: 'DAILY',
      leadDays: 2,
      listedDaysAfter: 14,
      tradesPerHour: 45,
      occasions: onDays({
        opensDaysBefore: 1,
        closesMinute: END_OF_DAY,
        decidedMinute: END_OF_DAY,
        paysMinute: END_OF_DAY,
      }),
    },
  )

const even = (year: number): boolean => year % 2 === 0
const electionDay = (year: number): string => {
  const monday = weekdayOfMonth(year, 11, 1, 1)
  return new Date((daySerial(monday) + 1) * DAY_MS).toISOString().slice(0, 10)
}
/** Each election opens before the previous one is decided, so that one is always open. */
const elections = (days: number, picks: (year: number) => boolean) =>
  annual(
    {
      opensDaysBefore: days,
      closesMinute: 23 * 60,
      decidedMinute: END_OF_DAY,
      paysMinute: END_OF_DAY,
    },
    electionDay,
    picks,
  )
const PARTIES = [
  ['D', 'Democratic party'],
  ['R', 'Republican party'],
] as const
const gallons = (value: number): string => `$${placesText(value, 3)}`
const noon = { closesMinute: 12 * 60, decidedMinute: 12 * 60 + 30, paysMinute: 13 * 60 } as const

export const GENERAL_SERIES: readonly SeriesRule[] = [
  highest('KXHIGHNY', 'New York City', 62, 23),
  highest('KXHIGHCHI', 'Chicago', 59, 26),
  highest('KXHIGHMIA', 'Miami', 84, 7),
  highest('KXHIGHLAX', 'Los Angeles', 72, 7),
  question(
    {
      symbol: 'KXRAINNYC',
      title: 'Rain in New York City',
      name: ({ day }) => `Will it rain in New York City on ${day}?`,
      answers: [['T0', 'Rain']],
      weights: [33],
      share: 1,
      power: 2,
    },
    {
      category: 'CLIMATE_WEATHER',
      tags: ['Rain', 'New York City'],
      frequency: 'DAILY',
      leadDays: 3,
      listedDaysAfter: 14,
      tradesPerHour: 10,
      occasions: onDays({
        opensDaysBefore: 2,
        closesMinute: END_OF_DAY,
        decidedMinute: END_OF_DAY,
        paysMinute: END_OF_DAY,
      }),
    },
  ),
  counted(
    {
      symbol: 'KXQUAKE',
      name: 'Earthquakes of magnitude 6 and more',
      what: 'earthquakes of magnitude 6.0 or more',
      mean: 11,
      thresholds: [6, 8, 10, 12, 14, 17],
    },
    {
      category: 'CLIMATE_WEATHER',
      tags: ['Natural disasters'],
      frequency: 'MONTHLY',
      leadDays: 32,
      tradesPerHour: 4,
      occasions: endOfMonth(29),
    },
  ),
  question(
    {
      symbol: 'KXGOVSHUT',
      title: 'Government shutdown',
      name: ({ code }) => `Government shutdown in ${code}?`,
      answers: [['Y', 'Shutdown']],
      weights: [12],
      share: 0.95,
    },
    {
      category: 'POLITICS',
      tags: ['Congress'],
      frequency: 'MONTHLY',
      leadDays: 62,
      tradesPerHour: 10,
      occasions: endOfMonth(55),
      ticks: 'tapered',
    },
  ),
  measured(
    {
      symbol: 'KXAPPROVAL',
      name: 'Presidential approval',
      subject: 'the average approval rating of the president',
      kind: 'range',
      gap: 1,
      count: 6,
      mean: (seed, { serial }) => drifting(seed, 'KXAPPROVAL', Math.floor(serial / 7), 42.5, 1.6),
      deviation: 0.9,
      share: 0.9,
      step: 0.1,
      places: 1,
      show: (value) => `${placesText(value, 1)}%`,
    },
    {
      category: 'POLITICS',
      tags: ['Approval ratings'],
      frequency: 'WEEKLY',
      leadDays: 15,
      tradesPerHour: 14,
      occasions: weekly(5, { ...noon, opensDaysBefore: 13 }),
    },
  ),
  counted(
    {
      symbol: 'KXBILLSIGNED',
      name: 'Bills signed into law',
      what: 'bills signed into law',
      mean: 6,
      thresholds: [2, 4, 6, 8, 11],
    },
    {
      category: 'POLITICS',
      tags: ['Congress'],
      frequency: 'MONTHLY',
      leadDays: 32,
      tradesPerHour: 3,
      occasions: endOfMonth(29),
    },
  ),
  question(
    {
      symbol: 'KXCONTROLH',
      title: 'Control of the House',
      name: ({ day }) => `Which party wins the House in ${day.slice(0, 4)}?`,
      answers: PARTIES,
      weights: [54, 46],
      share: 0.9,
    },
    {
      category: 'ELECTIONS',
      tags: ['House'],
      frequency: 'ONE_OFF',
      leadDays: 760,
      listedDaysAfter: 400,
      tradesPerHour: 12,
      occasions: elections(745, even),
      ticks: 'tapered',
    },
  ),
  question(
    {
      symbol: 'KXCONTROLS',
      title: 'Control of the Senate',
      name: ({ day }) => `Which party wins the Senate in ${day.slice(0, 4)}?`,
      answers: PARTIES,
      weights: [40, 60],
      share: 0.9,
    },
    {
      category: 'ELECTIONS',
      tags: ['Senate'],
      frequency: 'ONE_OFF',
      leadDays: 760,
      listedDaysAfter: 400,
      tradesPerHour: 10,
      occasions: elections(745, even),
      ticks: 'tapered',
    },
  ),
  question(
    {
      symbol: 'KXPRESPARTY',
      title: 'Party of the next president',
      name: ({ day }) => `Which party wins the presidency in ${day.slice(0, 4)}?`,
      answers: [...PARTIES, ['O', 'Another party']],
      weights: [51, 47, 2],
      share: 0.9,
    },
    {
      category: 'ELECTIONS',
      tags: ['President'],
      frequency: 'ONE_OFF',
      leadDays: 1_490,
      listedDaysAfter: 800,
      tradesPerHour: 30,
      occasions: elections(1_475, (year) => year % 4 === 0),
      ticks: 'fine',
    },
  ),
  measured(
    {
      symbol: 'KXBOXOFFICE',
      name: 'Box office of the weekend',
      subject: 'the domestic gross of the twelve leading films of the weekend',
      kind: 'range',
      gap: 15,
      count: 6,
      mean: (seed, { serial }) => drifting(seed, 'KXBOXOFFICE', Math.floor(serial / 7), 110, 28),
      deviation: 14,
      share: 0.8,
      step: 1,
      places: 0,
      show: (value) => `$${placesText(value, 0)}M`,
    },
    {
      category: 'ENTERTAINMENT',
      tags: ['Movies'],
      frequency: 'WEEKLY',
      leadDays: 8,
      tradesPerHour: 9,
      occasions: weekly(0, { ...noon, opensDaysBefore: 6 }),
    },
  ),
  question(
    {
      symbol: 'KXTOPSONG',
      title: 'Number one song',
      name: ({ day }) => `Number one song of the week of ${day}?`,
      answers: [
        ['HAR', '"Harbor Lights"'],
        ['PAP', '"Paper Planets"'],
        ['SLO', '"Slow Thunder"'],
        ['NOR', '"North of Maybe"'],
        ['OTH', 'Another song'],
      ],
      weights: [38, 24, 18, 12, 8],
      share: 0.85,
    },
    {
      category: 'ENTERTAINMENT',
      tags: ['Music'],
      frequency: 'WEEKLY',
      leadDays: 8,
      tradesPerHour: 12,
      occasions: weekly(1, { ...noon, opensDaysBefore: 6 }),
    },
  ),
  question(
    {
      symbol: 'KXBESTPICTURE',
      title: 'Best picture',
      name: ({ day }) => `Best picture of ${day.slice(0, 4)}?`,
      answers: [
        ['GLA', 'The Glass Orchard'],
        ['MER', 'Meridian'],
        ['LON', 'A Long Way Down River'],
        ['SAL', 'Salt & Iron'],
        ['WIN', 'Winterkeep'],
        ['CAR', 'The Cartographer'],
        ['ECH', 'Echo Street'],
      ],
      weights: [34, 22, 14, 11, 8, 6, 5],
      share: 0.8,
    },
    {
      category: 'ENTERTAINMENT',
      tags: ['Awards', 'Movies'],
      frequency: 'ANNUAL',
      leadDays: 300,
      listedDaysAfter: 300,
      tradesPerHour: 6,
      ticks: 'tapered',
      occasions: annual(
        {
          opensDaysBefore: 290,
          closesMinute: 22 * 60,
          decidedMinute: 22 * 60 + 30,
          paysMinute: END_OF_DAY,
        },
        (year) => weekdayOfMonth(year, 3, 0, 2),
      ),
    },
  ),
  counted(
    {
      symbol: 'KXLAUNCHES',
      name: 'Orbital launches',
      what: 'orbital launches',
      mean: 27,
      thresholds: [18, 22, 25, 28, 31, 35],
    },
    {
      category: 'SCIENCE_TECHNOLOGY',
      tags: ['Space'],
      frequency: 'MONTHLY',
      leadDays: 32,
      tradesPerHour: 5,
      occasions: endOfMonth(29),
    },
  ),
  question(
    {
      symbol: 'KXTOPMODEL',
      title: 'Leading model laboratory',
      name: ({ code }) => `Which laboratory leads the model ranking at the end of ${code}?`,
      answers: [
        ['AUR', 'Aurora Labs'],
        ['DEE', 'Deep Meadow'],
        ['HEL', 'Helix'],
        ['OPE', 'Open Lattice'],
        ['OTH', 'Another'],
      ],
      weights: [40, 27, 18, 10, 5],
      share: 0.95,
    },
    {
      category: 'SCIENCE_TECHNOLOGY',
      tags: ['Artificial intelligence'],
      frequency: 'MONTHLY',
      leadDays: 62,
      tradesPerHour: 14,
      occasions: endOfMonth(50),
      ticks: 'tapered',
    },
  ),
  counted(
    {
      symbol: 'KXHURCTOT',
      name: 'Atlantic hurricanes of the year',
      what: 'Atlantic hurricanes',
      mean: 7.4,
      thresholds: [4, 6, 8, 10, 12],
    },
    {
      category: 'SCIENCE_TECHNOLOGY',
      tags: ['Climate'],
      frequency: 'ANNUAL',
      leadDays: 366,
      listedDaysAfter: 400,
      tradesPerHour: 3,
      occasions: endOfYear(),
    },
  ),
  measured(
    {
      symbol: 'KXTSAW',
      name: 'Air travellers a day',
      subject: 'the average number of travellers checked a day in the week before',
      kind: 'above',
      gap: 50,
      count: 7,
      mean: (seed, { serial }) => drifting(seed, 'KXTSAW', Math.floor(serial / 7), 2_480, 120),
      deviation: 60,
      share: 0.85,
      step: 1,
      places: 0,
      show: (value) => `${placesText(value / 1_000, 2)}M`,
    },
    {
      category: 'TRANSPORTATION',
      tags: ['Airlines'],
      frequency: 'WEEKLY',
      leadDays: 9,
      tradesPerHour: 8,
      occasions: weekly(1, { ...noon, opensDaysBefore: 8 }),
    },
  ),
  counted(
    {
      symbol: 'KXCANCELWAVE',
      name: 'Days with over 500 cancelled flights',
      what: 'days with more than 500 cancelled US flights',
      mean: 5,
      thresholds: [1, 3, 5, 7, 10],
    },
    {
      category: 'TRANSPORTATION',
      tags: ['Airlines'],
      frequency: 'MONTHLY',
      leadDays: 32,
      tradesPerHour: 3,
      occasions: endOfMonth(29),
    },
  ),
  measured(
    {
      symbol: 'KXAAAGASW',
      name: 'US gasoline price',
      subject: 'the average US price of a gallon of gasoline',
      kind: 'above',
      gap: 0.02,
      count: 9,
      mean: (seed, { serial }) => drifting(seed, 'KXAAAGASW', Math.floor(serial / 7), 3.12, 0.16),
      deviation: 0.035,
      share: 0.95,
      step: 0.001,
      places: 3,
      show: gallons,
    },
    {
      category: 'COMMODITIES',
      tags: ['Oil and energy'],
      frequency: 'WEEKLY',
      leadDays: 9,
      tradesPerHour: 11,
      occasions: weekly(1, { ...noon, opensDaysBefore: 8 }),
    },
  ),
]
