import type { text } from '../text/en.js'

/** The id of a panel: every panel has a title, so the titles are the list of ids. */
export type PanelId = keyof typeof text.panels
