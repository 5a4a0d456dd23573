import type { z } from 'zod'
import type { Decimal } from '../../../shared/domain/decimal.js'
import { sessionAt } from '../../../shared/domain/market/exchange-time.js'
import { symbol, type Symbol } from '../../../shared/domain/ids.js'
import type { Depth, Tick } from '../../../shared/domain/market/quote.js'
import type { EpochMs } from '../../../shared/domain/time.js'
import { quotedPrice } from '../../../shared/domain/market/quoted-price.js'
import type {
  STOCK_DATA_OPERATIONS,
  zStockSnapshot,
  zStockTick,
} from '../../../shared/wire/families/market-data/stock-data.js'
import type { ResponseOf } from '../../../shared/wire/operation.js'
import type { QuotePatch } from '../../core/market/market-port.js'
import { tickSideOf, tradingSessionOf } from './enums.js'
import {
  quotedBook,
  quotedChange,
  quotedDay,
  quotedLevels,
  quotedMoney,
  quotedSize,
  quotedTrades,
} from './quoted.js'

/** The newest trade of one session, and its change, with its time. */
export interface SessionTrade {
  readonly price: Decimal | null
  readonly change: Decimal | null
  readonly changeRatio: Decimal | null
  readonly time: EpochMs | null
}

const isNewer = (trade: SessionTrade, than: SessionTrade): boolean =>
  quotedPrice(trade.price) !== null &&
  trade.time !== null &&
  (than.time === null || trade.time > than.time)

/**
 * Returns the last price, of the newest trade of any session, and the change of the day, which is
 * that of the regular session: the change outside it is measured from the close, and is a figure
 * of its own.
 */
export function lastAndChange(
  regular: SessionTrade,
  ...others: readonly SessionTrade[]
): SessionTrade {
  const newest = others.reduce((last, trade) => (isNewer(trade, last) ? trade : last), regular)
  return {
    ...newest,
    change: quotedChange(regular.price, regular.change),
    changeRatio: quotedChange(regular.price, regular.changeRatio),
  }
}

/** Drops absent members, so that a quote retains their last values. */
export function definedFields<T extends Record<string, unknown>>(
  members: T,
): { [K in keyof T]?: NonNullable<T[K]> } {
  const defined: { [K in keyof T]?: NonNullable<T[K]> } = {}
  for (const name of Object.keys(members) as (keyof T)[]) {
    const value = members[name]
    if (value !== null && value !== undefined) defined[name] = value
  }
  return defined
}

/** Converts a snapshot over HTTP (MARKET-1) to a quote patch. */
export function toQuotePatch(
  record: z.output<typeof zStockSnapshot>,
  receivedAt: EpochMs,
): QuotePatch {
  const last = lastAndChange(
    {
      price: record.price,
      change: record.change,
      changeRatio: record.change_ratio,
      time: record.last_trade_time,
    },
    {
      price: record.extend_hour_last_price,
      change: record.extend_hour_change,
      changeRatio: record.extend_hour_change_ratio,
      time: record.extend_hour_last_trade_time,
    },
    {
      price: record.ovn_price,
      change: record.ovn_change,
      changeRatio: record.ovn_change_ratio,
      time: record.ovn_last_trade_time,
    },
  )
  const time =
    record.quote_time !== null && (last.time === null || record.quote_time > last.time)
      ? record.quote_time
      : last.time
  return {
    symbol: symbol(record.symbol),
    receivedAt,
    ...quotedBook(record),
    ...definedFields({
      last: quotedPrice(last.price),
      change: last.change,
      changeRatio: last.changeRatio,
      time,
      ...quotedDay(record),
      volume: quotedSize(record.volume),
      turnover: quotedMoney(record.turnover),
      session: time === null ? null : sessionAt(time),
    }),
  }
}

/** Converts a book; the provider lists both sides best first. */
export const toDepth = (
  record: ResponseOf<typeof STOCK_DATA_OPERATIONS.stockDepth>,
  receivedAt: EpochMs,
): Depth => ({
  symbol: symbol(record.symbol),
  bids: quotedLevels(record.bids),
  asks: quotedLevels(record.asks),
  time: record.quote_time,
  receivedAt,
})

/** Converts trades, in their order. */
export const toTicks = (
  tickSymbol: Symbol,
  records: readonly z.output<typeof zStockTick>[],
): readonly Tick[] =>
  quotedTrades(records).map(({ price, size, record }) => ({
    symbol: tickSymbol,
    time: record.time,
    price,
    size,
    side: tickSideOf(record.side),
    session: tradingSessionOf(record.trading_session),
  }))
