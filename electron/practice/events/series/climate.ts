import { DAY_MS } from '../../../../shared/domain/time.js'
import type { Occasion, SeriesRule } from '../rules/types.js'
import { onDays } from '../rules/event-calendar.js'
import { drifting } from '../models/series-defaults.js'
import { placesText } from '../rules/figure-text.js'
import { counted, endOfMonth, END_OF_DAY, measured, question } from './series-templates.js'

const degrees = (value: number): string => `${placesText(value, 0)}°`
/**
 * Returns the usual high temperature of a day, coldest in late January, with the weather of the
 * days around it.
 */
const high =
  (name: string, mean: number, swing: number) =>
  (seed: string, { serial }: Occasion): number =>
    drifting(seed, {
      name,
      serial,
      mean:
        mean -
        swing * Math.cos(2 * Math.PI * ((((serial * DAY_MS) / (365.25 * DAY_MS)) % 1) - 0.07)),
      deviation: 6,
    })
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

/** Weather and earthquakes. */
export const CLIMATE_SERIES: readonly SeriesRule[] = [
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
]
