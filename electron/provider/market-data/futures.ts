import { err, ok } from '../../../shared/domain/result.js'
import { W_MINUTE_TIMESPANS } from '../../../shared/wire/enums.js'
import { FUTURES_OPERATIONS } from '../../../shared/wire/families/products/futures.js'
import type { QuotePatch } from '../../core/market/market-port.js'
import type { Caller } from '../http/caller.js'
import { localFailure } from '../http/call-failure.js'
import { futuresPatch, toFuturesDepth, toFuturesTicks } from '../mapping/futures.js'
import { toBars } from '../mapping/quoted.js'
import type { ClockPort } from '../../core/ports.js'
import { bounded, newestBars, rowOf, type ProductData } from './product-data.js'

/** Maximum number of symbols per snapshot call (MARKET-3). */
const SNAPSHOT_SYMBOLS = 20
const MAX_TICKS = 1_200
const MAX_LEVELS = 10
const category = 'US_FUTURES'
const CONTINUOUS = /main$/

const spanOf = (timespan: string) => W_MINUTE_TIMESPANS.find((candidate) => candidate === timespan)

/**
 * Creates the market data of futures. A continuous contract is requested alone, because its
 * response carries the symbol of its month.
 */
export const futuresData = (caller: Caller, clock: ClockPort): ProductData => ({
  batch: SNAPSHOT_SYMBOLS,
  async snapshots(symbols) {
    const patches: QuotePatch[] = []
    const months = symbols.filter((symbol) => !CONTINUOUS.test(symbol))
    for (const requested of [
      ...(months.length === 0 ? [] : [months]),
      ...symbols.filter((symbol) => CONTINUOUS.test(symbol)).map((symbol) => [symbol]),
    ]) {
      const answer = await caller.call(FUTURES_OPERATIONS.futuresSnapshots, {
        symbols: requested.join(','),
        category,
      })
      if (!answer.ok) return answer
      for (const symbol of requested) {
        const record = rowOf(answer.value, symbol)
        if (record !== undefined && (record.symbol === symbol || requested.length === 1)) {
          patches.push(futuresPatch(record, symbol, clock.now()))
        }
      }
    }
    return ok(patches)
  },
  async depth(symbol, levels) {
    const answer = await caller.call(FUTURES_OPERATIONS.futuresDepth, {
      symbol,
      category,
      depth: bounded(levels, MAX_LEVELS),
    })
    return answer.ok ? ok(toFuturesDepth(answer.value, symbol, clock.now())) : answer
  },
  async ticks(symbol, count) {
    const answer = await caller.call(FUTURES_OPERATIONS.futuresTicks, {
      symbol,
      category,
      count: bounded(count, MAX_TICKS),
    })
    return answer.ok ? ok([...toFuturesTicks(answer.value, symbol)].reverse()) : answer
  },
  async bars(query) {
    const timespan = spanOf(query.timespan)
    if (timespan === undefined) {
      return err(localFailure('not-allowed', `futures have no bars of ${query.timespan}`))
    }
    const answer = await caller.call(FUTURES_OPERATIONS.futuresBars, {
      symbols: query.symbol,
      category,
      timespan,
      count: newestBars(query),
      real_time_required: String(query.includeRunning) as 'true' | 'false',
    })
    return answer.ok ? ok(toBars(rowOf(answer.value, query.symbol)?.result ?? [])) : answer
  },
})
