import type { Environment } from '../../../../shared/domain/environment.js'
import type {
  WaitingInstruction,
  WaitingRow,
} from '../../../../shared/domain/instructions/waiting-instruction.js'
import { foreign } from '../../../../shared/messages/make-message.js'
import { actionSummary } from '../order-text/order-summary.js'
import { subjectOf } from '../requests/action.js'
import type { Hold } from './condition-watch.js'
import { conditionMessage } from '../order-text/condition-summary.js'

/** Converts a waiting instruction to its row. `hold`: since when it is not evaluated. */
export function rowOf(
  waiting: WaitingInstruction,
  environment: Environment,
  hold: Hold | null,
): WaitingRow {
  const { id, connectionId, connectionName, actions, condition, reason, gaps } = waiting
  const { createdAt, expiresAt, state, endedAt, detail } = waiting
  const [first] = actions
  return {
    id,
    environment,
    connectionId,
    connectionName,
    line: first === undefined ? foreign('') : actionSummary(first, null),
    more: Math.max(0, actions.length - 1),
    symbol: first === undefined ? ('' as WaitingRow['symbol']) : subjectOf(first).symbol,
    side: first === undefined ? 'buy' : subjectOf(first).side,
    condition: conditionMessage(condition),
    reason,
    createdAt,
    expiresAt,
    state,
    endedAt,
    detail,
    held: hold?.why ?? null,
    heldSince: hold?.from ?? null,
    gap: gaps.at(-1) ?? null,
  }
}
