import { FlaskConical } from 'lucide-react'
import type { PanelManifest } from '../panel-manifest.js'

export const practiceManifest: PanelManifest = {
  id: 'practice',
  icon: FlaskConical,
  placement: 'centre',
  initially: 'closed',
  topics: [],
  shortcut: null,
  isLinked: true,
  staysInMainWindow: true,
  load: async () => (await import('./practice-panel.js')).PracticePanel,
}
