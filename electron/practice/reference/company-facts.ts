import { z } from 'zod'
import { UNIVERSE } from '../market/securities/universe.js'
import companies from './companies.json' with { type: 'json' }

/** The structures of a company's balance sheet. */
const BALANCES = ['general', 'retail', 'bank', 'utility', 'lean'] as const
export type Balance = (typeof BALANCES)[number]

/**
 * Fixed facts of a company, ratios in percent; everything else is derived from them and the seed.
 * The practice market's prices are invented, so these have realistic orders of magnitude and are
 * not the companies' real figures.
 */
const CompanyRow = z.strictObject({
  symbol: z.string(),
  /** Whole hundredths of a million, so that whole statements are whole dollars. */
  shares: z.int().positive().multipleOf(10_000),
  /** Market value divided by a year's revenue, at the listing's reference price. */
  priceToSales: z.number().positive(),
  /** Net income and gross profit as shares of the revenue. */
  marginPercent: z.number(),
  grossPercent: z.number(),
  /** Revenue growth per year. */
  growthPercent: z.number(),
  /** Yearly dividends divided by the reference price. */
  dividendYieldPercent: z.number().nonnegative(),
  /** Month (1 to 12) in which the fiscal year ends. */
  fiscalEnd: z.int().min(1).max(12),
  balance: z.enum(BALANCES),
  industry: z.string(),
  headquarters: z.string(),
  founded: z.iso.date(),
  employees: z.int().positive(),
})
type CompanyRow = z.output<typeof CompanyRow>

const toFacts = ({
  marginPercent,
  grossPercent,
  growthPercent,
  dividendYieldPercent,
  ...facts
}: CompanyRow) => ({
  ...facts,
  margin: marginPercent / 100,
  gross: grossPercent / 100,
  growth: growthPercent / 100,
  dividendYield: dividendYieldPercent / 100,
})

/** Fixed facts of a company, ratios as shares of one. */
export type CompanyFacts = Readonly<ReturnType<typeof toFacts>>

export const COMPANIES: readonly CompanyFacts[] = z.array(CompanyRow).parse(companies).map(toFacts)

/** A group of companies whose prices move together. */
export interface MarketSector {
  readonly id: string
  readonly name: string
  readonly symbols: readonly string[]
}

const SECTOR_NAMES: readonly (readonly [id: string, sector: string, name: string])[] = [
  ['7301', 'tech', 'Technology'],
  ['7302', 'communication', 'Communication Services'],
  ['7303', 'discretionary', 'Consumer Discretionary'],
  ['7304', 'staples', 'Consumer Staples'],
  ['7305', 'health', 'Health Care'],
  ['7306', 'financial', 'Financials'],
  ['7307', 'energy', 'Energy'],
  ['7308', 'industrial', 'Industrials'],
  ['7309', 'utilities', 'Utilities'],
  ['7310', 'crypto', 'Digital Assets'],
]

/** The sectors of the practice market's companies. Every company is in exactly one. */
export const MARKET_SECTORS: readonly MarketSector[] = SECTOR_NAMES.map(([id, sector, name]) => ({
  id,
  name,
  symbols: UNIVERSE.filter((row) => row.kind === 'stock' && row.sector === sector).map(
    (row) => row.symbol,
  ),
}))
