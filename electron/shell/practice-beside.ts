import path from 'node:path'
import { createAtomicFile } from '../adapters/atomic-file.js'
import { systemClock } from '../adapters/clock.js'
import type { Profile } from '../../shared/domain/profile.js'
import type { RoomWorld } from './assistant-open.js'
import type { BesideDeps } from './beside.js'
import { profileFolder } from './profile-folders.js'
import type { ShellOpener } from './profile-opener.js'

/**
 * How the practice room beside a live profile is reached: the practice profile that the program
 * brings, with its folder, its keys and
 * its exchange. All of it is loaded when somebody is paired for it, and a start-up with nobody pays
 * for one small file.
 */
export function practiceBeside(
  options: {
    readonly userData: string
    readonly practiceBundle: string
    readonly practiceArgs: readonly string[]
  },
  opener: () => ShellOpener,
  builtIn: () => Profile | undefined,
  { log, tolerance }: Pick<RoomWorld, 'log' | 'tolerance'>,
): Pick<BesideDeps, 'start' | 'anyone'> {
  const rootOf = (profile: Profile): string => profileFolder(options.userData, profile)
  return {
    async anyone() {
      const profile = builtIn()
      if (profile === undefined) return false
      const text = await createAtomicFile({
        path: path.join(rootOf(profile), 'assistants', 'connections.json'),
        clock: systemClock,
      }).read()
      if (!text.ok || text.value === null) return false
      const { parseConnections } = await import('../core/instructions/connection-file.js')
      const kept = parseConnections(text.value)
      return (
        typeof kept !== 'string' &&
        kept.some(({ shadow, revokedAt }) => shadow && revokedAt === null)
      )
    },
    start(told, halted) {
      const profile = builtIn()
      let stopped = false
      const running = (async () => {
        if (profile === undefined) throw new Error('There is no practice profile.')
        const [{ startPracticeRoom }, { openRoom }] = await Promise.all([
          import('./practice-room.js'),
          import('./assistant-open.js'),
        ])
        if (stopped) return null
        return startPracticeRoom(
          {
            ...options,
            profile,
            root: rootOf(profile),
            log,
            vault: () => opener().vaultOf(profile),
            open: (place, alsoHalted) => openRoom(place, { log, tolerance, alsoHalted }),
          },
          told,
          halted,
        )
      })()
      running.catch((error: unknown) =>
        told.onFailed(
          error instanceof Error ? error.message : 'The practice room could not be built.',
        ),
      )
      return {
        async stop() {
          stopped = true
          await (await running.catch(() => null))?.stop()
        },
      }
    },
  }
}
