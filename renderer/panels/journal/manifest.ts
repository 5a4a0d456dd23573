import { NotebookPen } from 'lucide-react'
import type { PanelManifest } from '../panel-manifest.js'

export const journalManifest: PanelManifest = {
  id: 'journal',
  icon: NotebookPen,
  placement: 'blotter',
  initially: 'closed',
  topics: ['journal'],
  shortcut: null,
  load: async () => (await import('./journal-panel.js')).JournalPanel,
}
