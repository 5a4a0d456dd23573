import type { z } from 'zod'
import type { Bar } from '../../../shared/domain/market/bar.js'
import {
  asMoney,
  asPrice,
  asQuantity,
  ZERO_QUANTITY,
  type Decimal,
} from '../../../shared/domain/decimal.js'
import { sessionAt } from '../../../shared/domain/market/exchange-time.js'
import { symbol, type Symbol } from '../../../shared/domain/ids.js'
import type { Depth, DepthLevel, Tick } from '../../../shared/domain/market/quote.js'
import type { EpochMs } from '../../../shared/domain/time.js'
import type {
  STOCK_DATA_OPERATIONS,
  zLevel,
  zStockSnapshot,
  zStockTick,
  zWireBar,
} from '../../../shared/wire/families/market-data/stock-data.js'
import type { ResponseOf } from '../../../shared/wire/operation.js'
import type { QuotePatch } from '../../core/market/market-port.js'
import { tickSideOf, tradingSessionOf } from './enums.js'

/** The newest trade of one session, and its change, with its time. */
export interface SessionTrade {
  readonly price: Decimal | null
  readonly change: Decimal | null
  readonly changeRatio: Decimal | null
  readonly time: EpochMs | null
}

const isNewer = (trade: SessionTrade, than: SessionTrade): boolean =>
  trade.price !== null && trade.time !== null && (than.time === null || trade.time > than.time)

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
  return { ...newest, change: regular.change, changeRatio: regular.changeRatio }
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
    ...definedFields({
      last: last.price === null ? null : asPrice(last.price),
      change: last.change,
      changeRatio: last.changeRatio,
      time,
      bid: record.bid === null ? null : asPrice(record.bid),
      bidSize: record.bid_size === null ? null : asQuantity(record.bid_size),
      ask: record.ask === null ? null : asPrice(record.ask),
      askSize: record.ask_size === null ? null : asQuantity(record.ask_size),
      open: record.open === null ? null : asPrice(record.open),
      high: record.high === null ? null : asPrice(record.high),
      low: record.low === null ? null : asPrice(record.low),
      previousClose: record.pre_close === null ? null : asPrice(record.pre_close),
      volume: record.volume === null ? null : asQuantity(record.volume),
      turnover: record.turnover === null ? null : asMoney(record.turnover),
      session: time === null ? null : sessionAt(time),
    }),
  }
}

const toLevel = (level: z.output<typeof zLevel>): DepthLevel => ({
  price: asPrice(level.price),
  size: asQuantity(level.size),
})

/** Converts a book; the provider lists both sides best first. */
export const toDepth = (
  record: ResponseOf<typeof STOCK_DATA_OPERATIONS.stockDepth>,
  receivedAt: EpochMs,
): Depth => ({
  symbol: symbol(record.symbol),
  bids: record.bids.map(toLevel),
  asks: record.asks.map(toLevel),
  time: record.quote_time,
  receivedAt,
})

/** Converts one trade. */
export const toTick = (tickSymbol: Symbol, record: z.output<typeof zStockTick>): Tick => ({
  symbol: tickSymbol,
  time: record.time,
  price: asPrice(record.price),
  size: asQuantity(record.volume),
  side: tickSideOf(record.side),
  session: tradingSessionOf(record.trading_session),
})

/** Converts one bar; crypto bars have no volume. */
export const toBar = (record: z.output<typeof zWireBar>): Bar => ({
  time: record.time,
  open: asPrice(record.open),
  high: asPrice(record.high),
  low: asPrice(record.low),
  close: asPrice(record.close),
  volume: record.volume === null ? ZERO_QUANTITY : asQuantity(record.volume),
})
