import { z } from 'zod'
import { zShock } from '../../../shared/practice/replay.js'

/** More than a person starts in years of practice; each costs time for every minute it moves. */
export const MAX_SHOCKS = 500

/** A halt that ends by itself. */
export const zTimedHalt = z.object({
  symbol: z.string(),
  begins: z.number().int(),
  ends: z.number().int(),
})
export type TimedHalt = z.infer<typeof zTimedHalt>

/** The scenarios in a saved state: shocks for good, because prices follow from them. */
export const zStoredScenarios = z.object({
  shocks: z.array(zShock).max(MAX_SHOCKS),
  halts: z.array(zTimedHalt),
})
export type StoredScenarios = z.infer<typeof zStoredScenarios>

export const NO_SCENARIOS: StoredScenarios = { shocks: [], halts: [] }
