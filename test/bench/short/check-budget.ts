import type { CostRatios } from './start-cost.js'

/** A budget is exceeded by more than this share of it. */
const TOLERANCE = 0.2

const NAMES: Readonly<Record<keyof CostRatios, string>> = {
  startCpu: 'processor time of a start',
  memory: 'memory once usable, without the exchange',
}

/** Compares costs with the budget; one line for each, and whether all of them are kept. */
export function checkBudget(
  costs: CostRatios,
  budget: CostRatios,
): { readonly isMet: boolean; readonly lines: readonly string[] } {
  const checked = Object.entries(NAMES).map(([name, text]) => {
    const [cost, limit] = [costs[name as keyof CostRatios], budget[name as keyof CostRatios]]
    return {
      isMet: cost <= limit * (1 + TOLERANCE),
      line: `${text}: ${cost.toFixed(2)} × an empty window (budget ${limit.toFixed(2)} ×, at most ${(limit * (1 + TOLERANCE)).toFixed(2)} ×)`,
    }
  })
  return {
    isMet: checked.every(({ isMet }) => isMet),
    lines: checked.map(({ line }) => line),
  }
}
