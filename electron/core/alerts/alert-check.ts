import { alertRulesOf } from '../../../shared/domain/alerts/alert-kinds.js'
import { MAX_ALERT_NOTE, MAX_WAKE_LABEL } from '../../../shared/domain/alerts/alert.js'
import type { AlertTerms } from '../../../shared/domain/alerts/alert.schema.js'
import { isPositive } from '../../../shared/domain/decimal.js'
import { err, ok, type Result } from '../../../shared/domain/result.js'
import { plainLine } from '../../../shared/domain/text-safety.js'
import type { EpochMs } from '../../../shared/domain/time.js'
import { watchProblem } from '../../../shared/messages/alert-line.js'
import { message } from '../../../shared/messages/make-message.js'
import type { Message } from '../../../shared/messages/message.js'
import { levelOf } from './alert-record.js'

/** Returns the terms as they are stored, or why they cannot be set. */
export function checkTerms(terms: AlertTerms, now: EpochMs): Result<AlertTerms, Message> {
  const { condition, expiresAt, ticket, wake } = terms
  const problem = watchProblem(condition)
  if (problem !== null) return err(problem)
  if (alertRulesOf(condition).isPositive && !isPositive(levelOf(condition))) {
    return err(message('alerts.levelNotPositive'))
  }
  if (condition.kind === 'price' && condition.outcome === 'no') {
    if (condition.instrument.assetClass !== 'event') return err(message('alerts.noOutcome'))
  }
  if (expiresAt !== null && expiresAt <= now) return err(message('alerts.expiryPast'))
  if (ticket !== null && !('instrument' in condition)) {
    return err(message('alerts.ticketWithoutInstrument'))
  }
  const amounts = [ticket?.quantity ?? null, ticket?.limitPrice ?? null]
  if (amounts.some((amount) => amount !== null && !isPositive(amount))) {
    return err(message('alerts.ticketNotPositive'))
  }
  return ok({
    ...terms,
    note: plainLine(terms.note, MAX_ALERT_NOTE),
    ...(wake === undefined
      ? {}
      : { wake: { ...wake, label: plainLine(wake.label, MAX_WAKE_LABEL) } }),
  })
}
