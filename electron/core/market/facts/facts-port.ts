import type { Symbol } from '../../../../shared/domain/ids.js'
import type {
  CompanyReads,
  CompanySectionName,
  CorporateAction,
  Auction,
  Footprint,
  FootprintSpan,
  Imbalances,
  ReportPeriod,
} from '../../../../shared/domain/reference/fundamentals.js'
import type { NewsSummary } from '../../../../shared/domain/reference/news.js'
import type { MarketSector, Ranking } from '../../../../shared/domain/reference/screener.js'
import type {
  RankingQuery,
  SectorsQuery,
} from '../../../../shared/domain/reference/screener.schema.js'
import type { Result } from '../../../../shared/domain/result.js'
import type { ProviderFailure } from '../../provider-failure.js'
import type { WatchlistPort } from '../watchlists/watchlist-port.js'

type Read<T> = Promise<Result<T, ProviderFailure>>

/** Rankings of stocks, and sectors, in the broker's order. */
export interface ScreenerPort {
  ranking(query: RankingQuery): Read<Ranking>
  sectors(query: SectorsQuery): Read<readonly MarketSector[]>
}

/** Facts about single companies, funds and contracts. */
export interface CompanyPort {
  company<K extends CompanySectionName>(
    symbol: Symbol,
    section: K,
    reports: ReportPeriod,
  ): Read<CompanyReads[K]>
  /** Returns the newest intervals of a stock or a futures contract, newest first. */
  footprint(symbol: Symbol, span: FootprintSpan): Read<readonly Footprint[]>
  /** Returns the imbalance of the newest auction of a stock, and its states, newest first. */
  imbalance(symbol: Symbol, auction: Auction): Read<Imbalances>
}

/** Reads about several symbols at once. */
export interface NewsPort {
  /** Returns a summary about stocks and funds; other products have none. */
  news(symbols: readonly Symbol[]): Read<NewsSummary>
  /** Returns the splits, spin-offs and mergers of the market from a day (yyyy-MM-dd) on. */
  splits(from: string): Read<readonly CorporateAction[]>
}

/** What the broker knows beside prices, and the person's watchlists there. */
export type FactsPort = ScreenerPort & CompanyPort & NewsPort & WatchlistPort
