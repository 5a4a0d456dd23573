import path from 'node:path'
import { AtomicFile } from '../../adapters/atomic-file.js'
import { systemClock } from '../../adapters/clock.js'
import type { LiveValue } from '../../core/live-values.js'
import type { VaultPort } from '../../core/ports.js'
import type { Profile } from '../../../shared/domain/app/profile.schema.js'
import type { LaunchPractice } from '../practice/practice-process.js'
import { profileFolder } from '../settings/profile-folders.js'
import type { AssistantSessionDeps } from './open-assistant-session.js'
import type { ShadowPractice } from './shadow-practice-session.js'
import type { RunningShadow, ShadowSessionDeps, ShadowSessionEvents } from './shadow-session.js'
import { message } from '../../../shared/messages/make-message.js'
import { DescribedError } from '../../core/described-error.js'
import { damageAsText } from './access-file.js'
import { shadowProblem } from './shadow-problem.js'

export interface ShadowStarterOptions
  extends Pick<AssistantSessionDeps, 'log' | 'tolerance' | 'presses'> {
  readonly userData: string
  readonly launchPractice: LaunchPractice
  readonly practiceArgs: readonly string[]
  /** Returns the built-in practice profile. */
  readonly profile: () => Profile | undefined
  readonly vaultOf: (profile: Profile) => Promise<VaultPort>
  /** True while Countersign is locked. */
  readonly isLocked: () => boolean
}

/**
 * Starts shadow practice from the built-in practice profile, with its folder, keys and exchange.
 * All of it is loaded when an assistant is paired for it; other starts load only this small file.
 */
export class ShadowStarter implements Pick<ShadowSessionDeps, 'start' | 'isAnyPaired'> {
  readonly #options: ShadowStarterOptions

  constructor(options: ShadowStarterOptions) {
    this.#options = options
  }

  isAnyPaired = async (): Promise<boolean> => {
    const profile = this.#options.profile()
    if (profile === undefined) return false
    const file = path.join(this.#rootOf(profile), 'assistants', 'connections.json')
    const text = await damageAsText(new AtomicFile({ path: file, clock: systemClock })).read()
    if (!text.ok || text.value === null) return false
    const { parseConnections } = await import(
      '../../core/instructions/connections/connection-file.js'
    )
    const stored = parseConnections(text.value)
    return (
      typeof stored !== 'string' &&
      stored.connections.some(({ shadow, revokedAt }) => shadow && revokedAt === null)
    )
  }

  start = (events: ShadowSessionEvents, halted: LiveValue<boolean>): RunningShadow => {
    let stopped = false
    const starting = this.#load(events, halted).then((practice) => {
      if (stopped) return null
      practice.start()
      return practice
    })
    starting.catch((error: unknown) => events.onFailed(shadowProblem(error)))
    return {
      async stop() {
        stopped = true
        // The failure was reported where it started.
        await (await starting.catch(() => null))?.stop()
      },
    }
  }

  async #load(events: ShadowSessionEvents, halted: LiveValue<boolean>): Promise<ShadowPractice> {
    const { log, isLocked, tolerance, presses, launchPractice, practiceArgs, vaultOf } =
      this.#options
    const profile = this.#options.profile()
    if (profile === undefined) throw new DescribedError(message('assistants.noPracticeProfile'))
    const { newerFilesProblem } = await import('../profiles/newer-files.js')
    const newer = newerFilesProblem(this.#options.userData, profile)
    if (newer !== null) throw new DescribedError(newer)
    const [{ ShadowPractice }, { openAssistantSession }] = await Promise.all([
      import('./shadow-practice-session.js'),
      import('./open-assistant-session.js'),
    ])
    return new ShadowPractice(
      {
        profile,
        root: this.#rootOf(profile),
        launchPractice,
        practiceArgs,
        log,
        isLocked,
        vault: () => vaultOf(profile),
        open: (context, parentHalted) =>
          openAssistantSession(context, { log, tolerance, presses, parentHalted }),
      },
      events,
      halted,
    )
  }

  #rootOf(profile: Profile): string {
    return profileFolder(this.#options.userData, profile)
  }
}
