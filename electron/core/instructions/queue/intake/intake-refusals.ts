import type { Environment } from '../../../../../shared/domain/environment.js'
import type { ConnectionView } from '../../../../../shared/domain/instructions/connection.js'
import type { Instruction } from '../../../../../shared/domain/instructions/instruction.js'
import type {
  InstructionRequest,
  RequestedAction,
} from '../../../../../shared/domain/instructions/instruction-request.js'
import type { Policy } from '../../../../../shared/domain/instructions/policy.schema.js'
import { refuse, type Refusal } from '../../../../../shared/domain/instructions/refusal.js'
import type { WakeCondition } from '../../../../../shared/domain/instructions/wake-condition.js'
import { err, type Result } from '../../../../../shared/domain/result.js'
import { MINUTE_MS, type EpochMs } from '../../../../../shared/domain/time.js'
import { message } from '../../../../../shared/messages/make-message.js'
import type { Message } from '../../../../../shared/messages/message.js'
import { PAUSE_MINUTES } from '../../connections/automatic-pauses.js'
import { haltRefusal } from '../../connections/halt-state.js'
import { ORDERS_OFF } from '../../connections/toolset-scope.js'
import type { InstructionServiceDeps } from '../instruction-service-deps.js'
import type { HostedOrigin } from '../instruction-service-port.js'

/**
 * How often the same request may be repeated. Repeats after broken streams are normal; more are
 * refused, because every call would write a record.
 */
const MAX_REPEATS = 99
export const REPEATED_TOO_OFTEN = message('refusals.repeatedTooOften', { max: MAX_REPEATS })

/** A request of a known connection while it is being checked. */
export interface IntakeCall {
  /** The connection as it was when the request was made. */
  readonly connection: ConnectionView
  readonly request: InstructionRequest
  /** The broker's hosted server; null for a request through Countersign's own MCP endpoint. */
  readonly origin: HostedOrigin | null
  readonly now: EpochMs
  /** The request's own key, or the one that is derived from its content and time. */
  readonly key: string
  readonly requestDigest: string
  /** The condition that woke it; null for a request that did not wait. */
  readonly condition: WakeCondition | null
}

/** Refuses requests: by the state of their connection, with a record of each refusal. */
export class IntakeRefusals {
  readonly #deps: InstructionServiceDeps
  readonly #closedReason: () => Refusal | null

  /** @param closedReason returns why requests are not accepted; null when they are */
  constructor(deps: InstructionServiceDeps, closedReason: () => Refusal | null) {
    this.#deps = deps
    this.#closedReason = closedReason
  }

  /** Returns why a connection in this state may not request anything now; null when it may. */
  stateRefusal(connection: ConnectionView): Refusal | null {
    const { environment, halted } = this.#deps
    const closed = this.#closedReason()
    if (closed !== null) return closed
    if (halted.get()) return haltRefusal(halted.reason?.() ?? null)
    return connectionRefusal(connection, environment) ?? this.#deps.notReadyReason()
  }

  /**
   * Returns why the connection's requests are refused now, regardless of its state at the request.
   */
  currentRefusal(connection: ConnectionView): Refusal | null {
    const current = this.#deps.connections.get(connection.id)
    return this.stateRefusal(current ?? { ...connection, state: 'revoked' })
  }

  /** Refuses a request, and records the refusal. */
  async refuse(
    { connection, requestDigest }: IntakeCall,
    refusal: Refusal,
  ): Promise<Result<never, Refusal>> {
    // A session that is not ready is not the assistant's fault.
    if (refusal.code !== 'not-ready') {
      await this.#deps.refusals.record(connection.id, refusal, { request: requestDigest })
    }
    return err(refusal)
  }

  /** Refuses a request as one too many. Frequent violations pause the connection. */
  async refuseRate(
    call: IntakeCall,
    why: Message,
    refusal: Refusal = { code: 'too-many', message: why },
  ): Promise<Result<never, Refusal>> {
    const { connections } = this.#deps
    const { id } = call.connection
    await this.refuse(call, refusal)
    // Its condition decides when it wakes, not the assistant.
    if (call.condition !== null) return refuse('too-many', why)
    if (await connections.recordRateViolation(id)) {
      await connections.pause(id, PAUSE_MINUTES, message('assistants.pausedForRate'))
    }
    return refuse('too-many', why)
  }
}

/** Returns why a connection in this state may not request orders; null when it may. */
function connectionRefusal(connection: ConnectionView, environment: Environment): Refusal | null {
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
