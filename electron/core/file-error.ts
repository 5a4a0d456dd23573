import { inEnglish } from '../../shared/messages/format-message.js'
import { foreign } from '../../shared/messages/make-message.js'
import type { Message } from '../../shared/messages/message.js'
import { causeFields } from './described-error.js'
import type { FileError } from './ports.js'

/** Makes a file error that the person is shown; logs get it in English. */
export const describedFileError = (kind: FileError['kind'], description: Message): FileError => ({
  kind,
  message: inEnglish(description),
  description,
})

/** Makes the error of a file whose port threw, which no port does: logs get the cause too. */
export const brokenFileError = (description: Message, cause: unknown): FileError => ({
  kind: 'failed',
  message: `${inEnglish(description)}: ${causeFields(cause).error}`,
  description,
})

/** Returns what the person is shown of a file error: its description, or the system's own words. */
export const fileErrorMessage = ({ message, description }: FileError): Message =>
  description ?? foreign(message)
