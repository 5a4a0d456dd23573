import type { Symbol } from '../../../shared/domain/ids.js'
import type { AnyInstrument } from '../../../shared/domain/instruments/any-instrument.js'
import type { AssetClass } from '../../../shared/domain/instruments/instrument.js'
import { symbolClass } from '../../../shared/domain/instruments/symbol-class.js'
import { STOCK_OPERATIONS } from '../../../shared/wire/families/products/stocks.js'
import { createSerialQueue } from '../../../shared/domain/serial-queue.js'
import type { W_CATEGORIES } from '../../../shared/wire/enums.js'
import type { Caller } from '../http/caller.js'
import { toInstrument } from '../mapping/instruments.js'

export type Category = (typeof W_CATEGORIES)[number]
export type StockCategory = 'US_STOCK' | 'US_ETF'

/** False for options, which are read over HTTP only (MARKET-2). */
export const isStreamed = (category: Category): boolean => category !== 'US_OPTION'

const OF_CLASS: Readonly<Record<AssetClass, Category>> = {
  stock: 'US_STOCK',
  option: 'US_OPTION',
  futures: 'US_FUTURES',
  crypto: 'US_CRYPTO',
  event: 'US_EVENT',
}

/** Maximum number of symbols per profile query (TRADING-6). */
const BATCH = 100

/**
 * The market-data category of each symbol. Profiles list ETFs under stocks, but market data
 * separates them.
 */
export interface Categories {
  categoryOf(symbol: Symbol): Category
  /**
   * Fetches the categories of unknown symbols; when that fails, `categoryOf` infers them from the
   * spelling. Never fails.
   */
  resolve(symbols: readonly Symbol[]): Promise<void>
  learn(instruments: readonly AnyInstrument[]): void
}

/** Caches the categories for the life of the session. */
export function createCategories(caller: Caller): Categories {
  const categories = new Map<Symbol, Category>()
  const requested = new Set<Symbol>()
  const queue = createSerialQueue()

  const learn: Categories['learn'] = (instruments) => {
    for (const instrument of instruments) {
      const { symbol, assetClass } = instrument
      // A chain has thousands of options, whose spelling says the same.
      if (assetClass !== 'stock' && assetClass === symbolClass(symbol)) continue
      categories.set(
        symbol,
        assetClass === 'stock' && instrument.kind === 'etf' ? 'US_ETF' : OF_CLASS[assetClass],
      )
    }
  }

  /**
   * True for symbols that have to be fetched: only stocks, because other products have one category
   * each and recognizable symbols.
   */
  const isOpen = (symbol: Symbol): boolean =>
    !categories.has(symbol) && !requested.has(symbol) && symbolClass(symbol) === 'stock'

  const fetchMissing = async (symbols: readonly Symbol[]): Promise<void> => {
    const missing = symbols.filter(isOpen)
    for (let start = 0; start < missing.length; start += BATCH) {
      const batch = missing.slice(start, start + BATCH)
      const answer = await caller.call(STOCK_OPERATIONS.listStocks, {
        category: 'US_STOCK',
        symbols: batch.join(','),
      })
      if (answer.ok) learn(answer.value.data.map(toInstrument))
      // A refusal names symbols that do not exist; repeating the request would only use up the
      // budget.
      if (answer.ok || answer.error.class === 'definitive') {
        for (const symbol of batch) requested.add(symbol)
      }
    }
  }

  return {
    categoryOf: (symbol) => categories.get(symbol) ?? OF_CLASS[symbolClass(symbol)],
    resolve: (symbols) =>
      symbols.some(isOpen) ? queue.run(() => fetchMissing(symbols)) : Promise.resolve(),
    learn,
  }
}
