import type { CostRatios } from './start-cost.js'

/**
 * What a start may cost, as multiples of an empty window in the same run. Lower it with every
 * change that makes a start cheaper; raise it only for something that a person gets for it.
 *
 * The ratio of processor time differs between machines, and with what runs beside it: the same
 * commit takes 6.2 on one, and 9.2 to 9.7 on another that opens an empty window in 0.3 s.
 */
export const BUDGET: CostRatios = { startCpu: 9, memory: 1.6 }
