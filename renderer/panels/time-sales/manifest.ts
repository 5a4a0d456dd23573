import { Timer } from 'lucide-react'
import type { PanelManifest } from '../panel-manifest.js'

export const timeSalesManifest: PanelManifest = {
  id: 'time-sales',
  icon: Timer,
  placement: 'book',
  topics: ['ticks', 'market-read'],
  shortcut: 'Alt+9',
  isLinked: true,
  isRepeatable: true,
  load: async () => (await import('./time-sales-panel.js')).TimeSalesPanel,
}
