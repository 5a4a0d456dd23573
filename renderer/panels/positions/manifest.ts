import { Layers } from 'lucide-react'
import type { PanelManifest } from '../panel-manifest.js'

export const positionsManifest: PanelManifest = {
  id: 'positions',
  icon: Layers,
  placement: 'blotter',
  topics: ['positions', 'quotes'],
  shortcut: 'Alt+3',
  isLinked: true,
  load: async () => (await import('./positions-panel.js')).PositionsPanel,
}
