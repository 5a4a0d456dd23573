import type { Disposer } from '../../../../shared/domain/brand.js'
import { createEmitter } from '../../../../shared/domain/emitter.js'
import type { ConnectionId, WaitingId } from '../../../../shared/domain/ids.js'
import {
  refuse,
  type AsyncResult,
  type Refusal,
} from '../../../../shared/domain/instructions/refusal.js'
import {
  MAX_WAITING_ROWS,
  type HoldReason,
  type WaitingInstruction,
  type WaitingRow,
} from '../../../../shared/domain/instructions/waiting-instruction.js'
import type { WaitingRequest } from '../../../../shared/domain/instructions/waiting-request.js'
import type { Quote } from '../../../../shared/domain/market/quote.js'
import { ok, type Result } from '../../../../shared/domain/result.js'
import { createSerialQueue } from '../../../../shared/domain/serial-queue.js'
import { DAY_MS, MINUTE_MS, type EpochMs } from '../../../../shared/domain/time.js'
import { inEnglish } from '../../../../shared/messages/format-message.js'
import { message } from '../../../../shared/messages/make-message.js'
import type { Message } from '../../../../shared/messages/message.js'
import { randomHex } from '../../hex.js'
import type { FileError } from '../../ports.js'
import { digestOf } from '../requests/digest.js'
import { requestDigest } from '../requests/request-digest.js'
import { WaitingContracts } from './waiting-contracts.js'
import type { WaitingDeps } from './waiting-deps.js'
import { ConditionWatch } from './condition-watch.js'
import { conditionMessage } from '../order-text/condition-summary.js'
import type { Finding } from './wake-conditions.js'
import { applyStep, newWaiting, WaitingLog, type WaitingStep } from './waiting-log.js'
import { requestOf, toCondition, toExpiry, wakeKey } from './waiting-request.js'
import { WaitingBook } from './waiting-book.js'
import { rowOf } from './waiting-row.js'
import { wokenBy, wokenStep } from './woken.js'

/** How many instructions of one connection may wait at once. */
export const MAX_WAITING = 10
/** The interval of evaluation, in ms. Quotes are evaluated when they arrive, too. */
export const WAITING_PULSE_MS = 1_000
/** How often it is recorded that conditions were evaluated, for the gap after a crash. */
const HEARTBEAT_MS = 30_000
/** How long a repeated call without a key is the same request. */
const SAME_REQUEST_MS = MINUTE_MS
/** Ended ones are forgotten after this time; the audit log has them for ever. */
const RETENTION_MS = 7 * DAY_MS
const ID_BYTES = 16

type EndState = Extract<WaitingStep, { readonly kind: 'ended' }>['state']

/**
 * The instructions that wait for a condition. It never sends anything: a condition that is met
 * requests a card, at most once, by the same intake as every request.
 */
export class WaitingInstructions {
  readonly #deps: WaitingDeps
  readonly #log: WaitingLog
  readonly #watch: ConditionWatch
  readonly #contracts: WaitingContracts
  readonly #book = new WaitingBook()
  readonly #changed = createEmitter<WaitingInstruction>()
  readonly #requests = createSerialQueue()
  readonly #waking = new Set<WaitingId>()
  readonly #stops: Disposer[] = []
  #heartbeatAt = 0
  #usable = false
  #disposed = false

