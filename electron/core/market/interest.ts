import type { Disposer } from '../../../shared/domain/brand.js'
import type { Symbol } from '../../../shared/domain/ids.js'
import type { EpochMs } from '../../../shared/domain/time.js'
import type { ClockPort, TimerPort } from '../ports.js'
import type { MarketInterest } from './market-port.js'

interface LingerDeps<T> {
  readonly clock: Pick<ClockPort, 'monotonic'>
  readonly timers: TimerPort
  /** How long an item stays, in ms. */
  readonly lingerMs: number
  /** Called once for each item whose time is over. */
  readonly onDue: (item: T) => void
}

/**
 * Items that stay for a while after their last use. One timer serves all: a watchlist that closes
 * may have thousands of symbols.
 */
class Linger<T> {
  readonly #deps: LingerDeps<T>
  /** When each item is due, by the monotonic clock, in the order of these times. */
  readonly #dueAt = new Map<T, number>()
  #cancelTimer: Disposer | null = null

  constructor(deps: LingerDeps<T>) {
    this.#deps = deps
  }

  /** Starts the time of an item that does not linger yet. */
  add(item: T): void {
    this.#dueAt.set(item, this.#deps.clock.monotonic() + this.#deps.lingerMs)
    this.#wait(this.#deps.lingerMs)
  }

  /** The item is used again. */
  remove(item: T): void {
    this.#dueAt.delete(item)
  }

  dispose(): void {
    this.#cancelTimer?.()
    this.#dueAt.clear()
  }

  #wait(delayMs: number): void {
    this.#cancelTimer ??= this.#deps.timers.after(delayMs, () => this.#endDue())
  }

  #endDue(): void {
    this.#cancelTimer = null
    const now = this.#deps.clock.monotonic()
    for (const [item, dueAt] of this.#dueAt) {
      if (dueAt > now) return this.#wait(dueAt - now)
      this.#dueAt.delete(item)
      this.#deps.onDue(item)
    }
  }
}

/**
 * A symbol that is no longer watched stays subscribed this long, because panels are reopened and
 * subscribing costs a request.
 */
const LINGER_MS = 30_000
/** Simultaneous changes (a layout that opens) become one subscription. */
const COALESCE_MS = 10

export type InterestKind = 'quotes' | 'depth' | 'ticks'

/** Counts the watchers of each symbol and keeps the stream subscribed to exactly these symbols. */
export interface Interest {
  /**
   * Registers a watcher. `first`: the symbol was not subscribed before. `release` unregisters it.
   */
  acquire(
    kind: InterestKind,
    symbol: Symbol,
  ): { readonly first: boolean; readonly release: Disposer }
  has(kind: InterestKind, symbol: Symbol): boolean
  /** Returns the symbols that somebody watches now, without those that are still subscribed. */
  watched(kind: InterestKind): readonly Symbol[]
  /** Returns since when somebody watches the symbol without a break; null while nobody does. */
  watchedSince(kind: InterestKind, symbol: Symbol): EpochMs | null
  dispose: Disposer
}

interface Held {
  readonly kind: InterestKind
  readonly symbol: Symbol
  count: number
  /** When the first of the present watchers came. */
  since: EpochMs
}

/** Starts without symbols; `publish` receives the complete interest after every change. */
export function createInterest(deps: {
  readonly clock: ClockPort
  readonly timers: TimerPort
  readonly publish: (interest: MarketInterest) => void
  readonly dropped: (kind: InterestKind, symbol: Symbol) => void
}): Interest {
  const holds: Record<InterestKind, Map<Symbol, Held>> = {
    quotes: new Map(),
    depth: new Map(),
    ticks: new Map(),
  }
  let cancelPublish: Disposer | null = null

  const publishSoon = (): void => {
    cancelPublish ??= deps.timers.after(COALESCE_MS, () => {
      cancelPublish = null
      deps.publish({
        quotes: Array.from(holds.quotes.keys()),
        depth: Array.from(holds.depth.keys()),
        ticks: Array.from(holds.ticks.keys()),
      })
    })
  }

  const linger = new Linger<Held>({
    clock: deps.clock,
    timers: deps.timers,
    lingerMs: LINGER_MS,
    onDue: ({ kind, symbol }) => {
      holds[kind].delete(symbol)
      deps.dropped(kind, symbol)
      publishSoon()
    },
  })

  return {
    acquire(kind, symbol) {
      const existing = holds[kind].get(symbol)
      const now = deps.clock.now()
      const entry = existing ?? { kind, symbol, count: 0, since: now }
      linger.remove(entry)
      if (entry.count === 0) entry.since = now
      entry.count += 1
      if (existing === undefined) {
        holds[kind].set(symbol, entry)
        publishSoon()
      }
      let released = false
      return {
        first: existing === undefined,
        release: () => {
          if (released) return
          released = true
          entry.count -= 1
          if (entry.count === 0) linger.add(entry)
        },
      }
    },
    has: (kind, symbol) => holds[kind].has(symbol),
    watched: (kind) =>
      Array.from(holds[kind].entries())
        .filter(([, { count }]) => count > 0)
        .map(([symbol]) => symbol),
    watchedSince(kind, symbol) {
      const entry = holds[kind].get(symbol)
      return entry === undefined || entry.count === 0 ? null : entry.since
    },
    dispose() {
      cancelPublish?.()
      linger.dispose()
      for (const kind of ['quotes', 'depth', 'ticks'] as const) holds[kind].clear()
    },
  }
}
