import type { W_SUB_TYPES } from '../../../shared/wire/enums.js'

export type SubType = (typeof W_SUB_TYPES)[number]

/**
 * The subscriptions of one stream, stored per sub type: a symbol may be subscribed to as TICK only.
 */
export interface Wanted {
  readonly symbols: Readonly<Record<SubType, Set<string>>>
  /** QUOTE levels per side. */
  depth: number
}

/** What a stream subscribes to. */
export interface Subscription {
  readonly symbols: readonly string[]
  readonly subTypes: readonly SubType[]
  /** Levels of each book. */
  readonly depth: number
  /** True: other sessions lose these symbols. */
  readonly grab: boolean
}

/** Binds symbols to the connected streams; a stream's subscriptions end with it (MARKET-10). */
export class Subscriptions {
  readonly #streams = new Map<string, Wanted>()
  #changed: () => void = () => undefined
  #grabbed: (sessionId: string, symbols: readonly string[], subTypes: readonly SubType[]) => void =
    () => undefined

  /** Registers a callback for subscribers that request the current state at once. */
  onGrab(
    listener: (sessionId: string, symbols: readonly string[], subTypes: readonly SubType[]) => void,
  ): void {
    this.#grabbed = listener
  }

  /** Registers a callback for changes of the subscriptions. */
  onChange(listener: () => void): void {
    this.#changed = listener
  }

  /** Returns every symbol that some stream subscribes to, with any sub type. */
  wanted(): ReadonlySet<string> {
    return new Set(
      [...this.#streams.values()].flatMap(({ symbols }) =>
        Object.values(symbols).flatMap((set) => [...set]),
      ),
    )
  }

  /** Registers a connected stream; returns its subscriptions, empty at first. */
  open(sessionId: string): Wanted {
    const wanted: Wanted = {
      symbols: { QUOTE: new Set(), SNAPSHOT: new Set(), TICK: new Set() },
      depth: 10,
    }
    this.#streams.set(sessionId, wanted)
    return wanted
  }

  /**
   * Removes a disconnected stream. A newer stream of the same session keeps its own subscriptions.
   */
  close(sessionId: string, wanted: Wanted): void {
    if (this.#streams.get(sessionId) !== wanted) return
    this.#streams.delete(sessionId)
    this.#changed()
  }

  /** Subscribes a stream; false when no stream of this session is connected. */
  subscribe(sessionId: string, { symbols, subTypes, depth, grab }: Subscription): boolean {
    const wanted = this.#streams.get(sessionId)
    if (wanted === undefined) return false
    wanted.depth = depth
    for (const subType of subTypes) {
      for (const symbol of symbols) wanted.symbols[subType].add(symbol)
    }
    this.#changed()
    if (grab) this.#grabbed(sessionId, symbols, subTypes)
    return true
  }

  /**
   * Unsubscribes a stream; null means everything. False when no stream of this session is
   * connected.
   */
  unsubscribe(
    sessionId: string,
    symbols: readonly string[] | null,
    subTypes: readonly SubType[] | null,
  ): boolean {
    const wanted = this.#streams.get(sessionId)
    if (wanted === undefined) return false
    for (const [subType, set] of Object.entries(wanted.symbols)) {
      if (subTypes !== null && !(subTypes as readonly string[]).includes(subType)) continue
      if (symbols === null) set.clear()
      else for (const symbol of symbols) set.delete(symbol)
    }
    this.#changed()
    return true
  }
}
