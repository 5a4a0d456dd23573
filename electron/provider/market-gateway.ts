import type { Timespan } from '../../shared/domain/bar.js'
import { TIMESPAN_SECONDS } from '../../shared/domain/bar.js'
import type { Symbol } from '../../shared/domain/ids.js'
import { err, ok, type Result } from '../../shared/domain/result.js'
import { listStocks } from '../../shared/wire/families/instruments.js'
import { stockBarsBatch, stockDepth, stockSnapshots, stockTicks } from '../../shared/wire/families/stock-data.js'
import type { MarketPort, QuotePatch } from '../core/market/market-port.js'
import type { Caller } from './call.js'
import type { Categories, StockCategory } from './categories.js'
import type { CallFailure } from './failure.js'
import { toInstrument } from './mapping/instruments.js'
import { toBar, toDepth, toQuotePatch, toTick } from './mapping/stock-data.js'
import { toProviderFailure } from './outcomes.js'
import { allItems } from './paginate.js'
import type { ClockPort } from './ports.js'

/** contract/market-data.md 1. */
const SNAPSHOT_SYMBOLS = 100
const MAX_BARS = 1_200
const MAX_TICKS = 1_000
const MAX_LEVELS = 50
/** Ticks of all these sessions move the running bar, so its history has them too. */
const SESSIONS = 'PRE,RTH,ATH'
/** The provider's codes for a symbol that it does not know. */
const SYMBOL_CODES: ReadonlySet<string> = new Set(['UNSUPPORTED_SYMBOL', 'INVALID_SYMBOL', 'INSTRUMENT_NOT_FOUND'])

const isIntraday = (timespan: Timespan): boolean => TIMESPAN_SECONDS[timespan] !== null

/** Market data over HTTP. */
export function createMarketGateway(caller: Caller, categories: Categories, clock: ClockPort): MarketPort {
  /** One unknown symbol refuses the whole call: halve until it stands alone, then leave it out. */
  const snapshotsOf = async (symbols: readonly Symbol[], category: StockCategory): Promise<Result<readonly QuotePatch[], CallFailure>> => {
    const answer = await caller.call(stockSnapshots, { symbols: symbols.join(','), category, extend_hour_required: 'true', overnight_required: 'false' })
    if (answer.ok) return ok(answer.value.map((record) => toQuotePatch(record, clock.now())))
    if (answer.error.class !== 'definitive' || !SYMBOL_CODES.has(answer.error.providerCode ?? '')) return answer
    if (symbols.length === 1) return ok([])
    const half = Math.ceil(symbols.length / 2)
    const left = await snapshotsOf(symbols.slice(0, half), category)
    if (!left.ok) return left
    const right = await snapshotsOf(symbols.slice(half), category)
    return right.ok ? ok([...left.value, ...right.value]) : right
  }

  return {
    async instruments() {
      const answer = await allItems((key) => caller.call(listStocks, { category: 'US_STOCK', ...(key === undefined ? {} : { pagination_key: key }) }))
      if (!answer.ok) return err(toProviderFailure(answer.error))
      const instruments = answer.value.map(toInstrument)
      categories.learn(instruments)
      return ok(instruments)
    },
    async snapshots(symbols) {
      await categories.resolve(symbols)
      const patches: QuotePatch[] = []
      for (const category of ['US_STOCK', 'US_ETF'] as const) {
        const mine = symbols.filter((symbol) => categories.of(symbol) === category)
        for (let start = 0; start < mine.length; start += SNAPSHOT_SYMBOLS) {
          const part = await snapshotsOf(mine.slice(start, start + SNAPSHOT_SYMBOLS), category)
          if (!part.ok) return err(toProviderFailure(part.error))
          patches.push(...part.value)
        }
      }
      return ok(patches)
    },
    async depth(symbol, levels) {
      await categories.resolve([symbol])
      const answer = await caller.call(stockDepth, {
        symbol, category: categories.of(symbol), depth: String(Math.max(1, Math.min(levels, MAX_LEVELS))), overnight_required: 'false',
      })
      return answer.ok ? ok(toDepth(answer.value, clock.now())) : err(toProviderFailure(answer.error))
    },
    async ticks(symbol, count) {
      await categories.resolve([symbol])
      const answer = await caller.call(stockTicks, {
        symbol, category: categories.of(symbol), count: String(Math.max(1, Math.min(count, MAX_TICKS))), trading_sessions: SESSIONS,
      })
      // The provider lists the newest first.
      return answer.ok ? ok(answer.value.result.map((record) => toTick(symbol, record)).reverse()) : err(toProviderFailure(answer.error))
    },
    async bars({ symbol, timespan, count, before, includeRunning }) {
      await categories.resolve([symbol])
      const answer = await caller.call(stockBarsBatch, {
        symbols: [symbol], category: categories.of(symbol), timespan, count: String(Math.max(1, Math.min(count, MAX_BARS))), real_time_required: includeRunning,
        ...(isIntraday(timespan) ? { trading_sessions: SESSIONS } : {}), ...(before === null ? {} : { end_time: before - 1 }),
      })
      if (!answer.ok) return err(toProviderFailure(answer.error))
      const rows = answer.value.result.find((entry) => entry.symbol === symbol)?.result ?? []
      const bars = rows.map(toBar).filter((bar) => before === null || bar.time < before)
      return ok(bars.sort((a, b) => a.time - b.time))
    },
  }
}
