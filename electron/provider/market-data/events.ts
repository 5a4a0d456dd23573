import { err, ok } from '../../../shared/domain/result.js'
import { W_EVENT_TIMESPANS } from '../../../shared/wire/enums.js'
import { EVENT_DATA_OPERATIONS } from '../../../shared/wire/families/products/event-data.js'
import type { Caller } from '../http/caller.js'
import { localFailure } from '../http/call-failure.js'
import {
  eventPatch,
  toEventDepth,
  toEventSnapshot,
  toEventTicks,
  yesBook,
  yesTick,
} from '../mapping/event-contracts.js'
import { toBars } from '../mapping/quoted.js'
import type { ClockPort } from '../../core/ports.js'
import { bounded, newestBars, rowOf, type ProductData } from './product-data.js'

/** Maximum number of symbols per snapshot call (MARKET-5). */
const SNAPSHOT_SYMBOLS = 100
const MAX_TICKS = 1_200
const MAX_LEVELS = 50
const category = 'US_EVENT'

const spanOf = (timespan: string) => W_EVENT_TIMESPANS.find((candidate) => candidate === timespan)

/** Creates the market data of event markets, shown as the market of their "yes" contract. */
export const eventData = (caller: Caller, clock: ClockPort): ProductData => ({
  batch: SNAPSHOT_SYMBOLS,
  async snapshots(symbols) {
    const answer = await caller.call(EVENT_DATA_OPERATIONS.eventSnapshots, {
      symbols: symbols.join(','),
      category,
    })
    return answer.ok
      ? ok(answer.value.map((record) => eventPatch(toEventSnapshot(record, clock.now()))))
      : answer
  },
  async depth(symbol, levels) {
    const answer = await caller.call(EVENT_DATA_OPERATIONS.eventDepth, {
      symbol,
      category,
      depth: bounded(levels, MAX_LEVELS),
    })
    return answer.ok ? ok(yesBook(toEventDepth(answer.value, clock.now()))) : answer
  },
  async ticks(symbol, count) {
    const answer = await caller.call(EVENT_DATA_OPERATIONS.eventTicks, {
      symbol,
      category,
      count: bounded(count, MAX_TICKS),
    })
    return answer.ok
      ? ok(
          toEventTicks(answer.value)
            .map(yesTick)
            .sort((a, b) => a.time - b.time),
        )
      : answer
  },
  async bars(query) {
    const timespan = spanOf(query.timespan)
    if (timespan === undefined) {
      return err(localFailure('not-allowed', `event markets have no bars of ${query.timespan}`))
    }
    const answer = await caller.call(EVENT_DATA_OPERATIONS.eventBars, {
      symbols: query.symbol,
      category,
      timespan,
      count: newestBars(query),
      real_time_required: String(query.includeRunning) as 'true' | 'false',
    })
    return answer.ok ? ok(toBars(rowOf(answer.value, query.symbol)?.result ?? [])) : answer
  },
})
