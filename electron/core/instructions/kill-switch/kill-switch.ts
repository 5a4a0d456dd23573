import type { Disposer } from '../../../../shared/domain/brand.js'
import type { Instruction } from '../../../../shared/domain/instructions/instruction.js'
import { ok, type Result } from '../../../../shared/domain/result.js'
import type { Halt, HaltScope } from '../../../../shared/domain/orders/halt.js'
import type { AuditPort } from '../../audit/audit-port.js'
import type { LiveValue } from '../../live-values.js'
import { createEmitter } from '../../../../shared/domain/emitter.js'
import type { ClockPort, DocumentPort, FileError, LogPort, TimerPort } from '../../ports.js'
import type { TradingSession } from '../../session/trading-session.js'
import { readHalt, writeHalt } from './halt-file.js'
import { createKillTargets, type KillTargets } from './kill-targets.js'
import type { InstructionService } from '../queue/instruction-service-port.js'
import type { Connections } from '../connections/connections-port.js'

/** How long a kill waits before it reports the remaining orders, in ms. It continues afterwards. */
const ANSWER_MS = 12_000
const WHY_CHARS = 200
/**
 * Delays between passes in ms: short while a caller waits, then increasing. The last one repeats.
 */
const QUICK_MS = 250
const SLOW_MS: readonly number[] = [1_000, 2_000, 5_000, 15_000, 30_000, 60_000]
const UNREADABLE =
  'It cannot be read whether assistants were halted; they stay halted until you lift it.'

export interface KillSwitchDeps {
  readonly file: DocumentPort
  readonly instructionService: Pick<InstructionService, 'withdraw'>
  readonly instructions: () => readonly Instruction[]
  readonly connections: Pick<Connections, 'all' | 'pause'>
  readonly session: Pick<TradingSession, 'cancel' | 'setTrading' | 'sessionView'> & {
    readonly queries: Pick<TradingSession['queries'], 'order'>
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
 * The kill switch of an environment: a halt that is stored on disk until the person lifts it. While
 * it is in effect no key is accepted and no instruction of an assistant is accepted, shown or sent.
 * Open orders are canceled and queried until they are final, across restarts, while trading is
 * halted or disarmed, and whatever the state of the audit chain.
 */
export interface KillSwitch extends LiveValue<Halt | null> {
  /**
   * Takes effect before it returns. Resolves when nothing is left, or after 12 s with the remaining
   * orders. A second kill may widen its scope.
   */
  kill(why: string, scope: HaltScope): Promise<Halt>
  /**
   * Lifts the halt after that is on disk; otherwise it would return after a restart. Paused
   * connections stay paused.
   */
  lift(): Promise<Result<void, FileError>>
  /** Continues with the orders that the last run left open. */
  resume(): void
  dispose(): void
}

/**
 * Opens the kill switch from the last run's file; call `resume` once the session exists. An
 * unreadable file halts too.
 */
export async function openKillSwitch(deps: KillSwitchDeps): Promise<KillSwitch> {
  const { file, session, connections, clock, timers, log, audit } = deps
  const changed = createEmitter<void>()
  const stored = await readHalt(file, log)
  let halt: Halt | null =
    stored === 'damaged'
      ? {
          scope: 'assistants',
          why: UNREADABLE,
          haltedAt: clock.now(),
          phase: 'left',
          withdrawn: 0,
          cancelled: 0,
          working: 0,
          unknown: 0,
          left: [],
        }
      : stored
  let targets: KillTargets = createKillTargets({ ...deps, session }, halt)
  /**
   * True while a kill with scope `all` includes every open order. Orders that the person sends
   * afterwards to close positions are not included.
   */
  let everything = halt?.phase === 'clearing'
  /** Until when a caller waits for the result, by the monotonic clock. */
  let until = Number.NEGATIVE_INFINITY
  let running: Promise<void> | null = null
  /**
   * The number of kills. Lifting must not remove a kill that came while the lift was being written.
   */
  let presses = 0
  const currentHalt = (): Halt | null => halt
  let disposed = false
  let stopPause: Disposer = () => undefined
  let wake: () => void = () => undefined

  const persist = (): Promise<Result<void, FileError>> => file.write(writeHalt(halt))
  const pause = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      wake = () => {
        stopPause()
        resolve()
      }
      stopPause = timers.after(ms, resolve)
    })

  const updateCounts = (phase: (open: number) => Halt['phase']): void => {
    if (halt === null) return
    const open = targets.left()
    halt = {
      ...halt,
      left: [...open],
      working: open.filter(({ state }) => state === 'working').length,
      unknown: open.filter(({ state }) => state === 'unknown').length,
      cancelled: targets.cancelled(),
      phase: phase(open.length),
    }
    changed.emit()
  }

