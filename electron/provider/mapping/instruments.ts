import type { z } from 'zod'
import type { StockInstrument } from '../../../shared/domain/instruments/any-instrument.js'
import { symbol } from '../../../shared/domain/ids.js'
import type { StockKind } from '../../../shared/domain/instruments/instrument.js'
import type { zStockProfile } from '../../../shared/wire/families/products/stocks.js'
import { inverted, tableReader, tradableOf } from './values.js'

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

/** The provider's name of each kind of stock (TRADING-6). */
export const SUB_CATEGORIES = {
  stock: 'COMMON_STOCK',
  etf: 'ETF',
  preferred: 'PREFERRED_STOCK',
  warrant: 'WARRANT',
  units: 'UNITS',
  right: 'RIGHT',
} as const satisfies Readonly<Record<StockKind, string>>

const kindOf = tableReader<StockKind>(inverted(SUB_CATEGORIES))

/** Converts a stock or ETF. An unpublished status does not enable trading. */
export const toInstrument = (record: z.output<typeof zStockProfile>): StockInstrument => ({
  symbol: symbol(record.symbol),
  name: record.name,
  exchange: EXCHANGES[record.exchange_code] ?? record.exchange_code,
  assetClass: 'stock',
  kind: kindOf(record.sub_category) ?? 'other',
  tradable: tradableOf(record.status),
  shortable: record.shortable,
  fractionable: record.fractionable,
  marginable: record.marginable,
  overnight: record.overnight_trading_supported,
  currency: record.currency ?? 'USD',
  initialMarginLong: record.margin_requirement_long,
  initialMarginShort: record.margin_requirement_short,
  maintenanceMarginLong: record.maintenance_margin_long,
  maintenanceMarginShort: record.maintenance_margin_short,
  intradayMarginLong: record.intraday_margin_long,
  intradayMarginShort: record.intraday_margin_short,
})
