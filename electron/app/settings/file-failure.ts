import { fileError } from '../../adapters/file-errors.js'
import { appError, type AppError } from '../../../shared/domain/app/app-error.js'
import { message } from '../../../shared/messages/make-message.js'

/** Returns the error of a chosen file that could not be written, with its cause. */
export const notWritten = (cause: unknown): AppError =>
  appError('storage/failed', message('system.fileNotWritten', reasonOf(cause)))

/** Returns the error of a chosen file that could not be read, with its cause. */
export const notRead = (cause: unknown): AppError =>
  appError('storage/failed', message('system.fileNotRead', reasonOf(cause)))

function reasonOf(cause: unknown) {
  const { kind, message: code } = fileError(cause)
  return { why: kind, code }
}
