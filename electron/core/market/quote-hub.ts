import type { Symbol } from '../../../shared/domain/ids.js'
import type { Quote } from '../../../shared/domain/market/quote.js'
import type { Result } from '../../../shared/domain/result.js'
import type { ProviderFailure } from '../provider-failure.js'
import type { LiveRows } from '../live-values.js'
import { createEmitter } from '../../../shared/domain/emitter.js'
import type { ClockPort } from '../ports.js'
import type { RiskQuote } from '../risk/risk-limits.js'
import type { MarketPort, QuotePatch } from './market-port.js'
import { emptyQuote, mergeQuote, type KnownQuote } from './merge-quote.js'

const SNAPSHOT_BATCH = 100

/** The latest quote of every symbol, merged from snapshots and the stream. */
export interface QuoteHub {
  get(symbol: Symbol): Quote | undefined
  /** Merges a message into the symbol's quote and notifies its listeners. */
  apply(patch: QuotePatch): void
  /** Fetches these symbols over HTTP and merges the responses. */
  load(symbols: readonly Symbol[]): Promise<Result<void, ProviderFailure>>
  /**
   * Returns the quote for checking an order; fetches it when the known one is older than
   * `maxAgeMs`.
   */
  confirmed(symbol: Symbol, maxAgeMs: number): Promise<RiskQuote | null>
  /** Returns live rows of these symbols; changes of other symbols do not notify their listeners. */
  rows(symbols: readonly Symbol[]): LiveRows<Quote>
  /** Subscribes to every change, one symbol at a time. */
  onQuote(listener: (quote: Quote) => void): () => void
}

/** Starts empty. `streamed`: the symbol is subscribed on a live connection. */
export function createQuoteHub(deps: {
  readonly market: Pick<MarketPort, 'snapshots'>
  readonly clock: ClockPort
  readonly streamed: (symbol: Symbol) => boolean
}): QuoteHub {
  const known = new Map<Symbol, KnownQuote>()
  const quotes = { get: (symbol: Symbol): Quote | undefined => known.get(symbol)?.quote }
  const all = createEmitter<Quote>()
  const perSymbol = new Map<Symbol, Set<(rows: readonly Quote[]) => void>>()
  const loading = new Map<Symbol, Promise<Result<void, ProviderFailure>>>()

  const apply = (patch: QuotePatch): void => {
    const merged = mergeQuote(
      known.get(patch.symbol) ?? emptyQuote(patch.symbol, patch.receivedAt),
      patch,
    )
    known.set(patch.symbol, merged)
    const next = merged.quote
    const watching = perSymbol.get(patch.symbol)
    if (watching !== undefined) for (const listener of Array.from(watching)) listener([next])
    all.emit(next)
  }

  const fetch = async (symbols: readonly Symbol[]): Promise<Result<void, ProviderFailure>> => {
    const answer = await deps.market.snapshots(symbols)
    if (!answer.ok) return answer
    for (const patch of answer.value) apply(patch)
    return { ok: true, value: undefined }
  }

  const load = async (symbols: readonly Symbol[]): Promise<Result<void, ProviderFailure>> => {
    let failed: Result<void, ProviderFailure> | null = null
    for (let start = 0; start < symbols.length; start += SNAPSHOT_BATCH) {
      const answer = await fetch(symbols.slice(start, start + SNAPSHOT_BATCH))
      if (!answer.ok) failed = answer
    }
    return failed ?? { ok: true, value: undefined }
  }

  const loadOne = (symbol: Symbol): Promise<Result<void, ProviderFailure>> => {
    const running = loading.get(symbol)
    if (running !== undefined) return running
    const started = load([symbol]).finally(() => loading.delete(symbol))
    loading.set(symbol, started)
    return started
  }

  return {
    get: (symbol) => quotes.get(symbol),
    apply,
    load,
    async confirmed(symbol, maxAgeMs) {
      const age = (quote: Quote): number =>
        deps.streamed(symbol) ? 0 : Math.max(0, deps.clock.now() - quote.receivedAt)
      const held = quotes.get(symbol)
      if (held === undefined || held.last === null || age(held) > maxAgeMs) await loadOne(symbol)
      const quote = quotes.get(symbol)
      return quote === undefined
        ? null
        : { last: quote.last, bid: quote.bid, ask: quote.ask, ageMs: age(quote) }
    },
    rows(symbols) {
      return {
        all: () =>
          symbols
            .map((symbol) => quotes.get(symbol))
            .filter((quote): quote is Quote => quote !== undefined),
        subscribe(changed) {
          for (const symbol of symbols) {
            const watching = perSymbol.get(symbol) ?? new Set()
            watching.add(changed)
            perSymbol.set(symbol, watching)
          }
          return () => {
            for (const symbol of symbols) {
              const watching = perSymbol.get(symbol)
              watching?.delete(changed)
              if (watching?.size === 0) perSymbol.delete(symbol)
            }
          }
        },
      }
    },
    onQuote: (listener) => all.add(listener),
  }
}
