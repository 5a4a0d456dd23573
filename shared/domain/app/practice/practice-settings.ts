import type { Environment } from '../../environment.js'
import type { ExchangeDay } from '../../market/exchange-time.js'
import type { Symbol } from '../../ids.js'
import type { EpochMs } from '../../time.js'

/** Every fault of the practice exchange that a person may switch on. */
export const PRACTICE_FAULTS = [
  'drop-before-effect',
  'delay',
  'rate-limited',
  'error-before-effect',
  'drop-after-effect',
  'error-after-effect',
  'malformed-body',
  'truncated-body',
  'unreadable-row',
  'unpublished-class',
  'unpublished-classes',
  'stale-listing',
  'event-stream-black-hole',
  'market-stream-black-hole',
  'duplicate-events',
  'reorder-events',
  'replay-old-events',
  'refuse-event-stream',
  'refuse-market-stream',
] as const
export type PracticeFault = (typeof PRACTICE_FAULTS)[number]

/** How often a fault occurs: with the next new order, or always until it is switched off. */
export const FAULT_MODES = ['off', 'next-order', 'always'] as const
export type FaultMode = (typeof FAULT_MODES)[number]

/** Exchange seconds per second; 0 stops the market. */
export const PRACTICE_SPEEDS = [0, 1, 5, 20, 60] as const

export const PRACTICE_RATE_LIMITS = ['production', 'sandbox', 'off'] as const
export type PracticeRateLimits = (typeof PRACTICE_RATE_LIMITS)[number]

/**
 * What a person may let happen to a symbol at the practice exchange: a crash of the market with it,
 * a halt that ends by itself, a gap after a report.
 */
export const PRACTICE_SCENARIOS = ['flash-crash', 'halt', 'gap-up', 'gap-down'] as const
export type PracticeScenario = (typeof PRACTICE_SCENARIOS)[number]

/**
 * Why a scenario was not started: funds, futures and coins report no earnings; the same is already
 * planned or running; the exchange stores no more.
 */
export const SCENARIO_REFUSALS = ['no-report', 'taken', 'too-many'] as const
export type ScenarioRefusal = (typeof SCENARIO_REFUSALS)[number]

/** A scenario that was started; it may begin later, and be over. */
export interface StartedScenario {
  readonly scenario: PracticeScenario
  readonly symbol: Symbol
  readonly begins: EpochMs
  readonly ends: EpochMs
}

/** The settings of the running practice exchange. */
export interface PracticeSettings {
  readonly seed: string
  readonly exchangeTime: EpochMs
  readonly speed: number
  readonly rateLimits: PracticeRateLimits
  /** The faults that are on. */
  readonly faults: readonly {
    readonly fault: PracticeFault
    readonly mode: Exclude<FaultMode, 'off'>
  }[]
  readonly halted: readonly Symbol[]
  /** The newest scenarios, in the order of their begin. */
  readonly scenarios: readonly StartedScenario[]
  /** Days that this exchange has played to their close, newest first. */
  readonly recordedDays: readonly ExchangeDay[]
  /** The symbol that follows recorded bars; null where every symbol is simulated. */
  readonly replayed: ReplayedBars | null
}

/** What is replayed of one symbol, and where its bars come from. */
export interface ReplayedBars {
  readonly symbol: Symbol
  readonly day: ExchangeDay
  /** From here on the symbol does not trade: its recording is over. */
  readonly ends: EpochMs
  readonly environment: Environment
  readonly profile: string
}

/**
 * True for a seed that a person may choose: letters, digits, spaces, dots and dashes. A plus would
 * ask for a market of another size.
 */
export const isPracticeSeed = (seed: string): boolean =>
  /^[\p{L}\p{N}](?:[\p{L}\p{N} ._-]{0,38}[\p{L}\p{N}])?$/u.test(seed)
