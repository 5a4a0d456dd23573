import { eq, neg, type Quantity } from '../../../shared/domain/decimal.js'
import type { CryptoPair } from '../../../shared/domain/instruments/crypto.js'
import type { EventMarket } from '../../../shared/domain/instruments/event-contract.js'
import type { FuturesContract } from '../../../shared/domain/instruments/futures.js'
import type { OptionContract } from '../../../shared/domain/instruments/option.js'
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
import type { ProviderFailure } from '../provider-failure.js'
import type { ClockPort } from '../ports.js'
import type { Instruments } from './instruments.js'
import type { ProductsPort } from './products-port.js'

/**
 * Contracts are listed, expire and stop trading during a day, so they are read again after this
 * time.
 */
const REFRESH_MS = 10 * 60_000
/** Maximum number of cached responses; the oldest are removed first. */
const MAX_ENTRIES = 200

type Answer<T> = Promise<Result<T, ProviderFailure>>

/** The listings that orders of every product refer to. */
export interface Listings {
  /**
   * Returns the listing of a draft, legs included; null when the provider does not list it or one
   * of its legs.
   */
  forDraft(
    draft: Pick<OrderDraft, 'assetClass' | 'symbol' | 'size' | 'terms'>,
  ): Answer<Listing | null>
}

/**
 * Returns the product code of a futures symbol: the part before the month ("ES" of "ESZ6") or
 * before "main".
 */
const codeOf = (symbol: Symbol): string =>
  /^(.+?)(?:main|[FGHJKMNQUVXZ]\d{1,2})$/.exec(symbol)?.[1] ?? symbol

/**
 * Reads from the products port on the first order of a product and caches the response for a while;
 * an expired response remains in use while a new one is unavailable.
 */
export function createListings(deps: {
  readonly instruments: Pick<Instruments, 'get'>
  readonly products: () => Promise<ProductsPort>
  readonly clock: ClockPort
}): Listings {
  const cache = new Map<string, { readonly value: unknown; readonly at: number }>()
  const pending = new Map<string, Answer<unknown>>()

  /**
   * Reads one response, with one request at a time. A definite refusal means that the provider does
   * not list it; that result is returned but not cached.
   */
  const fetchCached = async <T>(
    name: string,
    absent: T,
    read: (products: ProductsPort) => Answer<T>,
  ): Answer<T> => {
    const known = cache.get(name) as { readonly value: T; readonly at: number } | undefined
    if (known !== undefined && deps.clock.monotonic() - known.at < REFRESH_MS) {
      return ok(known.value)
    }
    const run = async (): Answer<T> => {
      const answer = await read(await deps.products())
      if (!answer.ok) {
        return answer.error.kind === 'refused'
          ? ok(absent)
          : known === undefined
            ? answer
            : ok(known.value)
      }
      cache.delete(name)
      cache.set(name, { value: answer.value, at: deps.clock.monotonic() })
      for (const oldest of cache.keys()) if (cache.size > MAX_ENTRIES) cache.delete(oldest)
      return answer
    }
    const running =
      (pending.get(name) as Answer<T> | undefined) ?? run().finally(() => pending.delete(name))
    pending.set(name, running)
    return running
  }

  const contract = async (
    underlying: Symbol,
    { symbol: root, option }: DraftLeg,
  ): Answer<OptionContract | null> => {
    if (option === null) return ok(null)
    const { expiration } = option
    const day = await fetchCached<readonly OptionContract[]>(
      `option:${underlying}:${expiration}`,
      [],
      (products) => products.optionContracts({ underlying, from: expiration, to: expiration }),
    )
    if (!day.ok) return day
    return ok(
      day.value.find(
        (candidate) =>
          candidate.root === root &&
          candidate.type === option.type &&
          candidate.expiration === expiration &&
          eq(candidate.strike, option.strike),
      ) ?? null,
    )
  }

  const leg = async (
    underlying: Symbol,
    part: DraftLeg,
    units: Quantity,
  ): Answer<ListedLeg | null> => {
    const perUnit = legRatio(part, units)
    if (perUnit === null) return ok(null)
    const ratio = part.side === 'buy' ? perUnit : neg(perUnit)
    if (part.option === null) {
      const shares = await deps.instruments.get(part.symbol)
      return shares.ok ? ok(shares.value === null ? null : { shares: shares.value, ratio }) : shares
    }
    const found = await contract(underlying, part)
    return found.ok ? ok(found.value === null ? null : { contract: found.value, ratio }) : found
  }

  const option = async ({
    symbol,
    size,
    terms,
  }: Pick<OrderDraft, 'symbol' | 'size' | 'terms'>): Answer<Listing | null> => {
    if (size.kind === 'amount') return ok(null)
    const legs: ListedLeg[] = []
    for (const part of terms?.legs ?? []) {
      const found = await leg(symbol, part, size.quantity)
      if (!found.ok) return err(found.error)
      if (found.value === null) return ok(null)
      legs.push(found.value)
    }
    return ok(optionListing(legs))
  }

  const toListing = <T>(
    answer: Result<T | null | undefined, ProviderFailure>,
    to: (value: T) => Listing,
  ): Result<Listing | null, ProviderFailure> =>
    answer.ok
      ? ok(answer.value === null || answer.value === undefined ? null : to(answer.value))
      : answer

  return {
    async forDraft(draft) {
      const { symbol } = draft
      switch (draft.assetClass) {
        case 'stock':
          return toListing(await deps.instruments.get(symbol), stockListing)
        case 'option':
          return option(draft)
        case 'futures': {
          const months = await fetchCached<readonly FuturesContract[]>(
            `futures:${codeOf(symbol)}`,
            [],
            (products) => products.futuresContracts(codeOf(symbol)),
          )
          return months.ok
            ? toListing(
                ok(months.value.find((candidate) => candidate.symbol === symbol)),
                futuresListing,
              )
            : months
        }
        case 'crypto': {
          const pairs = await fetchCached<readonly CryptoPair[]>('crypto', [], (products) =>
            products.cryptoPairs(),
          )
          return pairs.ok
            ? toListing(
                ok(pairs.value.find((candidate) => candidate.symbol === symbol)),
                cryptoListing,
              )
            : pairs
        }
        case 'event': {
          const markets = await fetchCached<readonly EventMarket[]>(
            `event:${symbol}`,
            [],
            (products) => products.eventMarkets({ symbols: [symbol] }),
          )
          return markets.ok
            ? toListing(
                ok(markets.value.find((candidate) => candidate.symbol === symbol)),
                (market) => eventListing(market, draft.terms?.outcome ?? 'yes'),
              )
            : markets
        }
      }
    },
  }
}
