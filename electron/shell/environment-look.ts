import type { BrowserWindow } from 'electron'
import { ENVIRONMENT_WORDS } from '../../shared/domain/environment.js'
import type { Profile } from '../../shared/domain/profile.js'

/** "Countersign · PRODUCTION · My account": the environment in words, wherever windows are listed. */
export const windowTitle = ({ environment, name }: Pick<Profile, 'environment' | 'name'>): string =>
  name === ENVIRONMENT_WORDS[environment] ? `Countersign · ${ENVIRONMENT_WORDS[environment]}` : `Countersign · ${ENVIRONMENT_WORDS[environment]} · ${name}`

/** Shows on the window itself which environment it trades in. */
export function showEnvironment(window: BrowserWindow, profile: Pick<Profile, 'environment' | 'name'>): void {
  window.setTitle(windowTitle(profile))
}
