import type { Disposer } from '../../../../shared/domain/brand.js'
import type { ConnectionId, WaitingId } from '../../../../shared/domain/ids.js'
import { refuse, type AsyncResult } from '../../../../shared/domain/instructions/refusal.js'
import {
  MAX_WAITING_ROWS,
  type HoldReason,
  type WaitingInstruction,
  type WaitingRow,
} from '../../../../shared/domain/instructions/waiting-instruction.js'
import type { Quote } from '../../../../shared/domain/market/quote.js'
import { ok, type Result } from '../../../../shared/domain/result.js'
import { DAY_MS, type EpochMs } from '../../../../shared/domain/time.js'
import { inEnglish } from '../../../../shared/messages/format-message.js'
import { message } from '../../../../shared/messages/make-message.js'
import type { Message } from '../../../../shared/messages/message.js'
import type { FileError } from '../../ports.js'
import { WaitingContracts } from './waiting-contracts.js'
import type { WaitingDeps } from './waiting-deps.js'
import { ConditionWatch } from './condition-watch.js'
import type { Finding } from './wake-conditions.js'
import { WaitingIntake } from './waiting-intake.js'
import { applyStep, type WaitingStep } from './waiting-log.js'
import { requestOf } from './waiting-request.js'
import { rowOf } from './waiting-row.js'
import { WaitingStore } from './waiting-store.js'
import { settledWaking, wokenBy, wokenStep } from './woken.js'

/** The interval of evaluation, in ms. Quotes are evaluated when they arrive, too. */
export const WAITING_PULSE_MS = 1_000
/** How often it is recorded that conditions were evaluated, for the gap after a crash. */
const HEARTBEAT_MS = 30_000
/** Ended ones are forgotten after this time; the audit log has them for ever. */
const RETENTION_MS = 7 * DAY_MS

type EndState = Extract<WaitingStep, { readonly kind: 'ended' }>['state']

/**
 * The instructions that wait for a condition. It never sends anything: a condition that is met
 * requests a card, at most once, by the same intake as every request.
 */
export class WaitingInstructions {
  readonly #deps: WaitingDeps
  readonly intake: WaitingIntake
  readonly #store: WaitingStore
  readonly #watch: ConditionWatch
  readonly #contracts: WaitingContracts
  readonly #waking = new Set<WaitingId>()
  readonly #stops: Disposer[] = []
  #heartbeatAt = 0
  #usable = false
  #disposed = false

