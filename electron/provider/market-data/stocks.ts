import { symbol as symbolOf } from '../../../shared/domain/ids.js'
import {
  type BarSession,
  type Timespan,
  TIMESPAN_SECONDS,
} from '../../../shared/domain/market/bar.js'
import { ok } from '../../../shared/domain/result.js'
import { STOCK_DATA_OPERATIONS } from '../../../shared/wire/families/market-data/stock-data.js'
import { sessionList } from '../../../shared/wire/trading-sessions.js'
import type { Caller } from '../http/caller.js'
import type { StockCategory } from './categories.js'
import { toBars } from '../mapping/quoted.js'
import { toDepth, toQuotePatch, toTicks, toSymbolDetails } from '../mapping/stock-data.js'
import type { ClockPort } from '../../core/ports.js'
import { dayLine } from './day-line.js'
import { bounded, MAX_BARS, type ProductData } from './product-data.js'

/** Maximum number of symbols per snapshot call (MARKET-1). */
const SNAPSHOT_SYMBOLS = 100
const MAX_TICKS = 1_000
const MAX_LEVELS = 50
/** Trades of all these sessions update the running bar, so the history includes them too. */
const SESSIONS: readonly BarSession[] = ['pre', 'regular', 'post']

/** The bars of five minutes in a regular session. */
const DAY_BARS = '78'

const isIntraday = (timespan: Timespan): boolean => TIMESPAN_SECONDS[timespan] !== null

/** Reads what no stream carries: figures and lines of the day. */
const stockReadings = (
  caller: Caller,
  category: StockCategory,
): Required<Pick<ProductData, 'details' | 'dayLines'>> => ({
  async details(symbols) {
    const answer = await caller.call(
      STOCK_DATA_OPERATIONS.stockSnapshots,
      {
        symbols: symbols.join(','),
        category,
        extend_hour_required: 'true',
        overnight_required: 'true',
      },
      { priority: 'background' },
    )
    return answer.ok ? ok(answer.value.map(toSymbolDetails)) : answer
  },
  async dayLines(symbols) {
    const answer = await caller.call(
      STOCK_DATA_OPERATIONS.stockBarsBatch,
      {
        symbols: [...symbols],
        category,
        timespan: 'M5',
        count: DAY_BARS,
        real_time_required: true,
        trading_sessions: sessionList(['regular']),
      },
      { priority: 'background' },
    )
    return answer.ok
      ? ok(answer.value.result.map((row) => dayLine(symbolOf(row.symbol), toBars(row.result))))
      : answer
  },
})

/** Creates the market data of stocks, or of ETFs. */
export const stockData = (
  caller: Caller,
  category: StockCategory,
  clock: ClockPort,
): ProductData => ({
  batch: SNAPSHOT_SYMBOLS,
  async snapshots(symbols, purpose) {
    const answer = await caller.call(
      STOCK_DATA_OPERATIONS.stockSnapshots,
      {
        symbols: symbols.join(','),
        category,
        extend_hour_required: 'true',
        overnight_required: 'false',
      },
      purpose === 'polling' ? { priority: 'background' } : {},
    )
    return answer.ok ? ok(answer.value.map((record) => toQuotePatch(record, clock.now()))) : answer
  },
  ...stockReadings(caller, category),
  async depth(symbol, levels) {
    const answer = await caller.call(STOCK_DATA_OPERATIONS.stockDepth, {
      symbol,
      category,
      depth: bounded(levels, MAX_LEVELS),
      overnight_required: 'false',
    })
    return answer.ok ? ok(toDepth(answer.value, clock.now())) : answer
  },
  async ticks(symbol, count) {
    const answer = await caller.call(STOCK_DATA_OPERATIONS.stockTicks, {
      symbol,
      category,
      count: bounded(count, MAX_TICKS),
      trading_sessions: sessionList(SESSIONS),
    })
    // The provider lists the newest first.
    return answer.ok ? ok(toTicks(symbol, answer.value.result).toReversed()) : answer
  },
  async bars({ symbol, timespan, count, before, includeRunning, sessions }) {
    const answer = await caller.call(STOCK_DATA_OPERATIONS.stockBarsBatch, {
      symbols: [symbol],
      category,
      timespan,
      count: bounded(count, MAX_BARS),
      real_time_required: includeRunning,
      ...(isIntraday(timespan) ? { trading_sessions: sessionList(sessions ?? SESSIONS) } : {}),
      ...(before === null ? {} : { end_time: before - 1 }),
    })
    return answer.ok
      ? ok(toBars(answer.value.result.find((entry) => entry.symbol === symbol)?.result ?? []))
      : answer
  },
})
