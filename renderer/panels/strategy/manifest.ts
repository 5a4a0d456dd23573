import { Waypoints } from 'lucide-react'
import type { PanelManifest } from '../panel-manifest.js'

export const strategyManifest: PanelManifest = {
  id: 'strategy',
  icon: Waypoints,
  placement: 'centre',
  topics: ['quotes'],
  shortcut: null,
  isLinked: true,
  load: async () => (await import('./strategy-panel.js')).StrategyPanel,
}
