import type { ResetLevel } from '../../../shared/domain/app/reset.js'

/**
 * The register of the program's files belongs to every level: it would report what was set aside as
 * missing, and starts empty without losing anything of a person.
 */
const LAYOUT = ['preferences.json', 'window.json', 'workspaces', 'files.json'] as const
const PROFILES = [
  'profiles.json',
  'lock.json',
  'assistants.json',
  'assistant-files.json',
  'client-settings.json',
  'sandbox',
  'production',
  'removed',
] as const
const EVERYTHING = [
  'practice',
  'practice.trading',
  'practice.limits',
  'practice.halt',
  'updates.json',
  'newest-program.json',
  'crashes',
  'logs',
] as const

/**
 * The entries of the data folder that a level sets aside, with `/` in between; never the browser's
 * own, which are in use at that moment. A copy such as `<entry>.v1` belongs to its entry.
 */
export const RESET_ENTRIES: Readonly<Record<ResetLevel, readonly string[]>> = {
  layout: LAYOUT,
  // The built-in practice stays, without the profiles below it.
  profiles: [...LAYOUT, ...PROFILES, 'practice/profiles'],
  everything: [...LAYOUT, ...PROFILES, ...EVERYTHING],
}
