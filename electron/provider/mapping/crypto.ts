import type { z } from 'zod'
import type { CryptoPair } from '../../../shared/domain/instruments/crypto.js'
import { symbol } from '../../../shared/domain/ids.js'
import type { EpochMs } from '../../../shared/domain/time.js'
import type {
  zCryptoInstrument,
  zCryptoSnapshot,
} from '../../../shared/wire/families/products/crypto.js'
import type { QuotePatch } from '../../core/market/market-port.js'
import { definedFields } from './stock-data.js'
import { quotedBook, quotedDay, quotedLast } from './quoted.js'
import { later, money, quantity, tradableOf } from './values.js'

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
  ...quotedBook(record),
  ...definedFields({
    ...quotedLast(record),
    ...quotedDay(record),
    time: later(record.last_trade_time, record.quote_time),
  }),
})
