import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { asPrice, dec, decimalText, eq, gte, lt, lte } from '../../../../shared/domain/decimal.js'
import type { PriceStep } from '../../../../shared/domain/instruments/listing.js'
import { indexPrices, STOCK_GRID } from '../../../../shared/domain/instruments/price-grid.js'
import { stepPrice } from '../../../../shared/domain/instruments/price-steps.js'
import { price } from '../../../unit/renderer/samples.js'

const steps = (...bands: readonly (readonly [string, string])[]): readonly PriceStep[] =>
  bands.map(([from, step]) => ({ from: price(from), step: dec(step) }))

/** The grid of every product, with the limits of an event market. */
const GRIDS = {
  stock: STOCK_GRID,
  'option in the penny program': { steps: steps(['0', '0.01'], ['3', '0.05']), bounds: null },
  option: { steps: steps(['0', '0.05'], ['3', '0.10']), bounds: null },
  future: { steps: steps(['0', '0.25']), bounds: null },
  bond: { steps: steps(['0', '0.015625']), bounds: null },
  coin: { steps: steps(['0', '0.00001']), bounds: null },
  event: {
    steps: steps(['0.001', '0.001'], ['0.1', '0.01'], ['0.9', '0.001']),
    bounds: { min: price('0.001'), max: price('0.999') },
  },
} as const

describe.each(Object.entries(GRIDS))('the rows of a ladder of a %s', (_name, grid) => {
  const index = indexPrices(grid)
  const rows = fc.integer({ min: index.first, max: index.last ?? 2_000_000 })

  it('have the price that returns the same row', () =>
    fc.assert(
      fc.property(rows, (row) => {
        const shown = index.priceOf(row)
        expect(index.positionOf(shown, 'down')).toBe(row)
        expect(index.positionOf(shown, 'up')).toBe(row)
      }),
    ))

  it('are one tick apart, also where the tick changes', () =>
    fc.assert(
      fc.property(rows, (row) => {
        if (row === index.last) return
        const next = stepPrice(index.priceOf(row), 1, 1, grid.steps)
        expect(eq(index.priceOf(row + 1), next)).toBe(true)
      }),
    ))

  it('enclose a price between two ticks', () =>
    fc.assert(
      fc.property(rows, fc.integer({ min: 1, max: 999_999 }), (row, part) => {
        const top = index.last === null ? row : Math.min(row, index.last - 1)
        const [low, high] = [index.priceOf(top), index.priceOf(top + 1)]
        const between = asPrice(dec(`${decimalText(low)}000000${part}`.slice(0, 24)))
        const [below, above] = [index.positionOf(between, 'down'), index.positionOf(between, 'up')]
        expect(lte(index.priceOf(below), between)).toBe(true)
        expect(gte(index.priceOf(above), between)).toBe(true)
        expect(above - below).toBeLessThanOrEqual(1)
        expect(lt(low, high)).toBe(true)
      }),
    ))
})
