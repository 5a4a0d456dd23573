import { err, ok } from '../../../shared/domain/result.js'
import { W_MINUTE_TIMESPANS } from '../../../shared/wire/enums.js'
import { CRYPTO_OPERATIONS } from '../../../shared/wire/families/products/crypto.js'
import type { Caller } from '../http/caller.js'
import { localFailure } from '../http/call-failure.js'
import { cryptoPatch } from '../mapping/crypto.js'
import { toBars } from '../mapping/quoted.js'
import type { ClockPort } from '../../core/ports.js'
import { newestBars, rowOf, topOnly, type ProductData } from './product-data.js'

/** Maximum number of symbols per snapshot call (MARKET-4). */
const SNAPSHOT_SYMBOLS = 20
const category = 'US_CRYPTO'

const spanOf = (timespan: string) => W_MINUTE_TIMESPANS.find((candidate) => candidate === timespan)

/**
 * Creates the market data of crypto over HTTP: only the top of the book, and no trades; the stream
 * has both.
 */
export function cryptoData(caller: Caller, clock: ClockPort): ProductData {
  const snapshots: ProductData['snapshots'] = async (symbols) => {
    const answer = await caller.call(CRYPTO_OPERATIONS.cryptoSnapshots, {
      symbols: symbols.join(','),
      category,
    })
    return answer.ok ? ok(answer.value.map((record) => cryptoPatch(record, clock.now()))) : answer
  }
  return {
    batch: SNAPSHOT_SYMBOLS,
    snapshots,
    async depth(symbol) {
      const answer = await snapshots([symbol])
      return answer.ok
        ? ok(topOnly(answer.value[0] ?? { symbol, receivedAt: clock.now() }))
        : answer
    },
    ticks: () => Promise.resolve(ok([])),
    async bars(query) {
      const timespan = spanOf(query.timespan)
      if (timespan === undefined) {
        return err(localFailure('not-allowed', `coins have no bars of ${query.timespan}`))
      }
      const answer = await caller.call(CRYPTO_OPERATIONS.cryptoBars, {
        symbols: query.symbol,
        category,
        timespan,
        count: newestBars(query),
        real_time_required: String(query.includeRunning) as 'true' | 'false',
      })
      return answer.ok ? ok(toBars(rowOf(answer.value, query.symbol)?.result ?? [])) : answer
    },
  }
}
