import { app, nativeImage, type BrowserWindow, type NativeImage } from 'electron'
import { ENVIRONMENT_LABELS, type Environment } from '../../../shared/domain/environment.js'
import type { Profile } from '../../../shared/domain/app/profile.schema.js'
import { markedTitle } from './marked-title.js'
import practice from '../../../resources/icons/practice.png?inline'
import production from '../../../resources/icons/production.png?inline'
import sandbox from '../../../resources/icons/sandbox.png?inline'

/** The task bar icons: a color for each environment, and a word outside practice. */
const ICONS: Readonly<Record<Environment, string>> = { practice, sandbox, production }

/** Returns the icon `size` pixels wide. */
export const environmentIcon = (environment: Environment, size: number): NativeImage =>
  nativeImage
    .createFromDataURL(ICONS[environment])
    .resize({ width: size, height: size, quality: 'best' })

/** Red, in the order of bytes of a bitmap: blue, green, red, opacity. */
const BADGE = [0x2b, 0x1e, 0xd8, 0xff] as const
const CHANNELS = BADGE.length
/** The radius of the badge as a part of the icon's width. */
const BADGE_PART = 0.24

/** Returns the icon with a red dot in its upper right corner: something waits for the person. */
export function badgedIcon(environment: Environment, size: number): NativeImage {
  const bitmap = Buffer.from(environmentIcon(environment, size).toBitmap())
  const radius = size * BADGE_PART
  const [centerX, centerY] = [size - radius, radius]
  for (let y = 0; y < size; y += 1) {
    for (let x = 0; x < size; x += 1) {
      if (Math.hypot(x + 0.5 - centerX, y + 0.5 - centerY) <= radius) {
        bitmap.set(BADGE, (y * size + x) * CHANNELS)
      }
    }
  }
  return nativeImage.createFromBitmap(bitmap, { width: size, height: size })
}

/**
 * Sets the environment's icon on a window. On macOS the dock shows the program's own icon; there
 * only the title and the page show the environment.
 */
export function setEnvironmentIcon(window: BrowserWindow, environment: Environment): void {
  if (process.platform !== 'darwin') {
    window.setIcon(nativeImage.createFromDataURL(ICONS[environment]))
  }
}

/**
 * Formats a window title, "Countersign · PRODUCTION · My account", so that every list of windows
 * shows the environment.
 */
const windowTitle = ({ environment, name }: Pick<Profile, 'environment' | 'name'>): string =>
  name === ENVIRONMENT_LABELS[environment]
    ? `Countersign · ${ENVIRONMENT_LABELS[environment]}`
    : `Countersign · ${ENVIRONMENT_LABELS[environment]} · ${name}`

/** Shows the environment on the window itself. */
export function showEnvironment(
  window: BrowserWindow,
  profile: Pick<Profile, 'environment' | 'name'>,
): void {
  window.setTitle(markedTitle(windowTitle(profile), app))
  setEnvironmentIcon(window, profile.environment)
}
