import type { Message } from '../../messages/message.js'
import type { AccountId, ClientOrderId, TradingSymbol } from '../ids.js'
import type { EpochMs } from '../time.js'

/** The scope of a kill: assistants and the orders they placed, or all trading and every order. */
export const HALT_SCOPES = ['assistants', 'all'] as const
export type HaltScope = (typeof HALT_SCOPES)[number]

export const HALT_PHASES = ['clearing', 'clear', 'left', 'untouched'] as const

/**
 * An order that is not final after a halt. `working`: it can still fill; `unknown`: it is not known
 * whether it exists.
 */
export interface LeftOrder {
  /** Null for an order that is being sent at this moment. */
  readonly clientOrderId: ClientOrderId | null
  readonly accountId: AccountId
  readonly symbol: TradingSymbol
  readonly state: 'working' | 'unknown'
  /** "BUY 10 AAPL, limit 187.50, day" */
  readonly line: Message
}

/**
 * A kill and its result. It stays, on disk too, until the person lifts it. `clearing`: orders are
 * being canceled and checked; `clear`: 0 working, 0 unknown, after two complete lists in a row
 * showed no open order; `left`: it did not end in time and continues; `untouched`: requests are
 * refused, and orders were neither canceled nor counted.
 */
export interface Halt {
  readonly scope: HaltScope
  readonly why: Message
  readonly haltedAt: EpochMs
  readonly phase: (typeof HALT_PHASES)[number]
  /** The number of instructions that were ended. */
  readonly withdrawn: number
  /** The number of orders that ended as canceled. */
  readonly cancelled: number
  /** The numbers of orders that are not final, as far as they are known. */
  readonly working: number
  readonly unknown: number
  /**
   * True while the broker's lists of open orders have not been read to their end since the halt:
   * there may be more orders than are counted. Absent otherwise.
   */
  readonly atLeast?: true | undefined
  /** The first of these orders, at most 200. */
  readonly left: readonly LeftOrder[]
}
