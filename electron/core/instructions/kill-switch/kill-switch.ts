import type { Disposer } from '../../../../shared/domain/brand.js'
import type { Instruction } from '../../../../shared/domain/instructions/instruction.js'
import { ok, type Result } from '../../../../shared/domain/result.js'
import type { EpochMs } from '../../../../shared/domain/time.js'
import type { Order } from '../../../../shared/domain/orders/order.js'
import type { Halt, HaltScope } from '../../../../shared/domain/orders/halt.js'
import type { AuditPort } from '../../audit/audit-port.js'
import type { LiveValue } from '../../live-values.js'
import { createEmitter } from '../../../../shared/domain/emitter.js'
import type { ClockPort, DocumentPort, FileError, LogPort, TimerPort } from '../../ports.js'
import type { TradingSession } from '../../session/trading-session.js'
import { readHalt, writeHalt } from './halt-file.js'
import { recordContinuation, recordKill, recordLift, recordResult } from './halt-records.js'
import { KillCheck } from './kill-check.js'
import { KillRun } from './kill-run.js'
import { KillTargets } from './kill-targets.js'
import type { InstructionEndings } from '../queue/instruction-service-port.js'
import type { Connections } from '../connections/connections-port.js'
import { inEnglish } from '../../../../shared/messages/format-message.js'
import { message } from '../../../../shared/messages/make-message.js'
import type { Message } from '../../../../shared/messages/message.js'

/** How long a kill waits before it reports the remaining orders, in ms. It continues afterwards. */
const ANSWER_MS = 12_000
/** The maximum number of orders that are sent to a window and stored. */
const MAX_LEFT = 200
/** The minimum time between two publications of the counts while orders are being canceled. */
const PUBLISH_MS = 250

export interface KillSwitchDeps {
  readonly file: DocumentPort
  readonly instructionService: Pick<InstructionEndings, 'withdraw'>
  readonly instructions: () => readonly Instruction[]
  readonly connections: Pick<Connections, 'all' | 'pause'>
  readonly session: {
    readonly orders: Pick<TradingSession['orders'], 'cancel'>
    readonly trading: Pick<TradingSession['trading'], 'set'>
    readonly connection: Pick<TradingSession['connection'], 'view'>
  } & {
    readonly queries: Pick<TradingSession['queries'], 'order' | 'openOrders' | 'cancelDelayMs'>
    readonly streams: {
      readonly orders: Pick<TradingSession['streams']['orders'], 'all' | 'subscribe'>
    }
  }
  readonly clock: ClockPort
  readonly timers: TimerPort
  readonly log: LogPort
  readonly audit: Pick<AuditPort, 'append'>
}

/**
 * Opens the kill switch from the last run's file; call `resume` once the session exists. An
 * unreadable file halts too.
 */
export async function openKillSwitch(deps: KillSwitchDeps): Promise<KillSwitch> {
  const stored = await readHalt(deps.file, deps.log)
  if (stored !== 'damaged') return new KillSwitch(deps, stored)
  const unreadable = {
    ...newHalt('assistants', message('killSwitch.unreadable'), deps.clock.now()),
    phase: 'left' as const,
  }
  return new KillSwitch(deps, unreadable)
}

/** Returns a halt that begins now, with nothing withdrawn, canceled or left yet. */
const newHalt = (scope: HaltScope, why: Message, haltedAt: EpochMs): Halt => ({
  scope,
  why,
  haltedAt,
  phase: 'clearing',
  withdrawn: 0,
  cancelled: 0,
  working: 0,
  unknown: 0,
  ...(scope === 'all' ? { atLeast: true as const } : {}),
  left: [],
})

/** True for a halt that has no orders to cancel, or none any more. */
const isOver = ({ phase }: Halt): boolean => phase === 'clear' || phase === 'untouched'

/**
 * The kill switch of an environment: a halt that is stored on disk until the person lifts it. While
 * it is in effect no key is accepted and no instruction of an assistant is accepted, shown or sent.
 * Open orders are canceled and queried until they are final, across restarts, while trading is
 * halted or disarmed, and whatever the state of the audit chain.
 */
export class KillSwitch implements LiveValue<Halt | null> {
  readonly #deps: KillSwitchDeps
  readonly #changed = createEmitter<void>()
  readonly #stopRows: Disposer
  #halt: Halt | null
  readonly #run: KillRun
  #targets: KillTargets
  #check: KillCheck
  /**
   * True while a kill with scope `all` includes every open order: until it is proved that none is
   * left. Orders that the person sends afterwards to close positions are not included.
   */
  #everything: boolean
  /**
   * True from a kill until its orders were collected while the session was ready. Before that
   * nothing can have been sent after it, so no clock decides, which may have been set back since an
   * order was sent.
   */
  #isFirstCollection = false
  /** When the counts were last published during a pass, by the monotonic clock. */
  #publishedAt = Number.NEGATIVE_INFINITY
  /**
   * The number of kills. Lifting must not remove a kill that came while the lift was being written.
   */
  #presses = 0
  #disposed = false

