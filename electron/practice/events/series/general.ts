import type { SeriesRule } from '../rules/types.js'
import { annual, weekdayOfMonth, weekly } from '../rules/event-calendar.js'
import { drifting } from '../models/series-defaults.js'
import { placesText } from '../rules/figure-text.js'
import {
  noon,
  counted,
  endOfMonth,
  endOfYear,
  END_OF_DAY,
  measured,
  question,
} from './series-templates.js'

const gallons = (value: number): string => `$${placesText(value, 3)}`

/** Entertainment, science, transportation and commodities. */
export const GENERAL_SERIES: readonly SeriesRule[] = [
  measured(
    {
      symbol: 'KXBOXOFFICE',
      name: 'Box office of the weekend',
      subject: 'the domestic gross of the twelve leading films of the weekend',
      kind: 'range',
      gap: 15,
      count: 6,
      mean: (seed, { serial }) =>
        drifting(seed, {
          name: 'KXBOXOFFICE',
          serial: Math.floor(serial / 7),
          mean: 110,
          deviation: 28,
        }),
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
      mean: (seed, { serial }) =>
        drifting(seed, {
          name: 'KXTSAW',
          serial: Math.floor(serial / 7),
          mean: 2_480,
          deviation: 120,
        }),
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
      mean: (seed, { serial }) =>
        drifting(seed, {
          name: 'KXAAAGASW',
          serial: Math.floor(serial / 7),
          mean: 3.12,
          deviation: 0.16,
        }),
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
