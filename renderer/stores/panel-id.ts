import type { WindowText } from '../../shared/messages/window/window-text.js'

/** The id of a panel: every panel has a title, so the titles are the list of ids. */
export type PanelId = keyof WindowText['panels']
