import type { UtilityProcess } from 'electron'
import type { LogPort, TimerPort } from '../../core/ports.js'
import { err, ok, type Result } from '../../../shared/domain/result.js'
import {
  type PracticeCommand,
  type PracticeReady,
  zPracticeMessage,
} from '../../../shared/practice/practice-control.js'
import { forkPractice } from './practice-child.js'
import type { EarlyPractice } from './practice-early.js'

export interface PracticeHostOptions {
  /** Absolute path of the bundled exchange. */
  readonly bundle: string
  /** Its command line: the data folder and further options. */
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
}

export interface PracticeHost {
  /** Sends a command over the message port; returns its value or the reason of the failure. */
  command(request: PracticeCommand): Promise<Result<unknown, string>>
  readonly pid: () => number | undefined
  stop(): Promise<void>
}

const COMMAND_TIMEOUT_MS = 5_000
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
export function startPracticeHost(options: PracticeHostOptions): PracticeHost {
  let child: UtilityProcess | null = null
  let stopped = false
  let restarts = 0
  let failures = 0
  let stopCounting = (): void => undefined
  let nextId = 1
  let refused = false
  const pending = new Map<number, (reply: Result<unknown, string>) => void>()

  const failPending = (why: string): void => {
    for (const settle of pending.values()) settle(err(why))
    pending.clear()
  }

  const spawn = (): void => {
    const forked = options.early?.adopt(options.args) ?? forkPractice(options.bundle, options.args)
    const started = forked.process
    child = started
    const onStderr = (chunk: Buffer): void =>
      options.log.event('warn', 'practice.stderr', { text: chunk.toString('utf8').slice(0, 400) })
    const onMessage = (raw: unknown): void => {
      const message = zPracticeMessage.safeParse(raw)
      if (!message.success) return options.log.event('error', 'practice.bad-message')
      switch (message.data.type) {
        case 'ready':
          stopCounting()
          stopCounting = options.timers.after(STABLE_MS, () => {
            failures = 0
          })
          return options.onReady(message.data, restarts)
        case 'failed':
          refused = true
          return options.onFailed(message.data.message)
        case 'reply': {
          const { id, ok: good, value, message: why } = message.data
          pending.get(id)?.(good ? ok(value) : err(why ?? 'refused'))
          pending.delete(id)
        }
      }
    }
    const onExit = (code: number): void => {
      if (child !== started) return
      child = null
      stopCounting()
      failPending('the practice exchange ended')
      options.log.event(stopped ? 'info' : 'error', 'practice.exit', { code })
      if (stopped || refused) return
      options.onGone(restarts)
      const delay = RESTART_DELAYS_MS[Math.min(failures, RESTART_DELAYS_MS.length - 1)] ?? 0
      restarts += 1
      failures += 1
      options.timers.after(delay, () => {
        if (!stopped) spawn()
      })
    }
    forked.listen({ message: onMessage, stderr: onStderr, exit: onExit })
  }

  spawn()
  return {
    pid: () => child?.pid,
    command(request) {
      const target = child
      if (target === null) return Promise.resolve(err('the practice exchange is not running'))
      const id = (nextId += 1)
      return new Promise((resolve) => {
        const stop = options.timers.after(COMMAND_TIMEOUT_MS, () => {
          pending.delete(id)
          resolve(err('the practice exchange did not answer'))
        })
        pending.set(id, (reply) => {
          stop()
          resolve(reply)
        })
        target.postMessage({ id, request })
      })
    },
    async stop() {
      stopped = true
      const target = child
      if (target === null) return
      const gone = new Promise<void>((resolve) => {
        target.once('exit', () => resolve())
      })
      target.postMessage({ id: 0, request: { command: 'shutdown' } satisfies PracticeCommand })
      const cancel = options.timers.after(2_000, () => target.kill())
      await gone
      cancel()
    },
  }
}
