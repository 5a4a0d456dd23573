import { useSyncExternalStore } from 'react'
import { confirmText as english } from '../../shared/messages/en/window/confirm.js'
import type { ConfirmText } from '../../shared/messages/window-text.js'
import { loadConfirmText } from '../../shared/messages/translations/load.js'
import { onLanguageChange, TextSet } from './language.js'

const texts = new TextSet<ConfirmText>(english, loadConfirmText)

/** Returns the texts of the confirm window in the current language, outside components. */
export const currentConfirmText = texts.current

/** Returns the texts of the confirm window; renders again when the language changes. */
export const useConfirmText = (): ConfirmText =>
  useSyncExternalStore(onLanguageChange, texts.current, texts.current)
