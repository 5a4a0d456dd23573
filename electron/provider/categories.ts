import type { Symbol } from '../../shared/domain/ids.js'
import { listStocks } from '../../shared/wire/families/instruments.js'
import type { Instrument } from '../../shared/domain/instrument.js'
import type { Caller } from './call.js'
import { toInstrument } from './mapping/instruments.js'

export type StockCategory = 'US_STOCK' | 'US_ETF'

/** The most symbols that one profile query may name (contract/trading.md 6). */
const BATCH = 100

/** Which market-data category a symbol belongs to: profiles list ETFs under stocks, market data keeps them apart. */
export interface Categories {
  of(symbol: Symbol): StockCategory
  /** Looks up the symbols that are not known yet; those that cannot be looked up are taken for stocks. Never fails. */
  resolve(symbols: readonly Symbol[]): Promise<void>
  learn(instruments: readonly Instrument[]): void
}

/** Keeps what was learned for the life of the session. */
export function createCategories(caller: Caller): Categories {
  const known = new Map<Symbol, StockCategory>()
  const asked = new Set<Symbol>()
  let running: Promise<void> = Promise.resolve()

  const learn = (instruments: readonly Instrument[]): void => {
    for (const instrument of instruments) known.set(instrument.symbol, instrument.kind === 'etf' ? 'US_ETF' : 'US_STOCK')
  }

  const look = async (symbols: readonly Symbol[]): Promise<void> => {
    const missing = symbols.filter((symbol) => !known.has(symbol) && !asked.has(symbol))
    for (let start = 0; start < missing.length; start += BATCH) {
      const batch = missing.slice(start, start + BATCH)
      const answer = await caller.call(listStocks, { category: 'US_STOCK', symbols: batch.join(',') })
      if (answer.ok) learn(answer.value.data.map(toInstrument))
      // A refusal names symbols that do not exist; asking again would spend the budget for nothing.
      if (answer.ok || answer.error.class === 'definitive') for (const symbol of batch) asked.add(symbol)
    }
  }

  return {
    of: (symbol) => known.get(symbol) ?? 'US_STOCK',
    resolve(symbols) {
      if (symbols.every((symbol) => known.has(symbol) || asked.has(symbol))) return Promise.resolve()
      running = running.then(() => look(symbols))
      return running
    },
    learn,
  }
}
