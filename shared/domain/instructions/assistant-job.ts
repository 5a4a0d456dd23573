import type { Decimal, Price, Quantity } from '../decimal.js'
import type { AccountId, Symbol, TradingSymbol } from '../ids.js'
import type { RequestedAction } from './instruction-request.js'
import type { Side } from '../side.js'

/** The position that a job is about: its id, its symbol, or the symbol of its option contract. */
export interface JobPosition {
  readonly accountId: AccountId
  readonly name: string
  /** Null for all that is held. */
  readonly quantity: Quantity | null
}

/** The part of an account that one symbol shall have, as a fraction of its equity. */
export interface Weight {
  readonly symbol: Symbol
  readonly fraction: Decimal
}

/** A common job that becomes one request; main finds the orders that it takes. */
export type AssistantJob =
  | ({ readonly kind: 'close'; readonly limitPrice: Price | null } & JobPosition)
  | ({
      readonly kind: 'protect'
      readonly stopPrice: Price | null
      readonly targetPrice: Price | null
    } & JobPosition)
  | ({
      readonly kind: 'roll'
      readonly expiration: string | null
      readonly strike: Price | null
      readonly limitPrice: Price | null
    } & JobPosition)
  | {
      readonly kind: 'cancel-all'
      readonly accountId: AccountId
      readonly symbol: TradingSymbol | null
      readonly side: Side | null
    }
  | {
      readonly kind: 'rebalance'
      readonly accountId: AccountId
      readonly weights: readonly Weight[]
      /** Smaller trades are left out, in US dollars. */
      readonly minTrade: Decimal
    }

/** What a rebalance changes in one symbol, as decimal text. */
export interface PlanRow {
  readonly symbol: Symbol
  readonly price: string
  readonly before: string
  readonly after: string
  readonly weightBefore: string
  readonly weightAfter: string
}

/** The request that a job becomes, what it leaves out, and what changes by it. */
export interface JobPlan {
  readonly action: RequestedAction
  /** Orders that did not fit into one request. */
  readonly left: number
  readonly rows: readonly PlanRow[]
}
