import type { confirmText } from './en/window/confirm.js'
import type { text } from './en/window/index.js'
import type { panelText } from './en/window/panels/index.js'
import type { Translated } from './translated.js'

/** The texts of the main window and the panel windows that a start loads, in one language. */
export type WindowText = Translated<typeof text>

/** The same with those that only late panels and dialogs show. */
export type PanelText = Translated<typeof panelText>

/** Every text of the confirm window, in one of the languages. */
export type ConfirmText = Translated<typeof confirmText>
