import type { AlertCondition, AlertEvent } from '../../shared/domain/alerts/alert.schema.js'
import { alertCondition, alertOutcome } from '../../shared/messages/alert-line.js'
import { formatMessage } from './message.js'
import { withoutNumbers } from './own-message.js'

/** Figures of an account and of orders are the person's own; prices of the market are not. */
const redacted = (condition: AlertCondition, text: string): string =>
  'instrument' in condition ? text : withoutNumbers(text)

/** Writes what an alert waits for. */
export const conditionText = (condition: AlertCondition): string =>
  redacted(condition, formatMessage(alertCondition(condition)))

/** Writes what an alert fired by, or that it expired. */
export const outcomeText = (event: AlertEvent): string =>
  redacted(event.condition, formatMessage(alertOutcome(event)))
