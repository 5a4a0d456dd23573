/** A row of the table that `npm run bench` prints, of this commit or of an earlier one. */
export interface Figure {
  /** The row's number and metric. */
  readonly name: string
  /** Its own figure, in the unit that it is printed in. */
  readonly value: number
  /** The same figure without the product. */
  readonly baseline: number | null
}

/** The figures of two builds that were measured one after the other. */
export interface Round {
  readonly before: readonly Figure[]
  readonly after: readonly Figure[]
}

/** Medians of a figure, and the ratio of each round with its spread. */
export interface Comparison {
  readonly name: string
  readonly before: number
  readonly after: number
  readonly ratio: number
  readonly lowest: number
  readonly highest: number
}

/** With a sign, which the table writes as a minus sign (U+2212) where a figure has a direction. */
const NUMBER = /^(?<sign>[+\u2212-]?)(?<digits>[\d,]+(?:\.\d+)?)/

function leadingNumber(text: string | undefined): number | null {
  const { sign, digits } = NUMBER.exec(text?.trim() ?? '')?.groups ?? {}
  if (digits === undefined) return null
  const size = Number(digits.replaceAll(',', ''))
  return sign === '' || sign === '+' ? size : -size
}

/** Returns the rows of a benchmark's output whose own figure begins with a number. */
export function readFigures(text: string): readonly Figure[] {
  const lines = text.split('\n')
  const rule = lines.findLastIndex((line) => /^─+( {2}─+)+\s*$/.test(line))
  if (rule < 0) return []
  // The line below the head shows the width of each column.
  const columns = [...(lines[rule] ?? '').matchAll(/─+/g)]
  const figures: Figure[] = []
  for (const line of lines.slice(rule + 1)) {
    if (line.trim() === '') break
    const [id, metric, baseline, ours] = columns.map(({ 0: dashes, index }) =>
      line.slice(index, index + dashes.length).trim(),
    )
    const value = leadingNumber(ours)
    if (value === null) continue
    figures.push({ name: `${id} ${metric}`, value, baseline: leadingNumber(baseline) })
  }
  return figures
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((first, second) => first - second)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1
    ? (sorted[middle] ?? NaN)
    : ((sorted[middle - 1] ?? NaN) + (sorted[middle] ?? NaN)) / 2
}

/**
 * Compares each figure that both builds have. Figures of one round were measured one after the
 * other, so that a slow machine slows both.
 */
export function compareFigures(rounds: readonly Round[]): readonly Comparison[] {
  const names = [...new Set(rounds.flatMap(({ after }) => after.map(({ name }) => name)))]
  return names.flatMap((name) => {
    const pairs = rounds.flatMap(({ before, after }) => {
      const old = before.find((figure) => figure.name === name)?.value ?? 0
      const now = after.find((figure) => figure.name === name)?.value
      return old === 0 || now === undefined ? [] : [{ old, now, ratio: now / old }]
    })
    if (pairs.length === 0) return []
    const ratios = pairs.map(({ ratio }) => ratio)
    return [
      {
        name,
        before: median(pairs.map(({ old }) => old)),
        after: median(pairs.map(({ now }) => now)),
        ratio: median(ratios),
        lowest: Math.min(...ratios),
        highest: Math.max(...ratios),
      },
    ]
  })
}