  constructor(deps: KillSwitchDeps, halt: Halt | null) {
    this.#deps = deps
    this.#halt = halt
    this.#targets = new KillTargets(deps, halt)
    this.#check = this.#createCheck()
    this.#run = new KillRun({
      clock: deps.clock,
      timers: deps.timers,
      limitDelayMs: () =>
        this.#targets.left().length > 0 ? deps.session.queries.cancelDelayMs() : 0,
      isActive: () => this.#isActive(),
      pass: () => this.#pass(),
      reportResult: () => this.#reportResult(),
    })
    this.#everything = halt !== null && !isOver(halt)
    this.#stopRows = deps.session.streams.orders.subscribe((rows) => this.#onRows(rows))
  }

  get(): Halt | null {
    return this.#halt
  }

  subscribe(listener: () => void): Disposer {
    return this.#changed.add(listener)
  }

  /**
   * Takes effect before it returns. Resolves when nothing is left, or after 12 s with the remaining
   * orders. A second kill may widen its scope.
   */
  async kill(why: Message, scope: HaltScope): Promise<Halt> {
    const before = this.#halt
    const widest: HaltScope = scope === 'all' || before?.scope === 'all' ? 'all' : 'assistants'
    this.#presses += 1
    this.#halt = {
      ...newHalt(widest, why, this.#deps.clock.now()),
      withdrawn: before?.withdrawn ?? 0,
      cancelled: before?.cancelled ?? 0,
    }
    this.#everything = true
    this.#isFirstCollection = true
    this.#run.awaitResult(ANSWER_MS)
    // Withdraw before listeners are notified: they withdraw too, and those instructions would not
    // be counted here.
    const withdrawn = this.#deps.instructionService.withdraw(
      inEnglish(message('outcomes.haltedBecause', { reason: why })),
    )
    this.#changed.emit()
    if (widest === 'all') void this.#deps.session.trading.set('halted', why)
    if (before === null) this.#targets = new KillTargets(this.#deps, null)
    this.#check = this.#createCheck()
    this.#collect()
    const begun = this.#updateCounts(this.#halt, () => 'clearing')
    void this.#persist()
    recordKill(this.#deps.audit, widest, why)
    this.#run.wake()
    this.#run.start()
    await this.#firstOf(ANSWER_MS, [
      this.#countWithdrawn(withdrawn),
      ...this.#pauseConnections(why),
      this.#run.running,
    ])
    return this.#resultNow() ?? { ...begun, phase: 'left' }
  }

  /**
   * Halts assistants because their access could not be stored. Cancels no order, and lasts over a
   * restart. Nothing where they are halted already.
   */
  async hold(why: Message): Promise<void> {
    if (this.#halt !== null) return
    this.#presses += 1
    this.#halt = {
      ...newHalt('assistants', why, this.#deps.clock.now()),
      phase: 'untouched',
    }
    this.#changed.emit()
    recordKill(this.#deps.audit, 'assistants', why)
    const written = await this.#persist()
    if (!written.ok) this.#deps.log.event('error', 'halt.not-saved', { kind: written.error.kind })
  }

  /**
   * Lifts the halt after that is on disk; otherwise it would return after a restart. Paused
   * connections stay paused.
   */
  async lift(): Promise<Result<void, FileError>> {
    if (this.#halt === null) return ok(undefined)
    const before = this.#presses
    const written = await this.#deps.file.write(writeHalt(null))
    if (!written.ok) return written
    // A kill that came meanwhile is written to disk after this and stays in effect.
    if (this.#presses !== before) return ok(undefined)
    // Another lift may have ended it while this one was being written.
    if (this.#halt === null) return ok(undefined)
    recordLift(this.#deps.audit, this.#halt)
    this.#halt = null
    this.#targets = new KillTargets(this.#deps, null)
    this.#run.wake()
    this.#changed.emit()
    return ok(undefined)
  }

  /** Continues with the orders that the last run left open. */
  resume(): void {
    const halt = this.#halt
    if (halt === null || this.#disposed || halt.phase === 'untouched') return
    if (halt.phase !== 'clear') {
      recordContinuation(this.#deps.audit, halt)
    }
    // Wait for the result as after a kill, because a new session knows no orders yet.
    this.#run.awaitResult(ANSWER_MS)
    this.#run.start()
  }

  dispose(): void {
    this.#disposed = true
    this.#run.wake()
    this.#stopRows()
  }

  #createCheck(): KillCheck {
    return new KillCheck({
      session: this.#deps.session,
      clock: this.#deps.clock,
      log: this.#deps.log,
      targets: {
        collect: () => this.#collect(),
        includes: (id) => this.#targets.includes(id),
        rows: () => this.#targets.rows(),
      },
    })
  }

  /** Adds the orders that are in the halt's scope now. */
  #collect(): void {
    if (this.#halt === null) return
    const { scope, haltedAt } = this.#halt
    this.#targets.collect(scope, this.#everything, this.#isFirstCollection ? null : haltedAt)
    if (this.#isReady()) this.#isFirstCollection = false
  }

  #persist(): Promise<Result<void, FileError>> {
    return this.#deps.file.write(writeHalt(this.#halt))
  }

  #isReady(): boolean {
    return this.#deps.session.connection.view().phase === 'ready'
  }

  #isActive(): boolean {
    return this.#halt !== null && !this.#disposed
  }

  /** Waits for all steps, at most `ms`. */
  async #firstOf(ms: number, steps: readonly (Promise<unknown> | null)[]): Promise<void> {
    const timeout = new Promise<void>((resolve) => {
      this.#deps.timers.after(ms, resolve)
    })
    await Promise.race([Promise.all(steps.filter((step) => step !== null)), timeout])
  }

  /** Counts the open orders into the halt and sets its phase from their number. */
  #updateCounts(halt: Halt, phase: (open: number) => Halt['phase']): Halt {
    const open = this.#targets.left()
    const { atLeast: _before, ...rest } = halt
    const isPartial = halt.scope === 'all' && !this.#check.isListed
    const counted: Halt = {
      ...rest,
      ...(isPartial ? { atLeast: true as const } : {}),
      left: open.slice(0, MAX_LEFT),
      working: open.filter(({ state }) => state === 'working').length,
      unknown: open.filter(({ state }) => state === 'unknown').length,
      cancelled: this.#targets.cancelled(),
      phase: phase(open.length),
    }
    this.#halt = counted
    this.#changed.emit()
    return counted
  }

  async #countWithdrawn(withdrawn: Promise<number>): Promise<void> {
    const ended = await withdrawn
    if (this.#halt !== null) {
      this.#halt = { ...this.#halt, withdrawn: this.#halt.withdrawn + ended }
    }
  }

  #pauseConnections(reason: Message): readonly Promise<unknown>[] {
    const { connections } = this.#deps
    return connections
      .all()
      .filter(({ state }) => state !== 'revoked')
      .map(({ id }) => connections.pause(id, null, message('killSwitch.pauseReason', { reason })))
  }

  /** Returns the result of a kill after the wait; null when it was lifted meanwhile. */
  #resultNow(): Halt | null {
    const halt = this.#halt
    return halt?.phase === 'clearing' ? this.#updateCounts(halt, () => 'left') : halt
  }

  /** Reports the result of a halt to the log, the audit chain and the halt file. */
  async #reportResult(): Promise<void> {
    if (this.#halt === null) return
    const { log, audit } = this.#deps
    const { phase, working, unknown } = this.#halt
    log.event(phase === 'clear' ? 'warn' : 'error', 'halt.changed', {
      outcome: phase,
      count: working + unknown,
    })
    recordResult(audit, this.#halt)
    const written = await this.#persist()
    if (!written.ok) log.event('error', 'halt.not-saved', { kind: written.error.kind })
  }

  /** Cancels and queries every target once; returns the new phase, null once the halt is over. */
  async #pass(): Promise<Halt['phase'] | null> {
    const targets = this.#targets
    const before = this.#halt
    if (before === null) return null
    const shouldContinue = (): boolean => this.#isActive() && targets === this.#targets
    this.#collect()
    this.#updateCounts(before, () => 'clearing')
    // Orders that other clients placed are canceled as soon as a list names them.
    this.#check.discoverSoon()
    await targets.pursue(shouldContinue, () => this.#publishProgress())
    this.#collect()
    const isClear =
      targets.left().length === 0 &&
      this.#isReady() &&
      (await this.#check.provesNothingOpen(shouldContinue))
    const halt = this.#halt
    if (halt === null || this.#disposed) return null
    if (targets === this.#targets && isClear && targets.left().length === 0) {
      this.#everything = false
      return this.#updateCounts(halt, () => 'clear').phase
    }
    return this.#updateCounts(halt, () => (this.#run.isAwaited() ? 'clearing' : 'left')).phase
  }

  #publishProgress(): void {
    const now = this.#deps.clock.monotonic()
    if (this.#halt === null || now - this.#publishedAt < PUBLISH_MS) return
    this.#publishedAt = now
    this.#check.discoverSoon()
    this.#collect()
    this.#updateCounts(this.#halt, () => this.#halt?.phase ?? 'clearing')
  }

  /**
   * Continues when an order that was presumed gone reappears: it still belongs to the halt. Ends a
   * pause when the last order ends, so that the result is known soon.
   */
  #onRows(rows: readonly Order[]): void {
    if (this.#halt === null) return
    this.#targets.onRows(rows)
    if (this.#run.running !== null) {
      if (this.#targets.left().length === 0) this.#run.endPause()
      return
    }
    if (this.#halt.phase !== 'clear') return
    this.#collect()
    if (this.#targets.left().length > 0) this.#run.start()
  }
}