  /** Reports the result of a halt to the log, the audit chain and the halt file. */
  const reportResult = async (): Promise<void> => {
    if (halt === null) return
    everything = false
    const { scope, phase, withdrawn, cancelled, working, unknown } = halt
    log.event(phase === 'clear' ? 'warn' : 'error', 'halt.told', {
      outcome: phase,
      count: working + unknown,
    })
    void audit.append('halt', scope, `${working} working, ${unknown} unknown after the halt`, {
      scope,
      phase,
      withdrawn,
      cancelled,
      working,
      unknown,
      left: halt.left.map(({ clientOrderId, symbol }) => clientOrderId ?? symbol),
    })
    const written = await persist()
    if (!written.ok) log.event('error', 'halt.not-kept', { kind: written.error.kind })
  }

  const isAwaited = (): boolean => clock.monotonic() < until

  const run = async (): Promise<void> => {
    for (let slow = 0; halt !== null && !disposed; ) {
      const current = targets
      current.collect(halt.scope, everything)
      updateCounts(() => 'clearing')
      await current.pursue(() => halt !== null && !disposed && current === targets)
      if (halt === null || disposed) return
      current.collect(halt.scope, everything)
      // Nothing is known to be left until a session has queried every order.
      const isReady = session.sessionView().phase === 'ready'
      updateCounts((open) => (open === 0 && isReady ? 'clear' : isAwaited() ? 'clearing' : 'left'))
      if (halt.phase === 'clear') return reportResult()
      if (halt.phase === 'left' && slow === 0) await reportResult()
      await pause(
        isAwaited() ? QUICK_MS : (SLOW_MS[Math.min(slow, SLOW_MS.length - 1)] ?? QUICK_MS),
      )
      slow = isAwaited() ? 0 : slow + 1
    }
  }
  const start = (): void => {
    running ??= run().finally(() => {
      running = null
    })
  }

  // An order presumed gone may reappear in the projection; it still belongs to the halt.
  const stopRows = session.streams.orders.subscribe(() => {
    if (halt === null || halt.phase !== 'clear' || running !== null) return
    targets.collect(halt.scope, false)
    if (targets.left().length > 0) start()
  })

  return {
    get: () => halt,
    subscribe: (listener) => changed.add(listener),
    async kill(why, scope) {
      const widest: HaltScope = scope === 'all' || halt?.scope === 'all' ? 'all' : 'assistants'
      const before = halt
      presses += 1
      halt = {
        scope: widest,
        why: why.slice(0, WHY_CHARS),
        haltedAt: clock.now(),
        phase: 'clearing',
        withdrawn: before?.withdrawn ?? 0,
        cancelled: before?.cancelled ?? 0,
        working: 0,
        unknown: 0,
        left: [],
      }
      everything = true
      until = clock.monotonic() + ANSWER_MS
      // Withdraw before listeners are notified: they withdraw too, and those instructions would not
      // be counted here.
      const withdrawn = deps.instructionService.withdraw(`assistants were halted: ${why}`)
      changed.emit()
      if (widest === 'all') void session.setTrading('halted', why)
      if (before === null) targets = createKillTargets({ ...deps, session }, null)
      targets.collect(widest, everything)
      updateCounts(() => 'clearing')
      const begun = halt
      void persist()
      void audit.append(
        'halt',
        widest,
        `${widest === 'all' ? 'All trading' : 'Assistants'} halted: ${why}`,
        { scope: widest, why },
      )
      wake()
      start()
      const steps = Promise.all([
        withdrawn.then((ended) => {
          if (halt !== null) halt = { ...halt, withdrawn: halt.withdrawn + ended }
        }),
        ...connections
          .all()
          .filter(({ state }) => state !== 'revoked')
          .map(({ id }) => connections.pause(id, null, `Halted: ${why}`)),
        running,
      ])
      await Promise.race([
        steps,
        new Promise<void>((resolve) => {
          timers.after(ANSWER_MS, resolve)
        }),
      ])
      if (currentHalt()?.phase === 'clearing') {
        updateCounts((open) =>
          open === 0 && session.sessionView().phase === 'ready' ? 'clear' : 'left',
        )
      }
      // Lifted during the wait, so nothing more is counted.
      return currentHalt() ?? { ...begun, phase: 'left' }
    },
    async lift() {
      if (halt === null) return ok(undefined)
      const before = presses
      const written = await file.write(writeHalt(null))
      if (!written.ok) return written
      // A kill that came meanwhile is written to disk after this and stays in effect.
      if (presses !== before) return ok(undefined)
      void audit.append(
        'halt',
        'assistants',
        'The halt was lifted: assistants may be let in again',
        { scope: halt.scope, working: halt.working, unknown: halt.unknown },
      )
      halt = null
      targets = createKillTargets({ ...deps, session }, null)
      wake()
      changed.emit()
      return ok(undefined)
    },
    resume() {
      if (halt === null || disposed) return
      if (halt.phase !== 'clear') {
        void audit.append(
          'halt',
          halt.scope,
          'The program started with a halt that was not at its end; it goes on',
          { scope: halt.scope, left: halt.left.length },
        )
      }
      // Wait for the result as after a kill, because a new session knows no orders yet.
      until = clock.monotonic() + ANSWER_MS
      start()
    },
    dispose() {
      disposed = true
      wake()
      stopRows()
    },
  }
}
