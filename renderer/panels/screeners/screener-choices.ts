import {
  ACTIVE_MEASURES,
  DIVIDEND_SORTS,
  MOVER_PERIODS,
  RANKING_SORTS,
  SECTOR_MEASURES,
  SECTOR_PERIODS,
  SORT_DIRECTIONS,
  YEAR_EXTREMES,
  YEAR_SORTS,
  type SortDirection,
} from '../../../shared/domain/reference/screener.js'
import type { RankingQuery } from '../../../shared/domain/reference/screener.schema.js'
import { useSetting } from '../../stores/context.js'
import type { ScreenerKind } from './screener-columns.js'

export const LISTS = ['movers', 'active', 'year', 'dividends', 'sectors'] as const

/** The sort of an active list by its own measure. */
const OWN = 'own'
const ACTIVE_SORTS = [OWN, ...RANKING_SORTS] as const

/** The sorts that each ranking offers, its own first. */
export const SORTS = {
  movers: RANKING_SORTS,
  active: ACTIVE_SORTS,
  year: YEAR_SORTS,
  dividends: DIVIDEND_SORTS,
  sector: RANKING_SORTS,
} as const satisfies Readonly<Record<ScreenerKind, readonly string[]>>

/** Near a high or at a low of the year, the smallest distance comes first. */
const DIRECTION: Readonly<Record<ScreenerKind, SortDirection>> = {
  movers: 'descending',
  active: 'descending',
  year: 'ascending',
  dividends: 'descending',
  sector: 'descending',
}

const useKindSetting = <K extends ScreenerKind>(kind: K) =>
  useSetting<(typeof SORTS)[K][number]>(`screeners.sort.${kind}`, SORTS[kind], SORTS[kind][0])

/** The person's choices of every list, which are saved with the workspace. */
export function useScreenerChoices() {
  return {
    list: useSetting('screeners.list', LISTS, 'movers'),
    period: useSetting('screeners.period', MOVER_PERIODS, '1d'),
    measure: useSetting('screeners.measure', ACTIVE_MEASURES, 'volume'),
    extreme: useSetting('screeners.extreme', YEAR_EXTREMES, 'new-high'),
    sectorPeriod: useSetting('screeners.sectorPeriod', SECTOR_PERIODS, '1d'),
    sectorMeasure: useSetting('screeners.sectorMeasure', SECTOR_MEASURES, 'marketValue'),
    sectorsDirection: useSetting('screeners.sectorsDirection', SORT_DIRECTIONS, 'descending'),
    sorts: {
      movers: useKindSetting('movers'),
      active: useKindSetting('active'),
      year: useKindSetting('year'),
      dividends: useKindSetting('dividends'),
      sector: useKindSetting('sector'),
    },
    directions: {
      movers: useDirection('movers'),
      active: useDirection('active'),
      year: useDirection('year'),
      dividends: useDirection('dividends'),
      sector: useDirection('sector'),
    },
  } as const
}
export type ScreenerChoices = ReturnType<typeof useScreenerChoices>

const useDirection = (kind: ScreenerKind) =>
  useSetting(`screeners.direction.${kind}`, SORT_DIRECTIONS, DIRECTION[kind])

/** Returns the query of a ranking; of a sector's stocks where one is open. */
export function rankingQuery(
  kind: ScreenerKind,
  choices: ScreenerChoices,
  sectorId: string,
): RankingQuery {
  const { sorts, directions } = choices
  const direction = directions[kind][0]
  switch (kind) {
    case 'movers':
      return { list: kind, period: choices.period[0], sort: sorts.movers[0], direction }
    case 'active': {
      const sort = sorts.active[0]
      const measure = choices.measure[0]
      return { list: kind, measure, sort: sort === OWN ? null : sort, direction }
    }
    case 'year':
      return { list: kind, extreme: choices.extreme[0], sort: sorts.year[0], direction }
    case 'dividends':
      return { list: kind, sort: sorts.dividends[0], direction }
    case 'sector': {
      const period = choices.sectorPeriod[0]
      return { list: kind, sectorId, period, sort: sorts.sector[0], direction }
    }
  }
}
