import { COMPANIES } from '../reference/company-facts.js'
import { FUNDS } from '../reference/fund-facts.js'
import type { Smile } from './surface.js'

/** The set of expirations of an underlying (see expiries.ts). */
export type Cycle = 'index' | 'daily' | 'weekly' | 'monthly'

/** An underlying with listed options. */
export interface Program {
  /** Index in the table. Part of every contract's instrument id, so add rows only at the end. */
  readonly index: number
  readonly underlying: string
  readonly root: string
  readonly kind: 'stock' | 'etf' | 'index'
  /**
   * The symbol of the seeded market that it follows; `factor` times its price is the underlying's
   * price.
   */
  readonly follows: string
  readonly factor: number
  readonly cycle: Cycle
  /**
   * True for strikes one dollar apart (five for an index) at any price; otherwise the usual steps
   * by price.
   */
  readonly dense: boolean
  /** True when quoted in the steps of the penny program. */
  readonly penny: boolean
  readonly smile: Smile
  /** Continuous dividend yield, as a yearly fraction. */
  readonly dividendYield: number
  /**
   * Trading activity relative to the most active underlying, 0 to 1. Prints, sizes and open
   * interest grow with it; spreads shrink.
   */
  readonly interest: number
}

const YIELDS: ReadonlyMap<string, number> = new Map(
  [...COMPANIES, ...FUNDS].map(({ symbol, dividendYield }) => [symbol, dividendYield]),
)

type ProgramRow = readonly [
  underlying: string,
  kind: Program['kind'],
  cycle: Cycle,
  levelPercent: number,
  interest: number,
]
/**
 * Invented but plausible: volatility levels near the actual movement of each price path, interest
 * in the order of real volumes.
 */
const ROWS: readonly ProgramRow[] = [
  ['SPY', 'etf', 'daily', 16, 1],
  ['QQQ', 'etf', 'daily', 20.5, 0.85],
  ['IWM', 'etf', 'daily', 22, 0.4],
  ['SPX', 'index', 'index', 16, 0.6],
  ['AAPL', 'stock', 'weekly', 26, 0.6],
  ['MSFT', 'stock', 'weekly', 23, 0.35],
  ['NVDA', 'stock', 'weekly', 45, 0.9],
  ['AMZN', 'stock', 'weekly', 31, 0.5],
  ['GOOGL', 'stock', 'weekly', 29, 0.4],
  ['META', 'stock', 'weekly', 34, 0.4],
  ['TSLA', 'stock', 'weekly', 55, 0.95],
  ['AMD', 'stock', 'weekly', 50, 0.5],
  ['PLTR', 'stock', 'weekly', 58, 0.5],
  ['AVGO', 'stock', 'weekly', 42, 0.3],
  ['NFLX', 'stock', 'weekly', 33, 0.25],
  ['INTC', 'stock', 'weekly', 48, 0.3],
  ['COIN', 'stock', 'weekly', 66, 0.3],
  ['JPM', 'stock', 'weekly', 23, 0.15],
  ['BAC', 'stock', 'weekly', 26, 0.2],
  ['DIS', 'stock', 'weekly', 28, 0.12],
  ['BA', 'stock', 'weekly', 34, 0.15],
  ['XOM', 'stock', 'weekly', 24, 0.12],
  ['KO', 'stock', 'weekly', 15.5, 0.1],
  ['F', 'stock', 'weekly', 34, 0.15],
  ['SOFI', 'stock', 'weekly', 63, 0.25],
  ['GLD', 'etf', 'weekly', 17, 0.2],
  ['TLT', 'etf', 'weekly', 14, 0.25],
  ['XLF', 'etf', 'weekly', 18, 0.12],
  ['COST', 'stock', 'monthly', 21, 0.06],
  ['CAT', 'stock', 'monthly', 29, 0.05],
]
/** Underlyings outside the penny program. */
const WIDE: readonly string[] = ['SPX', 'COST', 'CAT']
/** The S&P 500 is about ten times its fund's price; its weeklies have their own root. */
const SPX = { follows: 'SPY', factor: 10, root: 'SPXW' } as const

export const PROGRAMS: readonly Program[] = ROWS.map(
  ([underlying, kind, cycle, level, interest], index): Program => {
    const follows = kind === 'index' ? SPX.follows : underlying
    return {
      index,
      underlying,
      kind,
      cycle,
      interest,
      follows,
      root: kind === 'index' ? SPX.root : underlying,
      factor: kind === 'index' ? SPX.factor : 1,
      dense: cycle === 'daily' || cycle === 'index',
      penny: !WIDE.includes(underlying),
      dividendYield: YIELDS.get(follows) ?? 0,
      // The skew of broad markets is steeper than the skew of single stocks.
      smile: {
        level: level / 100,
        skew: kind === 'stock' ? -0.28 : -0.55,
        curvature: kind === 'stock' ? 1.1 : 1.2,
      },
    }
  },
)

export const PROGRAM_BY_ROOT: ReadonlyMap<string, Program> = new Map(
  PROGRAMS.map((program) => [program.root, program]),
)
export const PROGRAM_BY_UNDERLYING: ReadonlyMap<string, Program> = new Map(
  PROGRAMS.map((program) => [program.underlying, program]),
)
