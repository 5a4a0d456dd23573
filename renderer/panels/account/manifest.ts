import { Wallet } from 'lucide-react'
import type { PanelManifest } from '../panel-manifest.js'

export const accountManifest: PanelManifest = {
  id: 'account',
  icon: Wallet,
  placement: 'blotter',
  topics: ['balance'],
  shortcut: 'Alt+6',
  load: async () => (await import('./account-panel.js')).AccountPanel,
}
