import type { z } from 'zod'
import { symbol } from '../../../../shared/domain/ids.js'
import type { MarketSector, ScreenerRow } from '../../../../shared/domain/reference/screener.js'
import type {
  SCREENER_OPERATIONS,
  zScreenerRow,
} from '../../../../shared/wire/families/market-data/screeners.js'
import type { ResponseOf } from '../../../../shared/wire/operation.js'
import { EXCHANGES } from '../instruments.js'
import { quotedPrice } from '../../../../shared/domain/market/quoted-price.js'
import { money, quantity } from '../values.js'
import { quotedDay } from '../quoted.js'

type WireScreenerRow = z.output<typeof zScreenerRow>
/** Members that only some of the lists have. */
type Extra = Partial<
  ResponseOf<typeof SCREENER_OPERATIONS.highDividend>[number] &
    ResponseOf<typeof SCREENER_OPERATIONS.week52HighLow>[number]
>

/**
 * Converts one stock of any ranking (MARKET-6). The shape of the list is defined by its operation.
 */
export const toScreenerRow = (record: WireScreenerRow & Extra): ScreenerRow => ({
  symbol: symbol(record.symbol),
  name: record.name,
  exchange:
    record.exchange_code === null
      ? null
      : (EXCHANGES[record.exchange_code] ?? record.exchange_code),
  currency: record.currency,
  last: quotedPrice(record.price ?? record.close),
  close: quotedPrice(record.close),
  ...quotedDay(record),
  change: record.change,
  changeRatio: record.change_ratio,
  volume: quantity(record.volume),
  relativeVolume: record.relative_volume_10d,
  turnover: money(record.turnover),
  turnoverRatio: record.turnover_rate,
  marketValue: money(record.market_value),
  amplitude: record.amplitude,
  priceToEarnings: record.pe_ttm,
  dividendYield: record.yield ?? null,
  dividend: money(record.dividend ?? null),
  exDate: record.ex_date ?? null,
  price52w: quotedPrice(record.price_52w ?? null),
  changeRatio52w: record.change_ratio_52w ?? null,
})

/** Converts a sector of the list, with its leaders. */
export const toMarketSector = (
  record: ResponseOf<typeof SCREENER_OPERATIONS.marketSectors>['data'][number],
): MarketSector => ({
  sectorId: record.id,
  name: record.name,
  changeRatio: record.change_ratio,
  volume: quantity(record.volume),
  marketValue: money(record.market_value),
  advanced: record.advanced,
  declined: record.declined,
  flat: record.flat,
  leaders: record.data.map((leader) => ({ symbol: symbol(leader.symbol), name: leader.name })),
})

/** Converts the figures of one sector. Its stocks are the rows of the same response. */
export const toSectorFigures = (
  record: ResponseOf<typeof SCREENER_OPERATIONS.marketSectorDetail>,
): MarketSector => ({
  sectorId: record.id,
  name: record.name,
  changeRatio: record.change_ratio,
  volume: null,
  marketValue: null,
  advanced: record.advanced,
  declined: record.declined,
  flat: record.flat,
  leaders: [],
})
