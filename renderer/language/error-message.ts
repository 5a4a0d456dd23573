import type { AppError } from '../../shared/domain/app/app-error.js'
import { currentText } from './window-text.js'
import { formatMessage } from '../format/message.js'

/** Describes an error: its message by code, then its own detail and its effect on orders. */
export function describeError(error: AppError): { title: string; detail: string | null } {
  const { errors } = currentText()
  const title = errors.sentences[error.code]
  const written = formatMessage(error.message)
  const own =
    written === '' || written === title ? null : /[.!?]$/.test(written) ? written : `${written}.`
  const parts = [own, errors.orderEffect[error.order]]
  const detail = parts.filter((part) => part !== null).join(' ')
  return { title, detail: detail === '' ? null : detail }
}

/** Describes an error in one line, for a place without a detail of its own. */
export function errorLine(error: AppError): string {
  const { title, detail } = describeError(error)
  return detail === null ? title : `${title} ${detail}`
}
