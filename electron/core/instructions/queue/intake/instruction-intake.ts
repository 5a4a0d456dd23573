import { cardNaming } from '../../policy/card-effect.js'
import type { WakeCondition } from '../../../../../shared/domain/instructions/wake-condition.js'
import type { ConnectionView } from '../../../../../shared/domain/instructions/connection.js'
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
import { randomHex } from '../../../hex.js'
import { PAUSE_MINUTES } from '../../connections/automatic-pauses.js'
import { conditionMessage } from '../../order-text/condition-summary.js'
import { actionSummary } from '../../order-text/order-summary.js'
import { formatReason } from '../../order-text/plain-text.js'
import type { PolicyVerdict } from '../../policy/policy-types.js'
import { accountOf } from '../../requests/action.js'
import { requestDigest as digestOfRequest } from '../../requests/request-digest.js'
import { DEDUPE_WINDOW_MS } from '../idempotency-keys.js'
import type { NewInstruction } from '../instruction-log.js'
import type { InstructionServiceDeps } from '../instruction-service-deps.js'
import type { CheckedRequest, HostedOrigin } from '../instruction-service-port.js'
import type { InstructionStore } from '../instruction-store.js'
import {
  accountRefusal,
  connectionRefusal,
  isRepeat,
  isRepeatedTooOften,
  pendingRefusal,
  rateRefusal,
  REPEATED_TOO_OFTEN,
} from './intake-checks.js'
import {
  IntakeEvaluation,
  type EvaluatedAction,
  type EvaluatedInstruction,
} from './intake-evaluation.js'
import { requestedActions } from './requested-actions.js'
import { validityMs } from '../validity.js'
import { inEnglish } from '../../../../../shared/messages/format-message.js'
import { message } from '../../../../../shared/messages/make-message.js'
import type { Message } from '../../../../../shared/messages/message.js'
import { haltRefusal } from '../../connections/halt-state.js'

const ID_BYTES = 16
const KEY_CHARS = 128

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

/** A request of a known connection while it is being checked. */
interface Call {
  /** The connection as it was when the request was made. */
  readonly connection: ConnectionView
  readonly request: InstructionRequest
  readonly origin: HostedOrigin | null
  readonly now: EpochMs
  /** The request's own key, or the one that is derived from its content and time. */
  readonly key: string
  readonly requestDigest: string
  /** The condition that woke it; null for a request that did not wait. */
  readonly condition: WakeCondition | null
}

const isValidKey = (key: string | null): boolean =>
  key === null || (key.length > 0 && key.length <= KEY_CHARS)

/** The intake with one serial queue per connection. */
export class InstructionIntake {
  readonly #deps: InstructionServiceDeps
  readonly #store: InstructionStore
  readonly #handlers: IntakeHandlers
  readonly #evaluation: IntakeEvaluation
  readonly #queues = new Map<ConnectionId, SerialQueue>()

