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
  type MarketSector,
  type RankingQuery,
  type RankingView,
  type ScreenerRow,
  type SectorsQuery,
  type SectorsView,
} from '../../domain/reference/screener.js'
import { zMessage } from '../message.js'
import { mirror } from '../mirror.js'
import { zDecimal, zMoney, zPrice, zQuantity, zSymbol, zTime } from '../schemas.js'

const text = (max: number) => z.string().max(max)
/** A name or a date as the broker writes it. */
const zText = text(400).nullable()
const zFigure = zDecimal.nullable()

/** More stocks than any ranking of the broker has. */
const MAX_ROWS = 10_000
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

const zScreenerRow = mirror<ScreenerRow>()(
  z.strictObject({
    symbol: zSymbol,
    name: zText,
    exchange: zText,
    currency: zText,
    last: zPrice.nullable(),
    close: zPrice.nullable(),
    open: zPrice.nullable(),
    high: zPrice.nullable(),
    low: zPrice.nullable(),
    previousClose: zPrice.nullable(),
    change: zFigure,
    changeRatio: zFigure,
    volume: zQuantity.nullable(),
    relativeVolume: zFigure,
    turnover: zMoney.nullable(),
    turnoverRatio: zFigure,
    marketValue: zMoney.nullable(),
    amplitude: zFigure,
    priceToEarnings: zFigure,
    dividendYield: zFigure,
    dividend: zMoney.nullable(),
    exDate: zText,
    price52w: zPrice.nullable(),
    changeRatio52w: zFigure,
  }),
)

const zMarketSector = mirror<MarketSector>()(
  z.strictObject({
    sectorId: zSectorId,
    name: zText,
    changeRatio: zFigure,
    volume: zQuantity.nullable(),
    marketValue: zMoney.nullable(),
    advanced: zDecimal,
    declined: zDecimal,
    flat: zDecimal,
    leaders: z.array(z.strictObject({ symbol: zSymbol, name: zText })).max(100),
  }),
)

const polledList = <T extends z.ZodType>(value: T) =>
  z.strictObject({
    state: z.enum(['loading', 'ready', 'absent', 'failed']),
    value: value.nullable(),
    readAt: zTime.nullable(),
    problem: zMessage.nullable(),
  })

export const zRankingView = mirror<RankingView>()(
  polledList(
    z.strictObject({
      rows: z.array(zScreenerRow).max(MAX_ROWS),
      sector: zMarketSector.nullable(),
    }),
  ),
)
export const zSectorsView = mirror<SectorsView>()(polledList(z.array(zMarketSector).max(MAX_ROWS)))
