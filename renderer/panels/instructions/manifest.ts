import { Bot } from 'lucide-react'
import type { PanelManifest } from '../panel-manifest.js'

export const instructionsManifest: PanelManifest = {
  id: 'instructions',
  icon: Bot,
  placement: 'blotter',
  topics: ['instructions', 'assistants'],
  shortcut: null,
  staysInMainWindow: true,
  load: async () => (await import('./instructions-panel.js')).InstructionsPanel,
}
