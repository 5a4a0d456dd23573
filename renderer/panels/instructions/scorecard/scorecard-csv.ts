import { SCORE_COUNTS } from '../../../../shared/domain/instructions/score-counts.js'
import type { Scorecard } from '../../../../shared/ipc/scorecard.js'
import { decimalText } from '../../../../shared/domain/decimal.js'

const MONEY = ['traded', 'fees', 'realised', 'slippage'] as const

/**
 * A cell of a table that programs read (RFC 4180). A text that a spreadsheet would take for a
 * formula is kept from being one.
 */
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
 * The days of a report card, oldest first, and the whole in the last row; every decimal with all
 * its digits.
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
