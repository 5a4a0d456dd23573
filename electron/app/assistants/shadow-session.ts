import type { LiveValue } from '../../core/live-values.js'
import { createEmitter } from '../../../shared/domain/emitter.js'
import type { LogPort } from '../../core/ports.js'
import type { Disposer } from '../../../shared/domain/brand.js'
import { err, ok, type Result } from '../../../shared/domain/result.js'
import type { OpenAssistantSession } from './assistant-session.js'

/** The events of shadow practice while it runs. */
export interface ShadowSessionEvents {
  /** It is open; called again with a new session after the exchange restarted. */
  onOpened(opened: OpenAssistantSession): void
  /** Its exchange ended and is being restarted. */
  onRestarting(): void
  onFailed(message: string): void
}

export interface ShadowSessionDeps {
  /**
   * Starts the practice exchange and builds its session and assistant session. `halted`: a halt of
   * the live session holds there too.
   */
  readonly start: (
    events: ShadowSessionEvents,
    halted: LiveValue<boolean>,
  ) => { stop(): Promise<void> }
  /** True when an assistant is paired for practice beside a live profile; opens nothing. */
  readonly isAnyPaired: () => Promise<boolean>
  readonly log: LogPort
}

/** The state of shadow practice. */
export interface ShadowSessionStatus {
  readonly state: 'closed' | 'opening' | 'open' | 'failed'
  /** A problem that the person can act on; null for none. */
  readonly problem: string | null
}

/**
 * The assistant session for practice beside a live session. It exists only while an assistant is
 * paired for it, and ends before the live session.
 */
export interface ShadowSession {
  current(): OpenAssistantSession | null
  get(): ShadowSessionStatus
  onChange(listener: () => void): Disposer
  /** Opens it when an assistant is paired for it. */
  openIfPaired(halted: LiveValue<boolean>): Promise<void>
  /** Opens it in any case, because an assistant is about to be paired. */
  ensureOpen(halted: LiveValue<boolean>): Promise<Result<OpenAssistantSession, string>>
  /** Closes it; resolves when its storage is free for another owner. */
  close(): Promise<void>
}

export function createShadowSession({ start, isAnyPaired, log }: ShadowSessionDeps): ShadowSession {
  const changed = createEmitter<void>()
  let status: ShadowSessionStatus = { state: 'closed', problem: null }
  let opened: OpenAssistantSession | null = null
  let running: { stop(): Promise<void> } | null = null
  let closing: Promise<void> = Promise.resolve()
  const waiting: ((result: Result<OpenAssistantSession, string>) => void)[] = []
  /** Identifies the current start; events of an exchange that was stopped meanwhile are ignored. */
  let generation = 0

  const setStatus = (
    state: ShadowSessionStatus['state'],
    next: OpenAssistantSession | null,
    problem: string | null,
  ): void => {
    status = { state, problem: problem?.slice(0, 200) ?? null }
    opened = next
    if (state !== 'opening') {
      const result: Result<OpenAssistantSession, string> =
        next === null ? err(problem ?? 'The practice room was closed.') : ok(next)
      for (const resolve of waiting.splice(0)) resolve(result)
    }
    changed.emit()
  }

  const begin = (halted: LiveValue<boolean>): void => {
    const ownGeneration = (generation += 1)
    const ifCurrent = (action: () => void): void => {
      if (ownGeneration === generation) action()
    }
    setStatus('opening', null, null)
    running = start(
      {
        onOpened: (next) => ifCurrent(() => setStatus('open', next, null)),
        onRestarting: () => ifCurrent(() => setStatus('opening', null, null)),
        onFailed: (message) =>
          ifCurrent(() => {
            log.event('error', 'beside.failed', { error: message })
            setStatus('failed', null, message)
          }),
      },
      halted,
    )
  }

  const end = (): Promise<void> => {
    generation += 1
    const old = running
    running = null
    setStatus('closed', null, null)
    closing = closing
      .then(() => old?.stop())
      .catch((error: unknown) =>
        log.event('error', 'beside.close-failed', {
          error: error instanceof Error ? error.message : 'unknown',
        }),
      )
    return closing
  }

  return {
    current: () => opened,
    get: () => status,
    onChange: (listener) => changed.add(listener),
    async openIfPaired(halted) {
      const ownGeneration = generation
      if (running === null && (await isAnyPaired()) && ownGeneration === generation) {
        void this.ensureOpen(halted)
      }
    },
    async ensureOpen(halted) {
      if (opened !== null) return ok(opened)
      // Restart after a failure; its cause may be gone.
      if (status.state === 'failed') void end()
      const ownGeneration = generation
      await closing
      if (opened !== null) return ok(opened)
      if (running === null) {
        if (ownGeneration !== generation) return err('The practice room was closed.')
        begin(halted)
      }
      return new Promise((resolve) => {
        waiting.push(resolve)
      })
    },
    close() {
      // Cancels a pending decision whether to open it.
      generation += 1
      return running === null ? closing : end()
    },
  }
}
