import { dec, neg, type Decimal, type Quantity } from '../../../shared/domain/decimal.js'
import { underlyingSymbol } from '../../../shared/domain/instruments/instrument-key.js'
import type { Position } from '../../../shared/domain/account/account.js'
import type { AnyInstrument } from '../../../shared/domain/instruments/any-instrument.js'
import type { Symbol } from '../../../shared/domain/ids.js'
import {
  cryptoListing,
  eventListing,
  futuresListing,
  optionListing,
  stockListing,
  type Listing,
  type ListedLeg,
} from '../../../shared/domain/instruments/listing.js'
import type { OrderDraft } from '../../../shared/domain/orders/order.js'
import type { DraftLeg } from '../../../shared/domain/orders/order-terms.js'
import { err, ok, type Result } from '../../../shared/domain/result.js'
import { legRatio } from '../../../shared/domain/orders/draft-terms.js'
import type { ProviderFailure, ProviderResult } from '../provider-failure.js'
import type { ClockPort } from '../ports.js'
import type { Instruments } from './instruments.js'
import { InstrumentCatalog } from './instrument-catalog.js'
import type { ProductsPort } from './products-port.js'

const ONE = dec('1')

export interface ListingsDeps {
  readonly instruments: Pick<Instruments, 'get'>
  readonly products: () => Promise<ProductsPort>
  readonly clock: ClockPort
}

type ListedDraft = Pick<OrderDraft, 'assetClass' | 'symbol' | 'size' | 'terms'>

/**
 * The listings that orders of every product refer to: read on the first order of a product, cached
 * for a while; an expired answer remains in use while a new one is unavailable.
 */
export class Listings {
  readonly #catalog: InstrumentCatalog

  constructor(deps: ListingsDeps) {
    this.#catalog = new InstrumentCatalog(deps)
  }

  /** Returns the instrument of any product; null when the provider does not list the symbol. */
  instrument(symbol: Symbol): ProviderResult<AnyInstrument | null> {
    return this.#catalog.describe(symbol)
  }

  /**
   * Returns the listing of a draft, legs included; null when the provider does not list it or one
   * of its legs.
   */
  async forDraft(draft: ListedDraft): ProviderResult<Listing | null> {
    if (draft.assetClass === 'option') return this.#ofOption(draft)
    const symbol = underlyingSymbol(draft)
    switch (draft.assetClass) {
      case 'stock':
        return toListing(await this.#catalog.stock(symbol), stockListing)
      case 'futures':
        return toListing(await this.#catalog.futuresContract(symbol), futuresListing)
      case 'crypto':
        return toListing(await this.#catalog.cryptoPair(symbol), cryptoListing)
      case 'event':
        return toListing(await this.#catalog.eventMarket(symbol), (market) =>
          eventListing(market, draft.terms?.outcome ?? 'yes'),
        )
    }
  }

  /**
   * Returns the money value of a price of 1 for one unit of a position; null when the provider does
   * not publish it.
   */
  async multiplierOf({
    assetClass,
    symbol,
  }: Pick<Position, 'assetClass' | 'symbol'>): ProviderResult<Decimal | null> {
    if (assetClass === 'option') return ok(null)
    if (assetClass !== 'futures') return ok(ONE)
    const found = await this.#catalog.futuresContract(underlyingSymbol({ assetClass, symbol }))
    return found.ok ? ok(found.value?.size ?? null) : found
  }

  async #ofOption(draft: ListedDraft): ProviderResult<Listing | null> {
    const { size, terms } = draft
    if (size.kind === 'amount') return ok(null)
    const legs: ListedLeg[] = []
    for (const part of terms?.legs ?? []) {
      const found = await this.#leg(underlyingSymbol(draft), part, size.quantity)
      if (!found.ok) return err(found.error)
      if (found.value === null) return ok(null)
      legs.push(found.value)
    }
    return ok(optionListing(legs))
  }

  async #leg(
    underlying: Symbol,
    part: DraftLeg,
    units: Quantity,
  ): ProviderResult<ListedLeg | null> {
    const perUnit = legRatio(part, units)
    if (perUnit === null) return ok(null)
    const ratio = part.side === 'buy' ? perUnit : neg(perUnit)
    if (part.option === null) {
      const shares = await this.#catalog.stock(
        underlyingSymbol({ assetClass: 'stock', symbol: part.symbol }),
      )
      return shares.ok ? ok(shares.value === null ? null : { shares: shares.value, ratio }) : shares
    }
    const found = await this.#catalog.optionOfLeg(underlying, part)
    return found.ok ? ok(found.value === null ? null : { contract: found.value, ratio }) : found
  }
}

const toListing = <T>(
  answer: Result<T | null, ProviderFailure>,
  to: (value: T) => Listing,
): Result<Listing | null, ProviderFailure> =>
  answer.ok ? ok(answer.value === null ? null : to(answer.value)) : answer
