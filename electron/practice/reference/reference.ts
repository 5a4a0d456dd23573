import { exchangeClock, type ExchangeDay } from '../../../shared/domain/market/exchange-time.js'
import type { EpochMs } from '../../../shared/domain/time.js'
import type { Listing } from '../market/securities/market-types.js'
import type { ShareSplit } from '../market/securities/splits.js'
import { COMPANIES, MARKET_SECTORS, type CompanyFacts, type MarketSector } from './company-facts.js'
import { dividendsOf, type Dividend } from './dividends.js'
import { FUNDS, type FundFacts } from './fund-facts.js'
import { PAST_EVENTS, changeOf, type ShareChange } from './splits.js'
import { Books } from './statements.js'
import type { PriceUnits } from '../model/units.js'

/** Source of the seed and prices of reference data. */
export interface ReferenceSource {
  readonly seed: string
  /** Returns the current listing. */
  readonly listing: (symbol: string) => Listing | undefined
  /** The splits planned in the practice market. Absent: none. */
  readonly splits?: readonly ShareSplit[]
  /** Returns how many current shares equal one of the market's first day. Absent: one. */
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
 * Reference data of the practice market's companies and funds. Everything follows from the seed,
 * the listings and the requested day, and is computed on demand.
 */
export class Reference {
  readonly #source: ReferenceSource
  readonly seed: string
  readonly #books = new Map<string, Books>()
  /** Cached dividends by symbol and price, then by month: a split changes the price. */
  readonly #paid = new Map<
    string,
    { readonly price: PriceUnits; readonly months: Map<number, Dividend> }
  >()

  constructor(source: ReferenceSource) {
    this.#source = source
    this.seed = source.seed
  }

  company(symbol: string): CompanyFacts | undefined {
    return this.#present(COMPANY_OF.get(symbol))
  }

  fund(symbol: string): FundFacts | undefined {
    return this.#present(FUND_OF.get(symbol))
  }

  /** Returns facts with the current number of shares after splits. */
  #present<Facts extends CompanyFacts | FundFacts>(facts: Facts | undefined): Facts | undefined {
    const shares = facts === undefined ? 1 : (this.#source.sharesNow?.(facts.symbol) ?? 1)
    return facts === undefined || shares === 1
      ? facts
      : { ...facts, shares: Math.round(facts.shares * shares) }
  }

  /** Returns the past and announced splits and renames of a stock known by a day, newest first. */
  changes(symbol: string, today: ExchangeDay): readonly ShareChange[] {
    const past = PAST_EVENTS.filter((change) => change.symbol === symbol && change.day <= today)
    const planned = (this.#source.splits ?? [])
      .filter((split) => split.symbol === symbol && split.announced <= today)
      .map(changeOf)
    return [...past, ...planned].sort((a, b) => (a.day < b.day ? 1 : -1))
  }

  sector(symbol: string): MarketSector | undefined {
    return SECTOR_OF.get(symbol)
  }

  /**
   * Returns the shares outstanding of a company or a fund; 0 for symbols without reference data.
   */
  shares(symbol: string): number {
    return (this.company(symbol) ?? this.fund(symbol))?.shares ?? 0
  }

  /** Returns the dividends declared by a day, newest first. */
  dividends(symbol: string, today: ExchangeDay): readonly Dividend[] {
    const facts = COMPANY_OF.get(symbol) ?? FUND_OF.get(symbol)
    const listing = this.#source.listing(symbol)
    if (facts === undefined || listing === undefined) return []
    const price = listing.referencePrice
    let payer = this.#paid.get(symbol)
    if (payer?.price !== price) this.#paid.set(symbol, (payer = { price, months: new Map() }))
    return dividendsOf(
      this.seed,
      { symbol, price, dividendYield: facts.dividendYield, steady: listing.kind === 'stock' },
      today,
      payer.months,
    )
  }

  /** Returns the financial statements of a company; undefined for funds. */
  booksOf(symbol: string): Books | undefined {
    const facts = this.company(symbol)
    const known = this.#books.get(symbol)
    // Per-share figures, past ones too, are in today's shares, so a split invalidates the cache.
    if (known !== undefined && known.facts.shares === facts?.shares) return known
    const listing = this.#source.listing(symbol)
    if (facts === undefined || listing === undefined) return undefined
    const made = new Books(this.seed, facts, listing.referencePrice, (today) =>
      this.dividends(symbol, today),
    )
    this.#books.set(symbol, made)
    return made
  }
}

/** Returns the calendar day in New York. */
export const dayOf = (time: EpochMs): ExchangeDay => exchangeClock(time).day
