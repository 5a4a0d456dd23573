import { z } from 'zod'
import type { InstrumentKey } from './instrument-key.js'

/**
 * The key of an instrument. The broker names a symbol as it likes: a file that refused one name
 * would be set aside at each start.
 */
export const zInstrumentKey = z.custom<InstrumentKey>(
  (value) => typeof value === 'string' && /^[a-z]+ ./su.test(value),
  'not an instrument',
)
