import type { Money, Price, Quantity } from '../decimal.js'
import type { AccountId, ClientOrderId, OrderId, Symbol, TradingSymbol } from '../ids.js'
import type { AssetClass } from '../instruments/instrument.js'
import type { Unknown } from '../unknown.js'
import type { OrderType } from '../orders/order-types.js'
import type { Side } from '../side.js'
import type { EpochMs } from '../time.js'

/**
 * The kinds of cash movement of an account. Sub types are an open set: the window translates those
 * it knows.
 */
export const ACTIVITY_KINDS = [
  'trade',
  'deposit',
  'withdrawal',
  'fee',
  'transfer',
  'dividend',
  'tax',
  'interest',
  'corporate-action',
  'option-exercise',
  'event-settlement',
  'journal',
  'other',
] as const
export type ActivityKind = (typeof ACTIVITY_KINDS)[number]

/** One entry of the cash account; `amount` is signed: the change of the balance. */
export interface CashActivity {
  readonly id: string
  readonly accountId: AccountId
  readonly kind: ActivityKind | Unknown
  readonly subKind: string
  readonly symbol: Symbol | null
  readonly currency: string
  readonly market: string | null
  readonly amount: Money
  /** yyyy-MM-dd. */
  readonly tradeDate: string
  readonly time: EpochMs
}

/** One execution in the provider's records. A fill, in contrast, is what Countersign observed. */
export interface Execution {
  readonly executionId: string
  readonly orderId: OrderId
  readonly clientOrderId: ClientOrderId
  readonly symbol: TradingSymbol
  readonly side: Side | Unknown
  readonly type: OrderType | Unknown
  /** True when this execution completed its order. */
  readonly completes: boolean
  readonly quantity: Quantity
  readonly price: Price
  readonly leaves: Quantity
  readonly cumulative: Quantity
  /** The order's quantity, and its limit where it has one. */
  readonly orderQuantity: Quantity
  readonly limitPrice: Price | null
  /** How the execution came about, in the provider's words. */
  readonly executionKind: string | null
  readonly time: EpochMs
}

/** A part of a position that was opened by one trade. */
export interface PositionLot {
  readonly lotId: string
  readonly symbol: TradingSymbol
  readonly quantity: Quantity
  readonly averageCost: Price | null
  readonly marketValue: Money | null
  readonly unrealizedPnl: Money | null
  readonly currency: string
}

export const TRANSFER_STATUSES = [
  'pending',
  'completed',
  'rejected',
  'failed',
  'cancelled',
] as const
export type TransferStatus = (typeof TRANSFER_STATUSES)[number]

export const TRANSFER_METHODS = ['acats', 'crypto'] as const
export type TransferMethod = (typeof TRANSFER_METHODS)[number]

export const TRANSFER_DIRECTIONS = ['in', 'out'] as const
export type TransferDirection = (typeof TRANSFER_DIRECTIONS)[number]

/** What an ACATS record moves of an account: all, a part, what was left behind, what goes back. */
export const TRANSFER_EXTENTS = ['full', 'partial', 'residual', 'reclaim', 'other'] as const
export type TransferExtent = (typeof TRANSFER_EXTENTS)[number]

/** The other broker of a transfer between brokers. */
export interface ContraBroker {
  readonly name: string | null
  readonly dtcNumber: string | null
  readonly accountType: string | null
  readonly accountNumber: string | null
}

/** Money of a transfer; negative leaves the account. */
export interface TransferCash {
  readonly amount: Money
  readonly currency: string
  readonly settlementDate: string | null
}

/** A holding of a transfer. */
export interface TransferHolding {
  readonly assetClass: AssetClass | 'fund' | 'bond' | Unknown
  readonly symbol: Symbol
  readonly name: string | null
  readonly cusip: string | null
  readonly quantity: Quantity
  /** What the network took, of coins sent; `totalQuantity` includes it. */
  readonly feeQuantity: Quantity | null
  readonly totalQuantity: Quantity | null
  /** The cost per unit, of what came in. */
  readonly price: Price | null
  readonly settlementDate: string | null
}

/**
 * A transfer of securities or coins between brokers or wallets. Detail members are null or empty in
 * a list.
 */
export interface Transfer {
  readonly transferId: string
  readonly accountId: AccountId
  readonly method: TransferMethod | Unknown
  readonly direction: TransferDirection | Unknown
  readonly status: TransferStatus | Unknown
  readonly failure: string | null
  /** Groups the records of one ACATS transfer that settles in parts. */
  readonly group: string | null
  readonly extent: TransferExtent | Unknown | null
  readonly createdAt: EpochMs
  readonly updatedAt: EpochMs | null
  readonly settlementDate: string | null
  readonly controlNumber: string | null
  readonly contraBroker: ContraBroker | null
  readonly transactionHash: string | null
  readonly fromAddress: string | null
  readonly toAddress: string | null
  readonly cash: readonly TransferCash[]
  readonly positions: readonly TransferHolding[]
}
