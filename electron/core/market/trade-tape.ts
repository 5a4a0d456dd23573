import type { Disposer } from '../../../shared/domain/brand.js'
import type { Symbol } from '../../../shared/domain/ids.js'
import type { Tick } from '../../../shared/domain/market/quote.js'
import type { LiveEvents } from '../live-values.js'
import { createEmitter } from '../../../shared/domain/emitter.js'

/** Maximum number of trades stored per watched symbol. */
export const TAPE_LENGTH = 500

const keyOf = (tick: Tick): string =>
  `${tick.time}|${tick.price as unknown as string}|${tick.size as unknown as string}|${tick.side}`

/**
 * Counts occurrences of each trade: trades carry no id, and two with the same time, price and size
 * are two trades.
 */
function counts(ticks: readonly Tick[]): Map<string, number> {
  const found = new Map<string, number>()
  for (const tick of ticks) found.set(keyOf(tick), (found.get(keyOf(tick)) ?? 0) + 1)
  return found
}

/**
 * Returns the trades of a provider's list that are not known yet, in the list's order. Equal trades
 * are matched one by one, so that none is published twice and none is lost.
 */
export function missingTicks(known: readonly Tick[], list: readonly Tick[]): readonly Tick[] {
  const have = counts(known)
  return list.filter((tick) => {
    const left = have.get(keyOf(tick)) ?? 0
    if (left > 0) have.set(keyOf(tick), left - 1)
    return left === 0
  })
}

/** The latest trades of watched symbols. */
export interface Tape {
  apply(tick: Tick): void
  /** Merges a list of the provider, oldest first. */
  fill(symbol: Symbol, list: readonly Tick[]): void
  forget(symbol: Symbol): void
  events(symbol: Symbol): LiveEvents<Tick>
}

/**
 * The number of trades at which the oldest are removed: not with each new one, since that would
 * copy the list for it.
 */
const TRIM_LENGTH = 2 * TAPE_LENGTH

/** Starts empty. */
export function createTape(): Tape {
  const lists = new Map<Symbol, Tick[]>()
  const recent = (symbol: Symbol): readonly Tick[] => (lists.get(symbol) ?? []).slice(-TAPE_LENGTH)
  const perSymbol = new Map<Symbol, ReturnType<typeof createEmitter<readonly Tick[]>>>()
  const subscribe = (symbol: Symbol, happened: (ticks: readonly Tick[]) => void): Disposer => {
    const listeners = perSymbol.get(symbol) ?? createEmitter<readonly Tick[]>()
    perSymbol.set(symbol, listeners)
    const remove = listeners.add(happened)
    return () => {
      remove()
      const isUnused = listeners.size === 0 && perSymbol.get(symbol) === listeners
      if (isUnused) perSymbol.delete(symbol)
    }
  }
  return {
    apply(tick) {
      const list = lists.get(tick.symbol)
      if (list === undefined) lists.set(tick.symbol, [tick])
      else if (list.push(tick) >= TRIM_LENGTH) list.splice(0, list.length - TAPE_LENGTH)
      perSymbol.get(tick.symbol)?.emit([tick])
    },
    fill(symbol, list) {
      const known = recent(symbol)
      const missing = missingTicks(known, list)
      if (missing.length === 0) return
      const merged = [...known, ...missing].sort((a, b) => a.time - b.time).slice(-TAPE_LENGTH)
      lists.set(symbol, merged)
      perSymbol.get(symbol)?.emit(missing)
    },
    forget(symbol) {
      lists.delete(symbol)
    },
    events: (symbol) => ({
      recent: () => recent(symbol),
      subscribe: (happened) => subscribe(symbol, happened),
    }),
  }
}
