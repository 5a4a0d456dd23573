import { SCORE_COUNTS } from '../../../../shared/domain/instructions/score-counts.js'
import type { Scorecard } from '../../../../shared/domain/instructions/scorecard.js'
import { decimalText } from '../../../../shared/domain/decimal.js'

const MONEY = ['traded', 'fees', 'realised', 'slippage'] as const

/** Formats a CSV cell (RFC 4180). Escapes text that a spreadsheet would read as a formula. */
export function csvCell(value: string | number): string {
  const text =
    typeof value === 'number'
      ? String(value)
      : /^[=+\-@\t\r]/.test(value) && !/^-?\d+(\.\d+)?$/.test(value)
        ? `'${value}`
        : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/**
 * Formats a report card as CSV: its days, oldest first, and the totals in the last row; every
 * decimal with all its digits.
 */
export function scorecardCsv({
  name,
  environment,
  days,
  total,
}: Pick<Scorecard, 'name' | 'environment' | 'days' | 'total'>): string {
  const head = [
    'assistant',
    'environment',
    'day',
    ...SCORE_COUNTS,
    ...MONEY,
    'unpriced',
    'unvalued',
  ]
  const row = (day: string, scores: Scorecard['total']): string =>
    [
      name,
      environment,
      day,
      ...SCORE_COUNTS.map((count) => scores[count]),
      ...MONEY.map((money) => decimalText(scores[money])),
      scores.unpriced,
      scores.unvalued,
    ]
      .map(csvCell)
      .join(',')
  return [head.join(','), ...days.toReversed().map((day) => row(day.day, day)), row('all', total)]
    .map((line) => `${line}\r\n`)
    .join('')
}
