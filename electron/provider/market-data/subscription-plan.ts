import type { Symbol } from '../../../shared/domain/ids.js'
import type { MarketInterest } from '../../core/market/market-port.js'
import { isStreamed, type Category } from './categories.js'

/** Maximum number of symbols per call (MARKET-10). */
export const BATCH = 100
/**
 * Levels of a QUOTE; the provider's default. Whether the depth applies to the connection or to the
 * symbol is unpublished, so all subscriptions use the same number.
 */
export const LEVELS = 10

export type SubType = 'SNAPSHOT' | 'QUOTE' | 'TICK'

/**
 * The subscriptions of one symbol. `book`: all levels are needed, not only the top; the stream is
 * the same.
 */
export interface SymbolSubscription {
  readonly snapshot: boolean
  readonly quote: boolean
  readonly book: boolean
  readonly tick: boolean
}

export interface Subscribe {
  readonly symbols: readonly Symbol[]
  readonly category: Category
  readonly subTypes: readonly SubType[]
}
export type Unsubscribe = Subscribe

export interface Plan {
  readonly unsubscribe: readonly Unsubscribe[]
  readonly subscribe: readonly Subscribe[]
}

const NOTHING: SymbolSubscription = { snapshot: false, quote: false, book: false, tick: false }

/**
 * Converts an interest to subscriptions per symbol. A quote also needs the top of the book, because
 * the stream's snapshots carry no bid and ask.
 */
export function subscriptionsFor(interest: MarketInterest): Map<Symbol, SymbolSubscription> {
  const subscriptions = new Map<Symbol, SymbolSubscription>()
  const change = (symbol: Symbol, more: Partial<SymbolSubscription>) =>
    subscriptions.set(symbol, { ...(subscriptions.get(symbol) ?? NOTHING), ...more })
  for (const symbol of interest.quotes) change(symbol, { snapshot: true, quote: true })
  for (const symbol of interest.depth) change(symbol, { quote: true, book: true })
  for (const symbol of interest.ticks) change(symbol, { tick: true })
  return subscriptions
}

/** Returns the types that `to` has and `from` lacks. */
export function missing(from: SymbolSubscription, to: SymbolSubscription): SubType[] {
  const types: SubType[] = []
  if (to.snapshot && !from.snapshot) types.push('SNAPSHOT')
  if (to.quote && !from.quote) types.push('QUOTE')
  if (to.tick && !from.tick) types.push('TICK')
  return types
}

/** Groups symbols with the same types into calls of at most a hundred symbols. */
function grouped(rows: readonly (readonly [Symbol, Category, readonly SubType[]])[]): Subscribe[] {
  const groups = new Map<
    string,
    { symbols: Symbol[]; category: Category; subTypes: readonly SubType[] }
  >()
  for (const [symbol, category, subTypes] of rows) {
    if (subTypes.length === 0) continue
    const key = `${category} ${subTypes.join('+')}`
    const group = groups.get(key)
    if (group === undefined) groups.set(key, { symbols: [symbol], category, subTypes })
    else group.symbols.push(symbol)
  }
  return [...groups.values()].flatMap((group) =>
    Array.from({ length: Math.ceil(group.symbols.length / BATCH) }, (_, index) => ({
      ...group,
      symbols: group.symbols.slice(index * BATCH, (index + 1) * BATCH),
    })),
  )
}

/**
 * Plans the calls from the active to the wanted subscriptions; equal inputs give an empty plan.
 * Symbols that cannot be streamed are skipped.
 */
export function planSubscriptions(
  active: ReadonlyMap<Symbol, SymbolSubscription>,
  target: ReadonlyMap<Symbol, SymbolSubscription>,
  categoryOf: (symbol: Symbol) => Category,
): Plan {
  const symbols = [...new Set([...active.keys(), ...target.keys()])].filter((symbol) =>
    isStreamed(categoryOf(symbol)),
  )
  const rows = (
    from: ReadonlyMap<Symbol, SymbolSubscription>,
    to: ReadonlyMap<Symbol, SymbolSubscription>,
  ) =>
    symbols.map(
      (symbol) =>
        [
          symbol,
          categoryOf(symbol),
          missing(from.get(symbol) ?? NOTHING, to.get(symbol) ?? NOTHING),
        ] as const,
    )
  return { subscribe: grouped(rows(active, target)), unsubscribe: grouped(rows(target, active)) }
}

/** Returns the active subscription of a symbol after a successful subscribe call. */
export function afterSubscribe(
  want: SymbolSubscription | undefined,
  call: Subscribe,
): SymbolSubscription {
  const from = want ?? NOTHING
  const has = (type: SubType) => call.subTypes.includes(type)
  return {
    ...from,
    snapshot: from.snapshot || has('SNAPSHOT'),
    quote: from.quote || has('QUOTE'),
    tick: from.tick || has('TICK'),
  }
}

/** Returns the active subscription after an unsubscribe call; null when nothing is left. */
export function afterUnsubscribe(
  want: SymbolSubscription | undefined,
  call: Unsubscribe,
): SymbolSubscription | null {
  const from = want ?? NOTHING
  const has = (type: SubType) => call.subTypes.includes(type)
  const remaining = {
    ...from,
    snapshot: from.snapshot && !has('SNAPSHOT'),
    quote: from.quote && !has('QUOTE'),
    tick: from.tick && !has('TICK'),
  }
  return remaining.snapshot || remaining.quote || remaining.tick ? remaining : null
}
