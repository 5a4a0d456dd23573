import { exchangeClock, type ExchangeDay } from '../../../shared/domain/market/exchange-time.js'
import type { EpochMs } from '../../../shared/domain/time.js'
import type { Listing, ShareSplit } from '../market/market.js'
import { COMPANIES, MARKET_SECTORS, type CompanyFacts, type MarketSector } from './company-facts.js'
import { dividendsOf, type Dividend } from './dividends.js'
import { FUNDS, type FundFacts } from './fund-facts.js'
import { PAST_EVENTS, changeOf, type ShareChange } from './splits.js'
import { Books } from './statements.js'
import type { PriceUnits } from '../model/units.js'

/** Where the reference data takes its seed and prices from. */
export interface ReferenceSource {
  readonly seed: string
  /** As it is now. */
  readonly listing: (symbol: string) => Listing | undefined
  /** The splits of the practice market's own time. Absent: none. */
  readonly splits?: readonly ShareSplit[]
  /** How many shares of now make one of the market's first day. Absent: one. */
  readonly sharesNow?: (symbol: string) => number
}

const COMPANY_OF: ReadonlyMap<string, CompanyFacts> = new Map(
  COMPANIES.map((facts) => [facts.symbol, facts]),
)
const FUND_OF: ReadonlyMap<string, FundFacts> = new Map(FUNDS.map((facts) => [facts.symbol, facts]))
const SECTOR_OF: ReadonlyMap<string, MarketSector> = new Map(
  MARKET_SECTORS.flatMap((sector) => sector.symbols.map((symbol) => [symbol, sector] as const)),
)

/**
 * What is known about the companies and funds of the practice market besides their trading.
 * Everything follows from the seed,
 * the listings and the day it is asked for; nothing is made before it is asked for.
 */
export class Reference {
  readonly seed: string
  private readonly books = new Map<string, Books>()
  /** Dividends by month, of a symbol at a price: a split changes the price. */
  private readonly paid = new Map<
    string,
    { readonly price: PriceUnits; readonly months: Map<number, Dividend> }
  >()

  constructor(private readonly source: ReferenceSource) {
    this.seed = source.seed
  }

  company(symbol: string): CompanyFacts | undefined {
    return this.present(COMPANY_OF.get(symbol))
  }

  fund(symbol: string): FundFacts | undefined {
    return this.present(FUND_OF.get(symbol))
  }

  /** With the shares that a split has made of those that are set. */
  private present<Facts extends CompanyFacts | FundFacts>(
    facts: Facts | undefined,
  ): Facts | undefined {
    const shares = facts === undefined ? 1 : (this.source.sharesNow?.(facts.symbol) ?? 1)
    return facts === undefined || shares === 1
      ? facts
      : { ...facts, shares: Math.round(facts.shares * shares) }
  }

  /**
   * Splits and new names of a stock that are known by a day, newest first: those that have been,
   * and those that are announced.
   */
  changes(symbol: string, today: ExchangeDay): readonly ShareChange[] {
    const past = PAST_EVENTS.filter((change) => change.symbol === symbol && change.day <= today)
    const planned = (this.source.splits ?? [])
      .filter((split) => split.symbol === symbol && split.announced <= today)
      .map(changeOf)
    return [...past, ...planned].sort((a, b) => (a.day < b.day ? 1 : -1))
  }

  sector(symbol: string): MarketSector | undefined {
    return SECTOR_OF.get(symbol)
  }

  /** Shares outstanding of a company or a fund; 0 for symbols without reference data. */
  shares(symbol: string): number {
    return (this.company(symbol) ?? this.fund(symbol))?.shares ?? 0
  }

  /** Dividends declared by a day, newest first. */
  dividends(symbol: string, today: ExchangeDay): readonly Dividend[] {
    const facts = COMPANY_OF.get(symbol) ?? FUND_OF.get(symbol)
    const listing = this.source.listing(symbol)
    if (facts === undefined || listing === undefined) return []
    const price = listing.referencePrice
    let known = this.paid.get(symbol)
    if (known?.price !== price) this.paid.set(symbol, (known = { price, months: new Map() }))
    return dividendsOf(
      this.seed,
      { symbol, price, dividendYield: facts.dividendYield, steady: listing.kind === 'stock' },
      today,
      known.months,
    )
  }

  /** The books of a company; undefined for funds. */
  booksOf(symbol: string): Books | undefined {
    const facts = this.company(symbol)
    const known = this.books.get(symbol)
    // What is told per share is told in today's shares, of the past too.
    if (known !== undefined && known.facts.shares === facts?.shares) return known
    const listing = this.source.listing(symbol)
    if (facts === undefined || listing === undefined) return undefined
    const made = new Books(this.seed, facts, listing.referencePrice, (today) =>
      this.dividends(symbol, today),
    )
    this.books.set(symbol, made)
    return made
  }
}

/** The calendar day in New York. */
export const dayOf = (time: EpochMs): ExchangeDay => exchangeClock(time).day
