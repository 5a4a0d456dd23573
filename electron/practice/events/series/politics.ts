import { DAY_MS } from '../../../../shared/domain/time.js'
import type { SeriesRule } from '../rules/types.js'
import { annual, daySerial, weekdayOfMonth, weekly } from '../rules/event-calendar.js'
import { drifting } from '../models/series-defaults.js'
import { placesText } from '../rules/figure-text.js'
import { noon, counted, endOfMonth, END_OF_DAY, measured, question } from './series-templates.js'

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

/** Politics and elections. */
export const POLITICS_SERIES: readonly SeriesRule[] = [
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
      mean: (seed, { serial }) =>
        drifting(seed, {
          name: 'KXAPPROVAL',
          serial: Math.floor(serial / 7),
          mean: 42.5,
          deviation: 1.6,
        }),
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
]
