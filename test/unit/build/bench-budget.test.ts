import { describe, expect, it } from 'vitest'
import { checkBudget } from '../../bench/short/check-budget.js'

const BUDGET = { startCpu: 5, memory: 1.5 }

describe('the budget of a start', () => {
  it('is kept up to a fifth above it', () =>
    expect(checkBudget({ startCpu: 5.99, memory: 1.79 }, BUDGET).isMet).toBe(true))

  it.each([
    ['processor time', { startCpu: 6.01, memory: 1.5 }],
    ['memory', { startCpu: 5, memory: 1.81 }],
  ])('is exceeded by too much %s', (_cost, costs) =>
    expect(checkBudget(costs, BUDGET).isMet).toBe(false),
  )

  it('names each cost with its budget', () =>
    expect(checkBudget({ startCpu: 5.5, memory: 1.4 }, BUDGET).lines).toEqual([
      'processor time of a start: 5.50 × an empty window (budget 5.00 ×, at most 6.00 ×)',
      'memory once usable, without the exchange: 1.40 × an empty window (budget 1.50 ×, at most 1.80 ×)',
    ]))
})
