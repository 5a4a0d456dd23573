import { CandlestickChart } from 'lucide-react'
import type { PanelManifest } from '../panel-manifest.js'

export const chartManifest: PanelManifest = {
  id: 'chart',
  icon: CandlestickChart,
  placement: 'centre',
  topics: ['bar', 'quotes', 'orders', 'positions'],
  shortcut: 'Alt+2',
  isLinked: true,
  isRepeatable: true,
  load: async () => (await import('./chart-panel.js')).ChartPanel,
}
