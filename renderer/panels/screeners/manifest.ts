import { ListOrdered } from 'lucide-react'
import type { PanelManifest } from '../panel-manifest.js'

export const screenersManifest: PanelManifest = {
  id: 'screeners',
  icon: ListOrdered,
  placement: 'blotter',
  initially: 'closed',
  topics: ['ranking', 'sectors'],
  shortcut: null,
  isLinked: true,
  isRepeatable: true,
  load: async () => (await import('./screeners-panel.js')).ScreenersPanel,
}
