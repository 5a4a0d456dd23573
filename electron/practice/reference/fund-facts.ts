/** What is set about a fund; holdings, values and returns follow from the practice market. */
export interface FundFacts {
  readonly symbol: string
  readonly shares: number
  readonly dividendYield: number
  readonly launched: string
  readonly issuer: string
  readonly custodian: string
  readonly benchmark: string
  readonly objective: string
  /** What most of it is: shares, bonds, or something else (metal, coins, swaps). */
  readonly asset: 'stock' | 'bond' | 'other'
  /** Sectors of the practice market that it holds; empty for funds without shares. */
  readonly holds: 'everything' | readonly string[]
  readonly stars: number
}

const fund = (
  symbol: string, sharesMillions: number, dividendYield: number, launched: string, issuer: string, custodian: string, benchmark: string, objective: string,
  asset: FundFacts['asset'], holds: FundFacts['holds'], stars: number,
): FundFacts => ({ symbol, shares: Math.round(sharesMillions * 100) * 10_000, dividendYield: dividendYield / 100, launched, issuer, custodian, benchmark, objective, asset, holds, stars })

const STREET = 'State Street Bank and Trust Company'
const BNY = 'The Bank of New York Mellon'
const JPM = 'JPMorgan Chase Bank, N.A.'

export const FUNDS: readonly FundFacts[] = [
  fund('SPY', 1_000, 1.1, '1993-01-22', 'State Street Global Advisors', STREET, 'S&P 500', 'Tracks the 500 largest US companies by market value.', 'stock', 'everything', 4),
  fund('QQQ', 660, 0.5, '1999-03-10', 'Invesco', BNY, 'Nasdaq-100', 'Tracks the 100 largest non-financial companies listed on Nasdaq.', 'stock', ['7301', '7302', '7303', '7304'], 5),
  fund('IWM', 290, 1, '2000-05-22', 'iShares', STREET, 'Russell 2000', 'Tracks smaller US companies.', 'stock', 'everything', 3),
  fund('DIA', 85, 1.4, '1998-01-14', 'State Street Global Advisors', STREET, 'Dow Jones Industrial Average', 'Tracks 30 large US companies, weighted by price.', 'stock', 'everything', 3),
  fund('TQQQ', 290, 0.6, '2010-02-09', 'ProShares', JPM, 'Nasdaq-100 (3x daily)', 'Three times the daily return of its index.', 'other', [], 3),
  fund('SQQQ', 200, 4, '2010-02-09', 'ProShares', JPM, 'Nasdaq-100 (-3x daily)', 'Three times the inverse of the daily return of its index.', 'other', [], 1),
  fund('SH', 30, 4, '2006-06-19', 'ProShares', JPM, 'S&P 500 (-1x daily)', 'The inverse of the daily return of its index.', 'other', [], 2),
  fund('XLF', 1_000, 1.3, '1998-12-16', 'State Street Global Advisors', STREET, 'Financial Select Sector Index', 'Tracks the financial companies of the S&P 500.', 'stock', ['7306'], 4),
  fund('XLE', 300, 3.2, '1998-12-16', 'State Street Global Advisors', STREET, 'Energy Select Sector Index', 'Tracks the energy companies of the S&P 500.', 'stock', ['7307'], 3),
  fund('TLT', 540, 4.3, '2002-07-22', 'iShares', STREET, 'ICE U.S. Treasury 20+ Year Bond Index', 'Tracks long US Treasury bonds.', 'bond', [], 2),
  fund('GLD', 370, 0, '2004-11-18', 'World Gold Trust Services', 'HSBC Bank plc', 'LBMA Gold Price PM', 'Follows the price of gold bullion.', 'other', [], 4),
  fund('IBIT', 1_500, 0, '2024-01-05', 'iShares', 'Coinbase Custody Trust Company', 'CME CF Bitcoin Reference Rate', 'Follows the price of bitcoin.', 'other', [], 3),
]
