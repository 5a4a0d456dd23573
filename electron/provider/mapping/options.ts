import type { z } from 'zod'
import { asPrice } from '../../../shared/domain/decimal.js'
import { symbol } from '../../../shared/domain/ids.js'
import type {
  Deliverable,
  ExpirationCycle,
  OptionContract,
  OptionSnapshot,
} from '../../../shared/domain/instruments/option.js'
import type { Tick } from '../../../shared/domain/market/quote.js'
import type { EpochMs } from '../../../shared/domain/time.js'
import { quotedPrice } from '../../../shared/domain/market/quoted-price.js'
import type {
  OPTION_OPERATIONS,
  zDeliverable,
  zOptionContract,
  zOptionSnapshot,
} from '../../../shared/wire/families/products/options.js'
import type { ResponseOf } from '../../../shared/wire/operation.js'
import type { QuotePatch } from '../../core/market/market-port.js'
import { optionStyleOf, optionTypeOf, tickSideOf } from './enums.js'
import { definedFields } from './stock-data.js'
import {
  quotedBook,
  quotedDay,
  quotedLast,
  quotedMoney,
  quotedSize,
  quotedTrades,
} from './quoted.js'
import { later, price, tableReader, tradableOf } from './values.js'

const cycleOf = tableReader<ExpirationCycle>({
  DAILY: 'daily',
  WEEKLY: 'weekly',
  MONTHLY: 'monthly',
  QUARTERLY: 'quarterly',
  EOM: 'end-of-month',
})
const settlementOf = tableReader<'physical' | 'cash'>({ PHYSICAL: 'physical', CASH: 'cash' })
const deliveryOf = tableReader<'shares' | 'cash'>({ EQUITY: 'shares', CASH: 'cash' })
const underlyingOf = tableReader<'stock' | 'etf' | 'index'>({
  EQUITY_CALL_OPTION: 'stock',
  EQUITY_PUT_OPTION: 'stock',
  ETF_CALL_OPTION: 'etf',
  ETF_PUT_OPTION: 'etf',
  INDEX_CALL_OPTION: 'index',
  INDEX_PUT_OPTION: 'index',
})

const toDeliverable = (record: z.output<typeof zDeliverable>): Deliverable => ({
  kind: deliveryOf(record.asset_type) ?? 'unknown',
  symbol: record.symbol === null ? null : symbol(record.symbol),
  amount: record.amount,
  allocation: record.allocation_percentage,
})

/** Converts one listed contract (TRADING-6). */
export const toOptionContract = (record: z.output<typeof zOptionContract>): OptionContract => ({
  assetClass: 'option',
  symbol: symbol(record.symbol),
  instrumentId: record.instrument_id,
  root: record.root_symbol,
  underlying: symbol(record.underlying_symbol),
  underlyingKind: underlyingOf(record.underlying_type) ?? 'unknown',
  type: optionTypeOf(record.option_type),
  style: optionStyleOf(record.style),
  strike: asPrice(record.strike_price),
  expiration: record.expiration_date,
  multiplier: record.multiplier,
  settlement: settlementOf(record.settlement_method) ?? 'unknown',
  cycle: cycleOf(record.expired_cycle),
  pennyProgram: record.ppind ?? false,
  listed: record.status === 'LISTING',
  tradable: tradableOf(record.tradable_status),
  currency: record.currency ?? 'USD',
  deliverables: (record.deliverables ?? []).map(toDeliverable),
})

/** Converts the snapshot of one option, greeks included (MARKET-2). */
export const toOptionSnapshot = (
  record: z.output<typeof zOptionSnapshot>,
  receivedAt: EpochMs,
): OptionSnapshot => ({
  symbol: symbol(record.symbol),
  ...quotedLast(record),
  ...quotedDay(record),
  volume: quotedSize(record.volume),
  turnover: quotedMoney(record.deal_amount),
  bid: quotedPrice(record.bid),
  bidSize: quotedSize(record.bid_size),
  ask: quotedPrice(record.ask),
  askSize: quotedSize(record.ask_size),
  openInterest: quotedSize(record.open_interest),
  strike: price(record.strike_price),
  delta: record.delta,
  gamma: record.gamma,
  theta: record.theta,
  vega: record.vega,
  rho: record.rho,
  impliedVolatility: record.imp_vol,
  time: later(record.last_trade_time, record.quote_time),
  receivedAt,
})

/** Converts a snapshot to a quote patch. */
export function optionPatch(
  record: z.output<typeof zOptionSnapshot>,
  receivedAt: EpochMs,
): QuotePatch {
  const snapshot = toOptionSnapshot(record, receivedAt)
  return {
    symbol: snapshot.symbol,
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
      turnover: snapshot.turnover,
      time: snapshot.time,
    }),
    option: {
      openInterest: snapshot.openInterest,
      impliedVolatility: snapshot.impliedVolatility,
      delta: snapshot.delta,
      gamma: snapshot.gamma,
      theta: snapshot.theta,
      vega: snapshot.vega,
    },
  }
}

/**
 * Converts the trades of a response, newest first as sent. Options have no sessions, and their side
 * may be "NS".
 */
export const toOptionTicks = (
  answer: ResponseOf<typeof OPTION_OPERATIONS.optionTicks>,
): readonly Tick[] =>
  quotedTrades(answer.result).map(({ price, size, record }) => ({
    symbol: symbol(answer.symbol),
    time: record.time,
    price,
    size,
    side: tickSideOf(record.side),
    session: null,
  }))
