import { z } from 'zod'
import { KILL_SHORTCUTS } from '../../../shared/domain/app/kill-shortcut.js'
import type { Preferences } from '../../../shared/domain/app/preferences.js'
import { PRICE_TOLERANCES } from '../../../shared/domain/app/price-tolerance.js'

/** The person's settings as stored. */
export const zStoredPreferences: z.ZodType<Preferences> = z.strictObject({
  theme: z.enum(['system', 'dark', 'light', 'contrast']),
  marketColors: z.enum(['green-red', 'blue-orange']),
  confirmOrders: z.boolean(),
  tourDone: z.boolean(),
  killShortcut: z.enum(KILL_SHORTCUTS),
  priceTolerance: z.enum(PRICE_TOLERANCES),
  watchlist: z.array(z.string().max(48)).max(200),
  workspace: z.string().max(200_000).nullable(),
})
