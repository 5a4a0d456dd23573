import { Rows3 } from 'lucide-react'
import type { PanelManifest } from '../panel-manifest.js'

export const ordersManifest: PanelManifest = {
  id: 'orders',
  icon: Rows3,
  placement: 'blotter',
  topics: ['orders'],
  shortcut: 'Alt+4',
  isLinked: true,
  load: async () => (await import('./orders-panel.js')).OrdersPanel,
}
