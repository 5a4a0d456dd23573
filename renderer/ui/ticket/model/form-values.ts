import type { EventOutcome } from '../../../../shared/domain/instruments/event-contract.js'
import type { AssetClass } from '../../../../shared/domain/instruments/instrument.js'
import type { Symbol } from '../../../../shared/domain/ids.js'
import type {
  OrderSession,
  OrderType,
  TimeInForce,
  AlgoKind,
} from '../../../../shared/domain/orders/order-types.js'
import type { Trail } from '../../../../shared/domain/orders/order.js'
import type { Side } from '../../../../shared/domain/side.js'

/**
 * The ticket as shown. Typed values stay text until an order is built from them, so no input is
 * ever lost.
 */
export interface TicketForm {
  readonly symbol: Symbol
  /** Guessed from the symbol until the broker's listing is known. */
  readonly assetClass: AssetClass
  readonly side: Side
  readonly type: OrderType
  readonly timeInForce: TimeInForce
  readonly session: OrderSession
  readonly sizeKind: 'quantity' | 'amount'
  readonly quantity: string
  readonly amount: string
  readonly limitPrice: string
  readonly stopPrice: string
  readonly trailKind: Trail['kind']
  readonly trailAmount: string
  readonly trailPercent: string
  /** The last day of a good-till-date order, yyyy-MM-dd. */
  readonly expireDate: string
  /** The side of an event market that is traded. */
  readonly outcome: EventOutcome
  /** The algorithm that works the order. */
  readonly algo: AlgoKind | 'none'
  /** A share of the market's volume in percent: POV's target, the limit of TWAP and VWAP. */
  readonly algoShare: string
  /** Times in New York, HH:mm. */
  readonly algoStart: string
  readonly algoEnd: string
  /** True while exits are attached to the order, where it may have them. */
  readonly exits: boolean
  /** The limit price of the take-profit, and the stop price of the stop-loss. */
  readonly takeProfit: string
  readonly stopLoss: string
  /** True when the person requested to close a position with it. */
  readonly closing: boolean
  /** The position whose leg the order removes; empty for an order that removes none. */
  readonly legOut: string
  /** The assistant that filled the form, and the id of that change; empty for none. */
  readonly filledBy: string
  readonly filledChange: string
  /** True until the person changes what the assistant filled in. */
  readonly isAsFilled: boolean
}
