import { useSyncExternalStore } from 'react'
import { panelText as english } from '../../shared/messages/en/window/panels/index.js'
import type { PanelText } from '../../shared/messages/window-text.js'
import { loadPanelText } from '../../shared/messages/translations/load.js'
import { onLanguageChange, TextSet } from './language.js'
import type { LocalizedText } from './window-text.js'

const texts = new TextSet<PanelText>(english, loadPanelText)

/** Returns the texts of late panels; renders again when the language changes. */
export const usePanelText = (): PanelText =>
  useSyncExternalStore(onLanguageChange, texts.current, texts.current)

/** Returns a text of a late panel for a place that takes one of the window, such as a toast. */
export const inPanelText =
  (write: (text: PanelText) => string): LocalizedText =>
  () =>
    write(texts.current())

// This module is loaded with the first late panel, when another language may have been chosen: the
// panel waits for its texts, or it would be in English beside a window that is not.
await texts.loadChosen()
