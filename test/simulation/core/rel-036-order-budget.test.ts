import { describe, expect, it } from 'vitest'
import { BUDGET_SCENARIOS, BUSY_USER, simulateBudgets } from './order-budget.js'

const SECOND_MS = 1_000

describe('REL-36: with ten working orders in five accounts, over an hour', () => {
  it.each(Object.entries(BUDGET_SCENARIOS))(
    'polling delays no placement, no cancel and no settlement: %s',
    async (_name, access) => {
      for (const seed of [1, 2, 3]) {
        const result = await simulateBudgets({ ...BUSY_USER, ...access, seed })

        expect(result.placeMs.length).toBeGreaterThan(300)
        expect(result.cancelMs.length).toBeGreaterThan(300)
        expect(result.settleMs.length).toBeGreaterThan(60)
        expect(Math.max(...result.placeMs)).toBeLessThan(SECOND_MS)
        expect(Math.max(...result.cancelMs)).toBeLessThan(SECOND_MS)
        expect(Math.max(...result.settleMs)).toBeLessThan(3 * SECOND_MS)
      }
    },
  )

  it.each(Object.entries(BUDGET_SCENARIOS))(
    'polling itself never stops for the rest of a window: %s',
    async (_name, access) => {
      const result = await simulateBudgets({ ...BUSY_USER, ...access, seed: 4 })
      expect(Math.max(...result.listAgeMs)).toBeLessThan(60 * SECOND_MS)
      expect(Math.max(...result.queryAgeMs)).toBeLessThan(120 * SECOND_MS)
    },
  )

  it('shows that polling without a reserve would delay placements', async () => {
    const result = await simulateBudgets({
      ...BUSY_USER,
      ...BUDGET_SCENARIOS.Connect,
      seed: 1,
      priorities: { polling: 'normal', placement: 'normal' },
    })
    expect(Math.max(...result.placeMs)).toBeGreaterThan(2 * SECOND_MS)
  })
})
