import { returns, type Nothing, op, type Entry } from '../entry.js'
import { z } from 'zod'
import {
  FAULT_MODES,
  PRACTICE_FAULTS,
  PRACTICE_RATE_LIMITS,
  PRACTICE_SCENARIOS,
  PRACTICE_SPEEDS,
  isPracticeSeed,
  type PracticeChange,
  type PracticeSettings,
  type ResetSeed,
} from '../../domain/app/practice-settings.js'
import { mirror } from '../../domain/readonly-schema.js'
import { zSymbol, zTime } from '../../domain/scalars.schema.js'

const main = ['main'] as const
const zFault = z.enum(PRACTICE_FAULTS)
const zDay = z.iso.date()
const zScenario = z.enum(PRACTICE_SCENARIOS)
const zSymbols = z.array(zSymbol).max(200)

const zPracticeChange = mirror<PracticeChange>()(
  z.discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('speed'),
      speed: z.union(PRACTICE_SPEEDS.map((speed) => z.literal(speed))),
    }),
    z.strictObject({ kind: z.literal('jump'), to: zTime }),
    z.strictObject({ kind: z.literal('fault'), fault: zFault, mode: z.enum(FAULT_MODES) }),
    z.strictObject({ kind: z.literal('clear-faults') }),
    z.strictObject({ kind: z.literal('halted'), symbols: zSymbols }),
    z.strictObject({ kind: z.literal('scenario'), scenario: zScenario, symbol: zSymbol }),
    z.strictObject({
      kind: z.literal('call-off'),
      scenario: zScenario,
      symbol: zSymbol,
      begins: zTime,
    }),
    z.strictObject({ kind: z.literal('rate-limits'), profile: z.enum(PRACTICE_RATE_LIMITS) }),
  ]),
)

const zResetSeed = mirror<ResetSeed>()(
  z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('same') }),
    z.strictObject({ kind: z.literal('usual') }),
    z.strictObject({ kind: z.literal('other'), seed: z.string().refine(isPracticeSeed) }),
  ]),
)

/** The operations on the practice exchange; without effect in other environments. */
export const practiceContract = {
  /** Returns what is set of the practice exchange; null in other environments. */
  'practice.settings': op({
    in: z.strictObject({}),
    out: returns<PracticeSettings | null>(),
    surfaces: main,
    effect: 'read',
  }),
  'practice.change': op({
    in: z.strictObject({ change: zPracticeChange }),
    out: returns<PracticeSettings | null>(),
    surfaces: main,
    effect: 'session',
  }),
  /**
   * Begins to replay a recorded day of the practice exchange in a profile of its own: `app` shows
   * the steps. Refused in other environments.
   */
  'practice.replay': op({
    in: z.strictObject({ day: zDay }),
    out: returns<Nothing>(),
    surfaces: main,
    effect: 'session',
  }),
  /**
   * Reads the broker's minute bars of a past day of a stock, in any environment, and begins to
   * replay them in a practice profile of its own: `app` shows the steps.
   */
  'practice.replay-bars': op({
    in: z.strictObject({ symbol: zSymbol, day: zDay }),
    out: returns<Nothing>(),
    surfaces: main,
    effect: 'session',
  }),
  /** Begins to start practice over: `app` shows the steps. Refused in other environments. */
  'practice.reset': op({
    in: z.strictObject({ seed: zResetSeed }),
    out: returns<Nothing>(),
    surfaces: main,
    effect: 'session',
  }),
} as const satisfies Record<string, Entry>
