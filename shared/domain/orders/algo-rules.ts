import { dec, gte, lte, significantScale, type Decimal } from '../decimal.js'
import type { DraftFinding } from './order-rules.js'
import type { OrderDraft } from './order.js'

const MIN_PERCENT = dec('1')
const MAX_PERCENT = dec('20')
const isShare = (value: Decimal): boolean =>
  significantScale(value) === 0 && gte(value, MIN_PERCENT) && lte(value, MAX_PERCENT)

/**
 * Returns the errors in the algorithm of a stock order (TRADING-4.2, TRADING-4.3); none for an
 * order without one. Whether its times are in the future is checked by the exchange, by its clock.
 */
export function algoFindings(draft: OrderDraft): DraftFinding[] {
  const algo = draft.terms?.algo
  if (algo === undefined) return []
  const findings: DraftFinding[] = []
  const { size, side, type, timeInForce, session } = draft
  const plain =
    (type === 'market' || type === 'limit') &&
    timeInForce === 'day' &&
    session === 'core' &&
    side !== 'short'
  if (!plain || size.kind !== 'quantity' || significantScale(size.quantity) > 0) {
    findings.push({ problem: 'algo-mismatch', field: 'type' })
  }
  const targetAllowed =
    algo.kind === 'pov'
      ? algo.targetPercent !== undefined && isShare(algo.targetPercent)
      : algo.targetPercent === undefined
  const maxAllowed =
    algo.maxPercent === undefined || (algo.kind !== 'pov' && isShare(algo.maxPercent))
  if (!targetAllowed || !maxAllowed) findings.push({ problem: 'algo-percent', field: 'type' })
  // Both have the same number of digits, so text order equals time order.
  if (algo.start !== undefined && algo.end !== undefined && algo.end <= algo.start) {
    findings.push({ problem: 'algo-times', field: 'type' })
  }
  return findings
}
