import { Store } from 'lucide-react'
import type { PanelManifest } from '../panel-manifest.js'

export const marketsManifest: PanelManifest = {
  id: 'markets',
  icon: Store,
  placement: 'centre',
  topics: ['quotes', 'games', 'game-plays'],
  shortcut: null,
  isLinked: true,
  isRepeatable: true,
  load: async () => (await import('./markets-panel.js')).MarketsPanel,
}
