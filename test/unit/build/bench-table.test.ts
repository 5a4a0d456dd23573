import { describe, expect, it } from 'vitest'
import { compareFigures, readFigures } from '../../bench/compare/figures.js'
import { metricRow, ms, perSecond, renderTable, textRow } from '../../bench/report/table.js'

describe('the comparison of two builds', () => {
  it('reads the figures of the table that the benchmark prints', () => {
    const text = renderTable([
      metricRow({ id: 'P1', metric: 'first paint', baseline: 445, ours: 949, format: ms }),
      metricRow({ id: 'P1', metric: 'orders a second', ours: 2_040, format: perSecond }),
      textRow('P1', 'could not be measured', ''),
      textRow('P1', 'share', '−', 'a note'),
    ])
    expect(readFigures(`load before: 1.0\n\n${text}\n`)).toEqual([
      { name: 'P1 first paint', value: 949, baseline: 445 },
      { name: 'P1 orders a second', value: 2_040, baseline: null },
    ])
  })

  it('reads the sign of a growth, before and after it', () => {
    const format = (share: number): string =>
      `${share < 0 ? '−' : '+'}${Math.abs(share * 100).toFixed(1)} %`
    const text = renderTable([
      metricRow({ id: 'P3', metric: 'heap', baseline: 0.01, ours: 0.032, format }),
      metricRow({ id: 'P3', metric: 'files', ours: -0.004, format }),
      metricRow({ id: 'P3', metric: 'handles', ours: -4, format: (value) => `${value}` }),
    ])
    expect(readFigures(text)).toEqual([
      { name: 'P3 heap', value: 3.2, baseline: 1 },
      { name: 'P3 files', value: -0.4, baseline: null },
      { name: 'P3 handles', value: -4, baseline: null },
    ])
  })

  it('reads the table of a commit that had no ratios yet', () => {
    const text = [
      '#   Metric       Baseline  Ours    Target               Met',
      '──  ───────────  ────────  ──────  ───────────────────  ───',
      'P1  first paint  445 ms    949 ms  ≤ 1.5 × empty window  NO',
    ].join('\n')
    expect(readFigures(text)).toEqual([{ name: 'P1 first paint', value: 949, baseline: 445 }])
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
