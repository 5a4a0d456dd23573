import { systemTimers } from '../../adapters/timers.js'
import type { LogFile } from '../../adapters/log-file.js'
import type { LiveValue } from '../../core/live-values.js'
import type { VaultPort } from '../../core/ports.js'
import type { Profile } from '../../../shared/domain/app/profile.js'
import type { PracticeReady } from '../../../shared/practice/practice-control.js'
import type { OpenAssistantSession } from '../../app/assistants/assistant-session.js'
import type { ShadowSessionEvents } from '../../app/assistants/shadow-session.js'
import { exchangeArgs } from '../practice/practice-early.js'
import { startPracticeHost } from '../practice/practice-host.js'
import { practiceSession } from '../session/practice-session.js'
import type { SessionContext } from '../profiles/profile-opener.js'

export interface ShadowPracticeOptions {
  readonly profile: Profile
  /** The profile's own folder; nothing else in this process may have it open. */
  readonly root: string
  readonly practiceBundle: string
  readonly practiceArgs: readonly string[]
  readonly vault: () => Promise<VaultPort>
  readonly open: (
    context: SessionContext,
    halted: LiveValue<boolean>,
  ) => Promise<OpenAssistantSession>
  readonly log: LogFile
}

/**
 * Runs the practice exchange and builds a trading session and an assistant session on it, without
 * any window, for assistants that practice beside a live profile. When the exchange restarts, the
 * old sessions are closed and both are built again, because they hold the same files.
 */
export function startShadowPractice(
  { profile, root, practiceBundle, practiceArgs, vault, open, log }: ShadowPracticeOptions,
  events: ShadowSessionEvents,
  halted: LiveValue<boolean>,
): { stop(): Promise<void> } {
  let openSession: OpenAssistantSession | null = null
  let stopped = false
  let latestGeneration = 0
  let queueTail: Promise<void> = Promise.resolve()

  const end = async (): Promise<void> => {
    const old = openSession
    openSession = null
    old?.session.suspend()
    await old?.dispose()
    await old?.session.dispose()
  }
  const build = async (ready: PracticeReady, generation: number): Promise<void> => {
    await end()
    if (stopped || generation !== latestGeneration) return
    const sessionVault = await vault()
    const { session } = await practiceSession({ ready, host, vault: sessionVault, root, log })
    const opened = await open({ session, profile, vault: sessionVault, root }, halted)
    openSession = opened
    if (stopped || generation !== latestGeneration) return
    events.onOpened(opened)
    // Not awaited: an exchange that does not respond must not prevent closing.
    void session.start()
  }
  const host = startPracticeHost({
    bundle: practiceBundle,
    args: exchangeArgs(root, practiceArgs),
    timers: systemTimers,
    log,
    onReady(ready) {
      const generation = (latestGeneration += 1)
      queueTail = queueTail
        .then(() => build(ready, generation))
        .catch((error: unknown) =>
          events.onFailed(
            error instanceof Error ? error.message : 'The practice room could not be built.',
          ),
        )
    },
    onGone: () => events.onRestarting(),
    onFailed: (message) => events.onFailed(message),
  })

  return {
    async stop() {
      stopped = true
      // Waits for a session that is being built to notice the end and release its files.
      await queueTail
      await end()
      await host.stop()
    },
  }
}
