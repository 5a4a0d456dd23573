import type { Decimal } from '../decimal.js'
import type { AssetClass } from '../instruments/instrument.js'
import type { Side } from '../side.js'
import type { Trail } from './order.js'
import type { OrderSession, OrderType, TimeInForce } from './order-types.js'

/** The contract of an option as an order's summary names it. Null members are omitted. */
export interface ContractDescription {
  readonly type: string | null
  readonly strike: Decimal | null
  readonly expiration: string | null
}

/** One leg of a combination as an order's summary names it. */
export interface LegDescription {
  readonly symbol: string
  readonly side: string
  readonly quantity: Decimal
  readonly option: ContractDescription | null
}

/** The algorithm that works an order. */
export interface AlgoDescription {
  readonly kind: string
  readonly targetPercent: Decimal | null
  readonly maxPercent: Decimal | null
  readonly start: string | null
  readonly end: string | null
}

/**
 * What an order's summary is made from, and nothing else: it is part of the card that a decision
 * covers. Drafts and orders both provide it.
 */
export interface OrderDescription {
  readonly side: Side
  readonly symbol: string
  readonly assetClass: AssetClass
  readonly type: OrderType
  readonly timeInForce: TimeInForce
  readonly session: OrderSession
  readonly quantity: Decimal | null
  readonly amount: Decimal | null
  readonly limitPrice: Decimal | null
  readonly stopPrice: Decimal | null
  readonly trail: Trail | null
  readonly expireDate: string | null
  readonly strategy: string | null
  readonly intent: string | null
  readonly outcome: string | null
  readonly legs: readonly LegDescription[]
  readonly algo: AlgoDescription | null
  /** True for an order that moved options that were held to another day; absent for others. */
  readonly rolls?: true | undefined
}
