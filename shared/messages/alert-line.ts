import { alertRulesOf, timePassed } from '../domain/alerts/alert-kinds.js'
import type { AlertCondition, AlertEnd, AlertEvent } from '../domain/alerts/alert.schema.js'
import { isTimeAlert } from '../domain/alerts/drawing-alert.js'
import { unwatchable, type Unwatchable } from '../domain/alerts/watchable.js'
import { message } from './make-message.js'
import type { Message } from './message.js'

/** Returns what an alert waits for. */
export const alertCondition = (condition: AlertCondition): Message =>
  alertRulesOf(condition).summary(condition)

/** Returns what happened: what an alert fired by, or that it expired. */
export function alertOutcome(event: AlertEvent): Message {
  const { condition, value, crossing, order, end, line = null } = event
  if (order !== undefined) return message('alerts.orderEvent', { order })
  if (end !== undefined) return endLine(end, alertCondition(condition))
  if (event.what === 'fired' && condition.kind === 'drawing' && isTimeAlert(condition)) {
    return timePassed(condition)
  }
  const { outcome } = alertRulesOf(condition)
  return value === null || outcome === null
    ? message('alerts.expired', { condition: alertCondition(condition) })
    : outcome(condition, { value, isDown: crossing === 'down', line })
}

function endLine({ why, by, day = '', ratio }: AlertEnd, condition: Message): Message {
  switch (why) {
    case 'line-ended':
      return message('alerts.endedLine', { condition })
    case 'drawing-deleted':
      return message('alerts.endedDeleted', { condition, by })
    case 'contract-expired':
      return message('alerts.endedExpired', { condition, day })
    case 'split':
      return message('alerts.endedSplit', { condition, day, ratio: ratio ?? null })
  }
}

const UNWATCHABLE = {
  figure: 'alerts.figureOfInstrument',
  indicator: 'alerts.indicatorOfInstrument',
  bars: 'alerts.barsOfInstrument',
} as const satisfies Readonly<Record<Unwatchable, string>>

/** Returns why the instrument of a condition cannot be watched for it; null where it can. */
export function watchProblem(condition: AlertCondition): Message | null {
  const missing = unwatchable(condition)
  return missing === null ? null : message(UNWATCHABLE[missing])
}
