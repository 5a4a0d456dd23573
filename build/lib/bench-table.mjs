/**
 * Reads the table that `npm run bench` prints, of this commit or of an earlier one.
 */

/**
 * @typedef {object} Figure
 * @property {string} name the row's number and metric
 * @property {number} value its own figure, in the unit that it is printed in
 * @property {number | null} floor the same figure without the product
 */

const NUMBER = /^-?[\d,]+(?:\.\d+)?/

/**
 * @param {string | undefined} text
 * @returns {number | null}
 */
function leadingNumber(text) {
  const found = NUMBER.exec(text?.trim() ?? '')?.[0]
  return found === undefined ? null : Number(found.replaceAll(',', ''))
}

/**
 * Returns the rows whose own figure begins with a number.
 * @param {string} text the output of a benchmark
 * @returns {readonly Figure[]}
 */
export function readFigures(text) {
  const lines = text.split('\n')
  const rule = lines.findLastIndex((line) => /^─+( {2}─+)+\s*$/.test(line))
  if (rule < 0) return []
  const columns = columnsOf(lines[rule] ?? '')
  const figures = []
  for (const line of lines.slice(rule + 1)) {
    if (line.trim() === '') break
    const [id, metric, baseline, ours] = columns.map(({ from, to }) => line.slice(from, to).trim())
    const value = leadingNumber(ours)
    if (value === null) continue
    figures.push({ name: `${id} ${metric}`, value, floor: leadingNumber(baseline) })
  }
  return figures
}

/** @param {string} rule the line below the head, which shows the width of each column */
function columnsOf(rule) {
  return [...rule.matchAll(/─+/g)].map((match) => ({
    from: match.index,
    to: match.index + match[0].length,
  }))
}

/**
 * @param {readonly number[]} values
 * @returns {number}
 */
function median(values) {
  const sorted = [...values].sort((first, second) => first - second)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1
    ? (sorted[middle] ?? NaN)
    : ((sorted[middle - 1] ?? NaN) + (sorted[middle] ?? NaN)) / 2
}

/**
 * @typedef {object} Round
 * @property {readonly Figure[]} before
 * @property {readonly Figure[]} after
 */

/**
 * Returns a line for each figure that both builds have: medians, and the ratio of each round with
 * its spread. Figures of one round were measured one after the other, so that a slow machine slows
 * both.
 * @param {readonly Round[]} rounds
 * @returns {readonly { readonly name: string, readonly before: number, readonly after: number,
 *   readonly ratio: number, readonly lowest: number, readonly highest: number }[]}
 */
export function compareFigures(rounds) {
  const names = [...new Set(rounds.flatMap(({ after }) => after.map(({ name }) => name)))]
  return names.flatMap((name) => {
    const pairs = rounds.flatMap(({ before, after }) => {
      const old = before.find((figure) => figure.name === name)
      const now = after.find((figure) => figure.name === name)
      return old === undefined || now === undefined || old.value === 0 ? [] : [{ old, now }]
    })
    if (pairs.length === 0) return []
    const ratios = pairs.map(({ old, now }) => now.value / old.value)
    return [
      {
        name,
        before: median(pairs.map(({ old }) => old.value)),
        after: median(pairs.map(({ now }) => now.value)),
        ratio: median(ratios),
        lowest: Math.min(...ratios),
        highest: Math.max(...ratios),
      },
    ]
  })
}
