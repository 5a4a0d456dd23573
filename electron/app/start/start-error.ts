import path from 'node:path'
import { DescribedError, descriptionOf } from '../../core/described-error.js'
import { message } from '../../../shared/messages/make-message.js'
import type { Message } from '../../../shared/messages/message.js'
import { errorCode, errorName } from '../../../shared/domain/error-code.js'

const MAX_REASON_CHARS = 300
const MODULE_MISSING: readonly string[] = ['MODULE_NOT_FOUND', 'ERR_MODULE_NOT_FOUND']

/** Returns why the data folder cannot be written, from the error of the attempt. */
export function folderProblem(folder: string, error: unknown): Message {
  switch (errorCode(error)) {
    case 'EACCES':
    case 'EPERM':
      return message('start.folderDenied', { folder })
    case 'EROFS':
      return message('start.folderReadOnly', { folder })
    case 'ENOSPC':
    case 'EDQUOT':
      return message('start.folderFull', { folder })
    case 'ENOTDIR':
    case 'EEXIST':
      return message('start.folderIsFile', { folder })
    case null:
    default:
      return message('start.folderFailed', { folder, reason: errorName(error) })
  }
}

/**
 * Returns why the start failed, for an error that its steps threw.
 * @param folder the program's data folder
 */
export function describeStartError(folder: string, error: unknown): Message {
  if (error instanceof DescribedError) return descriptionOf(error, error.description)
  const code = errorCode(error)
  const text = error instanceof Error ? error.message : String(error)
  if (code !== null && MODULE_MISSING.includes(code)) {
    const file = /'([^']+)'/.exec(text)?.[1]
    return message('start.incomplete', { file: file === undefined ? text : path.basename(file) })
  }
  if (code !== null && ['ENOSPC', 'EDQUOT', 'EROFS'].includes(code)) {
    return folderProblem(folder, error)
  }
  return message('start.failed', { reason: text.slice(0, MAX_REASON_CHARS) })
}

const DISK_CODES = /\b(ENOSPC|EDQUOT|EROFS|EACCES|EPERM)\b/

/**
 * Returns why the practice exchange cannot start, from its own words: often the disk that it shares
 * with the rest of the program.
 */
export function practiceProblem(folder: string, reason: string): Message {
  const code = DISK_CODES.exec(reason)?.[1]
  return code === undefined
    ? message('start.practice', { reason })
    : folderProblem(folder, { code })
}
