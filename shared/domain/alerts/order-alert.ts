import type { Decimal } from '../decimal.js'
import type { ClientOrderId, TradingSymbol } from '../ids.js'
import type { EventOutcome } from '../instruments/event-contract.js'
import type { AssetClass } from '../instruments/instrument.js'
import type { LinkedName } from '../orders/combo-rules.js'
import type { OrderType } from '../orders/order-types.js'
import type { Side } from '../side.js'
import type { AlertAccount } from './account-alert.js'

/**
 * What may happen to an order at the broker. `cancelled`: by the broker or elsewhere, never on a
 * request that was sent from here. `expired`: canceled by the broker once its time in force was
 * over.
 */
export const ORDER_ALERT_EVENTS = [
  'filled',
  'partially-filled',
  'cancelled',
  'rejected',
  'expired',
] as const
export type OrderAlertEvent = (typeof ORDER_ALERT_EVENTS)[number]

/** The order that an alert fired by, as its text names it. */
export interface AlertOrder {
  readonly clientOrderId: ClientOrderId
  readonly event: OrderAlertEvent
  readonly account: AlertAccount
  readonly side: Side
  readonly symbol: TradingSymbol
  readonly assetClass: AssetClass
  readonly type: OrderType
  /** Null for an order by amount whose units are not known. */
  readonly quantity: Decimal | null
  readonly filledQuantity: Decimal
  readonly averageFillPrice: Decimal | null
  readonly limitPrice: Decimal | null
  readonly stopPrice: Decimal | null
  /** Event markets: the outcome that is traded. */
  readonly outcome: EventOutcome | null
  /** Present for one of the orders of which a fill cancels the others. */
  readonly linked?: AlertLink | undefined
}

/** What an order is among linked ones, and the fill of another that canceled it. */
export interface AlertLink {
  readonly name: LinkedName
  /** Null where the order was not canceled by a fill, or that is not known. */
  readonly instead: {
    readonly filled: LinkedName
    readonly quantity: Decimal
    readonly price: Decimal | null
  } | null
}
