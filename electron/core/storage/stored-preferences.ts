import { z } from 'zod'
import { storedAs } from './stored-as.js'
import { PREFERENCE_SCHEMAS, type Preferences } from '../../../shared/domain/app/preferences.js'

/** The person's settings as stored. */
export const zStoredPreferences = storedAs<Preferences>()(z.strictObject(PREFERENCE_SCHEMAS))
