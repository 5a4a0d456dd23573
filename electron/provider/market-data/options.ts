import { err, ok } from '../../../shared/domain/result.js'
import { W_OPTION_TIMESPANS } from '../../../shared/wire/enums.js'
import { OPTION_OPERATIONS } from '../../../shared/wire/families/products/options.js'
import type { Caller } from '../http/caller.js'
import { localFailure } from '../http/call-failure.js'
import { optionPatch, toOptionTicks } from '../mapping/options.js'
import { toBars } from '../mapping/quoted.js'
import type { ClockPort } from '../../core/ports.js'
import { bounded, newestBars, rowOf, topOnly, type ProductData } from './product-data.js'

/** Maximum number of symbols per snapshot call (MARKET-2). */
const SNAPSHOT_SYMBOLS = 20
const MAX_TICKS = 1_200
const category = 'US_OPTION'

const spanOf = (timespan: string) => W_OPTION_TIMESPANS.find((candidate) => candidate === timespan)

/** Creates the market data of options; there is only the top of the book. */
export function optionData(caller: Caller, clock: ClockPort): ProductData {
  const snapshots: ProductData['snapshots'] = async (symbols, purpose = 'request') => {
    const answer = await caller.call(
      OPTION_OPERATIONS.optionSnapshots,
      { symbols: symbols.join(','), category },
      { priority: purpose === 'polling' ? 'background' : 'normal' },
    )
    return answer.ok ? ok(answer.value.map((record) => optionPatch(record, clock.now()))) : answer
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
    async ticks(symbol, count) {
      const answer = await caller.call(OPTION_OPERATIONS.optionTicks, {
        symbol,
        category,
        count: bounded(count, MAX_TICKS),
      })
      return answer.ok ? ok([...toOptionTicks(answer.value)].reverse()) : answer
    },
    async bars(query) {
      const timespan = spanOf(query.timespan)
      if (timespan === undefined) {
        return err(localFailure('not-allowed', `options have no bars of ${query.timespan}`))
      }
      const answer = await caller.call(OPTION_OPERATIONS.optionBars, {
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
