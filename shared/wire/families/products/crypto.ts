import { z } from 'zod'
import { W_INSTRUMENT_STATUSES, W_MINUTE_TIMESPANS } from '../../enums.js'
import {
  zBareOrWrapped,
  zOpenEnum,
  zNumberOrNone,
  zOptionalDecimal,
  zOptionalText,
  zOptionalTime,
  zPage,
  zWireTime,
} from '../../fields.js'
import { LIMITS } from '../../rate-limits.js'
import { operation } from '../../operation.js'

/** Crypto: MARKET-4. Symbols are pairs against the dollar ("BTCUSD"). */

const data = {
  family: 'market-data',
  host: 'api',
  auth: 'signature+token',
  effect: 'read',
  paging: 'none',
  method: 'GET',
  encoding: 'query',
  rate: LIMITS.marketData,
  burst: LIMITS.cryptoBurst,
} as const
const zCategory = z.literal('US_CRYPTO')
const d = zOptionalDecimal

/** The provider sends no volume of coins. `quote_time` is text here. */
export const zCryptoSnapshot = z.object({
  instrument_id: zOptionalText,
  symbol: z.string(),
  price: d,
  open: d,
  high: d,
  low: d,
  pre_close: d,
  change: d,
  change_ratio: d,
  last_trade_time: zOptionalTime,
  quote_time: zOptionalTime,
  bid: d,
  bid_size: d,
  ask: d,
  ask_size: d,
})

/** A bar without volume. */
export const zCryptoBar = z.object({
  time: zWireTime,
  open: zNumberOrNone,
  close: zNumberOrNone,
  high: zNumberOrNone,
  low: zNumberOrNone,
})

/** A pair with the limits of one order: amounts in dollars, quantities in coins. */
export const zCryptoInstrument = z.object({
  name: zOptionalText,
  instrument_id: z.string(),
  exchange_code: zOptionalText,
  category: zOptionalText,
  symbol: z.string(),
  status: zOpenEnum(W_INSTRUMENT_STATUSES),
  min_trade_amt: d,
  max_trade_amt: d,
  min_trade_qty: d,
  max_trade_qty: d,
  price_step: d,
  lot_size: d,
  currency: zOptionalText,
})

/** Crypto pairs and their market data. */
export const CRYPTO_OPERATIONS = {
  cryptoSnapshots: operation({
    ...data,
    id: 'market.crypto.snapshots',
    name: 'Crypto Snapshot',
    path: '/market-data/crypto/snapshots/list',
    request: z.object({ symbols: z.string().min(1), category: zCategory }),
    response: z.array(zCryptoSnapshot),
  }),

  cryptoBars: operation({
    ...data,
    id: 'market.crypto.bars',
    name: 'Crypto Bars',
    path: '/market-data/crypto/bars/list',
    request: z.object({
      symbols: z.string().min(1),
      category: zCategory,
      timespan: z.enum(W_MINUTE_TIMESPANS),
      count: z.string().optional(),
      real_time_required: z.enum(['true', 'false']).optional(),
    }),
    response: zBareOrWrapped(
      z.object({ symbol: z.string(), instrument_id: zOptionalText, result: z.array(zCryptoBar) }),
    ),
  }),

  listCrypto: operation({
    id: 'trading.crypto.list',
    family: 'trading',
    name: 'List Crypto Instruments',
    method: 'GET',
    path: '/trading/instruments/crypto/profiles/list',
    host: 'api',
    auth: 'signature+token',
    effect: 'read',
    paging: 'cursor',
    rate: LIMITS.otherReads,
    encoding: 'query',
    request: z.object({
      category: zCategory,
      symbols: z.string().optional(),
      status: z.enum(W_INSTRUMENT_STATUSES).optional(),
      pagination_key: z.string().optional(),
    }),
    response: zPage(zCryptoInstrument),
  }),
} as const
