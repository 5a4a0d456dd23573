import { History } from 'lucide-react'
import type { PanelManifest } from '../panel-manifest.js'

export const historyManifest: PanelManifest = {
  id: 'history',
  icon: History,
  placement: 'blotter',
  initially: 'closed',
  topics: [],
  shortcut: null,
  load: async () => (await import('./history-panel.js')).HistoryPanel,
}
