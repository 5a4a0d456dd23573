import { z } from 'zod'
import funds from './funds.json' with { type: 'json' }

/** Fixed facts of a fund; holdings, values and returns are derived from the practice market. */
const FundRow = z.strictObject({
  symbol: z.string(),
  shares: z.int().positive(),
  dividendYieldPercent: z.number().nonnegative(),
  launched: z.iso.date(),
  issuer: z.string(),
  custodian: z.string(),
  benchmark: z.string(),
  objective: z.string(),
  /** Its main asset: shares, bonds, or something else (metal, coins, swaps). */
  asset: z.enum(['stock', 'bond', 'other']),
  /** Sectors of the practice market that it holds; empty for funds without shares. */
  holds: z.union([z.literal('everything'), z.array(z.string()).readonly()]),
  stars: z.int().min(1).max(5),
})

const toFacts = ({ dividendYieldPercent, ...facts }: z.output<typeof FundRow>) => ({
  ...facts,
  dividendYield: dividendYieldPercent / 100,
})

/** Fixed facts of a fund, with its yearly dividends as a share of its price. */
export type FundFacts = Readonly<ReturnType<typeof toFacts>>

export const FUNDS: readonly FundFacts[] = z.array(FundRow).parse(funds).map(toFacts)
