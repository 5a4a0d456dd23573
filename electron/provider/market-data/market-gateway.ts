import type { Symbol } from '../../../shared/domain/ids.js'
import { err, ok, type Result } from '../../../shared/domain/result.js'
import { STOCK_OPERATIONS } from '../../../shared/wire/families/products/stocks.js'
import type { BarQuery, MarketPort } from '../../core/market/market-port.js'
import type { DayLine } from '../../../shared/domain/market/symbol-details.js'
import { dayLine } from './day-line.js'
import type { ProviderFailure } from '../../core/provider-failure.js'
import type { Caller } from '../http/caller.js'
import type { Categories, Category } from './categories.js'
import type { CallFailure } from '../http/call-failure.js'
import { LATE_MODULES } from '../late-modules.js'
import { SUB_CATEGORIES, toInstrument } from '../mapping/instruments.js'
import type { ProductData } from './product-data.js'
import { stockData } from './stocks.js'
import { toProviderFailure } from '../http/provider-failure.js'
import { allRows } from '../http/paginate.js'
import type { ClockPort } from '../../core/ports.js'

/** The last 24 hours. */
const DAY_QUERY: Omit<BarQuery, 'symbol'> = {
  timespan: 'M15',
  count: 96,
  before: null,
  includeRunning: true,
}

/** The provider's codes for an unknown symbol. */
const SYMBOL_CODES: ReadonlySet<string> = new Set([
  'UNSUPPORTED_SYMBOL',
  'INVALID_SYMBOL',
  'INSTRUMENT_NOT_FOUND',
])

/**
 * Returns the data source of each category. Stocks are loaded immediately, other products with
 * their first symbol.
 */
function sources(caller: Caller, clock: ClockPort): (category: Category) => Promise<ProductData> {
  const sourcesByCategory = new Map<Category, Promise<ProductData>>()
  const make = async (category: Category): Promise<ProductData> => {
    switch (category) {
      case 'US_STOCK':
      case 'US_ETF':
        return stockData(caller, category, clock)
      case 'US_OPTION':
        return (await LATE_MODULES.options()).optionData(caller, clock)
      case 'US_FUTURES':
        return (await LATE_MODULES.futures()).futuresData(caller, clock)
      case 'US_CRYPTO':
        return (await LATE_MODULES.crypto()).cryptoData(caller, clock)
      case 'US_EVENT':
        return (await LATE_MODULES.events()).eventData(caller, clock)
    }
  }
  return (category) => {
    const source = sourcesByCategory.get(category) ?? make(category)
    sourcesByCategory.set(category, source)
    return source
  }
}

type BatchRead<T> = (symbols: readonly Symbol[]) => Promise<Result<readonly T[], CallFailure>>

/**
 * Reads several symbols. One unknown symbol makes the whole call fail, so the list is halved until
 * that symbol is alone and can be omitted.
 */
async function readKnown<T>(
  fetchBatch: BatchRead<T>,
  symbols: readonly Symbol[],
): ReturnType<BatchRead<T>> {
  const answer = await fetchBatch(symbols)
  if (answer.ok) return answer
  if (answer.error.class !== 'definitive' || !SYMBOL_CODES.has(answer.error.providerCode ?? '')) {
    return answer
  }
  if (symbols.length === 1) return ok([])
  const half = Math.ceil(symbols.length / 2)
  const left = await readKnown(fetchBatch, symbols.slice(0, half))
  if (!left.ok) return left
  const right = await readKnown(fetchBatch, symbols.slice(half))
  return right.ok ? ok([...left.value, ...right.value]) : right
}

/** Reads the lines of the day one after the other, where a call is about one symbol. */
async function singleDayLines(
  data: ProductData,
  symbols: readonly Symbol[],
): ReturnType<BatchRead<DayLine>> {
  const lines: DayLine[] = []
  for (const symbol of symbols) {
    const answer = await data.bars({ ...DAY_QUERY, symbol })
    if (answer.ok) lines.push(dayLine(symbol, answer.value))
    else if (answer.error.class !== 'definitive') return answer
  }
  return ok(lines)
}

/** Creates the market data of every product over HTTP. */
export function createMarketGateway(
  caller: Caller,
  categories: Categories,
  clock: ClockPort,
): MarketPort {
  const source = sources(caller, clock)

  const sourceOf = async (symbol: Symbol): Promise<ProductData> => {
    await categories.resolve([symbol])
    return source(categories.categoryOf(symbol))
  }

  /** Reads the symbols of each category with its own source, in requests of its batch size. */
  const readAll = async <T>(
    symbols: readonly Symbol[],
    readOf: (data: ProductData) => BatchRead<T> | undefined,
    /** True to leave out the products that the provider refuses. */
    skipsRefused: boolean,
  ): Promise<Result<readonly T[], ProviderFailure>> => {
    await categories.resolve(symbols)
    const rows: T[] = []
    for (const category of new Set(symbols.map((symbol) => categories.categoryOf(symbol)))) {
      const own = symbols.filter((symbol) => categories.categoryOf(symbol) === category)
      const data = await source(category)
      const readBatch = readOf(data)
      if (readBatch === undefined) continue
      for (let start = 0; start < own.length; start += data.batch) {
        const part = await readKnown(readBatch, own.slice(start, start + data.batch))
        if (part.ok) rows.push(...part.value)
        else if (part.error.class !== 'definitive' || !skipsRefused) {
          return err(toProviderFailure(part.error))
        }
      }
    }
    return ok(rows)
  }

  const translated = <T>(answer: Result<T, CallFailure>) =>
    answer.ok ? answer : err(toProviderFailure(answer.error))

  return {
    async instruments(kind) {
      const answer = await allRows(caller, STOCK_OPERATIONS.listStocks, {
        category: 'US_STOCK',
        ...(kind === undefined ? {} : { sub_category: SUB_CATEGORIES[kind] }),
      })
      if (!answer.ok) return err(toProviderFailure(answer.error))
      const instruments = answer.value
        .map(toInstrument)
        // A broker that ignores the filter lists the others too.
        .filter((instrument) => kind === undefined || instrument.kind === kind)
      categories.learn(instruments)
      return ok(instruments)
    },
    snapshots: (symbols, purpose) =>
      readAll(symbols, (data) => (part) => data.snapshots(part, purpose), false),
    details: (symbols) => readAll(symbols, (data) => data.details, true),
    dayLines: (symbols) =>
      readAll(symbols, (data) => data.dayLines ?? ((part) => singleDayLines(data, part)), true),
    depth: async (symbol, levels) =>
      translated(await (await sourceOf(symbol)).depth(symbol, levels)),
    ticks: async (symbol, count) => translated(await (await sourceOf(symbol)).ticks(symbol, count)),
    async bars(query) {
      const answer = await (await sourceOf(query.symbol)).bars(query)
      if (!answer.ok) return err(toProviderFailure(answer.error))
      const { before, count } = query
      return ok(
        answer.value
          .filter((bar) => before === null || bar.time < before)
          .sort((a, b) => a.time - b.time)
          .slice(-count),
      )
    },
  }
}
