import type { Money, Price, Quantity } from '../decimal.js'
import type { Environment } from '../environment.js'
import type { Brand } from '../brand.js'
import type { AccountId, ClientOrderId } from '../ids.js'
import type { MemberChange, Order, OrderChange, OrderDraft } from '../orders/order.js'
import type { EpochMs } from '../time.js'

/** Ours, 32 hexadecimal digits. */
export type InstructionId = Brand<string, 'InstructionId'>
/** A paired assistant, 16 hexadecimal digits. */
export type ConnectionId = Brand<string, 'ConnectionId'>

/**
 * The provider's own words (MCP-1). A revoked or withdrawn instruction is REJECTED;
 * `ending` says which.
 */
export const INSTRUCTION_STATUSES = ['PENDING', 'APPROVED', 'REJECTED', 'EXPIRED'] as const
export type InstructionStatus = (typeof INSTRUCTION_STATUSES)[number]

/**
 * Why an instruction is no longer pending: the person approved or declined it, a policy rule let it
 * through, its time ran out, the
 * assistant revoked it, or this program withdrew it (pause, revoked connection, halt, lock, profile
 * switch, changed limits, restart).
 */
export const ENDINGS = [
  'approved',
  'allowed-by-rule',
  'declined',
  'expired',
  'revoked',
  'withdrawn',
] as const
export type Ending = (typeof ENDINGS)[number]

/**
 * One more order of a combination that changes in the same request. `before`: as it stood when it
 * was asked.
 */
export interface MemberReplace extends MemberChange {
  readonly before: Order
}

/**
 * What an assistant asks for. `before` is the order as it stood when it was asked; `others` change
 * with it, all or none.
 */
export type InstructionAction =
  | { readonly kind: 'place'; readonly draft: OrderDraft }
  | {
      readonly kind: 'replace'
      readonly accountId: AccountId
      readonly clientOrderId: ClientOrderId
      readonly change: OrderChange
      readonly before: Order
      readonly others?: readonly MemberReplace[] | undefined
    }
  | {
      readonly kind: 'cancel'
      readonly accountId: AccountId
      readonly clientOrderId: ClientOrderId
      readonly before: Order
    }

/** Several instructions that came in one call and are shown on one card. */
export interface BatchPlace {
  readonly batchId: string
  readonly index: number
  readonly count: number
}

/**
 * What came of an approved instruction. `sending` is written down before anything is sent;
 * `unknown` is an outcome, never re-sent.
 * `text` is a sentence for a person.
 */
export interface InstructionOutcome {
  readonly state: 'sending' | 'acknowledged' | 'rejected' | 'denied' | 'unknown'
  readonly clientOrderId: ClientOrderId | null
  readonly text: string
  readonly at: EpochMs
}

/** What the person changed before approving. Absent members were approved as asked. */
export interface Amendment {
  readonly quantity?: Quantity | undefined
  readonly amount?: Money | undefined
  readonly limitPrice?: Price | undefined
  readonly stopPrice?: Price | undefined
}

/**
 * One instruction with everything that is known of it. The record of main; a window and an
 * assistant see views of it.
 */
export interface Instruction {
  readonly id: InstructionId
  readonly source: 'local' | 'hosted'
  /**
   * Its id at the provider, where it waits too; absent for one that came to this program's own
   * door.
   */
  readonly sourceId?: string | undefined
  readonly connectionId: ConnectionId
  /** The connection's name as the person gave it. */
  readonly connectionName: string
  readonly environment: Environment
  /** The caller's idempotency key and the digest of what it asked (instructions 1). */
  readonly key: string
  readonly requestDigest: string
  readonly action: InstructionAction
  /** The assistant's words: one plain line of at most 280 characters; unchecked. */
  readonly reason: string
  readonly batch: BatchPlace | null
  readonly createdAt: EpochMs
  readonly expiresAt: EpochMs
  /** How often the same was asked for within 60 s. */
  readonly requestCount: number
  readonly status: InstructionStatus
  readonly ending: {
    readonly why: Ending
    readonly detail: string
    readonly endedAt: EpochMs
  } | null
  readonly amendment: Amendment | null
  readonly outcome: InstructionOutcome | null
}
