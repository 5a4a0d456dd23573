import path from 'node:path'
import { createAtomicFile } from '../../adapters/atomic-file.js'
import { systemClock } from '../../adapters/clock.js'
import type { Profile } from '../../../shared/domain/app/profile.js'
import type { AssistantSessionDeps } from './open-assistant-session.js'
import type { ShadowSessionDeps } from '../../app/assistants/shadow-session.js'
import { profileFolder } from '../../app/settings/profile-folders.js'
import type { ProfileSessionOpener } from '../profiles/profile-opener.js'

/**
 * Makes shadow practice from the built-in practice profile, with its folder, keys and exchange. All
 * of it is loaded when an assistant is paired for it; other starts load only this small file.
 */
export function shadowPractice(
  options: {
    readonly userData: string
    readonly practiceBundle: string
    readonly practiceArgs: readonly string[]
  },
  opener: () => ProfileSessionOpener,
  builtIn: () => Profile | undefined,
  { log, tolerance }: Pick<AssistantSessionDeps, 'log' | 'tolerance'>,
): Pick<ShadowSessionDeps, 'start' | 'isAnyPaired'> {
  const rootOf = (profile: Profile): string => profileFolder(options.userData, profile)
  return {
    async isAnyPaired() {
      const profile = builtIn()
      if (profile === undefined) return false
      const text = await createAtomicFile({
        path: path.join(rootOf(profile), 'assistants', 'connections.json'),
        clock: systemClock,
      }).read()
      if (!text.ok || text.value === null) return false
      const { parseConnections } = await import(
        '../../core/instructions/connections/connection-file.js'
      )
      const stored = parseConnections(text.value)
      return (
        typeof stored !== 'string' &&
        stored.some(({ shadow, revokedAt }) => shadow && revokedAt === null)
      )
    },
    start(events, halted) {
      const profile = builtIn()
      let stopped = false
      const running = (async () => {
        if (profile === undefined) throw new Error('There is no practice profile.')
        const [{ startShadowPractice }, { openAssistantSession }] = await Promise.all([
          import('./shadow-practice-session.js'),
          import('./open-assistant-session.js'),
        ])
        if (stopped) return null
        return startShadowPractice(
          {
            ...options,
            profile,
            root: rootOf(profile),
            log,
            vault: () => opener().vaultOf(profile),
            open: (context, parentHalted) =>
              openAssistantSession(context, { log, tolerance, parentHalted }),
          },
          events,
          halted,
        )
      })()
      running.catch((error: unknown) =>
        events.onFailed(
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
