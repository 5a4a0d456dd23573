import type {
  ActiveMeasure,
  DividendSort,
  MoverPeriod,
  Ranking,
  RankingSort,
  SectorPeriod,
  SortDirection,
  YearExtreme,
} from '../../../shared/domain/reference/screener.js'
import type { RankingQuery } from '../../../shared/domain/reference/screener.schema.js'
import { err, ok, type Result } from '../../../shared/domain/result.js'
import {
  SCREENER_OPERATIONS,
  type W_ACTIVE_RANKS,
  type W_GAINER_RANKS,
  type W_SCREENER_SORTS,
  type W_SECTOR_PERIODS,
  type W_WEEK52_RANKS,
} from '../../../shared/wire/families/market-data/screeners.js'
import type { ScreenerPort } from '../../core/market/facts/facts-port.js'
import type { CallFailure } from '../http/call-failure.js'
import type { Caller, CallOptions } from '../http/caller.js'
import { allItems, allRows } from '../http/paginate.js'
import { toProviderFailure } from '../http/provider-failure.js'
import { toMarketSector, toScreenerRow, toSectorFigures } from '../mapping/facts/screeners.js'

/** The wire values of the screeners (MARKET-6), by domain name. */
const WIRE_PERIOD: Readonly<Record<MoverPeriod, (typeof W_GAINER_RANKS)[number]>> = {
  pre: 'PRE_MARKET',
  post: 'AFTER_MARKET',
  '3m': 'MIN_3',
  '5m': 'MIN_5',
  '1d': 'DAY_1',
  '5d': 'DAY_5',
  '1mo': 'MONTH_1',
  '3mo': 'MONTH_3',
  '52w': 'WEEK_52',
}
const WIRE_MEASURE: Readonly<Record<ActiveMeasure, (typeof W_ACTIVE_RANKS)[number]>> = {
  volume: 'VOLUME',
  relativeVolume: 'RELATIVE_VOLUME_10D',
  turnover: 'TURNOVER',
  turnoverRatio: 'TURNOVER_RATE',
  amplitude: 'AMPLITUDE',
}
const WIRE_EXTREME: Readonly<Record<YearExtreme, (typeof W_WEEK52_RANKS)[number]>> = {
  'new-high': 'NEW_HIGH',
  'near-high': 'NEAR_HIGH',
  'new-low': 'NEW_LOW',
  'near-low': 'NEAR_LOW',
}
const WIRE_SECTOR_PERIOD: Readonly<Record<SectorPeriod, (typeof W_SECTOR_PERIODS)[number]>> = {
  '1d': 'D1',
  '5d': 'D5',
  '1mo': 'MO1',
  '3mo': 'MO3',
}
const WIRE_SORT: Readonly<Record<RankingSort, (typeof W_SCREENER_SORTS)[number]>> = {
  changeRatio: 'CHANGE_RATIO',
  relativeVolume: 'RELATIVE_VOLUME_10D',
  marketValue: 'MARKET_VALUE',
  close: 'CLOSE',
  last: 'PRICE',
  priceToEarnings: 'PE_TTM',
  high: 'HIGH',
  low: 'LOW',
  amplitude: 'AMPLITUDE',
  turnover: 'TURNOVER',
  volume: 'VOLUME',
}
const dividendSort = (sort: DividendSort) =>
  sort === 'dividendYield' ? 'YIELD' : sort === 'dividend' ? 'DIVIDEND' : WIRE_SORT[sort]
const WIRE_DIRECTION = { descending: 'DESC', ascending: 'ASC' } as const satisfies Record<
  SortDirection,
  string
>

const STOCKS = { category: 'US_STOCK' } as const
/** A list that somebody watches must not take the budget of orders. */
const BACKGROUND: CallOptions = { priority: 'background' }

type RankingOf<L extends RankingQuery['list']> = Extract<RankingQuery, { readonly list: L }>
type SectorPage = { readonly sector: Ranking['sector'] }

/** Reads every page of one sector; its figures are on each of them. */
async function sectorRanking(
  caller: Caller,
  { sectorId, period, sort, direction }: RankingOf<'sector'>,
): Promise<Result<Ranking, CallFailure>> {
  const head: { -readonly [K in keyof SectorPage]: SectorPage[K] } = { sector: null }
  const rows = await allItems(async (key) => {
    const page = await caller.call(
      SCREENER_OPERATIONS.marketSectorDetail,
      {
        ...STOCKS,
        sector_id: sectorId,
        period: WIRE_SECTOR_PERIOD[period],
        sort_by: WIRE_SORT[sort],
        direction: WIRE_DIRECTION[direction],
        ...(key === undefined ? {} : { pagination_key: key }),
      },
      BACKGROUND,
    )
    if (page.ok) head.sector = toSectorFigures(page.value)
    return page
  })
  return rows.ok ? ok({ rows: rows.value.map(toScreenerRow), sector: head.sector }) : rows
}

/** Reads the rows of a ranking of the whole market. */
function marketRows(caller: Caller, query: Exclude<RankingQuery, RankingOf<'sector'>>) {
  const direction = WIRE_DIRECTION[query.direction]
  switch (query.list) {
    case 'movers':
      return caller.call(
        SCREENER_OPERATIONS.gainersLosers,
        {
          ...STOCKS,
          rank_type: WIRE_PERIOD[query.period],
          sort_by: WIRE_SORT[query.sort],
          direction,
        },
        BACKGROUND,
      )
    case 'active':
      return caller.call(
        SCREENER_OPERATIONS.topActive,
        {
          ...STOCKS,
          rank_type: WIRE_MEASURE[query.measure],
          ...(query.sort === null ? {} : { sort_by: WIRE_SORT[query.sort] }),
          direction,
        },
        BACKGROUND,
      )
    case 'year':
      return caller.call(
        SCREENER_OPERATIONS.week52HighLow,
        {
          ...STOCKS,
          rank_type: WIRE_EXTREME[query.extreme],
          sort_by: query.sort === 'changeRatio52w' ? 'CHANGE_RATIO_52W' : WIRE_SORT[query.sort],
          direction,
        },
        BACKGROUND,
      )
    case 'dividends':
      return caller.call(
        SCREENER_OPERATIONS.highDividend,
        { ...STOCKS, sort_by: dividendSort(query.sort), direction },
        BACKGROUND,
      )
  }
}

/** Creates the reads of screeners and sectors (MARKET-6). */
export const screenerReads = (caller: Caller): ScreenerPort => ({
  async ranking(query) {
    if (query.list === 'sector') {
      const sector = await sectorRanking(caller, query)
      return sector.ok ? sector : err(toProviderFailure(sector.error))
    }
    const rows = await marketRows(caller, query)
    return rows.ok
      ? ok({ rows: rows.value.map((row) => toScreenerRow(row)), sector: null })
      : err(toProviderFailure(rows.error))
  },
  async sectors({ period, measure, direction }) {
    const rows = await allRows(
      caller,
      SCREENER_OPERATIONS.marketSectors,
      {
        ...STOCKS,
        agg_type: measure === 'volume' ? 'VOLUME' : 'MARKET_VALUE',
        period: WIRE_SECTOR_PERIOD[period],
        direction: WIRE_DIRECTION[direction],
      },
      BACKGROUND,
    )
    return rows.ok ? ok(rows.value.map(toMarketSector)) : err(toProviderFailure(rows.error))
  },
})
