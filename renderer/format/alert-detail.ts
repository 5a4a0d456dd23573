import type { AlertEvent, AlertGap } from '../../shared/domain/alerts/alert.schema.js'
import { isTimeAlert } from '../../shared/domain/alerts/drawing-alert.js'
import type { WindowText } from '../../shared/messages/window-text.js'
import { dayStamp, secondStamp } from './time.js'

type AlertText = WindowText['alerts']

/** Writes when an alert was not evaluated, in times of the exchange. */
export const alertGap = ({ why, from, to }: AlertGap, text: AlertText): string =>
  text.gap[why](secondStamp(from), secondStamp(to))

/** Writes how current the price was. */
function delayText({ delay, valueTime, condition }: AlertEvent, text: AlertText): string | null {
  if (delay === 'delayed') return text.delayed
  if (delay === 'current') return null
  if (valueTime !== null && isTimeAlert(condition)) {
    return text.onDrawing.timeLate(dayStamp(valueTime))
  }
  return valueTime === null ? text.lateUnknown : text.late(dayStamp(valueTime))
}

/** Writes the person's note and what must be known about an alert that fired or expired. */
export function alertDetail(event: AlertEvent, text: AlertText): string {
  const { note, gap, end } = event
  return [
    note === '' ? null : note,
    delayText(event, text),
    gap === null ? null : alertGap(gap, text),
    gap === null || event.what !== 'fired' ? null : text.afterGap,
    end?.why === 'split' ? text.splitHint : null,
    end?.why === 'drawing-deleted' ? text.onDrawing.undoHint : null,
  ]
    .filter((part) => part !== null)
    .join(' ')
}
