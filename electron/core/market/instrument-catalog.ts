import { eq } from '../../../shared/domain/decimal.js'
import type { Symbol } from '../../../shared/domain/ids.js'
import type { AnyInstrument } from '../../../shared/domain/instruments/any-instrument.js'
import type { CryptoPair } from '../../../shared/domain/instruments/crypto.js'
import type { EventMarket } from '../../../shared/domain/instruments/event-contract.js'
import type { FuturesContract } from '../../../shared/domain/instruments/futures.js'
import {
  ASSET_CLASSES,
  type AssetClass,
  type Instrument,
} from '../../../shared/domain/instruments/instrument.js'
import { parseOcc, type OptionContract } from '../../../shared/domain/instruments/option.js'
import { symbolClass } from '../../../shared/domain/instruments/symbol-class.js'
import type { DraftLeg } from '../../../shared/domain/orders/order-terms.js'
import { ok, type Result } from '../../../shared/domain/result.js'
import type { ProviderFailure, ProviderResult } from '../provider-failure.js'
import type { ClockPort } from '../ports.js'
import type { Instruments } from './instruments.js'
import { ProductsCache } from './products-cache.js'
import type { ProductsPort } from './products-port.js'

export interface InstrumentCatalogDeps {
  readonly instruments: Pick<Instruments, 'get'>
  readonly products: () => Promise<ProductsPort>
  readonly clock: ClockPort
}

const FUTURES_SYMBOL = /^(.+?)(?:main|[FGHJKMNQUVXZ]\d{1,2})$/

/**
 * Returns the product code of a futures symbol: the part before the month ("ES" of "ESZ6") or
 * before "main".
 */
const codeOf = (symbol: Symbol): string => FUTURES_SYMBOL.exec(symbol)?.[1] ?? symbol

/**
 * True when a symbol may belong to the class. Stocks and crypto have lists that are read once, so
 * any symbol is looked up there; the other classes only have symbols of their own spelling.
 */
function isPossible(assetClass: AssetClass, symbol: Symbol): boolean {
  switch (assetClass) {
    case 'stock':
    case 'crypto':
      return true
    case 'option':
      return parseOcc(symbol) !== null
    case 'futures':
      return FUTURES_SYMBOL.test(symbol)
    case 'event':
      return symbol.includes('-')
  }
}

/** The provider's instruments of every product, by symbol; each list is cached for a while. */
export class InstrumentCatalog {
  readonly #instruments: Pick<Instruments, 'get'>
  readonly #cache: ProductsCache

  constructor({ instruments, products, clock }: InstrumentCatalogDeps) {
    this.#instruments = instruments
    this.#cache = new ProductsCache(products, clock)
  }

  /**
   * Returns the instrument of any product; null when the provider does not list the symbol. The
   * class that the spelling suggests is read first, the others after it.
   */
  async describe(symbol: Symbol): ProviderResult<AnyInstrument | null> {
    const guess = symbolClass(symbol)
    const classes = [guess, ...ASSET_CLASSES.filter((other) => other !== guess)]
    for (const assetClass of classes.filter((candidate) => isPossible(candidate, symbol))) {
      const found = await this.#ofClass(assetClass, symbol)
      if (!found.ok || found.value !== null) return found
    }
    return ok(null)
  }

  stock(symbol: Symbol): ProviderResult<Instrument | null> {
    return this.#instruments.get(symbol)
  }

  async futuresContract(symbol: Symbol): ProviderResult<FuturesContract | null> {
    const code = codeOf(symbol)
    const months = await this.#cache.fetch<readonly FuturesContract[]>(
      `futures:${code}`,
      [],
      (products) => products.futuresContracts(code),
    )
    return bySymbol(months, symbol)
  }

  async cryptoPair(symbol: Symbol): ProviderResult<CryptoPair | null> {
    const pairs = await this.#cache.fetch<readonly CryptoPair[]>('crypto', [], (products) =>
      products.cryptoPairs(),
    )
    return bySymbol(pairs, symbol)
  }

  async eventMarket(symbol: Symbol): ProviderResult<EventMarket | null> {
    const markets = await this.#cache.fetch<readonly EventMarket[]>(
      `event:${symbol}`,
      [],
      (products) => products.eventMarkets({ symbols: [symbol] }),
    )
    return bySymbol(markets, symbol)
  }

  /** Returns the contract of an OCC symbol. */
  async option(symbol: Symbol): ProviderResult<OptionContract | null> {
    const contracts = await this.#cache.fetch<readonly OptionContract[]>(
      `occ:${symbol}`,
      [],
      (products) => products.optionContracts({ symbols: [symbol] }),
    )
    return bySymbol(contracts, symbol)
  }

  /** Returns the contract of an order's leg; null for a leg of shares. */
  async optionOfLeg(
    underlying: Symbol,
    { symbol: root, option }: DraftLeg,
  ): ProviderResult<OptionContract | null> {
    if (option === null) return ok(null)
    const { expiration } = option
    const day = await this.#cache.fetch<readonly OptionContract[]>(
      `option:${underlying}:${expiration}`,
      [],
      (products) => products.optionContracts({ underlying, from: expiration, to: expiration }),
    )
    if (!day.ok) return day
    const contract = day.value.find(
      (candidate) =>
        candidate.root === root &&
        candidate.type === option.type &&
        candidate.expiration === expiration &&
        eq(candidate.strike, option.strike),
    )
    return ok(contract ?? null)
  }

  async #ofClass(assetClass: AssetClass, symbol: Symbol): ProviderResult<AnyInstrument | null> {
    switch (assetClass) {
      case 'stock': {
        const found = await this.stock(symbol)
        return found.ok ? ok(found.value && { ...found.value, assetClass }) : found
      }
      case 'option':
        return this.option(symbol)
      case 'futures':
        return this.futuresContract(symbol)
      case 'crypto':
        return this.cryptoPair(symbol)
      case 'event':
        return this.eventMarket(symbol)
    }
  }
}

/** Finds the entry of a symbol; null when the provider does not list it. */
const bySymbol = <T extends { readonly symbol: Symbol }>(
  answer: Result<readonly T[], ProviderFailure>,
  symbol: Symbol,
): Result<T | null, ProviderFailure> =>
  answer.ok ? ok(answer.value.find((candidate) => candidate.symbol === symbol) ?? null) : answer
