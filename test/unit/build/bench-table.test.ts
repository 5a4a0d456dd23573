import { describe, expect, it } from 'vitest'
import { compareFigures, readFigures } from '../../bench/compare/figures.js'
import { renderTable, type MetricRow } from '../../bench/table.js'

const row = (metric: string, ours: string, baseline = ''): MetricRow => ({
  id: 'P1',
  metric,
  baseline,
  ours,
  target: '',
  met: null,
})

describe('the comparison of two builds', () => {
  it('reads the figures of the table that the benchmark prints', () => {
    const text = renderTable([
      row('first paint', '949 ms = 2.13 ×', '445 ms'),
      row('orders a second', '2,040/s'),
      row('could not be measured', ''),
      { ...row('share', '−'), note: 'a note' },
    ])
    expect(readFigures(`load before: 1.0\n\n${text}\n`)).toEqual([
      { name: 'P1 first paint', value: 949, baseline: 445 },
      { name: 'P1 orders a second', value: 2_040, baseline: null },
    ])
  })

  it('reads nothing where no table was printed', () => expect(readFigures('failed\n')).toEqual([]))

  it('takes the median of the ratios of each round, and their spread', () => {
    const figure = (value: number) => [{ name: 'P1 usable', value, baseline: null }]
    const rounds = [
      { before: figure(1_000), after: figure(800) },
      // A round on a slower machine.
      { before: figure(2_000), after: figure(1_500) },
      { before: figure(1_000), after: figure(1_000) },
    ]
    expect(compareFigures(rounds)).toEqual([
      { name: 'P1 usable', before: 1_000, after: 1_000, ratio: 0.8, lowest: 0.75, highest: 1 },
    ])
  })

  it('leaves out a figure that only one build has', () =>
    expect(
      compareFigures([{ before: [], after: [{ name: 'P1 new', value: 1, baseline: null }] }]),
    ).toEqual([]))
})
