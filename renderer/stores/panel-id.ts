import type { text } from '../../shared/messages/window/en/index.js'

/** The id of a panel: every panel has a title, so the titles are the list of ids. */
export type PanelId = keyof typeof text.panels
