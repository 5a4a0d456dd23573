import type { AppError } from '../../../../shared/domain/app/app-error.js'
import type { Decimal } from '../../../../shared/domain/decimal.js'
import { symbol as asSymbol, type Symbol } from '../../../../shared/domain/ids.js'
import type { CryptoPair } from '../../../../shared/domain/instruments/crypto.js'
import type {
  EventInfo,
  EventMarket,
  EventSeries,
} from '../../../../shared/domain/instruments/event-contract.js'
import type {
  FuturesContract,
  FuturesProduct,
} from '../../../../shared/domain/instruments/futures.js'
import type {
  InstrumentMatch,
  InstrumentMatches,
} from '../../../../shared/domain/instruments/instrument-match.js'
import type { OptionChain } from '../../../../shared/domain/instruments/option-chain.js'
import { symbolClass } from '../../../../shared/domain/instruments/symbol-class.js'
import { ok, type Result } from '../../../../shared/domain/result.js'
import type { ProviderFailure } from '../../provider-failure.js'
import type { TimerPort } from '../../ports.js'
import { searchInstruments, type Instruments } from '../instruments.js'
import { findOptions } from './find-options.js'
import {
  findFuturesProducts,
  findMonths,
  findPairs,
  findSeries,
  ofMarket,
  ofStock,
} from './find-products.js'
import { parseOptionQuery, type OptionQuery } from './option-query.js'

type Read<T> = Promise<Result<T, AppError>>

/** The lists of the products, cached by their reader. */
export interface SearchLists {
  optionChain(symbol: Symbol): Read<OptionChain>
  futuresProducts(): Read<readonly FuturesProduct[]>
  futuresContracts(code: string): Read<readonly FuturesContract[]>
  cryptoPairs(): Read<readonly CryptoPair[]>
  eventSeries(category: string | null): Read<readonly EventSeries[]>
  events(series: Symbol): Read<readonly EventInfo[]>
  eventMarkets(event: Symbol): Read<readonly EventMarket[]>
}

export interface InstrumentSearchDeps {
  readonly instruments: Pick<Instruments, 'all' | 'known'>
  readonly lists: SearchLists
  /** Returns the last known price; null where none is known. */
  readonly lastPrice: (symbol: Symbol) => Decimal | null
  /** Returns the exchange's day, yyyy-MM-dd. */
  readonly today: () => string
  readonly timers: Pick<TimerPort, 'after'>
}

export interface SearchRequest {
  readonly text: string
  readonly limit: number
  /** Shown first among what matches: held and recently used symbols. */
  readonly preferred: readonly Symbol[]
}

/** A product whose lists are not read by then is left out of this answer. */
const WAIT_MS = 400
const MAX_PRODUCTS = 3
const MAX_MONTHS = 4
const MAX_PAIRS = 4
const MAX_SERIES = 2
const MAX_MARKETS = 4
/** Shorter words are in too many questions. */
const MIN_EVENT_CHARS = 3

/** What one product found, and the place of its best match among the others: lower is earlier. */
interface Group {
  readonly place: number
  readonly matches: readonly InstrumentMatch[]
}

const PLACES = { exact: 0, code: 1, prefix: 2, name: 3, event: 4 } as const
const NONE: Group = { place: PLACES.event, matches: [] }

/** Searches the instruments of every product by symbol, name and the ways traders write them. */
export class InstrumentSearch {
  readonly #deps: InstrumentSearchDeps

  constructor(deps: InstrumentSearchDeps) {
    this.#deps = deps
  }

  async search({
    text,
    limit,
    preferred,
  }: SearchRequest): Promise<Result<InstrumentMatches, ProviderFailure>> {
    const query = text.trim()
    if (query === '') return ok({ matches: [], isComplete: true })
    const stocks = await this.#stocks(query, limit)
    if (!stocks.ok) return stocks
    const products = await Promise.all(
      [
        this.#options(query, limit),
        this.#futures(query),
        this.#crypto(query),
        this.#events(query),
      ].map((group) => this.#soon(group)),
    )
    const found = [...stocks.value, ...products.filter((group) => group !== null)]
    return ok({
      matches: ordered(found, preferred).slice(0, limit),
      isComplete: !products.includes(null),
    })
  }

  /** Returns null for a group that takes longer; its lists arrive for the next search. */
  #soon(group: Promise<Group>): Promise<Group | null> {
    return new Promise((resolve) => {
      const cancel = this.#deps.timers.after(WAIT_MS, () => resolve(null))
      void group.then((value) => {
        cancel()
        resolve(value)
      })
    })
  }

