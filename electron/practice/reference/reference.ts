import { exchangeClock, type ExchangeDay } from '../../../shared/domain/exchange-time.js'
import type { EpochMs } from '../../../shared/domain/time.js'
import type { Listing } from '../market/market.js'
import { COMPANIES, MARKET_SECTORS, type CompanyFacts, type MarketSector } from './company-facts.js'
import { dividendsOf, type Dividend } from './dividends.js'
import { FUNDS, type FundFacts } from './fund-facts.js'
import { Books } from './statements.js'

/** Where the reference data takes its seed and prices from. */
export interface ReferenceSource {
  readonly seed: string
  readonly listing: (symbol: string) => Listing | undefined
}

const COMPANY_OF: ReadonlyMap<string, CompanyFacts> = new Map(COMPANIES.map((facts) => [facts.symbol, facts]))
const FUND_OF: ReadonlyMap<string, FundFacts> = new Map(FUNDS.map((facts) => [facts.symbol, facts]))
const SECTOR_OF: ReadonlyMap<string, MarketSector> = new Map(MARKET_SECTORS.flatMap((sector) => sector.symbols.map((symbol) => [symbol, sector] as const)))

/**
 * What is known about the companies and funds of the practice market besides their trading. Everything follows from the seed,
 * the listings and the day it is asked for; nothing is made before it is asked for.
 */
export class Reference {
  readonly seed: string
  private readonly books = new Map<string, Books>()

  constructor(private readonly source: ReferenceSource) {
    this.seed = source.seed
  }

  company(symbol: string): CompanyFacts | undefined {
    return COMPANY_OF.get(symbol)
  }

  fund(symbol: string): FundFacts | undefined {
    return FUND_OF.get(symbol)
  }

  sector(symbol: string): MarketSector | undefined {
    return SECTOR_OF.get(symbol)
  }

  /** Shares outstanding of a company or a fund; 0 for symbols without reference data. */
  shares(symbol: string): number {
    return COMPANY_OF.get(symbol)?.shares ?? FUND_OF.get(symbol)?.shares ?? 0
  }

  /** Dividends declared by a day, newest first. */
  dividends(symbol: string, today: ExchangeDay): readonly Dividend[] {
    const facts = COMPANY_OF.get(symbol) ?? FUND_OF.get(symbol)
    const listing = this.source.listing(symbol)
    if (facts === undefined || listing === undefined) return []
    return dividendsOf(this.seed, { symbol, price: listing.referencePrice, dividendYield: facts.dividendYield, steady: listing.kind === 'stock' }, today)
  }

  /** The books of a company; undefined for funds. */
  booksOf(symbol: string): Books | undefined {
    const known = this.books.get(symbol)
    if (known !== undefined) return known
    const facts = COMPANY_OF.get(symbol)
    const listing = this.source.listing(symbol)
    if (facts === undefined || listing === undefined) return undefined
    const made = new Books(this.seed, facts, listing.referencePrice, (today) => this.dividends(symbol, today))
    this.books.set(symbol, made)
    return made
  }
}

/** The calendar day in New York. */
export const dayOf = (time: EpochMs): ExchangeDay => exchangeClock(time).day
