import type { z } from 'zod'

/**
 * The kinds of window; each entry of the contract lists those that may call it. A `panel` window
 * shows panels that a person moved out of the main window.
 */
export const SURFACES = ['main', 'panel', 'confirm'] as const
export type Surface = (typeof SURFACES)[number]
/**
 * The effect that a call can have: none (a read), a change of the session, a change of what may be
 * traded (arming, resuming, limits, and the settings that decide about orders), or a change of an
 * order. The last two need a press of the person that main observed (SEC-28).
 */
export type Effect = 'read' | 'session' | 'authority' | 'trade'

declare const returned: unique symbol
/** The type of what an operation returns. It exists for the compiler only; see {@link returns}. */
export interface Returned<Out> {
  readonly [returned]: () => Out
}
/** Nothing but the fact that the operation succeeded. */
export type Nothing = Readonly<Record<string, never>>

/**
 * Declares what an operation returns. Main is the trusted side, so the compiler holds the type
 * where it is made and where it is used, and nothing is parsed.
 */
export const returns = <Out>(): Returned<Out> => ({}) as Returned<Out>

export interface ContractEntry<In extends z.ZodType = z.ZodType, Out = unknown> {
  /** Parses the input of every call; anything else is refused. */
  readonly in: In
  readonly out: Returned<Out>
  readonly surfaces: readonly Surface[]
  readonly effect: Effect
}

export const op = <In extends z.ZodType, Out>(
  entry: ContractEntry<In, Out>,
): ContractEntry<In, Out> => entry
