import type { Decimal, Money, Price } from '../decimal.js'
import type { Environment } from '../environment.js'
import type { TradingSymbol, ConnectionId } from '../ids.js'
import type { EpochMs } from '../time.js'
import type { ConnectionState } from './connection.js'
import type { Amendment } from './instruction.schema.js'

/**
 * One day, or the total. Money is in US dollars. `slippage` is measured from the mid price at the
 * request; negative is worse. `unpriced`: fills without such a price, excluded from slippage.
 * `unvalued`: fills whose value cannot be calculated, excluded everywhere.
 */
export interface ScorePeriod extends Readonly<Record<ScoreCount, number>> {
  readonly traded: Money
  readonly fees: Money
  readonly realised: Money
  readonly slippage: Money
  readonly unpriced: number
  readonly unvalued: number
}

/** One day of New York, yyyy-MM-dd. */
export interface ScoreDay extends ScorePeriod {
  readonly day: string
}

/**
 * A position left open by an assistant's own orders, first in, first out, regardless of the
 * account's other holdings. Null means not known.
 */
export interface ScoreOpen {
  readonly symbol: TradingSymbol
  readonly name: string
  readonly quantity: Decimal
  readonly cost: Money
  readonly last: Price | null
  readonly pnl: Money | null
}

/** How often an instruction was declined or refused for one reason. */
export interface ScoreReason {
  readonly what: 'declined' | 'refused'
  readonly text: string
  readonly count: number
}

/** One change that the person made before approving; `requested` is null for a member not set. */
export interface ScoreChange {
  readonly at: EpochMs
  readonly line: string
  readonly field: keyof Amendment
  readonly requested: Decimal | null
  readonly approved: Decimal
}

/** The results of everything that one assistant requested. Unknown numbers are null. */
export interface Scorecard {
  readonly id: ConnectionId
  readonly name: string
  readonly shadow: boolean
  readonly environment: Environment
  readonly state: ConnectionState
  readonly since: EpochMs | null
  readonly asOf: EpochMs
  readonly total: ScorePeriod
  /** Days of New York with any event, newest first. */
  readonly days: readonly ScoreDay[]
  readonly open: readonly ScoreOpen[]
  /** The open profit at the last price; null when any of the prices is not known. */
  readonly openPnl: Money | null
  /** Realized and open profit, less fees. */
  readonly net: Money | null
  /** Orders that closed something, by their realized profit before fees. */
  readonly wins: number
  readonly losses: number
  readonly winRate: Decimal | null
  readonly averageWin: Money | null
  readonly averageLoss: Money | null
  /** The max drawdown of the realized profit less fees; its last point includes the open profit. */
  readonly drawdown: Money
  /** The time from a request to the person's decision. */
  readonly decided: {
    readonly count: number
    readonly medianMs: number
    readonly longestMs: number
  } | null
  readonly reasons: readonly ScoreReason[]
  readonly changes: readonly ScoreChange[]
}

/**
 * Counters of an assistant's instructions. `sent` counts placed orders; each is also counted in one
 * of the six after it.
 */
export const SCORE_COUNTS = [
  'asked',
  'countersigned',
  'allowed',
  'changed',
  'declined',
  'expired',
  'revoked',
  'withdrawn',
  'refused',
  'notSent',
  'sent',
  'filled',
  'partly',
  'working',
  'cancelled',
  'rejected',
  'unknown',
] as const

export type ScoreCount = (typeof SCORE_COUNTS)[number]
