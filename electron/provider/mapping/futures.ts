import type { z } from 'zod'
import type {
  FuturesContract,
  FuturesProduct,
  FuturesSnapshot,
} from '../../../shared/domain/instruments/futures.js'
import { symbol, type Symbol } from '../../../shared/domain/ids.js'
import type { Depth, Tick } from '../../../shared/domain/market/quote.js'
import type { EpochMs } from '../../../shared/domain/time.js'
import { quotedPrice } from '../../../shared/domain/market/quoted-price.js'
import type {
  FUTURES_OPERATIONS,
  zFuturesContract,
  zFuturesSnapshot,
} from '../../../shared/wire/families/products/futures.js'
import type { ResponseOf } from '../../../shared/wire/operation.js'
import type { QuotePatch } from '../../core/market/market-port.js'
import { tickSideOf } from './enums.js'
import { definedFields } from './stock-data.js'
import {
  quotedBook,
  quotedDay,
  quotedLast,
  quotedLevels,
  quotedSize,
  quotedTrades,
} from './quoted.js'
import { dayOf, later, tableReader, tradableOf } from './values.js'

const kindOf = tableReader<'month' | 'continuous'>({ MONTHLY: 'month', MAIN: 'continuous' })
/** The wire value is unpublished; both plausible spellings are read. */
const settlementOf = tableReader<'cash' | 'physical'>({
  CASH: 'cash',
  PHYSICAL: 'physical',
  cash: 'cash',
  physical: 'physical',
})
const monthOf = (text: string | null): string | null => {
  const match = /^(\d{4})-?(\d{2})$/.exec(text ?? '')
  return match === null ? null : `${match[1]}-${match[2]}`
}

export const toFuturesProduct = (
  record: ResponseOf<typeof FUTURES_OPERATIONS.listFuturesCodes>[number],
): FuturesProduct => ({
  code: record.code,
  name: record.name ?? record.code,
  classId: record.product_class_id ?? null,
  className: record.product_class_name,
  exchange: record.exchange_code,
})

/** Converts one contract (MARKET-3). `unit` is a number on the wire, unlike all other values. */
export const toFuturesContract = (record: z.output<typeof zFuturesContract>): FuturesContract => ({
  assetClass: 'futures',
  symbol: symbol(record.symbol),
  instrumentId: record.instrument_id,
  code: record.code,
  name: record.name ?? record.symbol,
  exchange: record.exchange_code ?? '',
  classId: record.product_class_id ?? null,
  className: record.product_class_name,
  currency: record.currency ?? 'USD',
  month: monthOf(record.contract_month),
  kind: kindOf(record.contract_type) ?? 'unknown',
  tradable: tradableOf(record.status),
  size: record.size,
  unit: record.unit === null || record.unit === undefined ? null : String(record.unit),
  minTick: record.min_tick,
  settlement: settlementOf(record.settlement) ?? 'unknown',
  settlementDate: dayOf(record.settlement_date),
  firstTradingDate: dayOf(record.first_trading_date),
  lastTradingDate: dayOf(record.last_trading_date),
  firstNoticeDate: dayOf(record.first_notice_date),
  lastNoticeDate: dayOf(record.last_notice_date),
})

export const toFuturesSnapshot = (
  record: z.output<typeof zFuturesSnapshot>,
  receivedAt: EpochMs,
): FuturesSnapshot => ({
  symbol: symbol(record.symbol),
  ...quotedLast(record),
  ...quotedDay(record),
  volume: quotedSize(record.volume),
  openInterest: quotedSize(record.open_interest),
  bid: quotedPrice(record.bid),
  bidSize: quotedSize(record.bid_size),
  ask: quotedPrice(record.ask),
  askSize: quotedSize(record.ask_size),
  settlePrice: quotedPrice(record.settle_price),
  settleDate: record.settle_date,
  time: later(record.last_trade_time, record.quote_time),
  receivedAt,
})

/**
 * Converts a snapshot to a quote patch under the requested symbol, because a continuous contract is
 * returned under its month.
 */
export function futuresPatch(
  record: z.output<typeof zFuturesSnapshot>,
  requestedSymbol: Symbol,
  receivedAt: EpochMs,
): QuotePatch {
  const snapshot = toFuturesSnapshot(record, receivedAt)
  return {
    symbol: requestedSymbol,
    receivedAt,
    ...quotedBook(record),
    ...definedFields({
      last: snapshot.last,
      open: snapshot.open,
      high: snapshot.high,
      low: snapshot.low,
      previousClose: snapshot.previousClose,
      change: snapshot.change,
      changeRatio: snapshot.changeRatio,
      volume: snapshot.volume,
      time: snapshot.time,
    }),
  }
}

export const toFuturesDepth = (
  record: ResponseOf<typeof FUTURES_OPERATIONS.futuresDepth>,
  requestedSymbol: Symbol,
  receivedAt: EpochMs,
): Depth => ({
  symbol: requestedSymbol,
  bids: quotedLevels(record.bids),
  asks: quotedLevels(record.asks),
  time: record.quote_time,
  receivedAt,
})

/** Converts the trades of a response, newest first as sent; their ids are not used. */
export const toFuturesTicks = (
  answer: ResponseOf<typeof FUTURES_OPERATIONS.futuresTicks>,
  requestedSymbol: Symbol,
): readonly Tick[] =>
  quotedTrades(answer.result).map(({ price, size, record }) => ({
    symbol: requestedSymbol,
    time: record.time,
    price,
    size,
    side: tickSideOf(record.side),
    session: null,
  }))
