import { Columns3Cog } from 'lucide-react'
import type { PanelManifest } from '../panel-manifest.js'

export const optionsManifest: PanelManifest = {
  id: 'options',
  icon: Columns3Cog,
  placement: 'centre',
  topics: ['quotes', 'positions'],
  shortcut: null,
  isLinked: true,
  isRepeatable: true,
  load: async () => (await import('./options-panel.js')).OptionsPanel,
}
