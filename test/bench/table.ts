/** One line of the benchmark's table. */
export interface MetricRow {
  readonly id: string
  readonly metric: string
  /** The same measurement without the product; empty where there is none. */
  readonly baseline: string
  readonly ours: string
  readonly target: string
  /** Null when the figure has no target. */
  readonly met: boolean | null
  /** Why a target was missed, or the conditions of the measurement. */
  readonly note?: string
}

const HEAD = {
  id: '#',
  metric: 'Metric',
  baseline: 'Baseline',
  ours: 'Ours',
  target: 'Target',
  met: 'Met',
}

/** Formats the table as text, one line per row, with the notes below. */
export function renderTable(rows: readonly MetricRow[]): string {
  const lines = [
    HEAD,
    ...rows.map((row) => ({ ...row, met: row.met === null ? '–' : row.met ? 'yes' : 'NO' })),
  ]
  const columns = ['id', 'metric', 'baseline', 'ours', 'target', 'met'] as const
  const width = (column: (typeof columns)[number]): number =>
    Math.max(...lines.map((line) => line[column].length))
  const widths = Object.fromEntries(columns.map((column) => [column, width(column)])) as Record<
    (typeof columns)[number],
    number
  >
  const text = lines.map((line) =>
    columns
      .map((column) => line[column].padEnd(widths[column]))
      .join('  ')
      .trimEnd(),
  )
  const rule = columns.map((column) => '─'.repeat(widths[column])).join('  ')
  const notes = rows.flatMap((row) => (row.note === undefined ? [] : [`${row.id}: ${row.note}`]))
  return [
    text[0] ?? '',
    rule,
    ...text.slice(1),
    ...(notes.length === 0 ? [] : ['', ...notes]),
  ].join('\n')
}

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
