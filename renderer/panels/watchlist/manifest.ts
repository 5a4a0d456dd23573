import { List } from 'lucide-react'
import type { PanelManifest } from '../panel-manifest.js'

export const watchlistManifest: PanelManifest = {
  id: 'watchlist',
  icon: List,
  placement: 'left',
  topics: ['quotes', 'watchlists'],
  shortcut: 'Alt+1',
  isLinked: true,
  isRepeatable: true,
  load: async () => (await import('./watchlist-panel.js')).WatchlistPanel,
}
