import type { z } from 'zod'
import { symbol } from '../../../shared/domain/ids.js'
import type { SessionFigures, SymbolDetails } from '../../../shared/domain/market/symbol-details.js'
import { quotedPrice } from '../../../shared/domain/market/quoted-price.js'
import type { zStockSnapshot } from '../../../shared/wire/families/market-data/stock-data.js'
import type { SessionTrade } from './stock-data.js'

function figures({ price, change, changeRatio, time }: SessionTrade): SessionFigures | null {
  const last = quotedPrice(price)
  return last === null ? null : { last, change, changeRatio, time }
}

/** Converts a snapshot over HTTP (MARKET-1) to the figures that are not in a quote. */
export const toSymbolDetails = (record: z.output<typeof zStockSnapshot>): SymbolDetails => ({
  symbol: symbol(record.symbol),
  yearHigh: quotedPrice(record.fifty_two_wk_high),
  yearLow: quotedPrice(record.fifty_two_wk_low),
  extended: figures({
    price: record.extend_hour_last_price,
    change: record.extend_hour_change,
    changeRatio: record.extend_hour_change_ratio,
    time: record.extend_hour_last_trade_time,
  }),
  overnight: figures({
    price: record.ovn_price,
    change: record.ovn_change,
    changeRatio: record.ovn_change_ratio,
    time: record.ovn_last_trade_time,
  }),
})
