import type { ConnectionId, WaitingId } from '../../../../shared/domain/ids.js'
import {
  refuse,
  type AsyncResult,
  type Refusal,
} from '../../../../shared/domain/instructions/refusal.js'
import type { WaitingInstruction } from '../../../../shared/domain/instructions/waiting-instruction.js'
import type { WaitingRequest } from '../../../../shared/domain/instructions/waiting-request.js'
import type { Quote } from '../../../../shared/domain/market/quote.js'
import { ok, type Result } from '../../../../shared/domain/result.js'
import { createSerialQueue } from '../../../../shared/domain/serial-queue.js'
import { MINUTE_MS } from '../../../../shared/domain/time.js'
import { inEnglish } from '../../../../shared/messages/format-message.js'
import { message } from '../../../../shared/messages/make-message.js'
import { randomHex } from '../../hex.js'
import { conditionMessage } from '../order-text/condition-summary.js'
import { digestOf } from '../requests/digest.js'
import { requestDigest } from '../requests/request-digest.js'
import type { WaitingDeps } from './waiting-deps.js'
import { newWaiting } from './waiting-log.js'
import { toCondition, toExpiry } from './waiting-request.js'
import { rowOf } from './waiting-row.js'
import type { WaitingStore } from './waiting-store.js'

/** How many instructions of one connection may wait at once. */
export const MAX_WAITING = 10
/** How long a repeated call without a key is the same request. */
const SAME_REQUEST_MS = MINUTE_MS
const ID_BYTES = 16

type IntakeDeps = Pick<
  WaitingDeps,
  'audit' | 'clock' | 'crypto' | 'environment' | 'instructionService' | 'random' | 'session'
>

interface IntakeParts {
  readonly store: WaitingStore
  /** True once the records of the last run were read. */
  readonly isUsable: () => boolean
  /** Called when one was stored, with the quote it was requested by. */
  readonly onStored: (waiting: WaitingInstruction, quote: Quote | null) => void
}

/** Accepts the requests of assistants that wait for a condition. */
export class WaitingIntake {
  readonly #deps: IntakeDeps
  readonly #parts: IntakeParts
  readonly #requests = createSerialQueue()

  constructor(deps: IntakeDeps, parts: IntakeParts) {
    this.#deps = deps
    this.#parts = parts
  }

  /**
   * Checks a request by the whole intake and lets it wait. The same key and request is the same
   * waiting instruction.
   * @param quote a current quote of the condition's symbol
   */
  add(
    connection: ConnectionId,
    request: WaitingRequest,
    quote: Quote | null,
  ): AsyncResult<WaitingInstruction> {
    return this.#requests.run(() => this.#add(connection, request, quote))
  }

  async #add(
    connection: ConnectionId,
    waitingRequest: WaitingRequest,
    quote: Quote | null,
  ): AsyncResult<WaitingInstruction> {
    const { clock, instructionService, random, session } = this.#deps
    const { request, condition: requested, expires } = waitingRequest
    if (!this.#parts.isUsable()) return refuse('unavailable', message('refusals.storeUnreadable'))
    const same = this.#sameRequest(connection, waitingRequest)
    if (same !== null) return same
    const count = this.#parts.store
      .byConnection(connection)
      .filter(({ state }) => state === 'waiting').length
    if (count >= MAX_WAITING) {
      return refuse('too-many', message('waiting.tooMany', { count, max: MAX_WAITING }))
    }
    const exchangeNow = session.queries.exchangeNow()
    const orders = session.streams.orders.all()
    const condition = toCondition(requested, { exchangeNow, quote, orders })
    if (!condition.ok) return condition
    const expiresAt = toExpiry(expires, condition.value, exchangeNow)
    if (!expiresAt.ok) return expiresAt
    const checked = await instructionService.intake.check(connection, { ...request, key: null })
    if (!checked.ok) return checked
    return this.#store(
      newWaiting({
        id: randomHex(random, ID_BYTES) as WaitingId,
        connectionId: connection,
        connectionName: checked.value.connection.name,
        key: request.key ?? '-',
        requestDigest: this.#digest(connection, waitingRequest),
        reason: checked.value.reason,
        actions: checked.value.actions,
        condition: condition.value,
        createdAt: clock.now(),
        requestedAt: exchangeNow,
        expiresAt: expiresAt.value,
      }),
      quote,
    )
  }

  /** The same for the same order and condition, whatever the reason and the key are. */
  #digest(connection: ConnectionId, { request, condition, expires }: WaitingRequest): string {
    const { crypto } = this.#deps
    const action = requestDigest(crypto, connection, request.action)
    return digestOf(crypto, { action, condition, expires })
  }

  /** Answers a request that was made before; null when it is new. */
  #sameRequest(
    connection: ConnectionId,
    request: WaitingRequest,
  ): Result<WaitingInstruction, Refusal> | null {
    const digest = this.#digest(connection, request)
    const { key } = request.request
    const earlier = this.#parts.store.byConnection(connection)
    if (key !== null) {
      const byKey = earlier.find((waiting) => waiting.key === key)
      if (byKey === undefined) return null
      return byKey.requestDigest === digest
        ? ok(byKey)
        : refuse('key-conflict', message('refusals.keyConflict'))
    }
    const now = this.#deps.clock.now()
    const repeated = earlier.find(
      (waiting) =>
        waiting.requestDigest === digest &&
        waiting.state === 'waiting' &&
        now - waiting.createdAt < SAME_REQUEST_MS,
    )
    return repeated === undefined ? null : ok(repeated)
  }

  /** Records a checked request, first in the audit log and then in the file. */
  async #store(waiting: WaitingInstruction, quote: Quote | null): AsyncResult<WaitingInstruction> {
    const { audit, environment } = this.#deps
    const condition = inEnglish(conditionMessage(waiting.condition))
    const line = `Waits: ${condition}`
    const recorded = await audit.append('waiting', waiting.id, line, {
      connection: waiting.connectionId,
      condition,
      order: inEnglish(rowOf(waiting, environment, null).line),
      request: waiting.requestDigest,
      reason: waiting.reason,
    })
    if (!recorded.ok) return refuse('unavailable', message('refusals.auditFailed'))
    const { store, onStored } = this.#parts
    const stored = await store.add(waiting)
    if (!stored.ok) return refuse('unavailable', message('refusals.storeFailed'))
    onStored(waiting, quote)
    return ok(store.get(waiting.id) ?? waiting)
  }
}
