import { UNIVERSE } from '../market/universe.js'

/** How a company's balance sheet is built. */
export type Balance = 'general' | 'retail' | 'bank' | 'utility' | 'lean'

/** What is set about a company; everything else follows from it and from the seed. */
export interface CompanyFacts {
  readonly symbol: string
  readonly shares: number
  /** Market value over a year's revenue, at the listing's reference price. */
  readonly priceToSales: number
  /** Share of the revenue that is net income, and that is gross profit. */
  readonly margin: number
  readonly gross: number
  /** Growth of the revenue a year. */
  readonly growth: number
  /** Dividends of a year over the reference price. */
  readonly dividendYield: number
  /** Month (1 to 12) in which the fiscal year ends. */
  readonly fiscalEnd: number
  readonly balance: Balance
  readonly industry: string
  readonly seat: string
  readonly founded: string
  readonly employees: number
}

/** Shares in millions (two decimals: whole statements stay whole dollars), ratios in percent. */
const company = (
  symbol: string, sharesMillions: number, priceToSales: number, margin: number, gross: number, growth: number, dividendYield: number, fiscalEnd: number,
  balance: Balance, industry: string, seat: string, founded: string, employees: number,
): CompanyFacts => ({
  symbol, shares: Math.round(sharesMillions * 100) * 10_000, priceToSales, margin: margin / 100, gross: gross / 100, growth: growth / 100,
  dividendYield: dividendYield / 100, fiscalEnd, balance, industry, seat, founded, employees,
})