  async #stocks(text: string, limit: number): Promise<Result<readonly Group[], ProviderFailure>> {
    const list = await this.#deps.instruments.all()
    if (!list.ok) return list
    const upper = text.toUpperCase()
    const matches = searchInstruments(list.value, text, limit).map(ofStock)
    const ofPlace = (place: number, holds: (match: InstrumentMatch) => boolean): Group => ({
      place,
      matches: matches.filter(holds),
    })
    const isExact = ({ symbol }: InstrumentMatch): boolean => symbol === upper
    const isPrefix = ({ symbol }: InstrumentMatch): boolean => symbol.startsWith(upper)
    return ok([
      ofPlace(PLACES.exact, isExact),
      ofPlace(PLACES.prefix, (match) => isPrefix(match) && !isExact(match)),
      ofPlace(PLACES.name, (match) => !isPrefix(match)),
    ])
  }

  async #options(text: string, limit: number): Promise<Group> {
    const query = parseOptionQuery(text)
    if (query === null || !this.#mayHaveOptions(query)) return NONE
    const chain = await this.#deps.lists.optionChain(asSymbol(query.root))
    if (!chain.ok) return NONE
    const spot = this.#deps.lastPrice(chain.value.underlying)
    return { place: PLACES.exact, matches: findOptions(chain.value, query, spot, limit) }
  }

  /** Every keystroke would request the chain of another symbol: only known roots have one. */
  #mayHaveOptions({ root, type, strike }: OptionQuery): boolean {
    // An index is no instrument of its own, so its options are found by a complete description.
    return (
      this.#deps.instruments.known(asSymbol(root)) !== undefined ||
      (type !== null && strike !== null && root.length > 1)
    )
  }

  async #futures(text: string): Promise<Group> {
    const products = await this.#deps.lists.futuresProducts()
    if (!products.ok) return NONE
    const queries = findFuturesProducts(products.value, text).slice(0, MAX_PRODUCTS)
    const months = await Promise.all(
      queries.map(async ({ product, month, isCode }) => {
        const contracts = await this.#deps.lists.futuresContracts(product.code)
        if (!contracts.ok) return []
        const found = findMonths(contracts.value, month, this.#deps.today())
        return found.slice(0, isCode ? MAX_MONTHS : 1)
      }),
    )
    const byCode = queries.some(({ isCode }) => isCode)
    return { place: byCode ? PLACES.code : PLACES.name, matches: months.flat() }
  }

  async #crypto(text: string): Promise<Group> {
    const pairs = await this.#deps.lists.cryptoPairs()
    if (!pairs.ok) return NONE
    const matches = findPairs(pairs.value, text).slice(0, MAX_PAIRS)
    const isCoin = matches.some(({ symbol }) => isCoinOf(symbol, text))
    return { place: isCoin ? PLACES.code : PLACES.name, matches }
  }

  async #events(text: string): Promise<Group> {
    if (text.length < MIN_EVENT_CHARS) return NONE
    if (symbolClass(text.toUpperCase()) === 'event') return this.#event(text.toUpperCase())
    const series = await this.#deps.lists.eventSeries(null)
    if (!series.ok) return NONE
    const found = findSeries(series.value, text).slice(0, MAX_SERIES)
    const markets = await Promise.all(found.map(({ symbol }) => this.#marketsOf(symbol)))
    return { place: PLACES.event, matches: markets.flat() }
  }

  /** Returns the markets of the first open event of a series. */
  async #marketsOf(series: Symbol): Promise<readonly InstrumentMatch[]> {
    const events = await this.#deps.lists.events(series)
    const open = events.ok ? events.value.find(({ status }) => status === 'active') : undefined
    if (open === undefined) return []
    const markets = await this.#deps.lists.eventMarkets(open.symbol)
    return markets.ok ? markets.value.slice(0, MAX_MARKETS).map(ofMarket) : []
  }

  /** Returns the markets whose symbol begins so, found through their event ("KXFED-26DEC"). */
  async #event(symbol: string): Promise<Group> {
    const event = /^[^-]+-[^-]+/.exec(symbol)?.[0] ?? symbol
    const markets = await this.#deps.lists.eventMarkets(asSymbol(event))
    return {
      place: PLACES.exact,
      matches: markets.ok
        ? markets.value
            .filter((market) => market.symbol.startsWith(symbol))
            .slice(0, MAX_MARKETS)
            .map(ofMarket)
        : [],
    }
  }
}

/** True when a text is a pair or its coin: "btc/usd", "btcusd", "btc". */
const isCoinOf = (pair: Symbol, text: string): boolean => {
  const name = text.replaceAll(/[/\s-]/g, '').toUpperCase()
  return pair === name || pair.replace(/USD[TC]?$/, '') === name
}

/** Orders matches: preferred ones first, then by the place of their group; each symbol once. */
function ordered(
  groups: readonly Group[],
  preferred: readonly Symbol[],
): readonly InstrumentMatch[] {
  const preferredSymbols = new Set(preferred)
  const all = groups.toSorted((a, b) => a.place - b.place).flatMap(({ matches }) => matches)
  const unique = [...new Map(all.toReversed().map((match) => [match.symbol, match])).values()]
  const sorted = unique.toReversed()
  return [
    ...sorted.filter(({ symbol }) => preferredSymbols.has(symbol)),
    ...sorted.filter(({ symbol }) => !preferredSymbols.has(symbol)),
  ]
}