  /**
   * Accepts requests one after another per connection. A repeated request, however often it
   * arrives, becomes one instruction (SEC-23).
   */
  constructor(deps: InstructionServiceDeps, store: InstructionStore, handlers: IntakeHandlers) {
    this.#deps = deps
    this.#store = store
    this.#handlers = handlers
    this.#evaluation = new IntakeEvaluation(deps, store)
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
  ): Result<Call, Refusal> {
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
  #answerRepeat(call: Call): Promise<IntakeResult> | null {
    const { connection, request, requestDigest, now } = call
    const match = this.#store.find(connection.id, request.key, requestDigest, now)
    if (match.found === 'conflict') {
      return this.#refuseAndRecord(call, {
        code: 'key-conflict',
        message: message('refusals.keyConflict'),
      })
    }
    if (match.found !== 'same') return null
    const same = match.ids.flatMap((id) => this.#store.get(id) ?? [])
    if (isRepeat(request.key, same)) {
      return isRepeatedTooOften(same)
        ? this.#refuseRate(call, REPEATED_TOO_OFTEN)
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
  async #acceptNew(call: Call): Promise<IntakeResult> {
    const evaluated = await this.#evaluate(call)
    return evaluated.ok ? this.#accept(call, evaluated.value) : evaluated
  }

  /** Runs every check of a new request, and records its refusal. */
  async #evaluate(call: Call): Promise<Result<readonly EvaluatedAction[], Refusal>> {
    const { connection, request, origin } = call
    const state = this.#stateRefusal(connection)
    if (state !== null) return this.#refuseAndRecord(call, state)
    const tooMany = this.#rateRefusal(call)
    if (tooMany !== null) return this.#refuseRate(call, tooMany)
    const hidden = accountRefusal(connection.policy, request.action)
    if (hidden !== null) return this.#refuseAndRecord(call, hidden)
    const actions = requestedActions(request.action, this.#deps.orderGateway.streams.orders.all())
    if (!actions.ok) return this.#refuseAndRecord(call, actions.error)
    const evaluated = await this.#evaluation.evaluate(connection, actions.value, {
      origin,
      closes: request.action.kind === 'place' && request.action.closes === true,
    })
    if (evaluated.ok) return evaluated
    return evaluated.error.code === 'too-many'
      ? this.#refuseRate(call, evaluated.error.message, evaluated.error)
      : this.#refuseAndRecord(call, evaluated.error)
  }

  /**
   * Returns why one more request is too many now. One that waited was counted when it was made, so
   * only its card counts.
   */
  #rateRefusal(call: Call): Message | null {
    const { connection, condition, now, origin } = call
    const counted = this.#countedOf(call)
    return condition === null
      ? rateRefusal(
          connection.policy,
          counted,
          origin,
          now,
          this.#deps.waitingTimes?.(connection.id) ?? [],
        )
      : pendingRefusal(connection.policy, counted)
  }

  /** Records the instructions of a request, then shows or approves them. */
  async #accept(call: Call, evaluated: readonly EvaluatedAction[]): Promise<IntakeResult> {
    const newInstructions = this.#makeInstructions(call, evaluated)
    if (!(await this.#recordRequests(call, newInstructions, evaluated))) {
      return refuse('unavailable', message('refusals.auditFailed'))
    }
    // Refuse if requests were closed during the disk write.
    const closed = this.#refusalNow(call.connection)
    if (closed !== null) return this.#refuseAndRecord(call, closed)
    const stored = await this.#store.add(
      newInstructions,
      evaluated.map(({ verdict }) => verdict.exposure),
    )
    if (!stored.ok) {
      return refuse('unavailable', message('refusals.storeFailed'))
    }
    // Withdrawals during the write could not reach the instruction, because it was not in the store
    // yet.
    const late = this.#refusalNow(call.connection)
    if (late !== null) {
      await Promise.all(
        newInstructions.map(({ id }) => this.#handlers.reject(id, inEnglish(late.message))),
      )
      return err(late)
    }
    await this.#handOver(call, newInstructions, evaluated)
    return ok(newInstructions.flatMap(({ id }) => this.#store.get(id) ?? []))
  }

  /** Makes one instruction for each action; several are a batch. */
  #makeInstructions(call: Call, evaluated: readonly EvaluatedAction[]): readonly NewInstruction[] {
    const { clock, environment, random } = this.#deps
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
      expiresAt: epochMs(createdAt + this.#validForMs(call, action)),
    }))
  }

  /** Returns how long an instruction waits for a decision, in whole ms. */
  #validForMs({ connection, origin }: Call, action: InstructionAction): number {
    const { validMinutes } = connection.policy
    const own = validityMs(action, validMinutes, this.#deps.exchangeNow())
    return Math.floor(Math.min(own, origin?.validForMs ?? Number.MAX_SAFE_INTEGER))
  }

  /** Writes each instruction to the audit chain. False when that failed. */
  async #recordRequests(
    { connection, origin, condition }: Call,
    made: readonly NewInstruction[],
    evaluated: readonly EvaluatedAction[],
  ): Promise<boolean> {
    for (const [index, { id, action, requestDigest, reason }] of made.entries()) {
      const facts = evaluated[index]?.facts
      const naming = facts === undefined ? {} : cardNaming(action, facts)
      const line = inEnglish(actionSummary(action, facts?.instrument ?? null, naming))
      const written = await this.#deps.audit.append('asked', id, line, {
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

  /** Shows accepted instructions to the person, or approves a single one by rule. */
  async #handOver(
    { condition }: Call,
    made: readonly NewInstruction[],
    evaluated: readonly EvaluatedAction[],
  ): Promise<void> {
    const entries = made.flatMap(({ id }, index): EvaluatedInstruction[] => {
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
  #countedOf({ connection, now }: Call): readonly Instruction[] {
    return this.#store
      .counted({ orders: [], now, except: null })
      .map(({ instruction }) => instruction)
      .filter((instruction) => instruction.connectionId === connection.id)
  }

  /** Returns why a connection in this state may not request anything now; null when it may. */
  #stateRefusal(connection: ConnectionView): Refusal | null {
    const { environment, halted } = this.#deps
    const closed = this.#handlers.closedReason()
    if (closed !== null) return closed
    if (halted.get()) return haltRefusal(halted.reason?.() ?? null)
    return connectionRefusal(connection, environment) ?? this.#deps.notReadyReason()
  }

  /**
   * Returns why the connection's requests are refused now, regardless of its state at the request.
   */
  #refusalNow(connection: ConnectionView): Refusal | null {
    const current = this.#deps.connections.get(connection.id)
    return this.#stateRefusal(current ?? { ...connection, state: 'revoked' })
  }

  async #refuseAndRecord(
    { connection, requestDigest }: Call,
    refusal: Refusal,
  ): Promise<Result<never, Refusal>> {
    // A session that is not ready is not the assistant's fault.
    if (refusal.code !== 'not-ready') {
      await this.#deps.refusals.record(connection.id, refusal, { request: requestDigest })
    }
    return err(refusal)
  }

  /** Refuses a request as one too many. Frequent violations pause the connection. */
  async #refuseRate(
    call: Call,
    why: Message,
    refusal: Refusal = { code: 'too-many', message: why },
  ): Promise<Result<never, Refusal>> {
    const { connections } = this.#deps
    const { id } = call.connection
    await this.#refuseAndRecord(call, refusal)
    // Its condition decides when it wakes, not the assistant.
    if (call.condition !== null) return refuse('too-many', why)
    if (await connections.recordRateViolation(id)) {
      await connections.pause(id, PAUSE_MINUTES, message('assistants.pausedForRate'))
    }
    return refuse('too-many', why)
  }
}
