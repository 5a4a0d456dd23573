import { targetOf, verdictOf, type Bound, type BaselineOf, type Verdict } from './bounds.js'

/** One line of the benchmark's table. */
export interface MetricRow {
  readonly id: string
  readonly metric: string
  /** The same measurement without the product; empty where there is none. */
  readonly baseline: string
  readonly ours: string
  /** Ours as a multiple of the floor; empty where there is no floor. */
  readonly ratio: string
  readonly target: string
  readonly verdict: Verdict
  /** Why a target was missed, or the conditions of the measurement. */
  readonly note?: string
}

/** A measured figure. Ours and the floor have one unit. */
export interface Measurement {
  readonly id: string
  readonly metric: string
  readonly ours: number
  readonly baseline?: number
  readonly format: (value: number) => string
  /** What it has to keep; none when the figure only informs. */
  readonly bounds?: readonly Bound[]
  /** `product` where the floor, or the bound, follows from the product: its miss has no excuse. */
  readonly baselineOf?: BaselineOf
  /** Cells that say more than the figure that is compared; they begin with it. */
  readonly cells?: { readonly ours?: string; readonly baseline?: string }
  readonly note?: string | undefined
}

/** Returns the row of a figure: its ratio to the floor, its target, and whether it is kept. */
export function metricRow(measurement: Measurement): MetricRow {
  const { id, metric, ours, baseline, format, bounds = [], cells = {}, note } = measurement
  const hasBaseline = baseline !== undefined && Number.isFinite(baseline)
  return {
    id,
    metric,
    baseline: cells.baseline ?? (hasBaseline ? format(baseline) : ''),
    ours: cells.ours ?? (Number.isNaN(ours) ? 'not measured' : format(ours)),
    ratio: hasBaseline && baseline > 0 && Number.isFinite(ours) ? ratio(ours / baseline) : '',
    target: bounds.map((bound) => targetOf(bound, format)).join(', '),
    verdict: verdictOf(bounds, ours, baseline, measurement.baselineOf),
    ...(note === undefined ? {} : { note }),
  }
}

/** Returns a row that only informs: a text without a floor and a target. */
export const textRow = (id: string, metric: string, ours: string, note?: string): MetricRow => ({
  id,
  metric,
  baseline: '',
  ours,
  ratio: '',
  target: '',
  verdict: 'none',
  ...(note === undefined ? {} : { note }),
})

/** The columns of the table, with their titles. */
export const COLUMNS = {
  id: '#',
  metric: 'Metric',
  baseline: 'Floor',
  ours: 'Ours',
  ratio: 'Ratio',
  target: 'Target',
  met: 'Met',
} as const
type Column = keyof typeof COLUMNS

const VERDICTS: Readonly<Record<Verdict, string>> = {
  met: 'yes',
  missed: 'NO',
  'floor-missed': 'floor misses it',
  none: '–',
}

/** Returns the texts of a row by column. */
export const cellsOf = ({
  id,
  metric,
  baseline,
  ours,
  ratio: toBaseline,
  target,
  verdict,
}: MetricRow): Readonly<Record<Column, string>> => ({
  id,
  metric,
  baseline,
  ours,
  ratio: toBaseline,
  target,
  met: VERDICTS[verdict],
})

/** Formats the table as text, one line per row, with the notes below. */
export function renderTable(rows: readonly MetricRow[]): string {
  const lines = [COLUMNS, ...rows.map(cellsOf)]
  const columns = Object.keys(COLUMNS) as readonly Column[]
  const widths = new Map(
    columns.map((column) => [column, Math.max(...lines.map((line) => line[column].length))]),
  )
  const text = lines.map((line) =>
    columns
      .map((column) => line[column].padEnd(widths.get(column) ?? 0))
      .join('  ')
      .trimEnd(),
  )
  const rule = columns.map((column) => '─'.repeat(widths.get(column) ?? 0)).join('  ')
  const notes = notesOf(rows)
  return [
    text[0] ?? '',
    rule,
    ...text.slice(1),
    ...(notes.length === 0 ? [] : ['', ...notes]),
  ].join('\n')
}

/** Returns the notes of the rows, each with the number of its row. */
export const notesOf = (rows: readonly MetricRow[]): readonly string[] =>
  rows.flatMap(({ id, metric, note }) =>
    note === undefined ? [] : [`${id}, ${metric.trim()}: ${note}`],
  )

/** Returns the median; NaN for no values. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length === 0
    ? Number.NaN
    : sorted.length % 2 === 1
      ? (sorted[middle] ?? Number.NaN)
      : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2
}

/** Returns the value below which `share` (0 to 1) of all values lie; NaN for no values. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

export const ms = (value: number): string =>
  `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`
export const ratio = (value: number): string => `${value.toFixed(2)} ×`
export const megabytes = (bytes: number): string => `${Math.round(bytes / 1_048_576)} MB`
export const percent = (share: number): string => `${(share * 100).toFixed(1)} %`
export const count = (value: number): string => Math.round(value).toLocaleString('en')
export const perSecond = (rate: number): string => `${count(rate)}/s`
/** Formats a time that took seconds, from ms. */
export const seconds = (time: number): string => `${(time / 1_000).toFixed(1)} s`
