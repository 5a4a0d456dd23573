import { z } from 'zod'
import { PREFERENCE_SCHEMAS, type Preferences } from '../domain/app/preferences.js'
import { mirror } from './mirror.js'

const preferences = z.strictObject(PREFERENCE_SCHEMAS)
/** Some of the person's settings; absent members stay. */
export const zPreferencesChange = mirror<Partial<Preferences>>()(preferences.partial())

/**
 * Pages that may be opened in the system browser; the page sends a name, main holds the address.
 */
export const LINKS = ['charts-attribution'] as const
