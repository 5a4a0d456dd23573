import { z } from 'zod'
import type { InstrumentKey } from '../../domain/instruments/instrument-key.js'

export const zInstrumentKey = z.custom<InstrumentKey>(
  (value) => typeof value === 'string' && value.length <= 128,
)
