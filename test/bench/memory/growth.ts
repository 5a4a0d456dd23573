import { atMost } from '../report/bounds.js'
import { median, metricRow, percentile, type MetricRow } from '../report/table.js'

/** How much a figure grew over a run. Shares: 0.05 is 5 %. */
interface Growth {
  readonly before: number
  readonly after: number
  /** The last quarter of the run compared with the third: the first half is a warm-up. */
  readonly ratio: number
  /**
   * What the slope of the lows in the second half makes of a whole run, as a share of the last
   * quarter. Near 0 for a sawtooth, and for what grew early and then no more.
   */
  readonly trend: number
}

const PIECES = 8
/** The second lowest of five: one low sample moves nothing. */
const LOW = 0.2

/** Returns the low value of each eighth of a run: what a collection leaves, or a tooth of a saw. */
function lowsOf(values: readonly number[]): readonly number[] {
  const length = values.length / PIECES
  return Array.from({ length: PIECES }, (_, piece) =>
    percentile(values.slice(Math.floor(piece * length), Math.ceil((piece + 1) * length)), LOW),
  )
}

/** Returns the median slope between all pairs of values, per value. */
function medianSlope(values: readonly number[]): number {
  return median(
    values.flatMap((from, first) =>
      values.slice(first + 1).map((to, apart) => (to - from) / (apart + 1)),
    ),
  )
}

/** Computes the growth of a figure that was sampled at equal intervals. */
export function growthOf(values: readonly number[]): Growth {
  const quarter = Math.max(1, Math.floor(values.length / 4))
  const before = median(values.slice(2 * quarter, 3 * quarter))
  const after = median(values.slice(-quarter))
  const slope = medianSlope(lowsOf(values).slice(PIECES / 2))
  return { before, after, ratio: after / before - 1, trend: (slope * PIECES) / after }
}

const percent = (share: number): string =>
  `${share < 0 ? '−' : '+'}${Math.abs(share * 100).toFixed(1)} %`

const MAX_GROWTH = 0.05

interface GrowthMetric {
  readonly id: string
  readonly metric: string
  readonly values: readonly number[]
  /** The same figure of an empty window in the same run. */
  readonly empty?: readonly number[]
  readonly format: (value: number) => string
  /** The time in which it may grow; a run unless given. */
  readonly period?: GrowthPeriod
}

interface GrowthPeriod {
  readonly name: string
  /** The length of a run in this period: 2 when the run lasted twice as long. */
  readonly runs: number
}

const ONE_RUN: GrowthPeriod = { name: 'a run, after its first half', runs: 1 }

/**
 * Returns the row of a figure. The first half of a run compiles code and fills caches and tables.
 * What the second half adds is extended to the period, a whole run unless given: that may be 5 %.
 */
export function growthRow(growth: GrowthMetric): MetricRow {
  const { id, metric, values, empty, format, period = ONE_RUN } = growth
  const { before, after, ratio: share, trend: inRun } = growthOf(values)
  const trend = inRun / period.runs
  const base = empty === undefined ? null : growthOf(empty)
  return metricRow({
    id,
    metric,
    ours: trend,
    format: percent,
    bounds: [atMost(MAX_GROWTH, `in ${period.name}`)],
    cells: {
      baseline: base === null ? '' : `${format(base.after)}, ${percent(base.trend)}`,
      ours: `${percent(trend)}, ${format(before)} → ${format(after)} (${percent(share)})`,
    },
  })
}
