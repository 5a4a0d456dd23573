import { expect } from 'vitest'
import { SCREENER_OPERATIONS } from '../../../shared/wire/families/market-data/screeners.js'
import type { ToolAnswer, Examples } from '../session/example.js'

const ILLEGAL: ToolAnswer = [417, 'ILLEGAL_PARAMETER']
const descending = (values: readonly unknown[]) =>
  expect(values.map(Number)).toEqual(values.map(Number).sort((a, b) => b - a))

/** Examples of MARKET-6. */
export const SCREENERS: Examples = {
  'market.screeners.gainers-losers': {
    request: () => ({
      rank_type: 'DAY_1',
      category: 'US_STOCK',
      sort_by: 'CHANGE_RATIO',
      direction: 'DESC',
    }),
    shows: (answer) => descending(answer.map(({ change_ratio: ratio }) => ratio)),
  },
  'market.screeners.top-actives': {
    request: () => ({ rank_type: 'VOLUME', category: 'US_STOCK', direction: 'DESC' }),
    shows: (answer) => descending(answer.map(({ volume }) => volume)),
  },
  'market.screeners.high-dividend': {
    request: () => ({ category: 'US_STOCK', sort_by: 'YIELD', direction: 'DESC' }),
    shows: (answer) => descending(answer.map((row) => row.yield)),
  },
  'market.screeners.week52': {
    request: () => ({
      rank_type: 'NEAR_HIGH',
      category: 'US_STOCK',
      sort_by: 'CHANGE_RATIO_52W',
      direction: 'DESC',
    }),
    shows: (answer) => descending(answer.map(({ change_ratio_52w: ratio }) => ratio)),
  },
  'market.screeners.sectors': {
    request: () => ({
      category: 'US_STOCK',
      agg_type: 'MARKET_VALUE',
      period: 'D1',
      direction: 'DESC',
    }),
  },
  'market.screeners.sector': {
    request: async ({ call }) => ({
      sector_id: (await call(SCREENER_OPERATIONS.marketSectors, {})).data[0]?.id ?? '',
      period: 'D1',
      sort_by: 'CHANGE_RATIO',
      direction: 'DESC',
    }),
    shows: (answer, request) => expect(answer.id).toBe(request.sector_id),
    refuses: [{ what: 'an unknown sector', with: { sector_id: 'NOSUCH' }, answer: ILLEGAL }],
  },
}
