/** The structure of a company's balance sheet. */
export type Balance = 'general' | 'retail' | 'bank' | 'utility' | 'lean'

/** Fixed facts of a company; everything else is derived from them and the seed. */
export interface CompanyFacts {
  readonly symbol: string
  readonly shares: number
  /** Market value divided by a year's revenue, at the listing's reference price. */
  readonly priceToSales: number
  /** Net income and gross profit as shares of the revenue. */
  readonly margin: number
  readonly gross: number
  /** Revenue growth per year. */
  readonly growth: number
  /** Yearly dividends divided by the reference price. */
  readonly dividendYield: number
  /** Month (1 to 12) in which the fiscal year ends. */
  readonly fiscalEnd: number
  readonly balance: Balance
  readonly industry: string
  readonly headquarters: string
  readonly founded: string
  readonly employees: number
}

/**
 * Shares in millions (two decimals, so that whole statements are whole dollars), ratios in percent.
 */
export const company = (
  symbol: string,
  sharesMillions: number,
  priceToSales: number,
  margin: number,
  gross: number,
  growth: number,
  dividendYield: number,
  fiscalEnd: number,
  balance: Balance,
  industry: string,
  headquarters: string,
  founded: string,
  employees: number,
): CompanyFacts => ({
  symbol,
  shares: Math.round(sharesMillions * 100) * 10_000,
  priceToSales,
  margin: margin / 100,
  gross: gross / 100,
  growth: growth / 100,
  dividendYield: dividendYield / 100,
  fiscalEnd,
  balance,
  industry,
  headquarters,
  founded,
  employees,
})