  constructor(deps: WaitingDeps) {
    this.#deps = deps
    this.#store = new WaitingStore(deps)
    this.#watch = new ConditionWatch(deps, {
      onQuote: (quote) => this.#evaluateQuote(quote),
      onGap: (id, gap) => void this.#store.append({ kind: 'gap', id, gap }),
      onLevel: (id, level) => void this.#store.markLevel(id, level),
    })
    this.#contracts = new WaitingContracts({
      ...deps,
      exchange: this.#watch.exchange,
      store: this.#store,
      end: (waiting, why) => void this.#end(waiting, 'impossible', why),
    })
    this.intake = new WaitingIntake(deps, {
      store: this.#store,
      isUsable: () => this.#usable,
      onStored: (waiting, quote) => this.#onStored(waiting, quote),
    })
  }

  /** Reads the last run's records, then starts to evaluate. */
  async restore(): Promise<void> {
    const { clock, instructionService, log } = this.#deps
    const records = await this.#store.read()
    if (!records.ok) {
      this.#deps.onUnreadable()
      log.event('error', 'waiting.unreadable', { kind: records.error.kind })
      return
    }
    this.#deps.onReadable?.()
    const now = clock.now()
    const settled = records.value.waiting
      .map((waiting) =>
        waiting.state === 'waking'
          ? settledWaking(waiting, instructionService.byConnection(waiting.connectionId), now)
          : waiting,
      )
      .filter(({ endedAt }) => endedAt === null || now - endedAt < RETENTION_MS)
    await this.#store.load(settled, records.value)
    this.#usable = true
    this.#watch.resume(this.#store.waiting(), records.value)
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
    const moved = await this.#store.setUnreadableAside(unreadable)
    if (moved.ok) await this.restore()
    return moved
  }

  all(): readonly WaitingInstruction[] {
    return this.#store.all()
  }

  byConnection(connection: ConnectionId): readonly WaitingInstruction[] {
    return this.#store.byConnection(connection)
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
    return this.#store.onChange(listener)
  }

  /** Removes one that waits. `by`: the person, or the assistant itself. */
  async remove(id: WaitingId, by: 'person' | 'assistant'): AsyncResult<WaitingInstruction> {
    const waiting = this.#store.get(id)
    if (waiting === undefined) return refuse('not-found', message('waiting.unknown'))
    if (waiting.state !== 'waiting') return refuse('already-ended', message('waiting.ended'))
    await (by === 'person'
      ? this.#end(waiting, 'removed', message('waiting.removed'))
      : this.#end(waiting, 'revoked', message('waiting.revoked')))
    return ok(this.#store.get(id) ?? waiting)
  }

  /**
   * Wakes one because the person's alert fired, exactly as by its own condition: not while it is
   * held, at most once, and only to a card that the person decides on. One that ended stays so.
   */
  async alert(id: WaitingId, fired: Message): Promise<void> {
    const waiting = this.#store.get(id)
    if (!this.#usable || waiting?.state !== 'waiting' || waiting.alerted !== undefined) return
    await this.#store.append({ kind: 'alerted', id, detail: fired, at: this.#deps.clock.now() })
    this.#evaluateAlerted()
  }

  async dispose(): Promise<void> {
    if (this.#disposed) return
    this.#disposed = true
    for (const stop of this.#stops) stop()
    this.#contracts.stop()
    const evaluatedAt = this.#watch.dispose()
    if (this.#usable && evaluatedAt !== null && this.#store.waiting().length > 0) {
      await this.#store.markEvaluated(evaluatedAt)
    }
    await this.#store.close()
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
    for (const { connectionId } of this.#store.waiting()) this.#endIfGone(connectionId)
    this.#watch.follow(this.#store.waiting())
  }

  #onStored(waiting: WaitingInstruction, quote: Quote | null): void {
    this.#watch.begin(waiting, quote)
    this.#watch.follow(this.#store.waiting())
    // A halt or a revoke during the writes could not reach it.
    this.#endHalted()
    this.#endIfGone(waiting.connectionId)
  }

  #pulse(): void {
    const waiting = this.#store.waiting()
    this.#watch.pulse(waiting)
    for (const entry of waiting) this.#expireIfDue(entry)
    for (const entry of this.#store.waiting()) {
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
    for (const entry of this.#store.waiting()) this.#settle(entry, this.#watch.findAlert(entry))
  }

  #evaluateQuote({ symbol }: Quote): void {
    for (const entry of this.#store.waiting()) {
      const { condition } = entry
      if (condition.kind !== 'price' && condition.kind !== 'change') continue
      if (condition.symbol === symbol) this.#settle(entry, this.#watch.findQuote(entry))
    }
  }

  #evaluateOrders(): void {
    for (const entry of this.#store.waiting()) {
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
    const { audit, clock, instructionService } = this.#deps
    if (this.#waking.has(id) || this.#disposed) return
    this.#waking.add(id)
    try {
      const line = `Condition met: ${inEnglish(seen)}`
      const recorded = await audit.append('waiting', id, line, { connection: connectionId })
      if (!recorded.ok) return
      const step = { kind: 'waking' as const, id, detail: seen, at: clock.now() }
      const before = this.#store.get(id)
      if (before?.state !== 'waiting' || this.#disposed) return
      const written = await this.#store.write(step)
      const current = this.#store.get(id)
      if (!written.ok || current?.state !== 'waiting') return
      const waking = applyStep(current, step)
      this.#store.set(waking)
      const request = requestOf(waking)
      if (request === null) return
      const woken = await instructionService.intake.wake(connectionId, request, wokenBy(waking))
      await (woken.ok
        ? this.#store.append(
            wokenStep(
              waking,
              woken.value.map((instruction) => instruction.id),
              clock.now(),
            ),
          )
        : this.#end(waking, 'refused', message('waiting.refused', { reason: woken.error.message })))
    } finally {
      this.#waking.delete(id)
      this.#watch.follow(this.#store.waiting())
    }
  }

  #expireIfDue(waiting: WaitingInstruction): void {
    if (!this.#watch.isClockKnown()) return
    if (this.#deps.session.queries.exchangeNow() < waiting.expiresAt) return
    void this.#end(waiting, 'expired', message('waiting.expired'))
  }

  #endHalted(): void {
    if (!this.#deps.halted.get()) return
    for (const entry of this.#store.waiting()) {
      void this.#end(entry, 'withdrawn', message('waiting.halted'))
    }
  }

  #endRevoked(connection: ConnectionId): void {
    for (const entry of this.#store.waiting()) {
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
    const current = this.#store.get(id)
    if (current === undefined || current.endedAt !== null) return
    const step = { kind: 'ended' as const, id, state, detail, instructions: [], at: clock.now() }
    this.#store.set(applyStep(current, step))
    this.#watch.follow(this.#store.waiting())
    const line = inEnglish(detail).slice(0, 300)
    await audit.append('waiting', id, line, { connection: connectionId, ending: state })
    await this.#store.write(step)
  }

  #notifyHeld(connection: ConnectionId): void {
    this.#watch.pulse(this.#store.waiting())
    for (const entry of this.#store.waiting()) {
      if (entry.connectionId === connection) this.#store.notify(entry)
    }
  }

  #heartbeat(): void {
    const now = this.#deps.clock.monotonic()
    const evaluatedAt = this.#watch.evaluatedAt
    if (evaluatedAt === null || this.#store.waiting().length === 0) return
    if (now - this.#heartbeatAt < HEARTBEAT_MS) return
    this.#heartbeatAt = now
    void this.#store.markEvaluated(evaluatedAt)
  }
}
