import { ScrollText } from 'lucide-react'
import type { PanelManifest } from '../panel-manifest.js'

export const activityManifest: PanelManifest = {
  id: 'activity',
  icon: ScrollText,
  placement: 'blotter',
  topics: [],
  shortcut: null,
  load: async () => (await import('./activity-panel.js')).ActivityPanel,
}
