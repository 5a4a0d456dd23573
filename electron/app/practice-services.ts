import type { PracticeChange } from '../../shared/domain/app/practice/practice-settings.schema.js'
import { systemClock } from '../adapters/clock.js'
import type { ProfileSwitcher } from '../core/profiles/profile-switcher.js'
import type { ShellServices } from '../handlers/handlers.js'
import type { Assistants } from './assistants/assistants.js'
import type { ProfileSessionOpener } from './profiles/profile-opener.js'
import { PracticeControl } from './practice/practice-control.js'
import { PracticeReset, type PracticeResetDeps } from './practice/practice-reset.js'

/** The changes after which reports and dates may be others. */
const MOVES_FACTS: ReadonlySet<PracticeChange['kind']> = new Set(['scenario', 'call-off', 'jump'])

/** Joins what windows may do with the practice exchange of the open profile. */
export function servePractice(
  options: Pick<PracticeResetDeps, 'userData' | 'practiceArgs'>,
  opener: ProfileSessionOpener,
  profileSwitcher: ProfileSwitcher,
  { host }: Pick<Assistants, 'host'>,
): ShellServices['practice'] {
  const control = new PracticeControl(() => opener.opened().practice)
  const reset = new PracticeReset({
    userData: options.userData,
    practiceArgs: options.practiceArgs,
    profileSwitcher,
    vaultOf: (profile) => opener.vaultOf(profile),
    removeWaiting: () => host.removeWaiting(),
    session: () => opener.session(),
    clock: systemClock,
    log: opener.log,
  })
  return {
    settings: () => control.settings(),
    async change(change) {
      const answer = await control.change(change)
      // A planned report, or another day, changes what was read about companies.
      if (answer.ok && MOVES_FACTS.has(change.kind)) opener.session()?.market.companies.forget()
      return answer
    },
    reset: (seed) => reset.reset(seed),
  }
}
