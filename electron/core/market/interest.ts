import type { Disposer } from '../../../shared/domain/brand.js'
import type { Symbol } from '../../../shared/domain/ids.js'
import type { ClockPort, TimerPort } from '../ports.js'
import type { MarketInterest } from './market-port.js'

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
  dispose: Disposer
}

interface Held {
  count: number
}

interface Lingering {
  readonly kind: InterestKind
  readonly symbol: Symbol
  /** When it is unsubscribed, by the monotonic clock. */
  readonly until: number
}

/** Starts without symbols; `publish` receives the complete interest after every change. */
export function createInterest(deps: {
  readonly clock: Pick<ClockPort, 'monotonic'>
  readonly timers: TimerPort
  readonly publish: (interest: MarketInterest) => void
  readonly dropped: (kind: InterestKind, symbol: Symbol) => void
}): Interest {
  const held: Record<InterestKind, Map<Symbol, Held>> = {
    quotes: new Map(),
    depth: new Map(),
    ticks: new Map(),
  }
  /**
   * What nobody watches any more, in the order in which it is unsubscribed. One timer serves all: a
   * watchlist that closes may have thousands of symbols.
   */
  const lingering = new Map<Held, Lingering>()
  let cancelLinger: Disposer | null = null
  let cancelPublish: Disposer | null = null

  const publishSoon = (): void => {
    cancelPublish ??= deps.timers.after(COALESCE_MS, () => {
      cancelPublish = null
      deps.publish({
        quotes: Array.from(held.quotes.keys()),
        depth: Array.from(held.depth.keys()),
        ticks: Array.from(held.ticks.keys()),
      })
    })
  }

  const drop = (kind: InterestKind, symbol: Symbol): void => {
    held[kind].delete(symbol)
    deps.dropped(kind, symbol)
    publishSoon()
  }

  const dropDue = (): void => {
    cancelLinger = null
    const now = deps.clock.monotonic()
    for (const [entry, { kind, symbol, until }] of lingering) {
      if (until > now) return dropLater(until - now)
      lingering.delete(entry)
      drop(kind, symbol)
    }
  }

  const dropLater = (delayMs: number): void => {
    cancelLinger ??= deps.timers.after(delayMs, dropDue)
  }

  const linger = (kind: InterestKind, symbol: Symbol, entry: Held): void => {
    lingering.set(entry, { kind, symbol, until: deps.clock.monotonic() + LINGER_MS })
    dropLater(LINGER_MS)
  }

  return {
    acquire(kind, symbol) {
      const known = held[kind].get(symbol)
      const entry = known ?? { count: 0 }
      lingering.delete(entry)
      entry.count += 1
      if (known === undefined) {
        held[kind].set(symbol, entry)
        publishSoon()
      }
      let released = false
      return {
        first: known === undefined,
        release: () => {
          if (released) return
          released = true
          entry.count -= 1
          if (entry.count === 0) linger(kind, symbol, entry)
        },
      }
    },
    has: (kind, symbol) => held[kind].has(symbol),
    watched: (kind) =>
      Array.from(held[kind].entries())
        .filter(([, { count }]) => count > 0)
        .map(([symbol]) => symbol),
    dispose() {
      cancelPublish?.()
      cancelLinger?.()
      lingering.clear()
      for (const kind of ['quotes', 'depth', 'ticks'] as const) held[kind].clear()
    },
  }
}
