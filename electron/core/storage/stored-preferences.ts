import { z } from 'zod'
import { PREFERENCE_SCHEMAS, type Preferences } from '../../../shared/domain/app/preferences.js'

/** The person's settings as stored. */
export const zStoredPreferences: z.ZodType<Preferences> = z.strictObject(PREFERENCE_SCHEMAS)
