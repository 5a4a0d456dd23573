import type { Symbol } from '../../shared/domain/ids.js'
import type { MarketInterest } from '../core/market/market-port.js'

/** The most symbols one call may name (contract/market-data.md 10). */
export const BATCH = 100
const TOP_LEVELS = 1
/** Levels of a full book; the provider's default. */
const BOOK_LEVELS = 10

export type SubType = 'SNAPSHOT' | 'QUOTE' | 'TICK'
export type StreamCategory = 'US_STOCK' | 'US_ETF'

/** What is streamed for one symbol. `levels` 0 = no QUOTE. */
export interface Want {
  readonly snapshot: boolean
  readonly levels: number
  readonly tick: boolean
}

export interface Subscribe {
  readonly symbols: readonly Symbol[]
  readonly category: StreamCategory
  readonly subTypes: readonly SubType[]
  readonly depth: number | null
}
export type Unsubscribe = Omit<Subscribe, 'depth'>

export interface Plan {
  readonly unsubscribe: readonly Unsubscribe[]
  readonly subscribe: readonly Subscribe[]
}

const NOTHING: Want = { snapshot: false, levels: 0, tick: false }

/** What an interest means per symbol. A quote needs the top of the book as well: the stream's snapshots carry no bid and ask. */
export function wantsOf(interest: MarketInterest): Map<Symbol, Want> {
  const wants = new Map<Symbol, Want>()
  const change = (symbol: Symbol, more: Partial<Want>) => wants.set(symbol, { ...(wants.get(symbol) ?? NOTHING), ...more })
  for (const symbol of interest.quotes) change(symbol, { snapshot: true, levels: TOP_LEVELS })
  for (const symbol of interest.depth) change(symbol, { levels: BOOK_LEVELS })
  for (const symbol of interest.ticks) change(symbol, { tick: true })
  return wants
}

/** True when the book, and not only its top, is wanted. */
export const wantsBook = (want: Want | undefined): boolean => (want?.levels ?? 0) > TOP_LEVELS

const added = (from: Want, to: Want): { types: SubType[]; depth: number | null } => {
  const types: SubType[] = []
  if (to.snapshot && !from.snapshot) types.push('SNAPSHOT')
  const quote = to.levels > 0 && to.levels !== from.levels
  if (quote) types.push('QUOTE')
  if (to.tick && !from.tick) types.push('TICK')
  return { types, depth: quote ? to.levels : null }
}

const removed = (from: Want, to: Want): SubType[] => {
  const types: SubType[] = []
  if (from.snapshot && !to.snapshot) types.push('SNAPSHOT')
  if (from.levels > 0 && to.levels === 0) types.push('QUOTE')
  if (from.tick && !to.tick) types.push('TICK')
  return types
}

/** Symbols with the same needs share a call, at most a hundred in each. */
function grouped(rows: readonly (readonly [Symbol, StreamCategory, readonly SubType[], number | null])[]): Subscribe[] {
  const groups = new Map<string, { symbols: Symbol[]; category: StreamCategory; subTypes: readonly SubType[]; depth: number | null }>()
  for (const [symbol, category, subTypes, depth] of rows) {
    if (subTypes.length === 0) continue
    const key = `${category} ${subTypes.join('+')} ${depth ?? '-'}`
    const group = groups.get(key)
    if (group === undefined) groups.set(key, { symbols: [symbol], category, subTypes, depth })
    else group.symbols.push(symbol)
  }
  return [...groups.values()].flatMap((group) =>
    Array.from({ length: Math.ceil(group.symbols.length / BATCH) }, (_, index) => ({ ...group, symbols: group.symbols.slice(index * BATCH, (index + 1) * BATCH) })))
}

/** The calls that lead from what is subscribed to what is wanted. Equal inputs give an empty plan. */
export function planSubscriptions(active: ReadonlyMap<Symbol, Want>, wanted: ReadonlyMap<Symbol, Want>, categoryOf: (symbol: Symbol) => StreamCategory): Plan {
  const symbols = new Set([...active.keys(), ...wanted.keys()])
  const up: (readonly [Symbol, StreamCategory, readonly SubType[], number | null])[] = []
  const down: (readonly [Symbol, StreamCategory, readonly SubType[], number | null])[] = []
  for (const symbol of symbols) {
    const from = active.get(symbol) ?? NOTHING
    const to = wanted.get(symbol) ?? NOTHING
    const { types, depth } = added(from, to)
    up.push([symbol, categoryOf(symbol), types, depth])
    down.push([symbol, categoryOf(symbol), removed(from, to), null])
  }
  return {
    subscribe: grouped(up), unsubscribe: grouped(down).map(({ symbols: list, category, subTypes }) => ({ symbols: list, category, subTypes })),
  }
}

/** What is active for a symbol once a call went through. */
export function afterSubscribe(want: Want | undefined, call: Subscribe): Want {
  const from = want ?? NOTHING
  return {
    snapshot: from.snapshot || call.subTypes.includes('SNAPSHOT'), levels: call.subTypes.includes('QUOTE') ? (call.depth ?? TOP_LEVELS) : from.levels,
    tick: from.tick || call.subTypes.includes('TICK'),
  }
}

/** The same after an unsubscribe; null when nothing is left. */
export function afterUnsubscribe(want: Want | undefined, call: Unsubscribe): Want | null {
  const from = want ?? NOTHING
  const left = {
    snapshot: from.snapshot && !call.subTypes.includes('SNAPSHOT'), levels: call.subTypes.includes('QUOTE') ? 0 : from.levels, tick: from.tick && !call.subTypes.includes('TICK'),
  }
  return left.snapshot || left.levels > 0 || left.tick ? left : null
}
