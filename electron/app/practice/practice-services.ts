import { systemClock } from '../../adapters/clock.js'
import type { ProfileSwitcher } from '../../core/profiles/profile-switcher.js'
import type { ShellServices } from '../../handlers/handlers.js'
import type { Assistants } from '../assistants/assistants.js'
import type { ProfileSessionOpener } from '../profiles/profile-opener.js'
import { PracticeControl } from './practice-control.js'
import { PracticeReset, type PracticeResetDeps } from './practice-reset.js'

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
    change: (change) => control.change(change),
    reset: (seed) => reset.reset(seed),
  }
}
