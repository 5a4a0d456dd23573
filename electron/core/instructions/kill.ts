import type { Disposer } from '../../../shared/domain/brand.js'
import type { Instruction } from '../../../shared/domain/instruction.js'
import { ok, type Result } from '../../../shared/domain/result.js'
import type { Halt, HaltScope } from '../../../shared/ipc/halt.js'
import type { AuditPort } from '../audit/audit-port.js'
import { listeners, type LiveValue } from '../live.js'
import type { ClockPort, DocumentPort, FileError, LogPort, TimerPort } from '../ports.js'
import type { DeskSession } from '../session/desk-session.js'
import { readHalt, writeHalt } from './halt-file.js'
import { createKillOrders, type KillOrders } from './kill-orders.js'
import type { InstructionDesk } from './instruction-desk-port.js'
import type { Connections } from './policy-port.js'

/** How long a kill is waited for until it says what is left; it goes on all the same. */
const ANSWER_MS = 12_000
const WHY_CHARS = 200
/**
 * Pauses between looks: quick while somebody waits for the answer, then ever slower. The last one
 * repeats.
 */
const QUICK_MS = 250
const SLOW_MS: readonly number[] = [1_000, 2_000, 5_000, 15_000, 30_000, 60_000]
const UNREADABLE =
  'It cannot be read whether assistants were halted; they stay halted until you lift it.'

export interface KillSwitchDeps {
  readonly file: DocumentPort
  readonly desk: Pick<InstructionDesk, 'withdraw'>
  readonly instructions: () => readonly Instruction[]
  readonly connections: Pick<Connections, 'all' | 'pause'>
  readonly session: Pick<DeskSession, 'cancel' | 'setTrading' | 'sessionView'> & {
    readonly lookUps: Pick<DeskSession['lookUps'], 'order'>
    readonly streams: {
      readonly orders: Pick<DeskSession['streams']['orders'], 'all' | 'subscribe'>
    }
  }
  readonly clock: ClockPort
  readonly timers: TimerPort
  readonly log: LogPort
  readonly audit: Pick<AuditPort, 'append'>
}

/**
 * The kill switch of an environment: a halt of its own that stands on the disk until the person
 * lifts it. While it stands no key opens
 * anything, nothing of assistants is taken, shown or sent, and what it found open is cancelled and
 * asked about until it is final: over
 * restarts, while trading is halted or disarmed, and whatever becomes of the audit chain.
 */
export interface KillSwitch extends LiveValue<Halt | null> {
  /**
   * Takes effect before it returns; resolves when nothing is left, or after 12 s with what is.
   * Another one while it stands widens it.
   */
  kill(why: string, scope: HaltScope): Promise<Halt>
  /**
   * Written down first, then true: a halt that only seemed lifted would come back as a surprise.
   * Paused connections stay paused.
   */
  lift(): Promise<Result<void, FileError>>
  /** Goes on with what the last run left open. */
  resume(): void
  dispose(): void
}

/**
 * Reads what the last run left; call `resume` when the desk stands. A file that nobody can read
 * halts too.
 */
