import { useSyncExternalStore } from 'react'
import { text as english } from '../../shared/messages/en/window/index.js'
import type { WindowText } from '../../shared/messages/window-text.js'
import { loadWindowText } from '../../shared/messages/translations/load.js'
import { onLanguageChange, TextSet } from './language.js'

const texts = new TextSet<WindowText>(english, loadWindowText)

/** The English texts: for what is stored, which does not follow the language. */
export const englishText: WindowText = english

/**
 * Returns the texts of the main window in the current language, outside components: for messages
 * that are made at an event.
 */
export const currentText = texts.current

/**
 * A text of which the values are stored: it is written where it is shown, so that it follows a
 * change of the language.
 */
export type LocalizedText = (text: WindowText) => string

/** Returns the texts of the main window; renders again when the language changes. */
export const useText = (): WindowText =>
  useSyncExternalStore(onLanguageChange, texts.current, texts.current)
