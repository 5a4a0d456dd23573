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

export interface Entry<In extends z.ZodType = z.ZodType, Out extends z.ZodType = z.ZodType> {
  readonly in: In
  readonly out: Out
  readonly surfaces: readonly Surface[]
  readonly effect: Effect
}

export const op = <In extends z.ZodType, Out extends z.ZodType>(
  entry: Entry<In, Out>,
): Entry<In, Out> => entry
