import { BookOpen } from 'lucide-react'
import type { PanelManifest } from '../panel-manifest.js'

export const depthManifest: PanelManifest = {
  id: 'depth',
  icon: BookOpen,
  placement: 'book',
  topics: ['depth', 'market-read', 'orders'],
  shortcut: 'Alt+8',
  isLinked: true,
  isRepeatable: true,
  load: async () => (await import('./depth-panel.js')).DepthPanel,
}
