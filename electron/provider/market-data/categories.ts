import type { Symbol } from '../../../shared/domain/ids.js'
import type { AnyInstrument } from '../../../shared/domain/instruments/any-instrument.js'
import type { AssetClass } from '../../../shared/domain/instruments/instrument.js'
import { symbolClass } from '../../../shared/domain/instruments/symbol-class.js'
import { listStocks } from '../../../shared/wire/families/products/stocks.js'
import type { W_CATEGORIES } from '../../../shared/wire/enums.js'
import type { Caller } from '../http/caller.js'
import { toInstrument } from '../mapping/instruments.js'

export type Category = (typeof W_CATEGORIES)[number]
export type StockCategory = 'US_STOCK' | 'US_ETF'

/** Options are read over HTTP only (MARKET-2). */
export const isStreamed = (category: Category): boolean => category !== 'US_OPTION'

const OF_CLASS: Readonly<Record<AssetClass, Category>> = {
  stock: 'US_STOCK',
  option: 'US_OPTION',
  futures: 'US_FUTURES',
  crypto: 'US_CRYPTO',
  event: 'US_EVENT',
}

/** The most symbols that one profile query may name (TRADING-6). */
const BATCH = 100

/**
 * Which market-data category a symbol belongs to: profiles list ETFs under stocks, market data
 * keeps them apart.
 */
export interface Categories {
  categoryOf(symbol: Symbol): Category
  /**
   * Looks up the symbols that are not known yet; those that cannot be looked up are taken for what
   * they look like. Never fails.
   */
  resolve(symbols: readonly Symbol[]): Promise<void>
  learn(instruments: readonly AnyInstrument[]): void
}

/** Keeps what was learned for the life of the session. */
export function createCategories(caller: Caller): Categories {
  const known = new Map<Symbol, Category>()
  const requested = new Set<Symbol>()
  let running: Promise<void> = Promise.resolve()

  const learn: Categories['learn'] = (instruments) => {
    for (const instrument of instruments) {
      known.set(
        instrument.symbol,
        instrument.assetClass === 'stock' && instrument.kind === 'etf'
          ? 'US_ETF'
          : OF_CLASS[instrument.assetClass],
      )
    }
  }

  /**
   * Only stocks need to be asked about: the other products have one category each, and spell their
   * symbols their own way.
   */
  const isOpen = (symbol: Symbol): boolean =>
    !known.has(symbol) && !requested.has(symbol) && symbolClass(symbol) === 'stock'

  const fetchMissing = async (symbols: readonly Symbol[]): Promise<void> => {
    const missing = symbols.filter(isOpen)
    for (let start = 0; start < missing.length; start += BATCH) {
      const batch = missing.slice(start, start + BATCH)
      const answer = await caller.call(listStocks, {
        category: 'US_STOCK',
        symbols: batch.join(','),
      })
      if (answer.ok) learn(answer.value.data.map(toInstrument))
      // A refusal names symbols that do not exist; asking again would spend the budget for nothing.
      if (answer.ok || answer.error.class === 'definitive') {
        for (const symbol of batch) requested.add(symbol)
      }
    }
  }

  return {
    categoryOf: (symbol) => known.get(symbol) ?? OF_CLASS[symbolClass(symbol)],
    resolve(symbols) {
      if (!symbols.some(isOpen)) return Promise.resolve()
      running = running.then(() => fetchMissing(symbols))
      return running
    },
    learn,
  }
}