/** Orders of magnitude as these companies have them; the practice market's prices are invented, so the figures are not theirs. */
export const COMPANIES: readonly CompanyFacts[] = [
  company('AAPL', 14_800, 9.6, 25.5, 46, 6, 0.38, 9, 'general', 'Computers, Phones & Household Electronics', 'Cupertino, California', '1976-04-01', 164_000),
  company('MSFT', 7_433, 12.5, 36, 69, 12, 0.72, 6, 'general', 'Software & IT Services', 'Redmond, Washington', '1975-04-04', 228_000),
  company('NVDA', 24_300, 23, 52, 73, 30, 0.02, 1, 'general', 'Semiconductors', 'Santa Clara, California', '1993-04-05', 36_000),
  company('AMZN', 10_660, 3.6, 10.5, 49, 11, 0, 12, 'general', 'Internet Retail', 'Seattle, Washington', '1994-07-05', 1_556_000),
  company('GOOGL', 12_100, 8.8, 32, 58, 12, 0.3, 12, 'general', 'Internet Services', 'Mountain View, California', '1998-09-04', 183_000),
  company('META', 2_520, 8, 37, 82, 15, 0.34, 12, 'general', 'Internet Services', 'Menlo Park, California', '2004-02-04', 74_000),
  company('TSLA', 3_325, 14.6, 5.6, 18, 8, 0, 12, 'general', 'Automobiles', 'Austin, Texas', '2003-07-01', 125_000),
  company('AVGO', 4_720, 27, 32, 64, 20, 0.7, 10, 'general', 'Semiconductors', 'Palo Alto, California', '1961-01-01', 37_000),
  company('AMD', 1_628, 12, 10, 50, 25, 0, 12, 'general', 'Semiconductors', 'Santa Clara, California', '1969-05-01', 28_000),
  company('INTC', 4_770, 3.3, -1.5, 33, 3, 0, 12, 'general', 'Semiconductors', 'Santa Clara, California', '1968-07-18', 109_000),
  company('NFLX', 4_237, 10.6, 24, 46, 14, 0, 12, 'general', 'Entertainment', 'Los Gatos, California', '1997-08-29', 14_000),
  company('PLTR', 2_380, 100, 28, 80, 40, 0, 12, 'general', 'Software & IT Services', 'Denver, Colorado', '2003-05-06', 3_900),
  company('COIN', 270, 9.5, 35, 84, 15, 0, 12, 'general', 'Financial Exchanges', 'New York, New York', '2012-06-20', 3_700),
  company('BRK.B', 2_157, 2.9, 17, 30, 4, 0, 12, 'general', 'Diversified Holdings', 'Omaha, Nebraska', '1839-01-01', 392_000),
  company('JPM', 2_750, 4.6, 31, 62, 5, 1.96, 12, 'bank', 'Banks', 'New York, New York', '1799-09-01', 317_000),
  company('BAC', 7_400, 3.6, 27, 58, 5, 2.14, 12, 'bank', 'Banks', 'Charlotte, North Carolina', '1784-07-05', 213_000),
  company('V', 1_930, 16, 51, 80, 11, 0.8, 9, 'general', 'Payment Services', 'San Francisco, California', '1958-09-18', 31_600),
  company('UNH', 906, 0.68, 4, 11, 8, 2.75, 12, 'retail', 'Managed Health Care', 'Eden Prairie, Minnesota', '1974-01-01', 400_000),
  company('JNJ', 2_409, 5.3, 27, 68, 5, 2.58, 12, 'general', 'Pharmaceuticals', 'New Brunswick, New Jersey', '1886-01-01', 138_000),
  company('PFE', 5_686, 2.26, 15.6, 70, 1, 6.9, 12, 'general', 'Pharmaceuticals', 'New York, New York', '1849-01-01', 81_000),
  company('KO', 4_300, 6.4, 27, 61, 4, 2.87, 12, 'general', 'Beverages', 'Atlanta, Georgia', '1886-05-08', 69_700),
  company('WMT', 7_970, 1.18, 3.2, 25, 5, 0.91, 1, 'retail', 'Food & Staples Retail', 'Bentonville, Arkansas', '1962-07-02', 2_100_000),
  company('COST', 443, 1.45, 2.95, 12.8, 8, 0.58, 8, 'retail', 'Food & Staples Retail', 'Issaquah, Washington', '1976-07-12', 333_000),
  company('XOM', 4_220, 1.53, 9.2, 24, 2, 3.4, 12, 'general', 'Oil & Gas', 'Spring, Texas', '1882-08-05', 61_000),
  company('CVX', 2_010, 1.65, 7, 26, 2, 4.4, 12, 'general', 'Oil & Gas', 'Houston, Texas', '1879-09-10', 45_000),
  company('BA', 760, 1.8, -6, 4, 8, 0, 12, 'general', 'Aerospace & Defense', 'Arlington, Virginia', '1916-07-15', 172_000),
  company('CAT', 468, 4, 14.5, 36, 5, 1.08, 12, 'general', 'Machinery', 'Irving, Texas', '1925-04-15', 112_900),
  company('DIS', 1_785, 2, 13, 37, 4, 0.95, 9, 'general', 'Entertainment', 'Burbank, California', '1923-10-16', 233_000),
  company('NEE', 2_080, 6.6, 24, 60, 7, 2.69, 12, 'utility', 'Electric Utilities', 'Juno Beach, Florida', '1925-12-28', 16_800),
  company('F', 3_980, 0.28, 2.5, 9, 3, 4.57, 12, 'general', 'Automobiles', 'Dearborn, Michigan', '1903-06-16', 171_000),
  company('SOFI', 1_200, 9.2, 19, 78, 28, 0, 12, 'bank', 'Banks', 'San Francisco, California', '2011-08-01', 5_000),
  company('NIO', 2_250, 1.25, -30, 11, 20, 0, 12, 'general', 'Automobiles', 'Shanghai', '2014-11-28', 45_600),
  company('GRAB', 4_080, 6.5, 3.5, 43, 18, 0, 12, 'general', 'Software & IT Services', 'Singapore', '2012-06-01', 11_200),
  company('PLUG', 1_390, 4.2, -90, -20, 10, 0, 12, 'general', 'Machinery', 'Slingerlands, New York', '1997-06-27', 3_200),
  company('OPK', 790, 1.7, -25, 30, 2, 0, 12, 'general', 'Pharmaceuticals', 'Miami, Florida', '1991-10-01', 2_900),
  company('TLRY', 1_110, 1.35, -30, 30, 5, 0, 5, 'general', 'Pharmaceuticals', 'New York, New York', '2013-01-01', 2_600),
  company('DNN', 897, 60, -350, 10, 5, 0, 12, 'lean', 'Uranium', 'Toronto, Ontario', '1997-05-09', 65),
  company('CTM', 80, 1.6, -12, 38, 20, 0, 12, 'general', 'Software & IT Services', 'Vienna, Virginia', '2010-09-30', 250),
  company('NRT', 9.19, 7, 92, 97, 0, 12, 10, 'lean', 'Oil & Gas', 'Keene, New Hampshire', '1975-09-10', 2),
  company('DIT', 0.64, 0.026, 0.25, 6.8, 4, 0.64, 9, 'retail', 'Food & Staples Retail', 'Omaha, Nebraska', '1981-01-01', 1_600),
  company('SEB', 0.96, 0.36, 4.6, 9, 2, 0.25, 12, 'retail', 'Diversified Holdings', 'Merriam, Kansas', '1918-01-01', 14_000),
  company('UG', 4.59, 3, 26, 55, 1, 6.4, 12, 'lean', 'Personal Care', 'Hauppauge, New York', '1942-01-01', 23),
]

/** A group of companies that rise and fall together. */
export interface MarketSector {
  readonly id: string
  readonly name: string
  readonly symbols: readonly string[]
}

const SECTOR_NAMES: readonly (readonly [id: string, sector: string, name: string])[] = [
  ['7301', 'tech', 'Technology'], ['7302', 'communication', 'Communication Services'], ['7303', 'discretionary', 'Consumer Discretionary'],
  ['7304', 'staples', 'Consumer Staples'], ['7305', 'health', 'Health Care'], ['7306', 'financial', 'Financials'], ['7307', 'energy', 'Energy'],
  ['7308', 'industrial', 'Industrials'], ['7309', 'utilities', 'Utilities'], ['7310', 'crypto', 'Digital Assets'],
]

/** The sectors of the practice market's companies. Every company is in one, and only in one. */
export const MARKET_SECTORS: readonly MarketSector[] = SECTOR_NAMES.map(([id, sector, name]) => ({
  id, name, symbols: UNIVERSE.filter((row) => row.kind === 'stock' && row.sector === sector).map((row) => row.symbol),
}))
