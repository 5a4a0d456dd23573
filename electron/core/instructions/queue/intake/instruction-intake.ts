import type { WakeCondition } from '../../../../../shared/domain/instructions/wake-condition.js'
import type { ConnectionId, InstructionId } from '../../../../../shared/domain/ids.js'
import type { Instruction } from '../../../../../shared/domain/instructions/instruction.js'
import type { InstructionAction } from '../../../../../shared/domain/instructions/instruction.schema.js'
import type { InstructionRequest } from '../../../../../shared/domain/instructions/instruction-request.js'
import {
  refuse,
  type AsyncResult,
  type Refusal,
} from '../../../../../shared/domain/instructions/refusal.js'
import { err, ok, type Result } from '../../../../../shared/domain/result.js'
import { createSerialQueue, type SerialQueue } from '../../../../../shared/domain/serial-queue.js'
import { epochMs, type EpochMs } from '../../../../../shared/domain/time.js'
import { inEnglish } from '../../../../../shared/messages/format-message.js'
import { message } from '../../../../../shared/messages/make-message.js'
import type { Message } from '../../../../../shared/messages/message.js'
import { randomHex } from '../../../hex.js'
import { conditionMessage } from '../../order-text/condition-summary.js'
import { actionSummary } from '../../order-text/order-summary.js'
import { formatReason } from '../../order-text/plain-text.js'
import { cardNaming } from '../../policy/card-effect.js'
import type { PolicyVerdict } from '../../policy/policy-types.js'
import { accountOf } from '../../requests/action.js'
import { requestDigest as digestOfRequest } from '../../requests/request-digest.js'
import { DEDUPE_WINDOW_MS } from '../idempotency-keys.js'
import type { NewInstruction } from '../instruction-log.js'
import type { InstructionPolicy } from '../instruction-policy.js'
import type { InstructionServiceDeps } from '../instruction-service-deps.js'
import type { CheckedRequest, HostedOrigin } from '../instruction-service-port.js'
import type { InstructionStore } from '../instruction-store.js'
import { validityMs } from '../validity.js'
import {
  IntakeEvaluation,
  type EvaluatedAction,
  type EvaluatedInstruction,
} from './intake-evaluation.js'
import {
  accountRefusal,
  IntakeRefusals,
  isRepeat,
  isRepeatedTooOften,
  pendingRefusal,
  rateRefusal,
  REPEATED_TOO_OFTEN,
  type IntakeCall,
} from './intake-refusals.js'

const KEY_CHARS = 128
const ID_BYTES = 16

type IntakeResult = Result<readonly Instruction[], Refusal>

/** Handles accepted instructions: shows them to the person or approves them by rule. */
export interface IntakeHandlers {
  readonly showToPerson: (instructions: readonly EvaluatedInstruction[]) => void
  /** Resolves once the approval is recorded. */
  readonly autoApprove: (instruction: Instruction, verdict: PolicyVerdict) => Promise<void>
  /** Ends an instruction that was recorded after requests had been closed, before anyone saw it. */
  readonly reject: (id: InstructionId, why: string) => Promise<void>
  /** Returns why requests are not accepted; null when they are. */
  readonly closedReason: () => Refusal | null
}

const isValidKey = (key: string | null): boolean =>
  key === null || (key.length > 0 && key.length <= KEY_CHARS)

/** The intake with one serial queue per connection. */
export class InstructionIntake {
  readonly #deps: InstructionServiceDeps
  readonly #store: InstructionStore
  readonly #handlers: IntakeHandlers
  readonly #evaluation: IntakeEvaluation
  readonly #refusals: IntakeRefusals
  readonly #queues = new Map<ConnectionId, SerialQueue>()

  /**
   * Accepts requests one after another per connection. A repeated request, however often it
   * arrives, becomes one instruction (SEC-23).
   */
  constructor(
    deps: InstructionServiceDeps,
    store: InstructionStore,
    policy: InstructionPolicy,
    handlers: IntakeHandlers,
  ) {
    this.#deps = deps
    this.#store = store
    this.#handlers = handlers
    this.#evaluation = new IntakeEvaluation(deps, policy)
    this.#refusals = new IntakeRefusals(deps, () => handlers.closedReason())
  }

