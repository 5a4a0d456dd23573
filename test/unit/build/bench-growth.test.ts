import { describe, expect, it } from 'vitest'
import { growthOf, growthRow } from '../../bench/memory/growth.js'

const samples = (value: (index: number) => number): readonly number[] =>
  Array.from({ length: 40 }, (_, index) => value(index))
const rowOf = (values: readonly number[]) =>
  growthRow({ id: 'P3', metric: 'heap', values, format: (value) => value.toFixed(0) })

describe('the growth of a long run', () => {
  it('is seen where a figure rises to the end', () => {
    const rising = samples((index) => 100 + index)
    expect(growthOf(rising).ratio).toBeGreaterThan(0.05)
    expect(growthOf(rising).trend).toBeGreaterThan(0.2)
    expect(rowOf(rising).verdict).toBe('missed')
  })

  it('is none for a sawtooth', () => {
    const sawtooth = samples((index) => 100 + 20 * (index % 5))
    expect(Math.abs(growthOf(sawtooth).trend)).toBeLessThan(0.02)
    expect(rowOf(sawtooth).verdict).toBe('met')
  })

  it('is none for what fills up in the first half and stays', () => {
    const filled = samples((index) => 100 + Math.min(index, 18))
    expect(growthOf(filled).ratio).toBe(0)
    expect(growthOf(filled).trend).toBe(0)
    expect(rowOf(filled).verdict).toBe('met')
  })

  it('is seen where a whole run adds more than 5 %, however little a quarter adds', () => {
    const slow = samples((index) => 100 + index / 4)
    expect(growthOf(slow).ratio).toBeLessThan(0.05)
    expect(rowOf(slow).verdict).toBe('missed')
  })

  it('is not hidden by one low sample at the end', () => {
    const rising = samples((index) => (index === 39 ? 90 : 100 + index))
    expect(rowOf(rising).verdict).toBe('missed')
  })
})
