import type { InstructionAction, Amendment } from './instruction.schema.js'
import type { Environment } from '../environment.js'
import type { ClientOrderId, InstructionId, ConnectionId } from '../ids.js'
import type { EpochMs } from '../time.js'
import type { WakeCondition } from './wake-condition.js'

/**
 * The provider's statuses (MCP-1). A revoked or withdrawn instruction is REJECTED; `ending` says
 * which.
 */
export const INSTRUCTION_STATUSES = ['PENDING', 'APPROVED', 'REJECTED', 'EXPIRED'] as const
export type InstructionStatus = (typeof INSTRUCTION_STATUSES)[number]

/**
 * Why an instruction is no longer pending: the person approved or declined it, a policy rule
 * auto-approved it, it expired, the assistant revoked it, or Countersign withdrew it (pause,
 * revoked connection, halt, lock, profile switch, changed limits, restart).
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

/** The place of an instruction in a batch: instructions of one call are shown on one card. */
export interface BatchPlace {
  readonly batchId: string
  readonly index: number
  readonly count: number
}

/**
 * The outcome of an approved instruction. `sending` is stored before anything is sent; `unknown` is
 * an outcome and is never re-sent. `text` is a sentence for a person.
 */
export interface InstructionOutcome {
  readonly state: 'sending' | 'acknowledged' | 'rejected' | 'denied' | 'unknown'
  readonly clientOrderId: ClientOrderId | null
  readonly text: string
  readonly at: EpochMs
}

/** One instruction as main records it; windows and assistants receive views of it. */
export interface Instruction {
  readonly id: InstructionId
  readonly source: 'local' | 'hosted'
  /**
   * The id of the same instruction at the provider; absent when it came through the local MCP
   * endpoint.
   */
  readonly sourceId?: string | undefined
  readonly connectionId: ConnectionId
  /** The connection's name, chosen by the person. */
  readonly connectionName: string
  readonly environment: Environment
  /** The caller's idempotency key and the digest of its request (SEC-23). */
  readonly key: string
  readonly requestDigest: string
  readonly action: InstructionAction
  /** The assistant's own text: one plain line of at most 280 characters, unchecked. */
  readonly reason: string
  /** The condition that it waited for; absent when it did not wait. */
  readonly condition?: WakeCondition | undefined
  readonly batch: BatchPlace | null
  readonly createdAt: EpochMs
  readonly expiresAt: EpochMs
  /** How often the same request was made within 60 s (CONFIRM-31). */
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
