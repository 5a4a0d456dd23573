import { TableRowsSplit } from 'lucide-react'
import type { PanelManifest } from '../panel-manifest.js'

export const priceLadderManifest: PanelManifest = {
  id: 'price-ladder',
  icon: TableRowsSplit,
  placement: 'left',
  initially: 'closed',
  topics: ['depth', 'market-read', 'ticks', 'quotes', 'orders', 'positions'],
  shortcut: null,
  isLinked: true,
  isRepeatable: true,
  load: async () => (await import('./price-ladder-panel.js')).PriceLadderPanel,
}
