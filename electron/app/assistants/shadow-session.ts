import type { LiveValue } from '../../core/live-values.js'
import { createEmitter } from '../../../shared/domain/emitter.js'
import type { LogPort } from '../../core/ports.js'
import type { Disposer } from '../../../shared/domain/brand.js'
import { err, ok, type Result } from '../../../shared/domain/result.js'
import { createSerialQueue } from '../../../shared/domain/serial-queue.js'
import type { OpenAssistantSession } from './assistant-session.js'
import { message } from '../../../shared/messages/make-message.js'
import type { Message } from '../../../shared/messages/message.js'
import { inEnglish } from '../../../shared/messages/format-message.js'

/** The events of shadow practice while it runs. */
export interface ShadowSessionEvents {
  /** It is open; called again with a new session after the exchange restarted. */
  onOpened(opened: OpenAssistantSession): void
  /** Its exchange ended and is being restarted. */
  onRestarting(): void
  onFailed(reason: Message): void
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
  readonly problem: Message | null
}

/** The running shadow practice; it can only be stopped. */
export type RunningShadow = ReturnType<ShadowSessionDeps['start']>

const CLOSED = message('assistants.shadowClosed')

/**
 * The assistant session for practice beside a live session. It exists only while an assistant is
 * paired for it, and ends before the live session.
 */
export class ShadowSession {
  readonly #deps: ShadowSessionDeps
  readonly #changed = createEmitter<void>()
  /** Stops run one after another. */
  readonly #closings = createSerialQueue()
  /** Callers of `ensureOpen` that wait for the opening. */
  readonly #waiting: ((result: Result<OpenAssistantSession, Message>) => void)[] = []
  #status: ShadowSessionStatus = { state: 'closed', problem: null }
  #opened: OpenAssistantSession | null = null
  #running: RunningShadow | null = null
  /** Identifies the current start; events of an exchange that was stopped meanwhile are ignored. */
  #generation = 0

  constructor(deps: ShadowSessionDeps) {
    this.#deps = deps
  }

  current(): OpenAssistantSession | null {
    return this.#opened
  }

  get(): ShadowSessionStatus {
    return this.#status
  }

  onChange(listener: () => void): Disposer {
    return this.#changed.add(listener)
  }

  /** Opens it when an assistant is paired for it. */
  async openIfPaired(halted: LiveValue<boolean>): Promise<void> {
    const generation = this.#generation
    if (this.#running !== null || !(await this.#deps.isAnyPaired())) return
    if (generation === this.#generation) void this.ensureOpen(halted)
  }

  /** Opens it in any case, because an assistant is about to be paired. */
  async ensureOpen(halted: LiveValue<boolean>): Promise<Result<OpenAssistantSession, Message>> {
    if (this.#opened !== null) return ok(this.#opened)
    // Restart after a failure; its cause may be gone.
    if (this.#status.state === 'failed') void this.#end()
    const generation = this.#generation
    await this.#closings.idle()
    if (this.#opened !== null) return ok(this.#opened)
    if (this.#running === null) {
      if (generation !== this.#generation) return err(CLOSED)
      this.#begin(halted)
    }
    return new Promise((resolve) => {
      this.#waiting.push(resolve)
    })
  }

  /** Closes it; resolves when its storage is free for another owner. Never rejects. */
  close(): Promise<void> {
    // Cancels a pending decision whether to open it.
    this.#generation += 1
    return this.#running === null ? this.#closings.idle() : this.#end()
  }

  #begin(halted: LiveValue<boolean>): void {
    const generation = (this.#generation += 1)
    const ifCurrent = (action: () => void): void => {
      if (generation === this.#generation) action()
    }
    this.#setStatus('opening', null, null)
    this.#running = this.#deps.start(
      {
        onOpened: (next) => ifCurrent(() => this.#setStatus('open', next, null)),
        onRestarting: () => ifCurrent(() => this.#setStatus('opening', null, null)),
        onFailed: (reason) =>
          ifCurrent(() => {
            this.#deps.log.event('error', 'shadow.failed', { error: inEnglish(reason) })
            this.#setStatus('failed', null, reason)
          }),
      },
      halted,
    )
  }

  async #end(): Promise<void> {
    this.#generation += 1
    const running = this.#running
    this.#running = null
    this.#setStatus('closed', null, null)
    try {
      await this.#closings.run(() => running?.stop())
    } catch (error) {
      this.#deps.log.event('error', 'shadow.close-failed', {
        error: error instanceof Error ? error.message : 'unknown',
      })
    }
  }

  #setStatus(
    state: ShadowSessionStatus['state'],
    opened: OpenAssistantSession | null,
    problem: Message | null,
  ): void {
    this.#status = { state, problem }
    this.#opened = opened
    if (state !== 'opening') {
      const result = opened === null ? err(problem ?? CLOSED) : ok(opened)
      for (const resolve of this.#waiting.splice(0)) resolve(result)
    }
    this.#changed.emit()
  }
}
