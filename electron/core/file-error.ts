import { inEnglish } from '../../shared/messages/format-message.js'
import { foreign } from '../../shared/messages/make-message.js'
import type { Message } from '../../shared/messages/message.js'
import type { FileError } from './ports.js'

/** Makes a file error that the person is shown; logs get it in English. */
export const describedFileError = (kind: FileError['kind'], description: Message): FileError => ({
  kind,
  message: inEnglish(description),
  description,
})

/** Returns what the person is shown of a file error: its description, or the system's own words. */
export const fileErrorMessage = ({ message, description }: FileError): Message =>
  description ?? foreign(message)
