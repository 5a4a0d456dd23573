/**
 * How long the long suites run: `npm test` runs each property briefly with fixed seeds, `npm run
 * sim` as long as is useful.
 */
export const FULL = process.env['COUNTERSIGN_EFFORT'] === 'full'

/** Returns the number of runs of a property: `quick` in `npm test`, `full` in `npm run sim`. */
export const runs = (quick: number, full: number): number => (FULL ? full : quick)
