import type { Environment } from '../environment.js'
import type { ClientOrderId, TradingSymbol, ConnectionId, InstructionId } from '../ids.js'
import type { OrderStatus } from '../orders/order-state.js'
import type { Message } from '../../messages/message.js'
import type { Side } from '../side.js'
import type { EpochMs } from '../time.js'
import type { DangerTier } from './card.js'
import type { Ending, Instruction, InstructionOutcome, InstructionStatus } from './instruction.js'
import type { InstructionAction } from './instruction.schema.js'

/** Number of rows that a window receives at once and retains; the audit log has older ones. */
export const MAX_INSTRUCTION_ROWS = 500

/** One row of the inbox or the history. */
export interface InstructionRow {
  readonly id: InstructionId
  readonly environment: Environment
  readonly source: Instruction['source']
  readonly connectionId: ConnectionId
  readonly connectionName: string
  readonly action: InstructionAction['kind']
  readonly line: Message
  readonly symbol: TradingSymbol
  readonly side: Side
  readonly reason: string
  readonly requestCount: number
  readonly createdAt: EpochMs
  readonly expiresAt: EpochMs
  readonly status: InstructionStatus
  readonly ending: Ending | null
  readonly endedAt: EpochMs | null
  readonly amended: boolean
  readonly outcome: InstructionOutcome['state'] | null
  readonly detail: Message
  readonly clientOrderId: ClientOrderId | null
  /**
   * The present state of the order that came of it (CONFIRM-43); null without an order, or when it
   * is no longer among the session's orders.
   */
  readonly orderStatus: OrderStatus | null
  /** The danger tier by the latest check; null when the instruction is no longer checked. */
  readonly tier: DangerTier | null
  /** The assistant's request, when the person changed it: `line` is the changed order. */
  readonly requestedLine: Message | null
}
