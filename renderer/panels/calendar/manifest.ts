import { CalendarDays } from 'lucide-react'
import type { PanelManifest } from '../panel-manifest.js'

export const calendarManifest: PanelManifest = {
  id: 'calendar',
  icon: CalendarDays,
  placement: 'blotter',
  initially: 'closed',
  topics: ['calendar'],
  shortcut: null,
  isLinked: true,
  isRepeatable: true,
  load: async () => (await import('./calendar-panel.js')).CalendarPanel,
}
