import { z } from 'zod'
import type { Message } from '../../messages/message.js'
import type { Environment } from '../environment.js'
import type { TradingSymbol, ConnectionId, InstructionId, WaitingId } from '../ids.js'
import type { Side } from '../side.js'
import { asReadonly } from '../readonly-schema.js'
import { zTime } from '../scalars.schema.js'
import type { EpochMs } from '../time.js'
import type { InstructionAction } from './instruction.schema.js'
import type { WakeCondition } from './wake-condition.js'

/**
 * `waking`: its condition was met and its request is being checked. `woken`: the request became an
 * ordinary instruction. Every other state is an end without a request.
 */
export const WAITING_STATES = [
  'waiting',
  'waking',
  'woken',
  'refused',
  'missed',
  'impossible',
  'expired',
  'removed',
  'revoked',
  'withdrawn',
  'interrupted',
] as const
export type WaitingState = (typeof WAITING_STATES)[number]

/** Why a condition is not evaluated. */
export const HOLD_REASONS = [
  'starting',
  'offline',
  'stale',
  'locked',
  'paused',
  'closed',
  'asleep',
  'market-closed',
] as const
export type HoldReason = (typeof HOLD_REASONS)[number]

/** A period in which the condition was not evaluated, by this computer's clock. */
export const EvaluationGap = asReadonly(
  z.strictObject({ from: zTime, to: zTime, why: z.enum(HOLD_REASONS) }),
)
export type EvaluationGap = z.output<typeof EvaluationGap>

/** One waiting instruction as main records it. `expiresAt` is the exchange's time. */
export interface WaitingInstruction {
  readonly id: WaitingId
  readonly connectionId: ConnectionId
  readonly connectionName: string
  readonly key: string
  readonly requestDigest: string
  readonly reason: string
  readonly actions: readonly InstructionAction[]
  readonly condition: WakeCondition
  readonly createdAt: EpochMs
  /** The exchange's time of the request; absent in older records. */
  readonly requestedAt?: EpochMs | undefined
  readonly expiresAt: EpochMs
  readonly state: WaitingState
  readonly endedAt: EpochMs | null
  /** Why it ended, or what was seen when it woke; null while it waits. */
  readonly detail: Message | null
  /** What its request became. */
  readonly instructions: readonly InstructionId[]
  readonly gaps: readonly EvaluationGap[]
  /** Why the person's alert fired that wakes it; absent while none fired. */
  readonly alerted?: Message | undefined
}

/** One row of the waiting instructions, for windows. */
export interface WaitingRow {
  readonly id: WaitingId
  readonly environment: Environment
  readonly connectionId: ConnectionId
  readonly connectionName: string
  readonly line: Message
  /** The number of further orders of the same request. */
  readonly more: number
  readonly symbol: TradingSymbol
  readonly side: Side
  readonly condition: Message
  readonly reason: string
  readonly createdAt: EpochMs
  /** The exchange's time. */
  readonly expiresAt: EpochMs
  readonly state: WaitingState
  readonly endedAt: EpochMs | null
  readonly detail: Message | null
  /** Why it is not evaluated now; null while it is. */
  readonly held: HoldReason | null
  readonly heldSince: EpochMs | null
  readonly gap: EvaluationGap | null
}

/** Number of rows that a window receives: those that wait, and the newest that ended. */
export const MAX_WAITING_ROWS = 60
