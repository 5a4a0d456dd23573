import type { Disposer } from '../../../shared/domain/brand.js'
import type { Symbol } from '../../../shared/domain/ids.js'
import type { Quote } from '../../../shared/domain/market/quote.js'
import type { OpenStream, StreamBody, Topic } from '../../bridge/stream.js'
import { bodyOf } from '../../bridge/stream.js'
import { createRowStore, type RowStore } from '../row-store.js'

/** The topics whose rows belong to symbols. */
export type SymbolTopic = Extract<Topic, { readonly symbols: readonly Symbol[] }>['kind']
type RowOfTopic<K extends SymbolTopic> = StreamBody<K>[number]

/** Rows by symbol. Panels watch symbols; one stream covers all of them. */
export interface SymbolRowStore<T> {
  readonly rows: RowStore<Symbol, T>
  /**
   * Subscribes to the rows of these symbols until disposed. Symbols are counted, so panels may
   * overlap.
   */
  watch(symbols: readonly Symbol[]): Disposer
  /** Returns every watched symbol, in order. */
  watched(): readonly Symbol[]
  dispose(): void
}
export type QuoteStore = SymbolRowStore<Quote>

/**
 * Panels mount and unmount together when a workspace loads; wait so that one stream is opened for
 * all.
 */
const SETTLE_MS = 30
/** The maximum number of symbols in one topic (shared/ipc/streams.ts). */
const TOPIC_SYMBOLS = 200

type After = (delayMs: number, run: () => void) => Disposer

/** Creates the quotes of a window. */
export const createQuoteStore = (open: OpenStream, after: After): QuoteStore =>
  createSymbolRowStore('quotes', open, after)

/** Creates the rows of one topic; nothing is subscribed before they are watched. */
export function createSymbolRowStore<K extends SymbolTopic>(
  kind: K,
  open: OpenStream,
  after: After,
  settleMs = SETTLE_MS,
): SymbolRowStore<RowOfTopic<K>> {
  const rows = createRowStore<Symbol, RowOfTopic<K>>((row) => row.symbol)
  const watchCounts = new Map<Symbol, number>()
  let current: readonly Symbol[] = []
  let close: Disposer = () => undefined
  let cancelSettle: Disposer | null = null

  const settle = (): void => {
    cancelSettle = null
    const next = [...watchCounts.keys()].toSorted()
    if (next.join() === current.join()) return
    const previous = close
    current = next
    close = next.length === 0 ? () => undefined : openRows(kind, open, rows, next)
    // Close the old stream only now: the new one's snapshot covers its symbols, so no quote is
    // missed.
    previous()
    rows.remove(rows.keys().filter((key) => !watchCounts.has(key)))
  }
  const change = (symbols: readonly Symbol[], by: 1 | -1): void => {
    for (const symbol of symbols) {
      const count = (watchCounts.get(symbol) ?? 0) + by
      if (count > 0) watchCounts.set(symbol, count)
      else watchCounts.delete(symbol)
    }
    cancelSettle ??= after(settleMs, settle)
  }

  return {
    rows,
    watch(symbols) {
      const uniqueSymbols = [...new Set(symbols)]
      change(uniqueSymbols, 1)
      let released = false
      return () => {
        if (released) return
        released = true
        change(uniqueSymbols, -1)
      }
    },
    watched: () => [...watchCounts.keys()].toSorted(),
    dispose() {
      cancelSettle?.()
      close()
    },
  }
}

function openRows<K extends SymbolTopic>(
  kind: K,
  open: OpenStream,
  rows: RowStore<Symbol, RowOfTopic<K>>,
  symbols: readonly Symbol[],
): Disposer {
  const topicKind: SymbolTopic = kind
  const topics = Array.from({ length: Math.ceil(symbols.length / TOPIC_SYMBOLS) }, (_, index) => ({
    kind: topicKind,
    symbols: symbols.slice(index * TOPIC_SYMBOLS, (index + 1) * TOPIC_SYMBOLS),
  }))
  return open(topics, (frame) => {
    if (frame.kind === 'gap') rows.setFreshness('stale')
    if (frame.kind !== 'snapshot' && frame.kind !== 'delta') return
    rows.upsert((bodyOf(frame, { kind }) ?? []) as readonly RowOfTopic<K>[])
    rows.setFreshness('live')
  })
}
