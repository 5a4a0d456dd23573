import { z } from 'zod'
import {
  PRACTICE_FAULTS,
  PRACTICE_SCENARIOS,
  PRACTICE_SPEEDS,
  FAULT_MODES,
  PRACTICE_RATE_LIMITS,
  isPracticeSeed,
} from './practice-settings.js'
import { zSymbol, zTime } from '../../scalars.schema.js'
import { asReadonly } from '../../readonly-schema.js'

const zFault = z.enum(PRACTICE_FAULTS)

const zScenario = z.enum(PRACTICE_SCENARIOS)

const zSymbols = z.array(zSymbol).max(200)

/** One change of the settings. Only scenarios and the time survive a restart of the exchange. */
export const PracticeChange = asReadonly(
  z.discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('speed'),
      speed: z.union(PRACTICE_SPEEDS.map((speed) => z.literal(speed))),
    }),
    /** Moves the clock forward; the market plays everything in between. */
    z.strictObject({ kind: z.literal('jump'), to: zTime }),
    z.strictObject({ kind: z.literal('fault'), fault: zFault, mode: z.enum(FAULT_MODES) }),
    z.strictObject({ kind: z.literal('clear-faults') }),
    z.strictObject({ kind: z.literal('halted'), symbols: zSymbols }),
    z.strictObject({ kind: z.literal('scenario'), scenario: zScenario, symbol: zSymbol }),
    /** Calls off a scenario that has not begun. */
    z.strictObject({
      kind: z.literal('call-off'),
      scenario: zScenario,
      symbol: zSymbol,
      begins: zTime,
    }),
    z.strictObject({ kind: z.literal('rate-limits'), profile: z.enum(PRACTICE_RATE_LIMITS) }),
  ]),
)
export type PracticeChange = z.output<typeof PracticeChange>

/** The seed of a new practice exchange: the present one, the usual one, or another. */
export const ResetSeed = asReadonly(
  z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('same') }),
    z.strictObject({ kind: z.literal('usual') }),
    z.strictObject({ kind: z.literal('other'), seed: z.string().refine(isPracticeSeed) }),
  ]),
)
export type ResetSeed = z.output<typeof ResetSeed>
