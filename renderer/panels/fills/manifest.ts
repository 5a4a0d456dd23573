import { CheckCheck } from 'lucide-react'
import type { PanelManifest } from '../panel-manifest.js'

export const fillsManifest: PanelManifest = {
  id: 'fills',
  icon: CheckCheck,
  placement: 'blotter',
  topics: ['fills'],
  shortcut: 'Alt+5',
  isLinked: true,
  load: async () => (await import('./fills-panel.js')).FillsPanel,
}
