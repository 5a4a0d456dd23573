import { TIMESPAN_SECONDS, type Bar, type Timespan } from '../../../shared/domain/market/bar.js'
import type { Disposer } from '../../../shared/domain/brand.js'
import type { Symbol } from '../../../shared/domain/ids.js'
import type { AppError } from '../../../shared/domain/app/app-error.js'
import type { Invoke } from '../../bridge/client.js'
import { bodyOf, type OnFrame, type OpenStream } from '../../bridge/stream.js'
import {
  NO_BARS,
  barCount,
  fromPage,
  withLive,
  withNewest,
  withoutOldest,
  withOlder,
  type BarModel,
} from '../../chart/bars/bar-model.js'
import { wantsOlder } from '../../chart/bars/bar-window.js'

export type BarsPhase = 'loading' | 'ready' | 'failed'

export interface BarsState {
  /** Identifies the content of the model; changes with symbol and timespan. */
  readonly key: string
  readonly model: BarModel
  readonly phase: BarsPhase
  readonly error: AppError | null
  readonly older: 'idle' | 'loading' | 'failed'
  readonly stale: boolean
}

export interface BarsFeedDeps {
  readonly invoke: Invoke
  readonly openStream: OpenStream
  readonly onState: (state: BarsState) => void
}

const FIRST_PAGE = 600
const OLDER_PAGE = 1_000
/** The number of bars loaded again to settle the one that has just closed. */
const SETTLE_PAGE = 3
const GAP_PAGE = 300
/** The broker lists a closed bar a moment after its end. */
const SETTLE_DELAY_MS = 2_000
/** Delay between attempts while the broker cannot be reached. */
const RETRY_MS = 5_000
/** Shorter bars close too often to be loaded again each time. */
const MIN_SETTLED_MS = 60_000

export const barsKey = (symbol: Symbol, timespan: Timespan): string => `${symbol}/${timespan}`

export const noBars = (key: string): BarsState => ({
  key,
  model: NO_BARS,
  phase: 'loading',
  error: null,
  older: 'idle',
  stale: false,
})

/** What is loaded now, and the requests and timers of it. */
interface Loading {
  readonly symbol: Symbol
  readonly timespan: Timespan
  /** The length of a bar in ms; null where bars have no fixed length. */
  readonly spanMs: number | null
  close: Disposer
  settleTimer: ReturnType<typeof setTimeout> | null
  settleCount: number
  retryTimer: ReturnType<typeof setTimeout> | null
  older: 'idle' | 'busy' | 'failed'
  /** The page that is being loaded. */
  olderPage: Promise<boolean>
}

/**
 * Loads the bars of one symbol and timespan at a time: the newest page, the running bar from the
 * stream, older pages on demand.
 */
export class BarsFeed {
  readonly #deps: BarsFeedDeps
  #state: BarsState = noBars('')
  #loading: Loading | null = null
  /** The index of the first bar in view. */
  #firstVisible = 0

  constructor(deps: BarsFeedDeps) {
    this.#deps = deps
  }

