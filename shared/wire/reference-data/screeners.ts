import { z } from 'zod'
import {
  SCREENER_OPERATIONS,
  W_ACTIVE_RANKS,
  W_GAINER_RANKS,
  W_SCREENER_SORTS,
  W_SECTOR_PERIODS,
  W_WEEK52_RANKS,
} from '../families/market-data/screeners.js'
import { word, page, direction, sorted, usStock } from './parameters.js'
import type { ReferenceDataRows } from './reference-data-tool.js'

/** Screeners and sectors. */
export const SCREENER_ROWS = {
  get_gainers_losers: [
    'Gainers and losers',
    'Stocks that moved most. direction ASC: losers.',
    SCREENER_OPERATIONS.gainersLosers,
    {
      rank_type: z.enum(W_GAINER_RANKS).default('DAY_1'),
      category: usStock,
      sort_by: sorted,
      direction,
    },
    { maxRows: 50 },
  ],
  get_most_active: [
    'Most active',
    'Stocks that were traded most, in several ways.',
    SCREENER_OPERATIONS.topActive,
    {
      rank_type: z.enum(W_ACTIVE_RANKS).default('VOLUME'),
      category: usStock,
      sort_by: sorted,
      direction,
    },
    { maxRows: 50 },
  ],
  get_52_week_high_low: [
    'Highs and lows of 52 weeks',
    'Stocks at or near their highest or lowest of a year.',
    SCREENER_OPERATIONS.week52HighLow,
    {
      rank_type: z.enum(W_WEEK52_RANKS).default('NEW_HIGH'),
      category: usStock,
      sort_by: sorted,
      direction,
    },
    { maxRows: 50 },
  ],
  get_high_dividend: [
    'High dividends',
    'Stocks that pay most, by yield or dividend.',
    SCREENER_OPERATIONS.highDividend,
    {
      category: usStock,
      sort_by: z.enum([...W_SCREENER_SORTS, 'YIELD', 'DIVIDEND']).optional(),
      direction,
    },
    { maxRows: 50 },
  ],
  get_market_sectors: [
    'Market sectors',
    'How the sectors of the market move, with their leaders.',
    SCREENER_OPERATIONS.marketSectors,
    {
      category: usStock,
      agg_type: z.enum(['MARKET_VALUE', 'VOLUME']).optional(),
      period: z.enum(W_SECTOR_PERIODS).optional(),
      direction,
      pagination_key: page,
    },
    { maxRows: 50 },
  ],
  get_market_sectors_detail: [
    'One sector',
    'A sector of get_market_sectors, with its stocks.',
    SCREENER_OPERATIONS.marketSectorDetail,
    {
      sector_id: word('The id of a sector.'),
      category: usStock,
      period: z.enum(W_SECTOR_PERIODS).optional(),
      sort_by: sorted,
      direction,
      pagination_key: page,
    },
    { maxRows: 50 },
  ],
} satisfies ReferenceDataRows
