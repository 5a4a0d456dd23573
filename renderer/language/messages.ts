import { useSyncExternalStore } from 'react'
import {
  createMessageFormatter,
  inEnglish,
  type MessageFormatter,
} from '../../shared/messages/format-message.js'
import type { Message } from '../../shared/messages/message.js'
import { onLanguageChange, TextSet } from './language.js'

const formatters = new TextSet<MessageFormatter>(inEnglish, {
  es: async () =>
    createMessageFormatter('es', (await import('../../shared/messages/es/index.js')).spanish),
})

/** Writes a message from main in the current language. */
export const formatMessage = (message: Message): string => formatters.current()(message)

/** Returns the function that writes messages; renders again when the language changes. */
export const useMessages = (): MessageFormatter =>
  useSyncExternalStore(onLanguageChange, formatters.current, formatters.current)
