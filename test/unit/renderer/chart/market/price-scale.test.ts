import { describe, expect, it } from 'vitest'
import { minMove, scaleFormatter } from '../../../../../renderer/chart/price-scale-text.js'
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

describe('REL-45: the prices of the scale', () => {
  it('are computed once while repaints request them again', () => {
    let reads = 0
    const prices = {
      get steps() {
        reads += 1
        return null
      },
      places: 2,
    } as Parameters<typeof scaleFormatter>[0]
    const write = scaleFormatter(prices)
    const first = write(671.5)
    const readsOfFirst = reads

    const repeated = Array.from({ length: 50 }, () => write(671.5))

    expect(new Set([first, ...repeated])).toEqual(new Set(['671.50']))
    expect(reads).toBe(readsOfFirst)
  })

  it('are written each by its own value, also after many others', () => {
    const write = scaleFormatter({ steps: null, places: 2 })
    const texts = Array.from({ length: 1_200 }, (_, index) => write(100 + index / 100))
    expect([texts[0], texts[1_199], write(100), write(100.01)]).toEqual([
      '100.00',
      '111.99',
      '100.00',
      '100.01',
    ])
  })
})