export async function openKillSwitch(deps: KillSwitchDeps): Promise<KillSwitch> {
  const { file, session, connections, clock, timers, log, audit } = deps
  const changed = listeners<void>()
  const left = await readHalt(file, log)
  let halt: Halt | null =
    left === 'damaged'
      ? {
          scope: 'assistants',
          why: UNREADABLE,
          at: clock.now(),
          phase: 'left',
          withdrawn: 0,
          cancelled: 0,
          working: 0,
          unknown: 0,
          left: [],
        }
      : left
  let orders: KillOrders = createKillOrders({ ...deps, session }, halt)
  /**
   * Everything that is open belongs to a kill of everything; what the person sends afterwards to
   * close positions does not.
   */
  let everything = halt?.phase === 'clearing'
  /** Until when somebody waits for the answer, by the clock that never goes back. */
  let until = Number.NEGATIVE_INFINITY
  let running: Promise<void> | null = null
  /**
   * How often it was pressed: a lift that is being written down must not take away a press that
   * came meanwhile.
   */
  let presses = 0
  const standing = (): Halt | null => halt
  let disposed = false
  let stopPause: Disposer = () => undefined
  let wake: () => void = () => undefined

  const keep = (): Promise<Result<void, FileError>> => file.write(writeHalt(halt))
  const pause = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      wake = () => {
        stopPause()
        resolve()
      }
      stopPause = timers.after(ms, resolve)
    })

  const count = (phase: (open: number) => Halt['phase']): void => {
    if (halt === null) return
    const open = orders.left()
    halt = {
      ...halt,
      left: [...open],
      working: open.filter(({ state }) => state === 'working').length,
      unknown: open.filter(({ state }) => state === 'unknown').length,
      cancelled: orders.cancelled(),
      phase: phase(open.length),
    }
    changed.emit()
  }

  /** What is told of a halt: to the disk and, in the words of the button, to the chain. */
  const conclude = async (): Promise<void> => {
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
    const written = await keep()
    if (!written.ok) log.event('error', 'halt.not-kept', { kind: written.error.kind })
  }

  const waited = (): boolean => clock.monotonic() < until

  const run = async (): Promise<void> => {
    for (let slow = 0; halt !== null && !disposed; ) {
      const mine = orders
      mine.gather(halt.scope, everything)
      count(() => 'clearing')
      await mine.press(() => halt !== null && !disposed && mine === orders)
      if (halt === null || disposed) return
      mine.gather(halt.scope, everything)
      // Without a session that has asked about every order, nobody can say that nothing is left.
      const knows = session.sessionView().phase === 'ready'
      count((open) => (open === 0 && knows ? 'clear' : waited() ? 'clearing' : 'left'))
      if (halt.phase === 'clear') return conclude()
      if (halt.phase === 'left' && slow === 0) await conclude()
      await pause(waited() ? QUICK_MS : (SLOW_MS[Math.min(slow, SLOW_MS.length - 1)] ?? QUICK_MS))
      slow = waited() ? 0 : slow + 1
    }
  }
  const start = (): void => {
    running ??= run().finally(() => {
      running = null
    })
  }

  // An order that was thought to be gone may show up later (order-state.ts): it belongs to the halt
  // still.
  const stopRows = session.streams.orders.subscribe(() => {
    if (halt === null || halt.phase !== 'clear' || running !== null) return
    orders.gather(halt.scope, false)
    if (orders.left().length > 0) start()
  })

  return {
    get: () => halt,
    subscribe: (listener) => changed.add(listener),
    async kill(why, scope) {
      const wide: HaltScope = scope === 'all' || halt?.scope === 'all' ? 'all' : 'assistants'
      const before = halt
      presses += 1
      halt = {
        scope: wide,
        why: why.slice(0, WHY_CHARS),
        at: clock.now(),
        phase: 'clearing',
        withdrawn: before?.withdrawn ?? 0,
        cancelled: before?.cancelled ?? 0,
        working: 0,
        unknown: 0,
        left: [],
      }
      everything = true
      until = clock.monotonic() + ANSWER_MS
      // Before anybody hears of the halt: whoever does ends what waits as well, and then it would
      // not be counted here.
      const withdrawn = deps.desk.withdraw(`assistants were halted: ${why}`)
      changed.emit()
      if (wide === 'all') void session.setTrading('halted', why)
      if (before === null) orders = createKillOrders({ ...deps, session }, null)
      orders.gather(wide, everything)
      count(() => 'clearing')
      const begun = halt
      void keep()
      void audit.append(
        'halt',
        wide,
        `${wide === 'all' ? 'All trading' : 'Assistants'} halted: ${why}`,
        { scope: wide, why },
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
      if (standing()?.phase === 'clearing') {
        count((open) => (open === 0 && session.sessionView().phase === 'ready' ? 'clear' : 'left'))
      }
      // Lifted while it was waited for: then nobody asks any more what is left.
      return standing() ?? { ...begun, phase: 'left' }
    },
    async lift() {
      if (halt === null) return ok(undefined)
      const before = presses
      const written = await file.write(writeHalt(null))
      if (!written.ok) return written
      // What was pressed meanwhile is kept behind this on the disk, and stands.
      if (presses !== before) return ok(undefined)
      void audit.append(
        'halt',
        'assistants',
        'The halt was lifted: assistants may be let in again',
        { scope: halt.scope, working: halt.working, unknown: halt.unknown },
      )
      halt = null
      orders = createKillOrders({ ...deps, session }, null)
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
      // The desk that opens waits for the answer as whoever presses does: a session that has just
      // begun knows nothing yet.
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
