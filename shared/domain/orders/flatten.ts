import type { Message } from '../../messages/message.js'
import type { AccountId, ClientOrderId, TradingSymbol } from '../ids.js'
import type { AssetClass } from '../instruments/instrument.js'
import type { EpochMs } from '../time.js'
import type { HaltScope } from './halt.js'

/**
 * What becomes of one position: it is closed, half of it is, or it is closed and then opened in the
 * other direction.
 */
export const CLOSE_PARTS = ['all', 'half', 'reverse'] as const
export type ClosePart = (typeof CLOSE_PARTS)[number]

/** Names a position; its id is unique within its account only. */
export interface PositionRef {
  readonly accountId: AccountId
  readonly positionId: string
}

/** How many positions one plan closes. */
export const MAX_CLOSING = 200

/**
 * True for products whose position can be reversed. Coins and event contracts are bought to open
 * and sold to close only (TRADING-4.3).
 */
export const isReversible = (
  assetClass: AssetClass,
): assetClass is Exclude<AssetClass, 'crypto' | 'event'> =>
  assetClass !== 'crypto' && assetClass !== 'event'

/**
 * One position that a flatten plan closes, with the order that will be sent, or the reason why it
 * cannot be closed.
 */
export interface FlattenRow {
  readonly accountId: AccountId
  /** Null for a position that could not be read and names no instrument. */
  readonly symbol: TradingSymbol | null
  /** "SELL 10 AAPL, market, day" */
  readonly line: Message
  /** A further note for the person, such as that the market is closed; null for none. */
  readonly note: Message | null
}

/**
 * The orders of a flatten plan. Main holds the orders; a window sends back only the plan's id after
 * the person has confirmed it.
 */
export interface FlattenPlan {
  /** The plan's id, 32 hexadecimal digits. */
  readonly plan: string
  readonly scope: HaltScope
  readonly until: EpochMs
  readonly rows: readonly FlattenRow[]
  /** Positions that stay open, with the reason. */
  readonly skipped: readonly FlattenRow[]
}

/**
 * The outcome of one order of a flatten plan; `unknown` is an outcome: Countersign checks the order
 * and does not send it again.
 */
export interface FlattenedRow extends FlattenRow {
  readonly outcome: 'acknowledged' | 'rejected' | 'denied' | 'unknown'
  readonly clientOrderId: ClientOrderId | null
  readonly text: Message
}

/** The outcomes of a flatten plan, one for each of its orders. */
export interface Flattened {
  readonly rows: readonly FlattenedRow[]
}
