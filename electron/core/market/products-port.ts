import type { CryptoPair } from '../../../shared/domain/instruments/crypto.js'
import type {
  EventCategory,
  EventDepth,
  EventInfo,
  EventMarket,
  EventSeries,
  EventSnapshot,
} from '../../../shared/domain/instruments/event-contract.js'
import type {
  FuturesContract,
  FuturesProduct,
  FuturesProductClass,
  FuturesSnapshot,
} from '../../../shared/domain/instruments/futures.js'
import type { Symbol } from '../../../shared/domain/ids.js'
import type {
  OptionContract,
  OptionSnapshot,
  OptionType,
} from '../../../shared/domain/instruments/option.js'
import type { Result } from '../../../shared/domain/result.js'
import type { ProviderFailure } from '../provider-failure.js'

/** Which contracts of a chain are wanted; days are yyyy-MM-dd, both inclusive. */
export interface OptionQuery {
  readonly underlying: Symbol
  readonly from?: string
  readonly to?: string
  readonly type?: OptionType
  /** The OCC root where it is not the underlying's ("SPXW"). */
  readonly root?: string
}

type Read<T> = Promise<Result<T, ProviderFailure>>

/**
 * What there is of the products besides stocks, and what only they have. Lists are complete: every
 * page was read. Everything
 * that all products share (quotes, books, trades, bars) is the market port's.
 */
export interface ProductsPort {
  optionContracts(query: OptionQuery): Read<readonly OptionContract[]>
  /** Greeks included; symbols that the provider does not know refuse the call. */
  optionSnapshots(symbols: readonly Symbol[]): Read<readonly OptionSnapshot[]>
  futuresClasses(): Read<readonly FuturesProductClass[]>
  futuresProducts(classId: number | null): Read<readonly FuturesProduct[]>
  /** Every month of a product, the continuous contract included. */
  futuresContracts(code: string): Read<readonly FuturesContract[]>
  futuresSnapshots(symbols: readonly Symbol[]): Read<readonly FuturesSnapshot[]>
  cryptoPairs(): Read<readonly CryptoPair[]>
  eventCategories(): Read<readonly EventCategory[]>
  eventSeries(category: string | null): Read<readonly EventSeries[]>
  events(series: Symbol): Read<readonly EventInfo[]>
  eventMarkets(
    filter:
      | { readonly series: Symbol }
      | { readonly event: Symbol }
      | { readonly symbols: readonly Symbol[] },
  ): Read<readonly EventMarket[]>
  eventSnapshots(symbols: readonly Symbol[]): Read<readonly EventSnapshot[]>
  eventDepth(symbol: Symbol, levels: number): Read<EventDepth>
}
