import type { W_SUB_TYPES } from '../../../shared/wire/enums.js'

export type SubType = (typeof W_SUB_TYPES)[number]

/** What one stream wants. Kept per sub type: the same symbol may be wanted as TICK only. */
export interface Wanted {
  readonly symbols: Readonly<Record<SubType, Set<string>>>
  /** Levels a side of QUOTE. */
  depth: number
}

/**
 * Binds symbols to the streams that are connected; a stream's bindings die with it
 * (MARKET-10).
 */
export class Subscriptions {
  private readonly streams = new Map<string, Wanted>()
  private changed: () => void = () => undefined
  private grabbed: (
    sessionId: string,
    symbols: readonly string[],
    subTypes: readonly SubType[],
  ) => void = () => undefined

  /** Called when a subscriber wants the current state at once. */
  onGrab(
    listener: (sessionId: string, symbols: readonly string[], subTypes: readonly SubType[]) => void,
  ): void {
    this.grabbed = listener
  }

  /** Called when what the streams want has changed. */
  onChange(listener: () => void): void {
    this.changed = listener
  }

  /** Every symbol that some stream wants, for whatever. */
  wanted(): ReadonlySet<string> {
    return new Set(
      [...this.streams.values()].flatMap(({ symbols }) =>
        Object.values(symbols).flatMap((set) => [...set]),
      ),
    )
  }

  /** A stream is connected; returns what it wants, empty at first. */
  open(sessionId: string): Wanted {
    const wanted: Wanted = {
      symbols: { QUOTE: new Set(), SNAPSHOT: new Set(), TICK: new Set() },
      depth: 10,
    }
    this.streams.set(sessionId, wanted)
    return wanted
  }

  /** A stream is gone. A newer one of the same session keeps its own bindings. */
  close(sessionId: string, wanted: Wanted): void {
    if (this.streams.get(sessionId) !== wanted) return
    this.streams.delete(sessionId)
    this.changed()
  }

  /** False when no stream of this session is connected. */
  subscribe(
    sessionId: string,
    symbols: readonly string[],
    subTypes: readonly SubType[],
    depth: number,
    grab: boolean,
  ): boolean {
    const wanted = this.streams.get(sessionId)
    if (wanted === undefined) return false
    wanted.depth = depth
    for (const subType of subTypes) {
      for (const symbol of symbols) wanted.symbols[subType].add(symbol)
    }
    this.changed()
    if (grab) this.grabbed(sessionId, symbols, subTypes)
    return true
  }

  /** Null means all. False when no stream of this session is connected. */
  unsubscribe(
    sessionId: string,
    symbols: readonly string[] | null,
    subTypes: readonly SubType[] | null,
  ): boolean {
    const wanted = this.streams.get(sessionId)
    if (wanted === undefined) return false
    for (const [subType, set] of Object.entries(wanted.symbols)) {
      if (subTypes !== null && !(subTypes as readonly string[]).includes(subType)) continue
      if (symbols === null) set.clear()
      else for (const symbol of symbols) set.delete(symbol)
    }
    this.changed()
    return true
  }
}
