import { Building2 } from 'lucide-react'
import type { PanelManifest } from '../panel-manifest.js'

export const companyManifest: PanelManifest = {
  id: 'company',
  icon: Building2,
  placement: 'centre',
  initially: 'closed',
  topics: [],
  shortcut: null,
  isLinked: true,
  isRepeatable: true,
  load: async () => (await import('./company-panel.js')).CompanyPanel,
}
