import { z } from 'zod'
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
  type RankingQuery,
  type SectorsQuery,
} from '../../domain/reference/screener.js'
import { mirror } from '../../domain/readonly-schema.js'

const zDirection = z.enum(SORT_DIRECTIONS)
const zSort = z.enum(RANKING_SORTS)

/** The id of a sector, as the broker writes it. */
const zSectorId = z.string().min(1).max(80)

export const zRankingQuery = mirror<RankingQuery>()(
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

export const zSectorsQuery = mirror<SectorsQuery>()(
  z.strictObject({
    period: z.enum(SECTOR_PERIODS),
    measure: z.enum(SECTOR_MEASURES),
    direction: zDirection,
  }),
)
