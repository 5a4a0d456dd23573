import { describe, expect, it } from 'vitest'
import {
  atLeast,
  atLeastTimes,
  atMost,
  atMostAbove,
  atMostTimes,
  verdictOf,
} from '../../bench/report/bounds.js'
import { metricRow, ms, renderTable, textRow } from '../../bench/report/table.js'

describe('the verdict of a figure', () => {
  it('is kept only when every bound is', () => {
    expect(verdictOf([atMost(25), atMostTimes(1.5)], 24, 20)).toBe('met')
    expect(verdictOf([atMost(25), atMostTimes(1.1)], 24, 20)).toBe('missed')
    expect(verdictOf([atLeast(60), atLeastTimes(0.95)], 59, 60)).toBe('missed')
    expect(verdictOf([atMostAbove(10)], 31, 20)).toBe('missed')
    expect(verdictOf([atMostAbove(10)], 30, 20)).toBe('met')
  })

  it("is the machine's where the floor misses the same bound", () => {
    expect(verdictOf([atMost(25)], 45, 30)).toBe('floor-missed')
    expect(verdictOf([atLeast(60)], 40, 55)).toBe('floor-missed')
    expect(verdictOf([atMost(25)], 45, 20)).toBe('missed')
    expect(verdictOf([atMost(25)], 90, 25)).toBe('missed')
  })

  it("is the product's where it is much worse than a floor that misses the bound", () => {
    expect(verdictOf([atMost(25)], 46, 30)).toBe('missed')
    expect(verdictOf([atLeast(60)], 36, 55)).toBe('missed')
    expect(verdictOf([atMost(25), atMost(40)], 45, 30)).toBe('missed')
  })

  it("is the product's where the floor is measured with the product", () => {
    expect(verdictOf([atLeast(55)], 50, 52, 'product')).toBe('missed')
    expect(verdictOf([atLeast(55)], 56, 52, 'product')).toBe('met')
    const row = { id: 'P24', metric: 'charts', ours: 50, baseline: 52, format: ms }
    expect(metricRow({ ...row, bounds: [atLeast(55)] }).verdict).toBe('floor-missed')
    expect(metricRow({ ...row, bounds: [atLeast(55)], baselineOf: 'product' }).verdict).toBe(
      'missed',
    )
  })

  it("is the product's where it also misses a multiple of the floor", () => {
    expect(verdictOf([atMost(25), atMostTimes(1.2)], 40, 30)).toBe('missed')
    expect(verdictOf([atMost(25), atMostTimes(1.5)], 40, 30)).toBe('floor-missed')
  })

  it('is a miss for what was not measured, and none without a bound', () => {
    expect(verdictOf([atMost(25)], Number.NaN, 30)).toBe('missed')
    expect(verdictOf([atLeast(60)], Number.NaN, 30)).toBe('missed')
    expect(verdictOf([atMostTimes(2)], 3, Number.NaN)).toBe('missed')
    expect(verdictOf([atMost(25)], 30)).toBe('missed')
    expect(verdictOf([], 30)).toBe('none')
  })
})

describe('a row of the table', () => {
  it('has the floor, the ratio to it and every target', () =>
    expect(
      metricRow({
        id: 'P1',
        metric: 'first paint',
        ours: 900,
        baseline: 450,
        format: ms,
        bounds: [atMost(1_000), atMostTimes(1.5, 'empty window')],
      }),
    ).toEqual({
      id: 'P1',
      metric: 'first paint',
      baseline: '450 ms',
      ours: '900 ms',
      ratio: '2.00 ×',
      target: '≤ 1000 ms, ≤ 1.5 × empty window',
      verdict: 'missed',
    }))

  it('has no ratio to a floor of nothing', () => {
    expect(metricRow({ id: 'P16', metric: 'rest', ours: 4, baseline: 0, format: ms }).ratio).toBe(
      '',
    )
    expect(metricRow({ id: 'P16', metric: 'rest', ours: 4, format: ms })).toMatchObject({
      baseline: '',
      ratio: '',
      target: '',
      verdict: 'none',
    })
  })

  it('says what was not measured, and does not meet its target', () =>
    expect(
      metricRow({ id: 'P20', metric: 'drain', ours: Number.NaN, format: ms, bounds: [atMost(9)] }),
    ).toMatchObject({ ours: 'not measured', ratio: '', verdict: 'missed' }))

  it('is printed with its verdict, and its note below by name', () => {
    const frame = { id: 'P4', metric: '  longest frame', format: ms }
    const text = renderTable([
      metricRow({ ...frame, ours: 80, baseline: 70, bounds: [atMost(50)], note: 'two cores' }),
      metricRow({ ...frame, ours: 80, baseline: 17, bounds: [atMost(50)] }),
      metricRow({ ...frame, ours: 40, baseline: 17, bounds: [atMost(50)] }),
      textRow('P2', 'main', '60 MB'),
    ])
    expect(text.split('\n')).toEqual([
      '#   Metric           Floor  Ours   Ratio   Target   Met',
      '──  ───────────────  ─────  ─────  ──────  ───────  ───────────────',
      'P4    longest frame  70 ms  80 ms  1.14 ×  ≤ 50 ms  floor misses it',
      'P4    longest frame  17 ms  80 ms  4.71 ×  ≤ 50 ms  NO',
      'P4    longest frame  17 ms  40 ms  2.35 ×  ≤ 50 ms  yes',
      'P2  main                    60 MB                   –',
      '',
      'P4, longest frame: two cores',
    ])
  })
})