  constructor(deps: WaitingDeps) {
    this.#deps = deps
    this.#log = new WaitingLog(deps.journal)
    this.#watch = new ConditionWatch(deps, {
      onQuote: (quote) => this.#evaluateQuote(quote),
      onGap: (id, gap) => void this.#append({ kind: 'gap', id, gap }),
      onLevel: (id, level) => void this.#report(this.#log.markLevel(id, level)),
    })
    this.#contracts = new WaitingContracts({
      ...deps,
      exchange: this.#watch.exchange,
      book: this.#book,
      end: (waiting, why) => void this.#end(waiting, 'impossible', why),
    })
  }

  /** Reads the last run's records, then starts to evaluate. */
  async restore(): Promise<void> {
    const { clock, log } = this.#deps
    const first = await this.#log.read()
    // A damaged file was set aside by its first reading, so the second one starts empty.
    const records = !first.ok && first.error.kind === 'damaged' ? await this.#log.read() : first
    if (!records.ok) {
      this.#deps.onUnreadable()
      log.event('error', 'waiting.unreadable', { kind: records.error.kind })
      return
    }
    this.#deps.onReadable?.()
    const now = clock.now()
    for (const waiting of records.value.waiting) {
      const settled = waiting.state === 'waking' ? this.#settleWaking(waiting, now) : waiting
      if (settled.endedAt === null || now - settled.endedAt < RETENTION_MS) {
        this.#book.set(settled)
      }
    }
    const written = await this.#log.compact({ ...records.value, waiting: this.all() })
    if (!written.ok) log.event('warn', 'waiting.not-compacted', { kind: written.error.kind })
    this.#usable = true
    this.#watch.resume(this.#book.waiting(), records.value)
    this.#start()
    this.#contracts.start()
  }

  /**
   * Sets unreadable records of the last run aside and reads the rest, after the person has looked.
   * Does nothing when the records could be read.
   */
  async recover(): Promise<Result<void, FileError>> {
    const { unreadable } = this.#deps
    if (this.#usable || unreadable === undefined) return ok(undefined)
    const moved = await this.#log.setUnreadableAside(unreadable)
    if (moved.ok) await this.restore()
    return moved
  }

  all(): readonly WaitingInstruction[] {
    return this.#book.all()
  }

  byConnection(connection: ConnectionId): readonly WaitingInstruction[] {
    return this.#book.byConnection(connection)
  }

  /** Returns when the connection's requests that wait were made, for its request rate. */
  requestTimes(connection: ConnectionId): readonly EpochMs[] {
    return this.byConnection(connection).map(({ createdAt }) => createdAt)
  }

  /** Returns the rows for windows: what waits first, then what ended, newest first. */
  rows(): readonly WaitingRow[] {
    const rank = ({ state }: WaitingInstruction): number => (state === 'waiting' ? 0 : 1)
    return this.all()
      .toSorted(
        (a, b) => rank(a) - rank(b) || (b.endedAt ?? b.createdAt) - (a.endedAt ?? a.createdAt),
      )
      .slice(0, MAX_WAITING_ROWS)
      .map((waiting) => rowOf(waiting, this.#deps.environment, this.#watch.holdOf(waiting)))
  }

  /** Returns why a condition is not evaluated now; null while it is. */
  heldBy(waiting: WaitingInstruction): HoldReason | null {
    return this.#watch.holdOf(waiting)?.why ?? null
  }

  onChange(listener: (waiting: WaitingInstruction) => void): Disposer {
    return this.#changed.add(listener)
  }

  /**
   * Checks a request by the whole intake and lets it wait. The same key and request is the same
   * waiting instruction.
   * @param quote a current quote of the condition's symbol
   */
  add(
    connection: ConnectionId,
    given: WaitingRequest,
    quote: Quote | null,
  ): AsyncResult<WaitingInstruction> {
    return this.#requests.run(() => this.#add(connection, given, quote))
  }

  /** Removes one that waits. `by`: the person, or the assistant itself. */
  async remove(id: WaitingId, by: 'person' | 'assistant'): AsyncResult<WaitingInstruction> {
    const waiting = this.#book.get(id)
    if (waiting === undefined) return refuse('not-found', message('waiting.unknown'))
    if (waiting.state !== 'waiting') return refuse('already-ended', message('waiting.ended'))
    await (by === 'person'
      ? this.#end(waiting, 'removed', message('waiting.removed'))
      : this.#end(waiting, 'revoked', message('waiting.revoked')))
    return ok(this.#book.get(id) ?? waiting)
  }

  /**
   * Wakes one because the person's alert fired, exactly as by its own condition: not while it is
   * held, at most once, and only to a card that the person decides on. One that ended stays so.
   */
  async alert(id: WaitingId, fired: Message): Promise<void> {
    const waiting = this.#book.get(id)
    if (!this.#usable || waiting?.state !== 'waiting' || waiting.alerted !== undefined) return
    await this.#append({ kind: 'alerted', id, detail: fired, at: this.#deps.clock.now() })
    this.#evaluateAlerted()
  }

  async dispose(): Promise<void> {
    if (this.#disposed) return
    this.#disposed = true
    for (const stop of this.#stops) stop()
    this.#contracts.stop()
    const evaluatedAt = this.#watch.dispose()
    if (this.#usable && evaluatedAt !== null && this.#book.waiting().length > 0) {
      await this.#log.markEvaluated(evaluatedAt)
    }
    this.#changed.clear()
    await this.#log.close()
  }

  #start(): void {
    const { connections, halted, timers, session } = this.#deps
    this.#stops.push(
      halted.subscribe(() => this.#endHalted()),
      connections.onChange(({ id, kind }) => {
        if (kind === 'revoked') this.#endRevoked(id)
        if (kind === 'paused' || kind === 'resumed') this.#notifyHeld(id)
      }),
      session.streams.orders.subscribe(() => this.#evaluateOrders()),
      timers.every(WAITING_PULSE_MS, () => this.#pulse()),
    )
    this.#endHalted()
    for (const { connectionId } of this.#book.waiting()) this.#endIfGone(connectionId)
    this.#watch.follow(this.#book.waiting())
  }

  async #add(
    connection: ConnectionId,
    waitingRequest: WaitingRequest,
    quote: Quote | null,
  ): AsyncResult<WaitingInstruction> {
    const { clock, instructionService, random, session } = this.#deps
    const { request, condition: requested, expires } = waitingRequest
    if (!this.#usable) return refuse('unavailable', message('refusals.storeUnreadable'))
    const same = this.#sameRequest(connection, waitingRequest)
    if (same !== null) return same
    const count = this.byConnection(connection).filter(({ state }) => state === 'waiting').length
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
    given: WaitingRequest,
  ): Result<WaitingInstruction, Refusal> | null {
    const digest = this.#digest(connection, given)
    const { key } = given.request
    const ownWaiting = this.byConnection(connection)
    if (key !== null) {
      const byKey = ownWaiting.find((waiting) => waiting.key === key)
      if (byKey === undefined) return null
      return byKey.requestDigest === digest
        ? ok(byKey)
        : refuse('key-conflict', message('refusals.keyConflict'))
    }
    const now = this.#deps.clock.now()
    const repeated = ownWaiting.find(
      ({ requestDigest, createdAt, state }) =>
        requestDigest === digest && state === 'waiting' && now - createdAt < SAME_REQUEST_MS,
    )
    return repeated === undefined ? null : ok(repeated)
  }

  /** Records a checked request, first in the audit log and then in the file. */
  async #store(waiting: WaitingInstruction, quote: Quote | null): AsyncResult<WaitingInstruction> {
    const { audit } = this.#deps
    const condition = inEnglish(conditionMessage(waiting.condition))
    const line = `Waits: ${condition}`
    const recorded = await audit.append('waiting', waiting.id, line, {
      connection: waiting.connectionId,
      condition,
      order: inEnglish(rowOf(waiting, this.#deps.environment, null).line),
      request: waiting.requestDigest,
      reason: waiting.reason,
    })
    if (!recorded.ok) return refuse('unavailable', message('refusals.auditFailed'))
    const stored = await this.#log.add(waiting)
    if (!stored.ok) return refuse('unavailable', message('refusals.storeFailed'))
    this.#set(waiting)
    this.#watch.begin(waiting, quote)
    this.#watch.follow(this.#book.waiting())
    // A halt or a revoke during the writes could not reach it.
    this.#endHalted()
    this.#endIfGone(waiting.connectionId)
    return ok(this.#book.get(waiting.id) ?? waiting)
  }

  #pulse(): void {
    const waiting = this.#book.waiting()
    this.#watch.pulse(waiting)
    for (const entry of waiting) this.#expireIfDue(entry)
    for (const entry of this.#book.waiting()) {
      const { condition } = entry
      if (condition.kind === 'time') this.#settle(entry, this.#watch.findTime(entry))
      if (condition.kind === 'price' || condition.kind === 'change') {
        this.#settle(entry, this.#watch.findQuote(entry))
      }
    }
    this.#evaluateOrders()
    this.#evaluateAlerted()
    this.#heartbeat()
  }

  #evaluateAlerted(): void {
    for (const entry of this.#book.waiting()) this.#settle(entry, this.#watch.findAlert(entry))
  }

  #evaluateQuote({ symbol }: Quote): void {
    for (const entry of this.#book.waiting()) {
      const { condition } = entry
      if (condition.kind !== 'price' && condition.kind !== 'change') continue
      if (condition.symbol === symbol) this.#settle(entry, this.#watch.findQuote(entry))
    }
  }

  #evaluateOrders(): void {
    for (const entry of this.#book.waiting()) {
      if (entry.condition.kind === 'order') this.#settle(entry, this.#watch.findOrder(entry))
    }
  }

  #settle(waiting: WaitingInstruction, finding: Finding): void {
    if (finding === null) return
    if (finding.found !== 'met') return void this.#end(waiting, finding.found, finding.why)
    this.#contracts.wake(waiting, () => void this.#wake(waiting, finding.seen))
  }

  /**
   * Wakes one: records that first, so that it wakes at most once whatever happens, then requests it
   * like any other.
   */
  async #wake({ id, connectionId }: WaitingInstruction, seen: Message): Promise<void> {
    const { audit, clock, instructionService, log } = this.#deps
    if (this.#waking.has(id) || this.#disposed) return
    this.#waking.add(id)
    try {
      const line = `Condition met: ${inEnglish(seen)}`
      const recorded = await audit.append('waiting', id, line, { connection: connectionId })
      if (!recorded.ok) return
      const step = { kind: 'waking' as const, id, detail: seen, at: clock.now() }
      const before = this.#book.get(id)
      if (before?.state !== 'waiting' || this.#disposed) return
      const written = await this.#log.append(step)
      const current = this.#book.get(id)
      if (!written.ok || current?.state !== 'waiting') {
        if (!written.ok) log.event('error', 'waiting.not-saved', { kind: written.error.kind })
        return
      }
      const waking = applyStep(current, step)
      this.#set(waking)
      const request = requestOf(waking)
      if (request === null) return
      const woken = await instructionService.intake.wake(connectionId, request, wokenBy(waking))
      await (woken.ok
        ? this.#append(
            wokenStep(
              waking,
              woken.value.map((instruction) => instruction.id),
              clock.now(),
            ),
          )
        : this.#end(waking, 'refused', message('waiting.refused', { reason: woken.error.message })))
    } finally {
      this.#waking.delete(id)
      this.#watch.follow(this.#book.waiting())
    }
  }

  /** Returns one that was waking when the last run ended, as what its request became. */
  #settleWaking(waiting: WaitingInstruction, now: EpochMs): WaitingInstruction {
    const made = this.#deps.instructionService
      .byConnection(waiting.connectionId)
      .filter(({ key }) => key === wakeKey(waiting.id))
      .map(({ id }) => id)
    return made.length > 0
      ? applyStep(waiting, wokenStep(waiting, made, now))
      : applyStep(waiting, {
          kind: 'ended',
          id: waiting.id,
          state: 'interrupted',
          detail: message('waiting.interrupted'),
          instructions: [],
          at: now,
        })
  }

  #expireIfDue(waiting: WaitingInstruction): void {
    if (!this.#watch.isClockKnown()) return
    if (this.#deps.session.queries.exchangeNow() < waiting.expiresAt) return
    void this.#end(waiting, 'expired', message('waiting.expired'))
  }

  #endHalted(): void {
    if (!this.#deps.halted.get()) return
    for (const entry of this.#book.waiting()) {
      void this.#end(entry, 'withdrawn', message('waiting.halted'))
    }
  }

  #endRevoked(connection: ConnectionId): void {
    for (const entry of this.#book.waiting()) {
      if (entry.connectionId === connection) {
        void this.#end(entry, 'withdrawn', message('waiting.connectionRevoked'))
      }
    }
  }

  /** Ends those of a connection that was revoked while nobody listened. */
  #endIfGone(connection: ConnectionId): void {
    const view = this.#deps.connections.get(connection)
    if (view === null || view.state === 'revoked') this.#endRevoked(connection)
  }

  /** Ends one without a request. It has ended at once; the files follow. */
  async #end(waiting: WaitingInstruction, state: EndState, detail: Message): Promise<void> {
    const { audit, clock } = this.#deps
    const { id, connectionId } = waiting
    const current = this.#book.get(id)
    if (current === undefined || current.endedAt !== null) return
    const step = { kind: 'ended' as const, id, state, detail, instructions: [], at: clock.now() }
    this.#set(applyStep(current, step))
    this.#watch.follow(this.#book.waiting())
    const line = inEnglish(detail).slice(0, 300)
    await audit.append('waiting', id, line, { connection: connectionId, ending: state })
    await this.#write(step)
  }

  /** Applies a step that has happened already, and writes it. */
  async #append(step: WaitingStep): Promise<void> {
    const current = this.#book.get(step.id)
    if (current === undefined) return
    this.#set(applyStep(current, step))
    await this.#write(step)
  }

  #write(step: WaitingStep): Promise<void> {
    return this.#report(this.#log.append(step))
  }

  /** Waits for a record; one that could not be written is reported. */
  async #report(writing: Promise<Result<void, FileError>>): Promise<void> {
    const written = await writing
    if (!written.ok) {
      this.#deps.log.event('error', 'waiting.not-saved', { kind: written.error.kind })
    }
  }

  #set(waiting: WaitingInstruction): void {
    this.#book.set(waiting)
    this.#changed.emit(waiting)
  }

  #notifyHeld(connection: ConnectionId): void {
    this.#watch.pulse(this.#book.waiting())
    for (const entry of this.#book.waiting()) {
      if (entry.connectionId === connection) this.#changed.emit(entry)
    }
  }

  #heartbeat(): void {
    const now = this.#deps.clock.monotonic()
    const evaluatedAt = this.#watch.evaluatedAt
    if (evaluatedAt === null || this.#book.waiting().length === 0) return
    if (now - this.#heartbeatAt < HEARTBEAT_MS) return
    this.#heartbeatAt = now
    void this.#log.markEvaluated(evaluatedAt)
  }
}
