import { nativeImage, type BrowserWindow, type NativeImage } from 'electron'
import { ENVIRONMENT_LABELS, type Environment } from '../../../shared/domain/environment.js'
import type { Profile } from '../../../shared/domain/app/profile.js'
import practice from '../../../resources/icons/practice.png?inline'
import production from '../../../resources/icons/production.png?inline'
import sandbox from '../../../resources/icons/sandbox.png?inline'

/**
 * The task bar's picture: its own colour for each environment, and a word in it where orders leave
 * the practice exchange.
 */
const ICONS: Readonly<Record<Environment, string>> = { practice, sandbox, production }

/** The same picture for places that show it small, `size` pixels wide. */
export const environmentIcon = (environment: Environment, size: number): NativeImage =>
  nativeImage
    .createFromDataURL(ICONS[environment])
    .resize({ width: size, height: size, quality: 'best' })

/**
 * Puts the environment's picture on a window. On macOS the dock shows the program's own; there the
 * title and the page say it.
 */
export function setEnvironmentIcon(window: BrowserWindow, environment: Environment): void {
  if (process.platform !== 'darwin') {
    window.setIcon(nativeImage.createFromDataURL(ICONS[environment]))
  }
}

/**
 * "Countersign · PRODUCTION · My account": the environment in words, wherever windows are listed.
 */
const windowTitle = ({ environment, name }: Pick<Profile, 'environment' | 'name'>): string =>
  name === ENVIRONMENT_LABELS[environment]
    ? `Countersign · ${ENVIRONMENT_LABELS[environment]}`
    : `Countersign · ${ENVIRONMENT_LABELS[environment]} · ${name}`

/** Shows on the window itself which environment it trades in. */
export function showEnvironment(
  window: BrowserWindow,
  profile: Pick<Profile, 'environment' | 'name'>,
): void {
  window.setTitle(windowTitle(profile))
  setEnvironmentIcon(window, profile.environment)
}
