import type { AccountId, ClientOrderId } from '../ids.js'
import type { ComboMember, MemberChange, OrderChange, OrderDraft } from '../orders/order.js'

/** The order action that an assistant requests: orders are named, not yet found. */
export type RequestedAction =
  /**
   * `exits` belong to the only draft: its take profit and its stop loss. So do `linked`: the orders
   * that it starts, or of which one fill cancels the others. `closes`: each draft closes what is
   * held, so that it may not be larger than what no other order closes already.
   */
  | {
      readonly kind: 'place'
      readonly drafts: readonly OrderDraft[]
      readonly exits?: readonly ComboMember[] | undefined
      readonly linked?: readonly ComboMember[] | undefined
      readonly closes?: true | undefined
    }
  /** `others` are further orders of the same combination that change with it, all or none. */
  | {
      readonly kind: 'replace'
      readonly accountId: AccountId
      readonly clientOrderId: ClientOrderId
      readonly change: OrderChange
      readonly others?: readonly MemberChange[] | undefined
    }
  /** `others` are canceled too; together they are one batch. */
  | {
      readonly kind: 'cancel'
      readonly accountId: AccountId
      readonly clientOrderId: ClientOrderId
      readonly others?: readonly ClientOrderId[] | undefined
    }

/**
 * One request for an instruction. With `key` null one is derived from connection and order and is
 * valid for 60 s.
 */
export interface InstructionRequest {
  readonly key: string | null
  readonly reason: string
  readonly action: RequestedAction
}
