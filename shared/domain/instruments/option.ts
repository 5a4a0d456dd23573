import {
  decimalText,
  fromInteger,
  toInteger,
  type Decimal,
  type Money,
  type Price,
  type Quantity,
} from '../decimal.js'
import { type Symbol, symbol, type TradingSymbol, tradingSymbol } from '../ids.js'
import type { Tradable } from './instrument.js'
import type { EpochMs } from '../time.js'

export const OPTION_TYPES = ['call', 'put'] as const
export type OptionType = (typeof OPTION_TYPES)[number]

export const OPTION_STYLES = ['american', 'european'] as const
export type OptionStyle = (typeof OPTION_STYLES)[number]

/** The strategies in which several legs trade as one order (TRADING-4.2). */
export const OPTION_STRATEGIES = [
  'single',
  'covered-stock',
  'straddle',
  'strangle',
  'vertical',
  'calendar',
  'butterfly',
  'condor',
  'collar-with-stock',
  'iron-butterfly',
  'iron-condor',
  'diagonal',
] as const
export type OptionStrategy = (typeof OPTION_STRATEGIES)[number]

/** The strategies that a position may become when one leg is added to it (TRADING-4.2). */
export const LEG_IN_STRATEGIES = [
  'vertical',
  'calendar',
  'strangle',
  'straddle',
  'iron-condor',
  'butterfly',
  'covered-stock',
  'diagonal',
] as const satisfies readonly OptionStrategy[]
export type LegInStrategy = (typeof LEG_IN_STRATEGIES)[number]

export const isLegInStrategy = (strategy: OptionStrategy): strategy is LegInStrategy =>
  (LEG_IN_STRATEGIES as readonly OptionStrategy[]).includes(strategy)

/** Whether an option order opens a position or closes one. */
export const POSITION_INTENTS = [
  'buy-to-open',
  'buy-to-close',
  'sell-to-open',
  'sell-to-close',
] as const
export type PositionIntent = (typeof POSITION_INTENTS)[number]

export const EXPIRATION_CYCLES = [
  'daily',
  'weekly',
  'monthly',
  'quarterly',
  'end-of-month',
] as const
export type ExpirationCycle = (typeof EXPIRATION_CYCLES)[number]

/** The deliverable of one contract when it is exercised. */
export interface Deliverable {
  readonly kind: 'shares' | 'cash' | 'unknown'
  readonly symbol: Symbol | null
  readonly amount: Decimal | null
  readonly allocation: Decimal | null
}

/** One listed option contract. Its symbol is the OCC symbol; `expiration` is yyyy-MM-dd. */
export interface OptionContract {
  readonly assetClass: 'option'
  readonly symbol: Symbol
  readonly instrumentId: string
  readonly root: string
  readonly underlying: Symbol
  readonly underlyingKind: 'stock' | 'etf' | 'index' | 'unknown'
  readonly type: OptionType | null
  readonly style: OptionStyle | null
  readonly strike: Price
  readonly expiration: string
  readonly multiplier: Decimal
  readonly settlement: 'physical' | 'cash' | 'unknown'
  readonly cycle: ExpirationCycle | null
  /**
   * True in the penny program: steps of 0.01 below 3 dollars and 0.05 from there on; otherwise 0.05
   * and 0.10.
   */
  readonly pennyProgram: boolean
  readonly listed: boolean
  readonly tradable: Tradable
  readonly currency: string
  readonly deliverables: readonly Deliverable[]
}

/**
 * The latest state of one option. Greeks are per share of the underlying; implied volatility is a
 * fraction (0.25 = 25%).
 */
export interface OptionSnapshot {
  readonly symbol: Symbol
  readonly last: Price | null
  readonly open: Price | null
  readonly high: Price | null
  readonly low: Price | null
  readonly previousClose: Price | null
  readonly change: Decimal | null
  readonly changeRatio: Decimal | null
  readonly volume: Quantity | null
  readonly turnover: Money | null
  readonly bid: Price | null
  readonly bidSize: Quantity | null
  readonly ask: Price | null
  readonly askSize: Quantity | null
  readonly openInterest: Quantity | null
  readonly strike: Price | null
  readonly delta: Decimal | null
  readonly gamma: Decimal | null
  readonly theta: Decimal | null
  readonly vega: Decimal | null
  readonly rho: Decimal | null
  readonly impliedVolatility: Decimal | null
  readonly time: EpochMs | null
  readonly receivedAt: EpochMs
}

/** The parts of an OCC symbol. */
export interface OccSymbol {
  readonly root: string
  readonly expiration: string
  readonly type: OptionType
  readonly strike: Decimal
}

/**
 * Root of one to six characters, yyMMdd, C or P, and the strike in thousandths with eight digits.
 */
const OCC = /^([A-Z0-9.]{1,6}?) *(\d{2})(\d{2})(\d{2})([CP])(\d{8})$/
const STRIKE_PLACES = 3
const STRIKE_DIGITS = 8

/**
 * Parses an OCC symbol ("AAPL250620C00150000", also padded with spaces); null for anything else.
 */
export function parseOcc(text: string): OccSymbol | null {
  const match = OCC.exec(text)
  const [, root, year, month, day, type, strike] = match ?? []
  if (
    root === undefined ||
    year === undefined ||
    month === undefined ||
    day === undefined ||
    strike === undefined
  ) {
    return null
  }
  const expiration = `20${year}-${month}-${day}`
  const time = Date.parse(`${expiration}T00:00:00Z`)
  if (Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== expiration) return null
  return {
    root,
    expiration,
    type: type === 'C' ? 'call' : 'put',
    strike: fromInteger(BigInt(strike), STRIKE_PLACES),
  }
}

/**
 * Returns the root of a contract, and every other symbol as it is. The broker names a leg by its
 * root or by its contract; an order names it by its root.
 */
export const rootOf = (contract: string): TradingSymbol =>
  tradingSymbol(parseOcc(contract)?.root ?? contract)

/**
 * True for a contract that was adjusted, named by its root or its OCC symbol: its root ends in a
 * digit. Every other contract is for 100 shares.
 */
export const isAdjusted = (contract: string): boolean => /\d$/.test(rootOf(contract))

/** Formats an OCC symbol; null when the strike does not fit into it. */
export function occSymbol({ root, expiration, type, strike }: OccSymbol): Symbol | null {
  const thousandths = toInteger(strike, STRIKE_PLACES)
  if (
    thousandths === null ||
    thousandths <= 0n ||
    !/^[A-Z0-9.]{1,6}$/.test(root) ||
    !/^20\d\d-\d\d-\d\d$/.test(expiration)
  ) {
    return null
  }
  const digits = decimalText(fromInteger(thousandths)).padStart(STRIKE_DIGITS, '0')
  return digits.length > STRIKE_DIGITS
    ? null
    : symbol(
        `${root}${expiration.slice(2).replaceAll('-', '')}${type === 'call' ? 'C' : 'P'}${digits}`,
      )
}
