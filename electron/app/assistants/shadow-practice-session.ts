import { systemTimers } from '../../adapters/timers.js'
import type { LogFile } from '../../adapters/log-file.js'
import type { LiveValue } from '../../core/live-values.js'
import type { VaultPort } from '../../core/ports.js'
import type { Profile } from '../../../shared/domain/app/profile.schema.js'
import { createSerialQueue } from '../../../shared/domain/serial-queue.js'
import type { PracticeReady } from '../../../shared/practice/practice-control.js'
import { exchangeArgs } from '../practice/practice-early.js'
import { PracticeHost } from '../practice/practice-host.js'
import type { LaunchPractice } from '../practice/practice-process.js'
import { openStoredDocuments } from '../settings/stored-documents.js'
import { practiceSession } from '../practice/practice-session.js'
import type { SessionContext } from '../session/session-context.js'
import type { OpenAssistantSession } from './assistant-session.js'
import type { ShadowSessionEvents } from './shadow-session.js'
import { foreign } from '../../../shared/messages/make-message.js'
import { shadowProblem } from './shadow-problem.js'

export interface ShadowPracticeOptions {
  readonly profile: Profile
  /** The profile's own folder; nothing else in this process may have it open. */
  readonly root: string
  readonly launchPractice: LaunchPractice
  readonly practiceArgs: readonly string[]
  readonly vault: () => Promise<VaultPort>
  readonly open: (
    context: SessionContext,
    halted: LiveValue<boolean>,
  ) => Promise<OpenAssistantSession>
  readonly log: LogFile
  /** True while Countersign is locked. */
  readonly isLocked: () => boolean
}

/**
 * The practice exchange with a trading session and an assistant session on it, without any window,
 * for assistants that practice beside a live profile. When the exchange restarts, the old sessions
 * are closed and both are built again, because they hold the same files.
 */
export class ShadowPractice {
  readonly #options: ShadowPracticeOptions
  readonly #events: ShadowSessionEvents
  readonly #halted: LiveValue<boolean>
  readonly #host: PracticeHost
  /** Builds sessions one after another, because they hold the same files. */
  readonly #builds = createSerialQueue()
  #opened: OpenAssistantSession | null = null
  #stopped = false
  /** Identifies the latest start of the exchange; a build for an earlier one ends early. */
  #generation = 0

  constructor(
    options: ShadowPracticeOptions,
    events: ShadowSessionEvents,
    halted: LiveValue<boolean>,
  ) {
    this.#options = options
    this.#events = events
    this.#halted = halted
    this.#host = new PracticeHost({
      launch: options.launchPractice,
      args: exchangeArgs(options.root, options.practiceArgs),
      timers: systemTimers,
      log: options.log,
      onReady: (ready) => this.#rebuild(ready),
      onGone: () => events.onRestarting(),
      onFailed: (reason) => events.onFailed(foreign(reason)),
      onBlocked: (problem) => events.onFailed(problem),
    })
  }

  start(): void {
    this.#host.start()
  }

  async stop(): Promise<void> {
    this.#stopped = true
    // Waits for a session that is being built to notice the end and release its files.
    await this.#builds.idle()
    await this.#end()
    await this.#host.stop()
  }

  #rebuild(ready: PracticeReady): void {
    const generation = (this.#generation += 1)
    this.#builds
      .run(() => this.#build(ready, generation))
      .catch((error: unknown) => this.#events.onFailed(shadowProblem(error)))
  }

  async #build(ready: PracticeReady, generation: number): Promise<void> {
    await this.#end()
    if (this.#isOver(generation)) return
    const { profile, root, log, isLocked } = this.#options
    const vault = await this.#options.vault()
    const files = await openStoredDocuments(root, log)
    const { session } = await practiceSession({
      ready,
      host: this.#host,
      vault,
      root,
      files,
      log,
      isLocked,
    })
    const opened = await this.#options.open({ session, profile, vault, root, files }, this.#halted)
    this.#opened = opened
    if (this.#isOver(generation)) return
    this.#events.onOpened(opened)
    // Not awaited: an exchange that does not respond must not prevent closing.
    void session.connection.start()
  }

  async #end(): Promise<void> {
    const opened = this.#opened
    this.#opened = null
    opened?.session.trading.suspend()
    await opened?.dispose()
    await opened?.session.connection.dispose()
  }

  #isOver(generation: number): boolean {
    return this.#stopped || generation !== this.#generation
  }
}
