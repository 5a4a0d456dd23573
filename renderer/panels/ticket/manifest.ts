import { PencilLine } from 'lucide-react'
import type { PanelManifest } from '../panel-manifest.js'

export const ticketManifest: PanelManifest = {
  id: 'ticket',
  icon: PencilLine,
  placement: 'right',
  topics: ['quotes', 'orders', 'positions', 'balance'],
  shortcut: 'Alt+7',
  isLinked: true,
  load: async () => (await import('./ticket-panel.js')).TicketPanel,
}
