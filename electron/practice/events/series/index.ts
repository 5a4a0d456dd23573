import { LEAGUES } from '../sports/leagues.js'
import { gameSeries } from '../sports/schedule.js'
import type { SeriesRule } from '../rules/types.js'
import { CLIMATE_SERIES } from './climate.js'
import { POLITICS_SERIES } from './politics.js'
import { CHAMPION_SERIES } from './champions.js'
import { ECONOMIC_SERIES } from './economics.js'
import { PRICE_SERIES } from './prices.js'
import { GENERAL_SERIES } from './general.js'

/** The published categories (TRADING-6), and two more that are live. */
export const CATEGORIES = [
  { id: 1, code: 'ECONOMICS', name: 'Economics' },
  { id: 2, code: 'FINANCIALS', name: 'Financials' },
  { id: 3, code: 'POLITICS', name: 'Politics' },
  { id: 4, code: 'ENTERTAINMENT', name: 'Entertainment' },
  { id: 5, code: 'SCIENCE_TECHNOLOGY', name: 'Science and Technology' },
  { id: 6, code: 'CLIMATE_WEATHER', name: 'Climate and Weather' },
  { id: 7, code: 'TRANSPORTATION', name: 'Transportation' },
  { id: 8, code: 'CRYPTO', name: 'Crypto' },
  { id: 9, code: 'SPORTS', name: 'Sports' },
  { id: 10, code: 'ELECTIONS', name: 'Elections' },
  { id: 11, code: 'COMMODITIES', name: 'Commodities' },
] as const

/** Every series, in the order of lists. */
export const SERIES: readonly SeriesRule[] = [
  ...ECONOMIC_SERIES,
  ...PRICE_SERIES,
  ...CLIMATE_SERIES,
  ...POLITICS_SERIES,
  ...GENERAL_SERIES,
  ...LEAGUES.map(gameSeries),
  ...CHAMPION_SERIES,
]

export const SERIES_BY_SYMBOL: ReadonlyMap<string, SeriesRule> = new Map(
  SERIES.map((rule) => [rule.symbol, rule]),
)
