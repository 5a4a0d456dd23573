import { z } from 'zod'

export const MAX_MATCHES = 50
/** The provider's id of a game. */
export const zMilestone = z.string().min(1).max(80)
