import { describe, expect, it } from 'vitest'
import { placeLabels } from '../../../../../renderer/chart/trading/place-labels.js'

const places = (ys: readonly number[], plot = 400): readonly number[] => [
  ...placeLabels(
    ys.map((y, index) => ({ id: `${index}`, y })),
    20,
    plot,
  ).values(),
]

describe('labels of lines at close prices', () => {
  it('stay at their lines where they have room', () =>
    expect(places([50, 100, 300])).toEqual([50, 100, 300]))
  it('are stacked in the order of their prices where they would cover each other', () =>
    expect(places([100, 104, 110])).toEqual([100, 120, 140]))
  it('are stacked upwards at the bottom of the plot', () =>
    expect(places([385, 388, 399])).toEqual([350, 370, 390]))
  it('do not leave the plot at the top', () => expect(places([2, 5])).toEqual([10, 30]))
  it('never cover each other for 24 lines at one price', () => {
    const shown = places(
      Array.from({ length: 24 }, () => 200),
      600,
    )
    const gaps = shown.slice(1).map((y, index) => y - (shown[index] ?? 0))
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(20)
  })
})
