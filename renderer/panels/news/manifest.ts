import { Newspaper } from 'lucide-react'
import type { PanelManifest } from '../panel-manifest.js'

export const newsManifest: PanelManifest = {
  id: 'news',
  icon: Newspaper,
  placement: 'centre',
  initially: 'closed',
  topics: [],
  shortcut: null,
  isLinked: true,
  isRepeatable: true,
  load: async () => (await import('./news-panel.js')).NewsPanel,
}
