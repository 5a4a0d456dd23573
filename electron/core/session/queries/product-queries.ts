import type { AppResult } from '../../../../shared/domain/app/app-error.js'
import { symbol as asSymbol, type Symbol } from '../../../../shared/domain/ids.js'
import type { CryptoPair } from '../../../../shared/domain/instruments/crypto.js'
import type {
  EventCategory,
  EventInfo,
  EventMarket,
  EventSeries,
} from '../../../../shared/domain/instruments/event-contract.js'
import type { SportLeague } from '../../../../shared/domain/instruments/event-game.js'
import type {
  FuturesContract,
  FuturesProduct,
  FuturesProductClass,
} from '../../../../shared/domain/instruments/futures.js'
import type { InstrumentMatches } from '../../../../shared/domain/instruments/instrument-match.js'
import {
  chainOf,
  possibleUnderlyings,
  withoutExpired,
  type OptionChain,
} from '../../../../shared/domain/instruments/option-chain.js'
import { symbolClass } from '../../../../shared/domain/instruments/symbol-class.js'
import { exchangeClock } from '../../../../shared/domain/market/exchange-time.js'
import { err, ok, type Result } from '../../../../shared/domain/result.js'
import type { EpochMs } from '../../../../shared/domain/time.js'
import {
  InstrumentSearch,
  type InstrumentSearchDeps,
  type SearchRequest,
} from '../../market/search/instrument-search.js'
import { ProductsCache } from '../../market/products-cache.js'
import type { ProductsPort } from '../../market/products-port.js'
import type { ClockPort } from '../../ports.js'
import type { ProviderFailure } from '../../provider-failure.js'
import { readError } from '../../read-error.js'

/** Number of cached chains: one of an index fund has 15,000 contracts. */
export const MAX_CHAINS = 8

export interface ProductQueriesDeps {
  readonly products: () => Promise<ProductsPort>
  readonly clock: ClockPort
  readonly exchangeNow: () => EpochMs
  readonly instruments: InstrumentSearchDeps['instruments']
  readonly lastPrice: InstrumentSearchDeps['lastPrice']
  readonly timers: InstrumentSearchDeps['timers']
}

/** Reads what can be traded besides stocks. Lists are complete and cached for some minutes. */
export class ProductQueries {
  readonly #cache: ProductsCache
  readonly #chains: ProductsCache
  readonly #today: () => string
  readonly #search: InstrumentSearch

  constructor({ products, clock, exchangeNow, ...search }: ProductQueriesDeps) {
    this.#cache = new ProductsCache(products, clock)
    this.#chains = new ProductsCache(products, clock, { maxEntries: MAX_CHAINS })
    this.#today = () => exchangeClock(exchangeNow()).day
    this.#search = new InstrumentSearch({ ...search, lists: this, today: this.#today })
  }

  /**
   * Returns the listed options of a symbol, or of its underlying where the symbol is an option.
   * Without expiries where there are none.
   */
  async optionChain(symbol: Symbol): AppResult<OptionChain> {
    const kind = symbolClass(symbol)
    if (kind !== 'stock' && kind !== 'option') return ok({ underlying: symbol, expiries: [] })
    for (const text of possibleUnderlyings(symbol)) {
      const underlying = asSymbol(text)
      const chain = await this.#chainOf(underlying)
      if (!chain.ok) return chain
      if (chain.value !== null) return ok(chain.value)
    }
    return ok({ underlying: symbol, expiries: [] })
  }

  /**
   * Returns the chain of an underlying; null where it has no options. Only the chain is cached,
   * because its contracts are many times larger.
   */
  async #chainOf(underlying: Symbol): AppResult<OptionChain | null> {
    const answer = await this.#chains.fetch<OptionChain | null>(
      underlying,
      null,
      async (products) => {
        const contracts = await products.optionContracts({ underlying })
        if (!contracts.ok) return contracts
        const { value } = contracts
        return ok(value.length === 0 ? null : chainOf(underlying, value, this.#today()))
      },
    )
    if (!answer.ok) return err(readError(answer.error))
    return ok(answer.value === null ? null : withoutExpired(answer.value, this.#today()))
  }

  /** Returns the classes of futures products, by name. */
  async futuresClasses(): AppResult<readonly FuturesProductClass[]> {
    const classes = await this.#list<FuturesProductClass>('futures-classes', (port) =>
      port.futuresClasses(),
    )
    return classes.ok
      ? ok(classes.value.toSorted((a, b) => a.name.localeCompare(b.name, 'en')))
      : classes
  }

  /** Returns every futures product, or only one class, by class and name. */
  async futuresProducts(classId: number | null = null): AppResult<readonly FuturesProduct[]> {
    const key = classId === null ? 'futures' : `futures-class:${classId}`
    const products = await this.#list<FuturesProduct>(key, (port) => port.futuresProducts(classId))
    return products.ok ? ok(products.value.toSorted(byClassAndName)) : products
  }

  /** Returns the contracts of a product, the continuous one included, by month. */
  async futuresContracts(code: string): AppResult<readonly FuturesContract[]> {
    const contracts = await this.#list<FuturesContract>(`futures:${code}`, (products) =>
      products.futuresContracts(code),
    )
    return contracts.ok ? ok(contracts.value.toSorted(byMonth)) : contracts
  }

  cryptoPairs(): AppResult<readonly CryptoPair[]> {
    return this.#list('crypto', (products) => products.cryptoPairs())
  }

  eventCategories(): AppResult<readonly EventCategory[]> {
    return this.#list('event-categories', (products) => products.eventCategories())
  }

  /** Returns the series of a category; every series for null. */
  eventSeries(category: string | null): AppResult<readonly EventSeries[]> {
    return this.#list(`event-series:${category ?? ''}`, (products) =>
      products.eventSeries(category),
    )
  }

  events(series: Symbol): AppResult<readonly EventInfo[]> {
    return this.#list(`events:${series}`, (products) => products.events(series))
  }

  eventMarkets(event: Symbol): AppResult<readonly EventMarket[]> {
    return this.#list(`event-markets:${event}`, (products) => products.eventMarkets({ event }))
  }

  /** Returns the competitions with games; none where the broker does not serve them. */
  sportLeagues(): AppResult<readonly SportLeague[]> {
    return this.#list('sport-leagues', (products) => products.sportLeagues())
  }

  /** Searches the instruments of every product, best match first. */
  async search(request: SearchRequest): AppResult<InstrumentMatches> {
    const found = await this.#search.search(request)
    return found.ok ? found : err(readError(found.error))
  }

  async #list<T>(
    name: string,
    read: (products: ProductsPort) => Promise<Result<readonly T[], ProviderFailure>>,
  ): AppResult<readonly T[]> {
    const answer = await this.#cache.fetch<readonly T[]>(name, [], read)
    return answer.ok ? answer : err(readError(answer.error))
  }
}

const byClassAndName = (a: FuturesProduct, b: FuturesProduct): number =>
  (a.className ?? '').localeCompare(b.className ?? '', 'en') || a.name.localeCompare(b.name, 'en')

/** The continuous contract first, then the months. */
const byMonth = (a: FuturesContract, b: FuturesContract): number =>
  Number(b.kind === 'continuous') - Number(a.kind === 'continuous') ||
  (a.lastTradingDate ?? a.month ?? '').localeCompare(b.lastTradingDate ?? b.month ?? '', 'en')
