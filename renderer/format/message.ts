import { useSyncExternalStore } from 'react'
import {
  createMessageFormatter,
  inEnglish,
  type MessageFormatter,
} from '../../shared/messages/format-message.js'
import type { Message } from '../../shared/messages/message.js'
import { loadCatalogue } from '../../shared/messages/translations/load.js'
import { onLanguageChange, TextSet } from '../language/language.js'

const formatters = new TextSet<MessageFormatter>(inEnglish, async (language) =>
  createMessageFormatter(language, await loadCatalogue(language)),
)

/** Writes a message of main in the current language. */
export const formatMessage = (message: Message): string => formatters.current()(message)

/** Returns a writer of messages; renders again, with another writer, when the language changes. */
export const useFormatMessage = (): MessageFormatter =>
  useSyncExternalStore(onLanguageChange, formatters.current, formatters.current)

/** Like {@link formatMessage}, for a message that may be absent. */
export const formatOptionalMessage = (message: Message | null): string | null =>
  message === null ? null : formatMessage(message)