  /** Loads these bars until disposed. Bars of the same key that are already loaded stay. */
  open(symbol: Symbol, timespan: Timespan): Disposer {
    const key = barsKey(symbol, timespan)
    const spanSeconds = TIMESPAN_SECONDS[timespan]
    const loading: Loading = {
      symbol,
      timespan,
      spanMs: spanSeconds === null ? null : spanSeconds * 1_000,
      close: () => undefined,
      settleTimer: null,
      settleCount: SETTLE_PAGE,
      retryTimer: null,
      older: 'idle',
      olderPage: Promise.resolve(false),
    }
    this.#loading = loading
    this.#change((before) =>
      before.key === key
        ? { ...before, phase: barCount(before.model) > 0 ? 'ready' : 'loading', error: null }
        : noBars(key),
    )
    this.#loadNewest(loading, FIRST_PAGE)
    loading.close = this.#deps.openStream([{ kind: 'bar', symbol, timespan }], this.#onFrame)
    return () => this.#close()
  }

  /** Receives the first visible bar; loads older bars when it nears the oldest. */
  readonly onView = (firstVisible: number): void => {
    this.#firstVisible = firstVisible
    if (wantsOlder(firstVisible, this.#state.model.more)) void this.#loadOlder()
  }

  /**
   * Loads older pages until the bars of a time are loaded.
   *
   * @param isWanted false once nobody waits for it any more
   * @returns `none` when the broker has no bars that old
   */
  readonly loadBackTo = async (
    time: number,
    isWanted: () => boolean,
  ): Promise<'loaded' | 'none' | 'failed' | 'ended'> => {
    const loading = this.#loading
    // What is in view must not be forgotten while older bars are added to it.
    this.#firstVisible = 0
    for (;;) {
      if (loading === null || loading !== this.#loading || !isWanted()) return 'ended'
      const { history, live, more } = this.#state.model
      const first = history[0] ?? live
      if (first !== null && first.time <= time) return 'loaded'
      if (!more) return 'none'
      if (loading.older === 'failed') return 'failed'
      if (!(await this.#loadOlder())) return 'ended'
    }
  }

  /** Repeats what failed: the older page, else everything. */
  readonly retry = (): void => {
    const loading = this.#loading
    if (loading === null) return
    if (loading.older === 'failed') {
      loading.older = 'idle'
      void this.#loadOlder()
      return
    }
    this.#close()
    this.open(loading.symbol, loading.timespan)
  }

  /** Stops publishing. */
  dispose(): void {
    this.#close()
  }

  #close(): void {
    const loading = this.#loading
    this.#loading = null
    if (loading === null) return
    loading.close()
    if (loading.settleTimer !== null) clearTimeout(loading.settleTimer)
    if (loading.retryTimer !== null) clearTimeout(loading.retryTimer)
  }

  #change(next: (state: BarsState) => BarsState): void {
    this.#state = next(this.#state)
    this.#deps.onState(this.#state)
  }

  #loadNewest(loading: Loading, count: number): void {
    const { symbol, timespan } = loading
    void this.#deps
      .invoke('market.bars', { symbol, timespan, before: null, count })
      .then((reply) => {
        if (loading !== this.#loading) return
        if (reply.ok) return this.#showNewest(reply.value.bars, reply.value.more)
        // Keep showing the loaded bars instead of an error; the stream reports when it is live
        // again.
        this.#change((before) =>
          before.phase === 'ready' ? before : { ...before, phase: 'failed', error: reply.error },
        )
        loading.retryTimer = setTimeout(() => this.#loadNewest(loading, count), RETRY_MS)
      })
  }

  #showNewest(bars: readonly Bar[], more: boolean): void {
    this.#change((before) => ({
      ...before,
      phase: 'ready',
      error: null,
      model: mergeNewest(before.model, bars, more),
    }))
  }

  /** Loads the newest bars again, once the broker lists the bar that has closed. */
  #loadNewestSoon(loading: Loading, count: number): void {
    loading.settleCount = Math.max(loading.settleCount, count)
    loading.settleTimer ??= setTimeout(() => {
      loading.settleTimer = null
      this.#loadNewest(loading, loading.settleCount)
      loading.settleCount = SETTLE_PAGE
    }, SETTLE_DELAY_MS)
  }

  readonly #onFrame: OnFrame = (frame, topic) => {
    const loading = this.#loading
    if (loading === null || topic.kind !== 'bar') return
    if (frame.kind === 'gap') return this.#change((before) => ({ ...before, stale: true }))
    const missed = this.#state.stale
    if (missed) this.#loadNewestSoon(loading, GAP_PAGE)
    const bar = bodyOf(frame, topic)
    if (bar !== null) return this.#applyRunning(loading, bar, missed)
    this.#change((before) => (before.stale ? { ...before, stale: false } : before))
  }

  #applyRunning(loading: Loading, bar: Bar, missed: boolean): void {
    const { spanMs } = loading
    const next = withLive(this.#state.model, bar, spanMs)
    if (next.change === 'behind') this.#loadNewestSoon(loading, GAP_PAGE)
    if (next.change === 'rolled' && (spanMs === null || spanMs >= MIN_SETTLED_MS)) {
      this.#loadNewestSoon(loading, SETTLE_PAGE)
    }
    if (next.change !== 'same' || missed) {
      const model = withoutOldest(next.model, this.#firstVisible)
      this.#change((before) => ({ ...before, model, stale: false }))
    }
  }

  /** Loads the page before the oldest bar; false where none can be requested now. */
  #loadOlder(): Promise<boolean> {
    const loading = this.#loading
    if (loading?.older === 'busy') return loading.olderPage
    const first = this.#state.model.history[0] ?? this.#state.model.live
    if (loading?.older !== 'idle' || first === null || this.#state.phase !== 'ready') {
      return Promise.resolve(false)
    }
    loading.older = 'busy'
    loading.olderPage = this.#readOlder(loading, first)
    this.#change((before) => ({ ...before, older: 'loading' }))
    return loading.olderPage
  }

  async #readOlder(loading: Loading, first: Bar): Promise<boolean> {
    const { symbol, timespan } = loading
    const reply = await this.#deps.invoke('market.bars', {
      symbol,
      timespan,
      before: first.time,
      count: OLDER_PAGE,
    })
    // Pause after a failed page; otherwise it would be requested on every mouse move.
    loading.older = reply.ok ? 'idle' : 'failed'
    if (loading !== this.#loading) return true
    this.#change((before) =>
      reply.ok
        ? {
            ...before,
            older: 'idle',
            model: withOlder(before.model, reply.value.bars, reply.value.more),
          }
        : { ...before, older: 'failed' },
    )
    return true
  }
}

/** Merges the newest page: into the loaded bars, or with the running bar where none are loaded. */
const mergeNewest = (model: BarModel, bars: readonly Bar[], more: boolean): BarModel =>
  model.history.length === 0
    ? withNewest(fromPage(bars, more), model.live === null ? [] : [model.live])
    : withNewest(model, bars)
