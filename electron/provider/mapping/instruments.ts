import type { z } from 'zod'
import type { StockInstrument } from '../../../shared/domain/instruments/any-instrument.js'
import { symbol } from '../../../shared/domain/ids.js'
import type { zStockProfile } from '../../../shared/wire/families/products/stocks.js'
import { tradableOf } from './values.js'

/** Names of the well-known exchange codes; others are shown as sent. */
export const EXCHANGES: Readonly<Record<string, string>> = {
  NSQ: 'NASDAQ',
  NAS: 'NASDAQ',
  NYS: 'NYSE',
  NYSE: 'NYSE',
  ASE: 'NYSE American',
  AMX: 'NYSE American',
  PSE: 'NYSE Arca',
  BAT: 'Cboe BZX',
}

/** Converts a stock or ETF. An unpublished status does not enable trading. */
export const toInstrument = (record: z.output<typeof zStockProfile>): StockInstrument => ({
  symbol: symbol(record.symbol),
  name: record.name,
  exchange: EXCHANGES[record.exchange_code] ?? record.exchange_code,
  assetClass: 'stock',
  kind:
    record.sub_category === 'ETF'
      ? 'etf'
      : record.sub_category === 'COMMON_STOCK'
        ? 'stock'
        : 'other',
  tradable: tradableOf(record.status),
  shortable: record.shortable,
  fractionable: record.fractionable,
  marginable: record.marginable,
  overnight: record.overnight_trading_supported,
  currency: record.currency ?? 'USD',
  initialMarginLong: record.margin_requirement_long,
  maintenanceMarginLong: record.maintenance_margin_long,
  intradayMarginLong: record.intraday_margin_long,
  intradayMarginShort: record.intraday_margin_short,
})
