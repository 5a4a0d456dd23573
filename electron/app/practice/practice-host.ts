import type { LogPort, TimerPort } from '../../core/ports.js'
import type { Disposer } from '../../../shared/domain/brand.js'
import { err, ok, type Result } from '../../../shared/domain/result.js'
import {
  zPracticeMessage,
  type PracticeCommand,
  type PracticeReady,
} from '../../../shared/practice/practice-control.js'
import { inEnglish } from '../../../shared/messages/format-message.js'
import type { Message } from '../../../shared/messages/message.js'
import type { EarlyPractice } from './practice-early.js'
import type { ChildProcessPort, LaunchPractice } from './practice-process.js'

export interface PracticeHostOptions {
  readonly launch: LaunchPractice
  /** The exchange's command line: the data folder and further options. */
  readonly args: readonly string[]
  /** A process that was started early; used when its arguments are the same. */
  readonly early?: EarlyPractice
  readonly timers: TimerPort
  readonly log: LogPort
  /** The exchange is ready, at first or after a restart. */
  readonly onReady: (ready: PracticeReady, restarts: number) => void
  /** The exchange ended and is being restarted. */
  readonly onGone: (restarts: number) => void
  /** The exchange cannot start; the message tells the person what to do. */
  readonly onFailed: (message: string) => void
  /** The exchange must not be started from the program's files as they are now. */
  readonly onBlocked: (problem: Message) => void
}

const COMMAND_TIMEOUT_MS = 5_000
/** A jump of the clock plays every step of the time between, which takes as long as it takes. */
const JUMP_TIMEOUT_MS = 300_000
const timeoutOf = (request: PracticeCommand): number =>
  request.command === 'clock' && request.to !== undefined ? JUMP_TIMEOUT_MS : COMMAND_TIMEOUT_MS
const STOP_TIMEOUT_MS = 2_000
const MAX_STDERR_CHARS = 400
const RESTART_DELAYS_MS = [0, 500, 2_000, 5_000, 15_000]
/**
 * After this time of stable operation restarts are counted from zero: five crashes over a day are
 * no crash loop (REL-34).
 */
const STABLE_MS = 60_000

/**
 * Runs the practice exchange in its own process and restarts it when it ends. The control channel
 * is the process's message port, never a socket.
 */
export class PracticeHost {
  readonly #options: PracticeHostOptions
  readonly #pending = new Map<number, (reply: Result<unknown, string>) => void>()
  #child: ChildProcessPort | null = null
  #ready: PracticeReady | null = null
  #stopped = false
  /** True once the exchange has reported that it cannot start; it is not restarted then. */
  #refused = false
  #restarts = 0
  /** Exits since the exchange last ran for `STABLE_MS`. */
  #failures = 0
  #lastId = 1
  #cancelStableTimer: Disposer = () => undefined

  constructor(options: PracticeHostOptions) {
    this.#options = options
  }

  /**
   * Starts the exchange, or adopts the process that was started early. An adopted process may be
   * ready already: then `onReady` is called before this returns.
   */
  start(): void {
    const { early, args, launch, log, onBlocked } = this.#options
    const adopted = early?.adopt(args) ?? null
    const launched = adopted === null ? launch(args) : ok(adopted)
    if (!launched.ok) {
      log.event('error', 'practice.blocked', { error: inEnglish(launched.error) })
      return onBlocked(launched.error)
    }
    const started = launched.value
    this.#child = started.child
    started.listen({
      message: (raw) => this.#onMessage(raw),
      stderr: (chunk) => this.#onStderr(chunk),
      exit: (code) => this.#onExit(started.child, code),
    })
  }

  readonly pid = (): number | undefined => this.#child?.pid

  /** Returns how the running exchange is reached; null before it is ready. */
  ready(): PracticeReady | null {
    return this.#child === null ? null : this.#ready
  }

  /** Sends a command over the message port; returns its value or the reason of the failure. */
  command(request: PracticeCommand): Promise<Result<unknown, string>> {
    const child = this.#child
    if (child === null) return Promise.resolve(err('the practice exchange is not running'))
    const id = (this.#lastId += 1)
    return new Promise((resolve) => {
      const cancelTimeout = this.#options.timers.after(timeoutOf(request), () => {
        this.#pending.delete(id)
        resolve(err('the practice exchange did not answer'))
      })
      this.#pending.set(id, (reply) => {
        cancelTimeout()
        resolve(reply)
      })
      child.postMessage({ id, request })
    })
  }

  async stop(): Promise<void> {
    this.#stopped = true
    const child = this.#child
    if (child === null) return
    const exited = new Promise<void>((resolve) => {
      child.once('exit', () => resolve())
    })
    child.postMessage({ id: 0, request: { command: 'shutdown' } satisfies PracticeCommand })
    const cancelKill = this.#options.timers.after(STOP_TIMEOUT_MS, () => child.kill())
    await exited
    cancelKill()
  }

  #onStderr(chunk: Buffer): void {
    const text = chunk.toString('utf8').slice(0, MAX_STDERR_CHARS)
    this.#options.log.event('warn', 'practice.stderr', { text })
  }

  #onMessage(raw: unknown): void {
    const message = zPracticeMessage.safeParse(raw)
    if (!message.success) return this.#options.log.event('error', 'practice.bad-message')
    switch (message.data.type) {
      case 'ready':
        this.#restartStableTimer()
        this.#ready = message.data
        this.#options.log.event('info', 'practice.ready')
        return this.#options.onReady(message.data, this.#restarts)
      case 'failed':
        this.#refused = true
        return this.#options.onFailed(message.data.message)
      case 'reply': {
        const { id, ok: succeeded, value, message: why } = message.data
        this.#pending.get(id)?.(succeeded ? ok(value) : err(why ?? 'refused'))
        this.#pending.delete(id)
      }
    }
  }

  #restartStableTimer(): void {
    this.#cancelStableTimer()
    this.#cancelStableTimer = this.#options.timers.after(STABLE_MS, () => {
      this.#failures = 0
    })
  }

  #onExit(exited: ChildProcessPort, code: number): void {
    if (this.#child !== exited) return
    this.#child = null
    this.#cancelStableTimer()
    this.#failPending('the practice exchange ended')
    this.#options.log.event(this.#stopped ? 'info' : 'error', 'practice.exit', { code })
    if (!this.#stopped && !this.#refused) this.#scheduleRestart()
  }

  #scheduleRestart(): void {
    this.#options.onGone(this.#restarts)
    const delay = RESTART_DELAYS_MS[Math.min(this.#failures, RESTART_DELAYS_MS.length - 1)] ?? 0
    this.#restarts += 1
    this.#failures += 1
    this.#options.timers.after(delay, () => {
      if (!this.#stopped) this.start()
    })
  }

  #failPending(why: string): void {
    for (const settle of this.#pending.values()) settle(err(why))
    this.#pending.clear()
  }
}
