import { KeyRound } from 'lucide-react'
import type { PanelManifest } from '../panel-manifest.js'

export const sessionManifest: PanelManifest = {
  id: 'session',
  icon: KeyRound,
  placement: 'blotter',
  topics: [],
  shortcut: null,
  staysInMainWindow: true,
  load: async () => (await import('./session-panel.js')).SessionPanel,
}
