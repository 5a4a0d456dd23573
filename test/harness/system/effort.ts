/**
 * How long the long suites run. `npm test` looks at each law for a moment, with the same seeds
 * every time it matters;
 * `npm run sim` looks at it for as long as is worth it.
 */
const FULL = process.env['COUNTERSIGN_EFFORT'] === 'full'

/** Runs of a property: `quick` in `npm test`, `full` in `npm run sim`. */
export const runs = (quick: number, full: number): number => (FULL ? full : quick)
