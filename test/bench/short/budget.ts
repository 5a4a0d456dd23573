import type { CostRatios } from './start-cost.js'

/**
 * What a start may cost, as multiples of an empty window in the same run. Lower it with every
 * change that makes a start cheaper; raise it only for something that a person gets for it.
 */
export const BUDGET: CostRatios = { startCpu: 6.3, memory: 1.6 }
