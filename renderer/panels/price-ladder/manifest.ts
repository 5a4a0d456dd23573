import { TableRowsSplit } from 'lucide-react'
import type { PanelManifest } from '../panel-manifest.js'

export const priceLadderManifest: PanelManifest = {
  id: 'price-ladder',
  title: { en: 'Price ladder', es: 'Escalera de precios' },
  icon: TableRowsSplit,
  placement: 'left',
  initially: 'closed',
  topics: ['depth', 'market-read', 'ticks', 'quotes', 'orders', 'positions'],
  shortcut: null,
  isLinked: true,
  isRepeatable: true,
  load: async () => (await import('./price-ladder-panel.js')).PriceLadderPanel,
}
