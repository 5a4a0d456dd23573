import type { Brand } from './brand.js'

/** Milliseconds since the Unix epoch, UTC. */
export type EpochMs = Brand<number, 'EpochMs'>

/** Tags a number as milliseconds since the epoch. */
export const epochMs = (value: number): EpochMs => value as EpochMs

/** Returns the earliest of the moments that are known; null where none is. */
export const earliestOf = (moments: readonly (EpochMs | null | undefined)[]): EpochMs | null =>
  moments.reduce<EpochMs | null>(
    (earliest, moment) =>
      moment == null || (earliest !== null && earliest <= moment) ? earliest : moment,
    null,
  )

export const SECOND_MS = 1_000
export const MINUTE_MS = 60_000
export const HOUR_MS = 3_600_000
export const DAY_MS = 86_400_000
