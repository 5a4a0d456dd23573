import { systemTimers } from '../adapters/timers.js'
import type { LogFile } from '../adapters/log-file.js'
import type { LiveValue } from '../core/live.js'
import type { VaultPort } from '../core/ports.js'
import type { Profile } from '../../shared/domain/profile.js'
import type { PracticeReady } from '../../shared/ipc/practice-control.js'
import type { OpenRoom } from './open-room.js'
import type { BesideTold } from './beside.js'
import { exchangeArgs } from './practice-early.js'
import { startPracticeHost } from './practice-host.js'
import { practiceSession } from './practice-session.js'
import type { SessionPlace } from './profile-opener.js'

export interface PracticeRoomOptions {
  readonly profile: Profile
  /** The profile's own folder; nothing else of this process may have it open. */
  readonly root: string
  readonly practiceBundle: string
  readonly practiceArgs: readonly string[]
  readonly vault: () => Promise<VaultPort>
  readonly open: (place: SessionPlace, halted: LiveValue<boolean>) => Promise<OpenRoom>
  readonly log: LogFile
}

/**
 * Runs the practice exchange and, over it, a session and a room that no window looks at: for
 * assistants that practise beside a live
 * profile. When the exchange starts again, both are built anew, the old ones first closed, since
 * they hold the same files.
 */
export function startPracticeRoom(
  { profile, root, practiceBundle, practiceArgs, vault, open, log }: PracticeRoomOptions,
  told: BesideTold,
  halted: LiveValue<boolean>,
): { stop(): Promise<void> } {
  let standing: OpenRoom | null = null
  let stopped = false
  let newest = 0
  let turn: Promise<void> = Promise.resolve()

  const end = async (): Promise<void> => {
    const old = standing
    standing = null
    old?.session.suspend()
    await old?.dispose()
    await old?.session.dispose()
  }
  const build = async (ready: PracticeReady, mine: number): Promise<void> => {
    await end()
    if (stopped || mine !== newest) return
    const kept = await vault()
    const { session } = await practiceSession({ ready, host, vault: kept, root, log })
    const room = await open({ session, profile, vault: kept, root }, halted)
    standing = room
    if (stopped || mine !== newest) return
    told.onRoom(room)
    // Not waited for: an exchange that does not answer must not keep the room from being closed.
    void session.start()
  }
  const host = startPracticeHost({
    bundle: practiceBundle,
    args: exchangeArgs(root, practiceArgs),
    timers: systemTimers,
    log,
    onReady(ready) {
      const mine = (newest += 1)
      turn = turn
        .then(() => build(ready, mine))
        .catch((error: unknown) =>
          told.onFailed(
            error instanceof Error ? error.message : 'The practice room could not be built.',
          ),
        )
    },
    onGone: () => told.onGone(),
    onFailed: (message) => told.onFailed(message),
  })

  return {
    async stop() {
      stopped = true
      // What is being built finds that it is not wanted, and then nothing holds the files any more.
      await turn
      await end()
      await host.stop()
    },
  }
}
