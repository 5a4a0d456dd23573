import { SCORE_COUNTS, type Scorecard } from '../../../../shared/domain/instructions/scorecard.js'
import { decimalText } from '../../../../shared/domain/decimal.js'
import { csvText } from '../../../format/csv.js'

const MONEY = ['traded', 'fees', 'realised', 'slippage'] as const

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
  const row = (day: string, scores: Scorecard['total']): readonly (string | number)[] => [
    name,
    environment,
    day,
    ...SCORE_COUNTS.map((count) => scores[count]),
    ...MONEY.map((money) => decimalText(scores[money])),
    scores.unpriced,
    scores.unvalued,
  ]
  return csvText([head, ...days.toReversed().map((day) => row(day.day, day)), row('all', total)])
}
