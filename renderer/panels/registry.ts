import { activityManifest } from './activity/manifest.js'
import { alertsManifest } from './alerts/manifest.js'
import { accountManifest } from './account/manifest.js'
import { basketManifest } from './basket/manifest.js'
import { calendarManifest } from './calendar/manifest.js'
import { chartManifest } from './chart/manifest.js'
import { companyManifest } from './company/manifest.js'
import { depthManifest } from './depth/manifest.js'
import { fillsManifest } from './fills/manifest.js'
import { historyManifest } from './history/manifest.js'
import { instructionsManifest } from './instructions/manifest.js'
import { institutionManifest } from './institution/manifest.js'
import { journalManifest } from './journal/manifest.js'
import { logManifest } from './log/manifest.js'
import { marketsManifest } from './markets/manifest.js'
import { newsManifest } from './news/manifest.js'
import { optionsManifest } from './options/manifest.js'
import { ordersManifest } from './orders/manifest.js'
import { positionsManifest } from './positions/manifest.js'
import { priceLadderManifest } from './price-ladder/manifest.js'
import { practiceManifest } from './practice/manifest.js'
import { screenersManifest } from './screeners/manifest.js'
import { sessionManifest } from './session/manifest.js'
import { strategyManifest } from './strategy/manifest.js'
import { ticketManifest } from './ticket/manifest.js'
import { timeSalesManifest } from './time-sales/manifest.js'
import { watchlistManifest } from './watchlist/manifest.js'
import { englishText } from '../language/window-text.js'
import type { WindowText } from '../../shared/messages/window-text.js'
import { panelKind, panelNumber, type PanelId } from '../stores/panel-id.js'
import { PanelCode } from './panel-code.js'
import type { PanelManifest } from './panel-manifest.js'

export interface PanelEntry extends PanelManifest {
  readonly code: PanelCode
}

/** The manifest of every panel, in the order of the menu and of the tabs within a placement. */
const MANIFESTS: readonly PanelManifest[] = [
  watchlistManifest,
  chartManifest,
  optionsManifest,
  strategyManifest,
  marketsManifest,
  screenersManifest,
  companyManifest,
  newsManifest,
  calendarManifest,
  alertsManifest,
  positionsManifest,
  ordersManifest,
  fillsManifest,
  accountManifest,
  activityManifest,
  historyManifest,
  journalManifest,
  ticketManifest,
  basketManifest,
  depthManifest,
  priceLadderManifest,
  timeSalesManifest,
  instructionsManifest,
  practiceManifest,
  sessionManifest,
  logManifest,
  institutionManifest,
]

const toEntry = (manifest: PanelManifest): PanelEntry => ({
  ...manifest,
  code: new PanelCode(manifest.load),
})

/** Every panel, in the order of the menu. */
export const PANELS: readonly PanelEntry[] = MANIFESTS.map(toEntry)

const OPEN_PANELS = PANELS.filter(({ initially }) => initially !== 'closed')

/** The panels in front of the default workspace: the first open one of each placement. */
export const FRONT_PANELS = OPEN_PANELS.filter(
  ({ placement }, index) =>
    OPEN_PANELS.findIndex((other) => other.placement === placement) === index,
)

/** Loads the panels that a window most likely shows first, before its workspace is known. */
export function loadFrontPanels(): void {
  for (const { code } of FRONT_PANELS) void code.load()
}

/** Returns the entry of a panel by its id or its kind: `chart:2` is a chart. */
export function panelOf(id: PanelId): PanelEntry | undefined {
  const kind = panelKind(id)
  return PANELS.find((panel) => panel.id === kind)
}

/** Returns the title of a panel in a saved layout, which does not follow the language. */
export const storedTitle = ({ id }: PanelEntry): string => englishText.panelTitles[id]

/** Returns the title of a panel; a further one of its kind has its number. */
export function panelTitle(id: PanelId, { panelTitles }: Pick<WindowText, 'panelTitles'>): string {
  const [panel, number] = [panelOf(id), panelNumber(id)]
  const title = panel === undefined ? id : panelTitles[panel.id]
  return number === 1 ? title : `${title} ${number}`
}
