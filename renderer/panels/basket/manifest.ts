import { ListChecks } from 'lucide-react'
import type { PanelManifest } from '../panel-manifest.js'

export const basketManifest: PanelManifest = {
  id: 'basket',
  icon: ListChecks,
  placement: 'right',
  topics: ['orders'],
  shortcut: null,
  load: async () => (await import('./basket-panel.js')).BasketPanel,
}
