import type { z } from 'zod'
import { sub, type Decimal, type Price } from '../../../shared/domain/decimal.js'
import { sessionAt } from '../../../shared/domain/market/exchange-time.js'
import { symbol, type Symbol } from '../../../shared/domain/ids.js'
import type { Depth, Tick } from '../../../shared/domain/market/quote.js'
import { changeFrom } from '../../../shared/domain/market/quote-change.js'
import { tradeDate, type TradeDate } from '../../../shared/domain/market/trade-date.js'
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
import type { SessionFigures, SymbolDetails } from '../../../shared/domain/market/symbol-details.js'

/** The newest trade of one session, and its change, with its time. */
export interface SessionTrade {
  readonly price: Decimal | null
  readonly change: Decimal | null
  readonly changeRatio: Decimal | null
  readonly time: EpochMs | null
}

/** The figures of a stock's regular session, with the close before it. */
export interface RegularDay {
  readonly open?: Decimal | null
  readonly high?: Decimal | null
  readonly low?: Decimal | null
  readonly pre_close?: Decimal | null
  readonly volume?: Decimal | null
  readonly turnover?: Decimal | null
}

const isNewer = (trade: SessionTrade, than: SessionTrade): boolean =>
  quotedPrice(trade.price) !== null &&
  trade.time !== null &&
  (than.time === null || trade.time > than.time)

const dayOf = ({ time }: SessionTrade): TradeDate | null =>
  time === null ? null : tradeDate('securities', time)

/** Returns the price that a change is measured from; null where the change is not known. */
const baseOf = ({ price, change }: SessionTrade): Price | null =>
  price === null || change === null ? null : quotedPrice(sub(price, change))

/**
 * Returns the last price, which is the newest trade of any session, and the figures of its trade
 * date. Outside the regular hours a provider measures the change from the last regular close.
 * Before the open, that close belongs to the day before, and so do the regular figures; after
 * hours, both belong to the trade date itself.
 */
export function lastAndDay(
  sent: RegularDay,
  regular: SessionTrade,
  ...others: readonly SessionTrade[]
): Pick<SessionTrade, 'time'> & Omit<QuotePatch, 'symbol' | 'receivedAt' | 'time'> {
  const newest = others.reduce((last, trade) => (isNewer(trade, last) ? trade : last), regular)
  const day = dayOf(regular)
  const isBeforeOpen = newest !== regular && day !== null && dayOf(newest) !== day
  const last = quotedPrice(newest.price)
  const figures = isBeforeOpen
    ? { previousClose: baseOf(newest) ?? quotedPrice(regular.price) }
    : {
        ...quotedDay(sent),
        volume: quotedSize(sent.volume),
        turnover: quotedMoney(sent.turnover),
      }
  const isRegular = newest === regular
  return {
    time: newest.time,
    ...definedFields({
      last,
      ...figures,
      ...changeFrom(last, figures.previousClose, {
        change: isRegular ? quotedChange(regular.price, regular.change) : null,
        changeRatio: isRegular ? quotedChange(regular.price, regular.changeRatio) : null,
      }),
    }),
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
  const { time: lastTime, ...day } = lastAndDay(
    record,
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
    record.quote_time !== null && (lastTime === null || record.quote_time > lastTime)
      ? record.quote_time
      : lastTime
  return {
    symbol: symbol(record.symbol),
    receivedAt,
    ...quotedBook(record),
    ...day,
    ...definedFields({ time, session: time === null ? null : sessionAt(time) }),
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
