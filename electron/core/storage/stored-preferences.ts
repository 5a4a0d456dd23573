import { z } from 'zod'
import { mirror } from '../../../shared/domain/readonly-schema.js'
import { PREFERENCE_SCHEMAS, type Preferences } from '../../../shared/domain/app/preferences.js'

/** The person's settings as stored. */
export const zStoredPreferences = mirror<Preferences>()(z.strictObject(PREFERENCE_SCHEMAS))
