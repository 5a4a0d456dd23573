import type { confirmText } from './en/window/confirm.js'
import type { text } from './en/window/index.js'
import type { Translated } from './translated.js'

/** Every text of the main window and the panel windows, in one of the languages. */
export type WindowText = Translated<typeof text>

/** Every text of the confirm window, in one of the languages. */
export type ConfirmText = Translated<typeof confirmText>
