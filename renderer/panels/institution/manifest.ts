import { Landmark } from 'lucide-react'
import type { PanelManifest } from '../panel-manifest.js'

export const institutionManifest: PanelManifest = {
  id: 'institution',
  icon: Landmark,
  placement: 'blotter',
  initially: 'closed',
  topics: ['institution-events'],
  shortcut: null,
  staysInMainWindow: true,
  load: async () => (await import('./institution-panel.js')).InstitutionPanel,
}
