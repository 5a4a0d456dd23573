import type { z } from 'zod'
import type { Bar } from '../../../shared/domain/market/bar.js'
import type { CryptoPair } from '../../../shared/domain/instruments/crypto.js'
import { asPrice, ZERO_QUANTITY } from '../../../shared/domain/decimal.js'
import { symbol } from '../../../shared/domain/ids.js'
import type { EpochMs } from '../../../shared/domain/time.js'
import type {
  zCryptoBar,
  zCryptoInstrument,
  zCryptoSnapshot,
} from '../../../shared/wire/families/products/crypto.js'
import type { QuotePatch } from '../../core/market/market-port.js'
import { definedFields } from './stock-data.js'
import { later, money, price, quantity, tradableOf } from './values.js'

/** Converts one pair (MARKET-4). */
export const toCryptoPair = (record: z.output<typeof zCryptoInstrument>): CryptoPair => ({
  assetClass: 'crypto',
  symbol: symbol(record.symbol),
  instrumentId: record.instrument_id,
  name: record.name ?? record.symbol,
  exchange: record.exchange_code ?? '',
  tradable: tradableOf(record.status),
  currency: record.currency ?? 'USD',
  minAmount: money(record.min_trade_amt),
  maxAmount: money(record.max_trade_amt),
  minQuantity: quantity(record.min_trade_qty),
  maxQuantity: quantity(record.max_trade_qty),
  priceStep: record.price_step,
  lotSize: record.lot_size,
})

/** Converts a snapshot to a quote patch; `quote_time` is text or a number. */
export const cryptoPatch = (
  record: z.output<typeof zCryptoSnapshot>,
  receivedAt: EpochMs,
): QuotePatch => ({
  symbol: symbol(record.symbol),
  receivedAt,
  ...definedFields({
    last: price(record.price),
    bid: price(record.bid),
    bidSize: quantity(record.bid_size),
    ask: price(record.ask),
    askSize: quantity(record.ask_size),
    open: price(record.open),
    high: price(record.high),
    low: price(record.low),
    previousClose: price(record.pre_close),
    change: record.change,
    changeRatio: record.change_ratio,
    time: later(record.last_trade_time, record.quote_time),
  }),
})

/** Converts a bar; crypto bars have no volume. */
export const toCryptoBar = (record: z.output<typeof zCryptoBar>): Bar => ({
  time: record.time,
  open: asPrice(record.open),
  high: asPrice(record.high),
  low: asPrice(record.low),
  close: asPrice(record.close),
  volume: ZERO_QUANTITY,
})
