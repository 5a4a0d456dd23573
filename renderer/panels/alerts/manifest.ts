import { BellRing } from 'lucide-react'
import type { PanelManifest } from '../panel-manifest.js'

export const alertsManifest: PanelManifest = {
  id: 'alerts',
  icon: BellRing,
  placement: 'blotter',
  initially: 'closed',
  topics: ['alerts', 'assistants', 'drawings'],
  shortcut: null,
  isLinked: true,
  load: async () => (await import('./alerts-panel.js')).AlertsPanel,
}
