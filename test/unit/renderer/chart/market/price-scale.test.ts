import { describe, expect, it } from 'vitest'
import { minMove } from '../../../../../renderer/chart/price-scale-text.js'
import { dec } from '../../../../../shared/domain/decimal.js'

const movesOf = (step: string, places: number): number =>
  minMove({ places, step: dec(step), steps: null } as Parameters<typeof minMove>[0])

describe('the distance of the marks of the price scale', () => {
  it.each([
    ['0.0000005', 7, 1e-7],
    ['0.00005', 5, 1e-5],
    ['0.05', 2, 0.01],
    ['0.01', 2, 0.01],
    ['0.00000001', 8, 1e-8],
  ])('is a power of ten for a step of %s', (step, places, move) => {
    expect(movesOf(step, places)).toBeCloseTo(move, 12)
  })

  it.each([
    ['0.25', 2, 0.25],
    ['0.015625', 6, 0.015625],
    ['1', 0, 1],
    ['5', 0, 1],
  ])('is the step itself where its halves are prices: %s', (step, places, move) => {
    expect(movesOf(step, places)).toBe(move)
  })
})
