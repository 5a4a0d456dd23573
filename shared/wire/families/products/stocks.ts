import { z } from 'zod'
import { W_INSTRUMENT_STATUSES, W_SUB_CATEGORIES } from '../../enums.js'
import { zOpenEnum, zOptionalDecimal, zOptionalText, zPage } from '../../fields.js'
import { LIMITS } from '../../rate-limits.js'
import { operation } from '../../operation.js'

const flag = z
  .boolean()
  .nullish()
  .transform((value) => value ?? false)

/** TRADING-6. ETFs are listed under category US_STOCK with `sub_category` ETF. */
export const zStockProfile = z.object({
  name: z.string(),
  instrument_id: z.string(),
  exchange_code: z.string(),
  category: z.string(),
  symbol: z.string(),
  status: zOpenEnum(W_INSTRUMENT_STATUSES),
  shortable: flag,
  fractionable: flag,
  marginable: flag,
  overnight_trading_supported: flag,
  easy_to_borrow: flag,
  crypto_etf: flag,
  margin_requirement_long: zOptionalDecimal,
  margin_requirement_short: zOptionalDecimal,
  intraday_margin_long: zOptionalDecimal,
  intraday_margin_short: zOptionalDecimal,
  maintenance_margin_long: zOptionalDecimal,
  maintenance_margin_short: zOptionalDecimal,
  lot_size: zOptionalText,
  currency: zOptionalText,
  sub_category: zOpenEnum(W_SUB_CATEGORIES).nullish(),
  etf_leveraged_flag: zOptionalText,
  etf_leveraged_factor: zOptionalText,
})

/** The profiles of stocks and ETFs. */
export const STOCK_OPERATIONS = {
  listStocks: operation({
    id: 'trading.stocks.list',
    family: 'trading',
    name: 'List Stock Instruments',
    method: 'GET',
    path: '/trading/instruments/stocks/profiles/list',
    host: 'api',
    auth: 'signature+token',
    effect: 'read',
    paging: 'cursor',
    rate: LIMITS.otherReads,
    encoding: 'query',
    request: z.object({
      category: z.literal('US_STOCK'),
      symbols: z.string().optional(),
      status: z.enum(W_INSTRUMENT_STATUSES).optional(),
      sub_category: z.enum(W_SUB_CATEGORIES).optional(),
      pagination_key: z.string().optional(),
    }),
    response: zPage(zStockProfile),
  }),
} as const
