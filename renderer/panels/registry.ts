import {
  BookOpen,
  Bot,
  CandlestickChart,
  CheckCheck,
  KeyRound,
  Layers,
  List,
  PencilLine,
  Rows3,
  Timer,
  Wallet,
  type LucideIcon,
} from 'lucide-react'
import { lazy, type ComponentType, type LazyExoticComponent } from 'react'
import { text } from '../text/en.js'
import type { PanelId, Placement } from './panel-ids.js'

export interface PanelEntry {
  readonly id: PanelId
  readonly title: string
  readonly icon: LucideIcon
  readonly component: LazyExoticComponent<ComponentType>
  readonly placement: Placement
}

const entry = (
  id: PanelId,
  icon: LucideIcon,
  placement: Placement,
  load: () => Promise<ComponentType>,
): PanelEntry => ({
  id,
  icon,
  placement,
  title: text.panels[id],
  component: lazy(async () => ({ default: await load() })),
})

/**
 * Every panel, in the order of the menu and of the tabs within a placement. To add one: its id in
 * panel-ids.ts, an entry here.
 */
export const PANELS: readonly PanelEntry[] = [
  entry(
    'watchlist',
    List,
    'left',
    async () => (await import('./watchlist/watchlist-panel.js')).WatchlistPanel,
  ),
  entry(
    'chart',
    CandlestickChart,
    'centre',
    async () => (await import('./chart/chart-panel.js')).ChartPanel,
  ),
  entry(
    'positions',
    Layers,
    'blotter',
    async () => (await import('./positions/positions-panel.js')).PositionsPanel,
  ),
  entry(
    'orders',
    Rows3,
    'blotter',
    async () => (await import('./orders/orders-panel.js')).OrdersPanel,
  ),
  entry(
    'fills',
    CheckCheck,
    'blotter',
    async () => (await import('./fills/fills-panel.js')).FillsPanel,
  ),
  entry(
    'account',
    Wallet,
    'blotter',
    async () => (await import('./account/account-panel.js')).AccountPanel,
  ),
  entry(
    'ticket',
    PencilLine,
    'right',
    async () => (await import('./ticket/ticket-panel.js')).TicketPanel,
  ),
  entry('depth', BookOpen, 'book', async () => (await import('./depth/depth-panel.js')).DepthPanel),
  entry(
    'time-sales',
    Timer,
    'book',
    async () => (await import('./time-sales/time-sales-panel.js')).TimeSalesPanel,
  ),
  entry(
    'instructions',
    Bot,
    'blotter',
    async () => (await import('./instructions/instructions-panel.js')).InstructionsPanel,
  ),
  entry(
    'session',
    KeyRound,
    'blotter',
    async () => (await import('./session/session-panel.js')).SessionPanel,
  ),
]

export const panelOf = (id: string): PanelEntry | undefined =>
  PANELS.find((panel) => panel.id === id)
