import { returns, type Nothing, op, type ContractEntry } from './entry.js'
import { z } from 'zod'
import type { PracticeSettings } from '../domain/app/practice/practice-settings.js'
import { PracticeChange, ResetSeed } from '../domain/app/practice/practice-settings.schema.js'
import { zSymbol } from '../domain/scalars.schema.js'

const main = ['main'] as const
const zDay = z.iso.date()
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
    in: z.strictObject({ change: PracticeChange }),
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
    in: z.strictObject({ seed: ResetSeed }),
    out: returns<Nothing>(),
    surfaces: main,
    effect: 'session',
  }),
} as const satisfies Record<string, ContractEntry>
