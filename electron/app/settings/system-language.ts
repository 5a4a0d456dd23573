import { spanish } from '../../../shared/messages/es/index.js'
import {
  createMessageFormatter,
  inEnglish,
  type MessageFormatter,
} from '../../../shared/messages/format-message.js'
import type { Language } from '../../../shared/messages/languages.js'

const inSpanish = createMessageFormatter('es', spanish)

/** Returns what writes the tray, notifications and dialogs of main in a language of the windows. */
export const formatterOf = (language: Language): MessageFormatter =>
  language === 'es' ? inSpanish : inEnglish
