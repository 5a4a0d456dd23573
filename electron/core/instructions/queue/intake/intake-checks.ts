import type { Environment } from '../../../../../shared/domain/environment.js'
import type { ConnectionView } from '../../../../../shared/domain/instructions/connection.js'
import type { Instruction } from '../../../../../shared/domain/instructions/instruction.js'
import type { RequestedAction } from '../../../../../shared/domain/instructions/instruction-request.js'
import type { Policy } from '../../../../../shared/domain/instructions/policy.schema.js'
import type { Refusal } from '../../../../../shared/domain/instructions/refusal.js'
import { MINUTE_MS, type EpochMs } from '../../../../../shared/domain/time.js'
import { ORDERS_OFF } from '../../connections/toolset-scope.js'
import type { HostedOrigin } from '../instruction-service-port.js'
import { message } from '../../../../../shared/messages/make-message.js'
import type { Message } from '../../../../../shared/messages/message.js'

/**
 * How often the same request may be repeated. Repeats after broken streams are normal; more are
 * refused, because every call would write a record.
 */
const MAX_REPEATS = 99
export const REPEATED_TOO_OFTEN = message('refusals.repeatedTooOften', { max: MAX_REPEATS })

/** Returns why a connection in this state may not request orders; null when it may. */
export function connectionRefusal(
  connection: ConnectionView,
  environment: Environment,
): Refusal | null {
  if (connection.state === 'revoked') {
    return { code: 'revoked', message: message('refusals.revoked') }
  }
  if (connection.state === 'paused') {
    return {
      code: 'paused',
      message:
        connection.pauseWhy === null
          ? message('refusals.paused')
          : message('refusals.pausedBecause', { reason: connection.pauseWhy }),
    }
  }
  // Without the trading toolset no request is accepted, whichever tool made it.
  if (!connection.policy.toolsets.includes('trading')) {
    return ORDERS_OFF
  }
  return connection.shadow && environment !== 'practice'
    ? { code: 'not-allowed', message: message('refusals.shadow') }
    : null
}

/** What decides whether one more request is too many. */
interface RequestFacts {
  /** The hosted source of the request; null for a request of this computer. */
  readonly origin: HostedOrigin | null
  readonly now: EpochMs
  /** When the waiting instructions of the connection were requested; by default none wait. */
  readonly waiting?: readonly EpochMs[]
}

/**
 * Returns why one more request of the connection is too many now; null when it is not.
 *
 * @param counted the instructions of the connection that count now
 */
export function rateRefusal(
  { maxPending, maxPerMinute }: Pick<Policy, 'maxPending' | 'maxPerMinute'>,
  counted: readonly Instruction[],
  { origin, now, waiting = [] }: RequestFacts,
): Message | null {
  const pending = pendingRefusal({ maxPending }, counted)
  if (pending !== null) return pending
  const isRecent = (time: EpochMs): boolean => now - time < MINUTE_MS
  const recentCount =
    origin === null
      ? countCards(counted.filter(({ createdAt }) => isRecent(createdAt))) +
        waiting.filter(isRecent).length
      : origin.requestTimes.length
  return recentCount >= maxPerMinute
    ? message('refusals.perMinuteOver', { count: recentCount, max: maxPerMinute })
    : null
}

/** Returns why one more pending instruction is too many; null when it is not. */
export function pendingRefusal(
  { maxPending }: Pick<Policy, 'maxPending'>,
  own: readonly Instruction[],
): Message | null {
  const count = countCards(own.filter((instruction) => instruction.status === 'PENDING'))
  return count >= maxPending ? message('refusals.pendingOver', { count, max: maxPending }) : null
}

/** Returns the number of cards: a batch is one card. */
const countCards = (instructions: readonly Instruction[]): number =>
  new Set(instructions.map((instruction) => instruction.batch?.batchId ?? instruction.id)).size

/**
 * Returns why the request names an account that the connection may not use; null when it does not.
 * Checked before any lookup, so that a refusal does not reveal whether something outside the scope
 * exists.
 */
export function accountRefusal(
  { accounts }: Pick<Policy, 'accounts'>,
  action: RequestedAction,
): Refusal | null {
  const named =
    action.kind === 'place' ? action.drafts.map(({ accountId }) => accountId) : [action.accountId]
  return accounts === 'all' || named.every((accountId) => accounts.includes(accountId))
    ? null
    : { code: 'account-hidden', message: message('policy.accountHidden') }
}

/**
 * True when a request with this key repeats identical instructions. A different key makes a new
 * request once the identical one under another key has ended.
 */
export const isRepeat = (key: string | null, same: readonly Instruction[]): boolean =>
  key === null ||
  same.some((instruction) => instruction.status === 'PENDING' || instruction.key === key)

/** True when a pending instruction has been repeated as often as allowed. */
export const isRepeatedTooOften = (same: readonly Instruction[]): boolean =>
  same.some(({ status, requestCount }) => status === 'PENDING' && requestCount >= MAX_REPEATS)
