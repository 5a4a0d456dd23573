import { z } from 'zod'
import {
  SORT_DIRECTIONS,
  RANKING_SORTS,
  MOVER_PERIODS,
  ACTIVE_MEASURES,
  YEAR_EXTREMES,
  YEAR_SORTS,
  DIVIDEND_SORTS,
  SECTOR_PERIODS,
  SECTOR_MEASURES,
} from './screener.js'
import { asReadonly } from '../readonly-schema.js'

const zDirection = z.enum(SORT_DIRECTIONS)

const zSort = z.enum(RANKING_SORTS)

/** The id of a sector, as the broker writes it. */
const zSectorId = z.string().min(1).max(80)

/**
 * A ranking of stocks. Losers are movers in ascending order of their change. An active list without
 * a sort is in the order of its measure.
 */
export const RankingQuery = asReadonly(
  z.discriminatedUnion('list', [
    z.strictObject({
      list: z.literal('movers'),
      period: z.enum(MOVER_PERIODS),
      sort: zSort,
      direction: zDirection,
    }),
    z.strictObject({
      list: z.literal('active'),
      measure: z.enum(ACTIVE_MEASURES),
      sort: zSort.nullable(),
      direction: zDirection,
    }),
    z.strictObject({
      list: z.literal('year'),
      extreme: z.enum(YEAR_EXTREMES),
      sort: z.enum(YEAR_SORTS),
      direction: zDirection,
    }),
    z.strictObject({
      list: z.literal('dividends'),
      sort: z.enum(DIVIDEND_SORTS),
      direction: zDirection,
    }),
    z.strictObject({
      list: z.literal('sector'),
      sectorId: zSectorId,
      period: z.enum(SECTOR_PERIODS),
      sort: zSort,
      direction: zDirection,
    }),
  ]),
)
export type RankingQuery = z.output<typeof RankingQuery>

export const SectorsQuery = asReadonly(
  z.strictObject({
    period: z.enum(SECTOR_PERIODS),
    measure: z.enum(SECTOR_MEASURES),
    direction: zDirection,
  }),
)
export type SectorsQuery = z.output<typeof SectorsQuery>
