import type { Decimal, Price } from '../decimal.js'
import type { AccountId, ClientOrderId, Symbol } from '../ids.js'
import type { InstructionRequest } from './instruction-request.js'
import type { PriceComparison } from './wake-condition.js'

/** The condition that an assistant names. Times are the exchange's; a missing day is today. */
export type RequestedCondition =
  | {
      readonly kind: 'price'
      readonly symbol: Symbol
      readonly when: PriceComparison
      readonly price: Price
    }
  | {
      readonly kind: 'change'
      readonly symbol: Symbol
      readonly when: 'above' | 'below'
      readonly ratio: Decimal
    }
  | { readonly kind: 'time'; readonly day: string | null; readonly minute: number }
  | {
      readonly kind: 'order'
      readonly accountId: AccountId
      readonly clientOrderId: ClientOrderId
      readonly when: 'filled' | 'ended'
    }

/** The exchange's day and minute at which it expires; a missing day is today. */
export interface RequestedExpiry {
  readonly day: string | null
  readonly minute: number
}

/** "If X then request Y": an ordinary request and the condition that it waits for. */
export interface WaitingRequest {
  readonly request: InstructionRequest
  readonly condition: RequestedCondition
  /** Null: the end of the exchange's day. */
  readonly expires: RequestedExpiry | null
}
