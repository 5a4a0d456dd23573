import { SquareTerminal } from 'lucide-react'
import type { PanelManifest } from '../panel-manifest.js'

export const logManifest: PanelManifest = {
  id: 'log',
  icon: SquareTerminal,
  placement: 'blotter',
  initially: 'closed',
  topics: [],
  shortcut: null,
  staysInMainWindow: true,
  load: async () => (await import('./log-panel.js')).LogPanel,
}
