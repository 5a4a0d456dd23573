import type { EpochMs } from '../../../../shared/domain/time.js'

/**
 * Returns records oldest first. The broker lists the newest first, so records of one instant change
 * places too, unless `ofOneInstant` orders them.
 */
export const oldestFirst = <T extends { readonly time: EpochMs }>(
  newestFirst: readonly T[],
  ofOneInstant: (a: T, b: T) => number = () => 0,
): readonly T[] => newestFirst.toReversed().sort((a, b) => a.time - b.time || ofOneInstant(a, b))
