import type { CryptoPair } from '../../../shared/domain/instruments/crypto.js'
import type { EventDepth } from '../../../shared/domain/market/quote.js'
import type {
  EventCategory,
  EventInfo,
  EventMarket,
  EventSeries,
  EventSnapshot,
} from '../../../shared/domain/instruments/event-contract.js'
import type {
  EventGame,
  GamePeriod,
  GameScore,
  GamesQuery,
  SportLeague,
} from '../../../shared/domain/instruments/event-game.js'
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
import type { EpochMs } from '../../../shared/domain/time.js'
import type { ProviderFailure } from '../provider-failure.js'

/** Selects contracts of a chain, or by their OCC symbols; days are yyyy-MM-dd, both inclusive. */
export interface OptionQuery {
  readonly underlying?: Symbol
  readonly symbols?: readonly Symbol[]
  readonly from?: string
  readonly to?: string
  readonly type?: OptionType
  /** The OCC root where it differs from the underlying ("SPXW"). */
  readonly root?: string
}

type Read<T> = Promise<Result<T, ProviderFailure>>

/**
 * Games that event markets are about. A provider that does not serve them to this key refuses every
 * read.
 */
export interface GamesPort {
  sportLeagues(): Read<readonly SportLeague[]>
  /** Returns the games that start at `from` or later, without scores. */
  games(query: GamesQuery & { readonly from: EpochMs }): Read<readonly EventGame[]>
  gameScore(milestone: string): Read<GameScore>
  /** Returns the periods of a game that have begun, with their plays. */
  gamePeriods(milestone: string): Read<readonly GamePeriod[]>
}

/**
 * Instruments of the products other than stocks, and the data that only these have. Lists are
 * complete: every page is read. Quotes, books, trades and bars of all products come from the market
 * port.
 */
export interface ProductsPort extends GamesPort {
  optionContracts(query: OptionQuery): Read<readonly OptionContract[]>
  /**
   * Returns snapshots with greeks; the call fails when the provider does not know one of the
   * symbols.
   */
  optionSnapshots(symbols: readonly Symbol[]): Read<readonly OptionSnapshot[]>
  futuresClasses(): Read<readonly FuturesProductClass[]>
  futuresProducts(classId: number | null): Read<readonly FuturesProduct[]>
  /** Returns every month of a product, the continuous contract included. */
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
