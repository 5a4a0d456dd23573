import { z } from 'zod'
import { MINUTE_MS } from '../domain/time.js'
import { zRecordedBars } from './recorded-bars.js'

/**
 * A move that a person adds to the seeded market. It belongs to the market's inputs, like the seed:
 * the same shocks give the same prices. `begins` is on a whole minute. Moves are in hundredths of a
 * percent: `market` of the whole market, which every symbol follows by its beta; `own` of the
 * symbol alone.
 */
export const zShock = z.object({
  kind: z.enum(['flash-crash', 'earnings-gap']),
  symbol: z.string(),
  begins: z.number().int().multipleOf(MINUTE_MS),
  market: z.number().int().min(-9_000).max(9_000),
  own: z.number().int().min(-9_000).max(9_000),
})
export type Shock = z.infer<typeof zShock>

/** The inputs of a market besides its seed: all prices follow from them. */
const zSeededInputs = z.object({
  /** The instant from which the seeded prices follow. */
  anchor: z.number().int(),
  shocks: z.array(zShock).readonly(),
})
export const zRecording = zSeededInputs.extend({
  /** The bars that one symbol follows; null where every symbol is simulated. */
  bars: zRecordedBars.nullable(),
})
export type Recording = z.infer<typeof zRecording>

/** What an exchange replays: a recorded market, from a past time on. */
export const zReplay = zRecording.extend({ v: z.literal(1), start: z.number().int() })
export type Replay = z.infer<typeof zReplay>
