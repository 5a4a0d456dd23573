import type { Disposer } from '../../shared/domain/brand.js'
import type { Symbol } from '../../shared/domain/ids.js'
import type { Quote } from '../../shared/domain/market/quote.js'
import type { OpenStream } from '../bridge/stream.js'
import { bodyOf } from '../bridge/stream.js'
import { createRowStore, type RowStore } from './row-store.js'

/** Quotes by symbol. Panels watch symbols; one stream covers all of them. */
export interface QuoteStore {
  readonly rows: RowStore<Symbol, Quote>
  /**
   * Subscribes to the quotes of these symbols until disposed. Symbols are counted, so panels may
   * overlap.
   */
  watch(symbols: readonly Symbol[]): Disposer
  /** Returns every watched symbol, in order. */
  watched(): readonly Symbol[]
  dispose(): void
}

/**
 * Panels mount and unmount together when a workspace loads; wait so that one stream is opened for
 * all.
 */
const SETTLE_MS = 30
/** The maximum number of symbols in one topic (shared/ipc/streams.ts). */
const TOPIC_SYMBOLS = 200

export function createQuoteStore(
  open: OpenStream,
  after: (delayMs: number, run: () => void) => Disposer,
): QuoteStore {
  const rows = createRowStore<Symbol, Quote>((quote) => quote.symbol)
  const wanted = new Map<Symbol, number>()
  let current: readonly Symbol[] = []
  let close: Disposer = () => undefined
  let cancelSettle: Disposer | null = null

  const settle = (): void => {
    cancelSettle = null
    const next = [...wanted.keys()].toSorted()
    if (next.join() === current.join()) return
    const previous = close
    current = next
    close = next.length === 0 ? () => undefined : openQuotes(open, rows, next)
    // Close the old stream only now: the new one's snapshot covers its symbols, so no quote is
    // missed.
    previous()
    rows.remove(rows.keys().filter((key) => !wanted.has(key)))
  }
  const change = (symbols: readonly Symbol[], by: 1 | -1): void => {
    for (const symbol of symbols) {
      const count = (wanted.get(symbol) ?? 0) + by
      if (count > 0) wanted.set(symbol, count)
      else wanted.delete(symbol)
    }
    cancelSettle ??= after(SETTLE_MS, settle)
  }

  return {
    rows,
    watch(symbols) {
      const held = [...new Set(symbols)]
      change(held, 1)
      let released = false
      return () => {
        if (released) return
        released = true
        change(held, -1)
      }
    },
    watched: () => [...wanted.keys()].toSorted(),
    dispose() {
      cancelSettle?.()
      close()
    },
  }
}

function openQuotes(
  open: OpenStream,
  rows: RowStore<Symbol, Quote>,
  symbols: readonly Symbol[],
): Disposer {
  const topics = Array.from({ length: Math.ceil(symbols.length / TOPIC_SYMBOLS) }, (_, index) => ({
    kind: 'quotes' as const,
    symbols: symbols.slice(index * TOPIC_SYMBOLS, (index + 1) * TOPIC_SYMBOLS),
  }))
  return open(topics, (frame, topic) => {
    if (frame.kind === 'gap') rows.setFreshness('stale')
    if (topic.kind !== 'quotes' || (frame.kind !== 'snapshot' && frame.kind !== 'delta')) return
    rows.upsert(bodyOf(frame, topic) ?? [])
    rows.setFreshness('live')
  })
}
