import type { Bar, Timespan } from '../../../../shared/domain/market/bar.js'
import type { Symbol } from '../../../../shared/domain/ids.js'
import { ok, type Result } from '../../../../shared/domain/result.js'
import { MINUTE_MS, type EpochMs } from '../../../../shared/domain/time.js'
import type { ClockPort } from '../../ports.js'
import type { ProviderFailure } from '../../provider-failure.js'
import type { BarQuery, MarketPort } from '../market-port.js'

/** A page that was read longer ago is read again, because the broker corrects closed bars. */
const MAX_AGE_MS = 10 * MINUTE_MS
/** The broker lists a closed bar a moment after its end, in ms. */
const SETTLED_AFTER_MS = 2_000
/** The longest page, as long as one request can be. */
const MAX_BARS = 1_200
/** The pages of some tens of charts; the one that was read the longest ago is removed first. */
const MAX_PAGES = 50

/** A query for the newest bars of a chart, with the running one. */
export type NewestBars = Pick<BarQuery, 'symbol' | 'timespan' | 'count'>

type BarsAnswer = Result<readonly Bar[], ProviderFailure>

/** The newest bars of a symbol, oldest first, with the one that ran when they were requested. */
interface BarPage {
  readonly bars: readonly Bar[]
  /** True where the broker has no older ones. */
  readonly isAll: boolean
  /** When its newest bars were requested, by the wall clock. */
  readonly requestedAt: EpochMs
  /** When its oldest part was requested, by the monotonic clock. */
  readonly readAt: number
}

interface BarRead {
  readonly count: number
  readonly answer: Promise<BarsAnswer>
}

export interface BarPagesDeps {
  readonly bars: MarketPort['bars']
  /** Returns the running bar, which trades keep up to date; null where nobody watches it. */
  readonly runningBar: (symbol: Symbol, timespan: Timespan) => Bar | null
  /** True while trades may be missing in the running bar. */
  readonly isInterrupted: (symbol: Symbol) => boolean
  /** Returns how far the exchange's clock is ahead of this computer's, in ms; null if unknown. */
  readonly offsetMs: () => number | null
  readonly clock: ClockPort
}

/**
 * The newest bars of charts. What another chart shows already is not requested again: while its
 * running bar is kept up to date, no other bar has closed since the page was read.
 */
export class BarPages {
  readonly #deps: BarPagesDeps
  readonly #pages = new Map<string, BarPage>()
  readonly #reads = new Map<string, BarRead>()
  /** Increases with every clearing: what was requested before it is not stored. */
  #generation = 0

  constructor(deps: BarPagesDeps) {
    this.#deps = deps
  }

  /** Returns the newest bars, oldest first, with the running one. */
  async newest(query: NewestBars): Promise<BarsAnswer> {
    const { symbol, timespan, count } = query
    const isRunning = this.#deps.runningBar(symbol, timespan) !== null
    const page = this.#currentPage(query)
    if (page !== null) return ok(page)
    const shared = this.#reads.get(keyOf(query))
    if (shared === undefined || shared.count < count) return this.#read(query)
    const answer = await shared.answer
    if (!answer.ok) return answer
    // A chart that opens takes what another has just requested. One that was open may need a bar
    // that has closed since that request.
    const bars = this.#currentPage(query) ?? (isRunning ? null : answer.value.slice(-count))
    return bars === null ? this.#read(query) : ok(bars)
  }

  /** Forgets every page: what the broker says of the past has changed. */
  clear(): void {
    this.#generation += 1
    this.#pages.clear()
    this.#reads.clear()
  }

  /** Returns the bars of a page that ends with the bar that runs now; null without such a page. */
  #currentPage(query: NewestBars): readonly Bar[] | null {
    const { runningBar, isInterrupted, offsetMs, clock } = this.#deps
    const { symbol, timespan, count } = query
    const page = this.#pages.get(keyOf(query))
    const running = runningBar(symbol, timespan)
    if (page === undefined || running === null) return null
    if (page.bars.at(-1)?.time !== running.time || isInterrupted(symbol)) return null
    if (page.bars.length < count && !page.isAll) return null
    if (clock.monotonic() - page.readAt >= MAX_AGE_MS) return null
    // Requested sooner, the bar before the running one may have been incomplete.
    const requestedAt = page.requestedAt + (offsetMs() ?? 0)
    if (requestedAt < running.time + SETTLED_AFTER_MS) return null
    return [...page.bars.slice(0, -1), running].slice(-count)
  }

  #read(query: NewestBars): Promise<BarsAnswer> {
    const key = keyOf(query)
    const read: BarRead = { count: query.count, answer: this.#request(query) }
    this.#reads.set(key, read)
    return read.answer.finally(() => {
      if (this.#reads.get(key) === read) this.#reads.delete(key)
    })
  }

  /** Requests a page, and stores it before anybody receives it. */
  async #request(query: NewestBars): Promise<BarsAnswer> {
    const { bars, clock } = this.#deps
    const generation = this.#generation
    const [requestedAt, readAt] = [clock.now(), clock.monotonic()]
    const { symbol, timespan, count } = query
    const answer = await bars({ symbol, timespan, count, before: null, includeRunning: true })
    if (answer.ok && generation === this.#generation) {
      const isAll = answer.value.length < count
      this.#store(keyOf(query), { bars: answer.value, isAll, requestedAt, readAt })
    }
    return answer
  }

  /** Stores newer bars, after those that are stored where they continue them. */
  #store(key: string, newer: BarPage): void {
    const older = this.#pages.get(key)
    this.#pages.delete(key)
    this.#pages.set(key, older === undefined ? newer : joined(older, newer))
    for (const oldest of this.#pages.keys()) {
      if (this.#pages.size > MAX_PAGES) this.#pages.delete(oldest)
    }
  }
}

const keyOf = ({ symbol, timespan }: NewestBars): string => `${symbol} ${timespan}`

/** Joins a page with newer bars; without a bar of both, and where they are more, those alone. */
function joined(older: BarPage, newer: BarPage): BarPage {
  const [first] = newer.bars
  const last = older.bars.at(-1)
  if (first === undefined || last === undefined || last.time < first.time) return newer
  const bars = [...older.bars.filter(({ time }) => time < first.time), ...newer.bars]
  if (bars.length === newer.bars.length) return newer
  return {
    bars: bars.slice(-MAX_BARS),
    isAll: older.isAll && bars.length <= MAX_BARS,
    requestedAt: newer.requestedAt,
    readAt: older.readAt,
  }
}