  /**
   * Accepts or refuses a request. `origin` is null when it came through Countersign's own MCP
   * endpoint, otherwise it came from the broker's hosted server.
   */
  instruct(
    connection: ConnectionId,
    request: InstructionRequest,
    origin: HostedOrigin | null = null,
  ): Promise<IntakeResult> {
    return this.#queueOf(connection).run(async () => {
      const call = this.#callOf(connection, request, origin, null)
      return call.ok ? (this.#answerRepeat(call.value) ?? this.#acceptNew(call.value)) : call
    })
  }

  /**
   * Requests what waited for a condition: all checks again, then a card. No rule approves it, and
   * it does not count as a request of this minute, because it was counted when it was made.
   * @param condition the condition that was met
   */
  wake(
    connection: ConnectionId,
    request: InstructionRequest,
    condition: WakeCondition,
  ): Promise<IntakeResult> {
    return this.#queueOf(connection).run(async () => {
      const call = this.#callOf(connection, request, null, condition)
      return call.ok ? (this.#answerRepeat(call.value) ?? this.#acceptNew(call.value)) : call
    })
  }

  /**
   * Checks a request as `instruct` does, and makes nothing of it: what would be refused now is
   * refused and recorded.
   */
  check(connection: ConnectionId, request: InstructionRequest): AsyncResult<CheckedRequest> {
    return this.#queueOf(connection).run(async () => {
      const call = this.#callOf(connection, request, null, null)
      if (!call.ok) return call
      const evaluated = await this.#evaluate(call.value)
      if (!evaluated.ok) return evaluated
      return ok({
        connection: call.value.connection,
        actions: evaluated.value.map(({ action }) => action),
        requestDigest: call.value.requestDigest,
        reason: formatReason(request.reason),
      })
    })
  }

  #queueOf(connection: ConnectionId): SerialQueue {
    const queue = this.#queues.get(connection) ?? createSerialQueue()
    this.#queues.set(connection, queue)
    return queue
  }

  /** Returns a request with its connection; refuses one that cannot be recorded. */
  #callOf(
    id: ConnectionId,
    request: InstructionRequest,
    origin: HostedOrigin | null,
    condition: WakeCondition | null,
  ): Result<IntakeCall, Refusal> {
    const { clock, connections, crypto } = this.#deps
    const connection = connections.get(id)
    if (connection === null) return refuse('revoked', message('refusals.connectionUnknown'))
    const closed = this.#handlers.closedReason()
    if (closed?.code === 'not-ready') return err(closed)
    if (!isValidKey(request.key)) {
      return refuse('invalid', message('refusals.keyLength', { max: KEY_CHARS }))
    }
    const requestDigest = digestOfRequest(crypto, id, request.action)
    const now = clock.now()
    const key = request.key ?? `${requestDigest}@${now}`
    return ok({ connection, request, origin, now, key, requestDigest, condition })
  }

  /** Answers a request that was made before; null when it is new. */
  #answerRepeat(call: IntakeCall): Promise<IntakeResult> | null {
    const { connection, request, requestDigest, now } = call
    const match = this.#store.find(connection.id, request.key, requestDigest, now)
    if (match.found === 'conflict') {
      return this.#refusals.refuse(call, {
        code: 'key-conflict',
        message: message('refusals.keyConflict'),
      })
    }
    if (match.found !== 'same') return null
    const same = match.ids.flatMap((id) => this.#store.get(id) ?? [])
    if (isRepeat(request.key, same)) {
      return isRepeatedTooOften(same)
        ? this.#refusals.refuseRate(call, REPEATED_TOO_OFTEN)
        : this.#repeat(match.ids, call.key)
    }
    const isKeyUsed = this.#store.find(connection.id, request.key, '', now).found === 'conflict'
    return isKeyUsed ? Promise.resolve(ok(same)) : null
  }

  /** Counts a repeat on the pending instructions of the first call, and returns them. */
  async #repeat(ids: readonly InstructionId[], key: string): Promise<IntakeResult> {
    const { audit, clock } = this.#deps
    const now = clock.now()
    for (const id of ids) {
      const instruction = this.#store.get(id)
      if (instruction?.status !== 'PENDING') continue
      // A repeat of the first call after a broken stream counts too, because the card shows how
      // often it was requested.
      if (now - instruction.createdAt < DEDUPE_WINDOW_MS || instruction.key !== key) {
        await this.#store.append({ kind: 'asked', id, key, at: now })
        await audit.append('folded', id, `Requested ${instruction.requestCount + 1} times`, {
          connection: instruction.connectionId,
        })
      }
    }
    return ok(ids.flatMap((id) => this.#store.get(id) ?? []))
  }

  /** Checks and evaluates a new request, and accepts it when nothing refuses it. */
  async #acceptNew(call: IntakeCall): Promise<IntakeResult> {
    const evaluated = await this.#evaluate(call)
    return evaluated.ok ? this.#accept(call, evaluated.value) : evaluated
  }

  /** Runs every check of a new request, and records its refusal. */
  async #evaluate(call: IntakeCall): Promise<Result<readonly EvaluatedAction[], Refusal>> {
    const { connection, request, origin } = call
    const state = this.#refusals.stateRefusal(connection)
    if (state !== null) return this.#refusals.refuse(call, state)
    const tooMany = this.#rateRefusal(call)
    if (tooMany !== null) return this.#refusals.refuseRate(call, tooMany)
    const hidden = accountRefusal(connection.policy, request.action)
    if (hidden !== null) return this.#refusals.refuse(call, hidden)
    const evaluated = await this.#evaluation.evaluate(connection, request.action, origin)
    if (evaluated.ok) return evaluated
    return evaluated.error.code === 'too-many'
      ? this.#refusals.refuseRate(call, evaluated.error.message, evaluated.error)
      : this.#refusals.refuse(call, evaluated.error)
  }

  /**
   * Returns why one more request is too many now. One that waited was counted when it was made, so
   * only its card counts.
   */
  #rateRefusal(call: IntakeCall): Message | null {
    const { connection, condition, now, origin } = call
    const counted = this.#countedOf(call)
    return condition === null
      ? rateRefusal(connection.policy, counted, {
          origin,
          now,
          waiting: this.#deps.waitingTimes?.(connection.id) ?? [],
        })
      : pendingRefusal(connection.policy, counted)
  }

  /** Records the instructions of a request, then shows or approves them. */
  async #accept(call: IntakeCall, evaluated: readonly EvaluatedAction[]): Promise<IntakeResult> {
    const instructions = newInstructions(this.#deps, call, evaluated)
    if (!(await recordRequests(this.#deps.audit, call, instructions, evaluated))) {
      return refuse('unavailable', message('refusals.auditFailed'))
    }
    // Refuse if requests were closed during the disk write.
    const closed = this.#refusals.currentRefusal(call.connection)
    if (closed !== null) return this.#refusals.refuse(call, closed)
    const stored = await this.#store.add(
      instructions,
      evaluated.map(({ verdict }) => verdict.exposure),
    )
    if (!stored.ok) {
      return refuse('unavailable', message('refusals.storeFailed'))
    }
    // Withdrawals during the write could not reach the instruction, because it was not in the store
    // yet.
    const late = this.#refusals.currentRefusal(call.connection)
    if (late !== null) {
      await Promise.all(
        instructions.map(({ id }) => this.#handlers.reject(id, inEnglish(late.message))),
      )
      return err(late)
    }
    await this.#handOver(call, instructions, evaluated)
    return ok(instructions.flatMap(({ id }) => this.#store.get(id) ?? []))
  }

  /** Shows accepted instructions to the person, or approves a single one by rule. */
  async #handOver(
    { condition }: IntakeCall,
    instructions: readonly NewInstruction[],
    evaluated: readonly EvaluatedAction[],
  ): Promise<void> {
    const entries = instructions.flatMap(({ id }, index): EvaluatedInstruction[] => {
      const [instruction, action] = [this.#store.get(id), evaluated[index]]
      return instruction === undefined || action === undefined
        ? []
        : [{ instruction, facts: action.facts, verdict: action.verdict }]
    })
    // Auto-approve rules apply to single orders only, never in production, and never to what waited
    // for a condition: the person may have gone meanwhile.
    const [only] = entries
    const isAutoApproved =
      condition === null &&
      entries.length === 1 &&
      only !== undefined &&
      (await this.#evaluation.isAutoApproved(only))
    // What ended while the rule was written is neither decided nor shown.
    const pending = entries.filter(
      ({ instruction }) => this.#store.get(instruction.id)?.status === 'PENDING',
    )
    if (pending.length === 0) return
    if (isAutoApproved) await this.#handlers.autoApprove(only.instruction, only.verdict)
    else this.#handlers.showToPerson(pending)
  }

  /** Returns the connection's instructions that count against a limit now. */
  #countedOf({ connection, now }: IntakeCall): readonly Instruction[] {
    return this.#store
      .counted({ orders: [], now, except: null })
      .map(({ instruction }) => instruction)
      .filter((instruction) => instruction.connectionId === connection.id)
  }
}

/** Makes one instruction for each action of a request; several are a batch. */
function newInstructions(
  deps: InstructionServiceDeps,
  call: IntakeCall,
  evaluated: readonly EvaluatedAction[],
): readonly NewInstruction[] {
  const { clock, environment, random } = deps
  const { connection, key, origin, request, requestDigest } = call
  const createdAt = clock.now()
  const count = evaluated.length
  const batchId = count > 1 ? randomHex(random, ID_BYTES) : null
  return evaluated.map(({ action }, index) => ({
    id: randomHex(random, ID_BYTES) as InstructionId,
    ...(origin === null
      ? { source: 'local' as const }
      : { source: 'hosted' as const, sourceId: origin.sourceId }),
    connectionId: connection.id,
    connectionName: connection.name,
    environment,
    key,
    requestDigest,
    reason: formatReason(request.reason),
    ...(call.condition === null ? {} : { condition: call.condition }),
    action,
    batch: batchId === null ? null : { batchId, index, count },
    createdAt,
    expiresAt: epochMs(createdAt + validForMs(call, action, deps.exchangeNow())),
  }))
}

/** Returns how long an instruction waits for a decision, in whole ms. */
function validForMs(
  { connection, origin }: IntakeCall,
  action: InstructionAction,
  exchangeNow: EpochMs,
): number {
  const { validMinutes } = connection.policy
  const own = validityMs(action, validMinutes, exchangeNow)
  return Math.floor(Math.min(own, origin?.validForMs ?? Number.MAX_SAFE_INTEGER))
}

/** Writes each new instruction to the audit chain. False when that failed. */
async function recordRequests(
  audit: InstructionServiceDeps['audit'],
  { connection, origin, condition }: IntakeCall,
  instructions: readonly NewInstruction[],
  evaluated: readonly EvaluatedAction[],
): Promise<boolean> {
  for (const [index, { id, action, requestDigest, reason }] of instructions.entries()) {
    const facts = evaluated[index]?.facts
    const naming = facts === undefined ? {} : cardNaming(action, facts)
    const line = inEnglish(actionSummary(action, facts?.instrument ?? null, naming))
    const written = await audit.append('asked', id, line, {
      connection: connection.id,
      account: accountOf(action),
      request: requestDigest,
      reason,
      ...(origin === null ? {} : { hosted: origin.sourceId }),
      ...(condition === null ? {} : { condition: inEnglish(conditionMessage(condition)) }),
    })
    if (!written.ok) return false
  }
  return true
}
