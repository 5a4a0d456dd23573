import type { DockviewApi } from 'dockview-react'
import type { Disposer } from '../../../shared/domain/brand.js'
import type { WindowText } from '../../../shared/messages/window-text.js'
import { panelOf, panelTitle } from '../../panels/registry.js'

/**
 * Gives the dock the titles of all panels from the texts of a language, also of panels opened
 * later: it names tabs and groups by them for a screen reader.
 */
export function followTitles(api: DockviewApi, text: WindowText): Disposer {
  const name = (panel: DockviewApi['panels'][number]): void => {
    if (panelOf(panel.id) === undefined) return
    const title = panelTitle(panel.id, text)
    if (panel.title !== title) panel.api.setTitle(title)
  }
  for (const panel of api.panels) name(panel)
  const added = api.onDidAddPanel(name)
  return () => added.dispose()
}
