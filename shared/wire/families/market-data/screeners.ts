import { z } from 'zod'
import { zOptionalDecimal, zOptionalText, zWireDecimal } from '../../fields.js'
import { LIMITS } from '../../rate-limits.js'
import { operation } from '../../operation.js'

const data = {
  family: 'market-data',
  host: 'api',
  auth: 'signature+token',
  effect: 'read',
  method: 'GET',
  encoding: 'query',
  rate: LIMITS.marketData,
} as const
const zCategory = z.enum(['US_STOCK']).optional()
const zDirection = z.enum(['ASC', 'DESC']).optional()
const d = zOptionalDecimal

export const W_GAINER_RANKS = [
  'PRE_MARKET',
  'AFTER_MARKET',
  'MIN_3',
  'MIN_5',
  'DAY_1',
  'DAY_5',
  'MONTH_1',
  'MONTH_3',
  'WEEK_52',
] as const
export const W_ACTIVE_RANKS = [
  'VOLUME',
  'RELATIVE_VOLUME_10D',
  'TURNOVER',
  'TURNOVER_RATE',
  'AMPLITUDE',
] as const
export const W_WEEK52_RANKS = ['NEW_HIGH', 'NEAR_HIGH', 'NEW_LOW', 'NEAR_LOW'] as const
export const W_SECTOR_PERIODS = ['D1', 'D5', 'MO1', 'MO3'] as const
export const W_SCREENER_SORTS = [
  'CHANGE_RATIO',
  'RELATIVE_VOLUME_10D',
  'MARKET_VALUE',
  'CLOSE',
  'PRICE',
  'PE_TTM',
  'HIGH',
  'LOW',
  'AMPLITUDE',
  'TURNOVER',
  'VOLUME',
] as const

/** A stock in a ranking (MARKET-6). Members that the caller has no right to see are null. */
export const zScreenerRow = z.object({
  instrument_id: z.string(),
  symbol: z.string(),
  name: zOptionalText,
  exchange_code: zOptionalText,
  currency: zOptionalText,
  category: zOptionalText,
  pre_close: d,
  open: d,
  high: d,
  low: d,
  close: d,
  price: d,
  change: d,
  change_ratio: d,
  volume: d,
  turnover: d,
  turnover_rate: d,
  market_value: d,
  amplitude: d,
  relative_volume_10d: d,
  pe_ttm: d,
})
const zDividendRow = zScreenerRow.extend({ yield: d, dividend: d, ex_date: zOptionalText })
const zWeek52Row = zScreenerRow.extend({ price_1w: d, price_52w: d, change_ratio_52w: d })

/**
 * A ranking is sent as a bare array; the provider's pages describe an envelope, and older versions
 * send `{has_more, data}`.
 */
const zRanking = <T extends z.ZodType>(row: T) =>
  z.union([z.array(row), z.object({ data: z.array(row) }).transform((page) => page.data)])

const zSectorFigures = z.object({
  id: z.string(),
  name: z.string(),
  change_ratio: d,
  advanced: zWireDecimal,
  declined: zWireDecimal,
  flat: zWireDecimal,
})
const zSector = zSectorFigures.extend({
  volume: d,
  market_value: d,
  data: z.array(z.object({ instrument_id: z.string(), symbol: z.string(), name: zOptionalText })),
})

/** Rankings of stocks and sectors (MARKET-6). */
export const SCREENER_OPERATIONS = {
  gainersLosers: operation({
    ...data,
    id: 'market.screeners.gainers-losers',
    name: 'Gainers and Losers',
    path: '/market-data/screeners/gainers-losers/list',
    paging: 'none',
    request: z.object({
      rank_type: z.enum(W_GAINER_RANKS).optional(),
      category: zCategory,
      sort_by: z.enum(W_SCREENER_SORTS).optional(),
      direction: zDirection,
    }),
    response: zRanking(zScreenerRow),
  }),

  topActive: operation({
    ...data,
    id: 'market.screeners.top-actives',
    name: 'Top Active',
    path: '/market-data/screeners/top-actives/list',
    paging: 'none',
    request: z.object({
      rank_type: z.enum(W_ACTIVE_RANKS).optional(),
      category: zCategory,
      sort_by: z.enum(W_SCREENER_SORTS).optional(),
      direction: zDirection,
    }),
    response: zRanking(zScreenerRow),
  }),

  highDividend: operation({
    ...data,
    id: 'market.screeners.high-dividend',
    name: 'High Dividend',
    path: '/market-data/screeners/high-dividend-ranks/list',
    paging: 'none',
    request: z.object({
      category: zCategory,
      sort_by: z.enum([...W_SCREENER_SORTS, 'YIELD', 'DIVIDEND']).optional(),
      direction: zDirection,
    }),
    response: zRanking(zDividendRow),
  }),

  week52HighLow: operation({
    ...data,
    id: 'market.screeners.week52',
    name: '52-week High Low',
    path: '/market-data/screeners/week52-high-low/list',
    paging: 'none',
    request: z.object({
      rank_type: z.enum(W_WEEK52_RANKS).optional(),
      category: zCategory,
      sort_by: z.enum([...W_SCREENER_SORTS, 'CHANGE_RATIO_52W']).optional(),
      direction: zDirection,
    }),
    response: zRanking(zWeek52Row),
  }),

  marketSectors: operation({
    ...data,
    id: 'market.screeners.sectors',
    name: 'Market Sectors',
    path: '/market-data/screeners/market-sectors/list',
    paging: 'cursor',
    request: z.object({
      category: zCategory,
      agg_type: z.enum(['MARKET_VALUE', 'VOLUME']).optional(),
      period: z.enum(W_SECTOR_PERIODS).optional(),
      direction: zDirection,
      pagination_key: z.string().optional(),
    }),
    response: z.object({ data: z.array(zSector), pagination_key: z.string().nullish() }),
  }),

  marketSectorDetail: operation({
    ...data,
    id: 'market.screeners.sector',
    name: 'Market Sector Detail',
    path: '/market-data/screeners/market-sectors/get',
    paging: 'cursor',
    request: z.object({
      sector_id: z.string().min(1),
      category: zCategory,
      period: z.enum(W_SECTOR_PERIODS).optional(),
      sort_by: z.enum(W_SCREENER_SORTS).optional(),
      direction: zDirection,
      pagination_key: z.string().optional(),
    }),
    response: zSectorFigures.extend({
      data: z.array(zScreenerRow),
      pagination_key: z.string().nullish(),
    }),
  }),
} as const
