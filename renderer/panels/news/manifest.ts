import { Newspaper } from 'lucide-react'
import type { PanelManifest } from '../panel-manifest.js'

export const newsManifest: PanelManifest = {
  id: 'news',
  title: { en: 'News', es: 'Noticias' },
  icon: Newspaper,
  placement: 'centre',
  initially: 'closed',
  topics: [],
  shortcut: null,
  isLinked: true,
  isRepeatable: true,
  load: async () => (await import('./news-panel.js')).NewsPanel,
}
