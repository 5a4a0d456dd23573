import { UNIVERSE } from '../market/securities/universe.js'
import type { CompanyFacts } from './companies/company.js'
import { ESTABLISHED_COMPANIES } from './companies/established.js'
import { SMALL_COMPANIES } from './companies/small.js'
import { TECHNOLOGY_COMPANIES } from './companies/technology.js'

/**
 * Realistic orders of magnitude; the practice market's prices are invented, so these are not the
 * companies' real figures.
 */
export const COMPANIES: readonly CompanyFacts[] = [
  ...TECHNOLOGY_COMPANIES,
  ...ESTABLISHED_COMPANIES,
  ...SMALL_COMPANIES,
]

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
