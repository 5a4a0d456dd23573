import type { AppError } from '../../shared/domain/app/app-error.js'
import { currentText } from './window-text.js'
import { formatMessage } from '../format/message.js'

/** Ends a text with a period unless it ends like a sentence. */
export const withPeriod = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`)

const beginning = (text: string): string => /^.*?[.!?](?= |$)/.exec(text)?.[0] ?? text

/** Describes an error: its message by code, then its own detail and its effect on orders. */
export function describeError(error: AppError): { title: string; detail: string | null } {
  const { errors } = currentText()
  const title = errors.sentences[error.code]
  const written = formatMessage(error.message)
  // The title may begin with the same sentence, and then say what to do.
  const own = written === '' || title.startsWith(beginning(written)) ? null : withPeriod(written)
  const parts = [own, errors.orderEffect[error.order]]
  const detail = parts.filter((part) => part !== null).join(' ')
  return { title, detail: detail === '' ? null : detail }
}

/** Describes an error in one line, for a place without a detail of its own. */
export function errorLine(error: AppError): string {
  const { title, detail } = describeError(error)
  return detail === null ? title : `${title} ${detail}`
}
