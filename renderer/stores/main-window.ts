import { dequal } from 'dequal'
import type { PanelWindowId } from '../../shared/domain/app/workspaces/workspaces.js'
import type { Position } from '../../shared/domain/account/account.js'
import type { Disposer } from '../../shared/domain/brand.js'
import type { ClientOrderId, InstructionId } from '../../shared/domain/ids.js'
import type { Fill, Order } from '../../shared/domain/orders/order.js'
import type { InstructionRow } from '../../shared/domain/instructions/instruction-row.js'
import type { Invoke } from '../bridge/client.js'
import type { OpenStream } from '../bridge/stream.js'
import { createAccountOverviewStore } from './account-overviews.js'
import { createOrderConfirmationStore, resetConfirmationWhenLocked } from './order-confirmation.js'
import { bindStores } from './bind-streams.js'
import type { MainWindowStores } from './main-window-stores.js'
import { createLayoutStore } from './layout.js'
import { syncs } from './charts/chart-sync.js'
import { OpenCharts } from './charts/open-charts.js'
import { createPreferencesStore } from './preferences.js'
import { createQuoteStore, createSymbolRowStore } from './market/quotes.js'
import { createRowStore } from './row-store.js'
import { createSelectionStore } from './selection.js'
import { createAlertRequestStore } from './alert-requests.js'
import {
  createAlertsStore,
  createAssistantChangesStore,
  createAssistantsStore,
  createBalanceStore,
  createAppStateStore,
  createDeliveryStore,
  createHealthStore,
  createRealizedStore,
  createSessionStore,
  createSignInStore,
  createUpdatesStore,
  createFactsStore,
  createWindowsStore,
} from './snapshot-stores.js'
import { PriceQuestions } from './submit/price-questions.js'
import { createTicketEntriesStore } from './submit/ticket-entries.js'
import { createToastStore } from './toasts.js'
import { TradingKeys } from './submit/trading-keys.js'
import { createViewStore } from './view-state.js'
import { createWorkspaceStore } from './windows/workspace-store.js'
import { onPageHidden } from './submit/page-hidden.js'

/** Everything a panel may use: calls, streams and stores. One per window, provided by context. */
export interface MainWindow extends MainWindowStores {
  readonly invoke: Invoke
  readonly openStream: OpenStream
  readonly charts: OpenCharts
  readonly tradingKeys: TradingKeys
  readonly priceQuestions: PriceQuestions
  /** The id of a window beside the main window; null for the main window. */
  readonly windowId: PanelWindowId | null
  /** Local time in ms. */
  now(): number
}

export interface MainWindowDeps {
  readonly invoke: Invoke
  readonly openStream: OpenStream
  readonly now: () => number
  readonly after: (delayMs: number, run: () => void) => Disposer
  /** Absent for the main window. */
  readonly windowId?: PanelWindowId | null
}

/** Rows that only pass while the person scrolls are not read. */
const READ_SETTLE_MS = 150

export function createMainWindow({
  invoke,
  openStream,
  now,
  after,
  windowId = null,
}: MainWindowDeps): MainWindow {
  const view = createViewStore()
  return {
    invoke,
    openStream,
    now,
    charts: new OpenCharts((sync) => syncs(view.getState(), sync)),
    tradingKeys: new TradingKeys(now, after),
    priceQuestions: new PriceQuestions(() => performance.now()),
    windowId,
    appState: createAppStateStore(),
    windows: createWindowsStore(),
    workspace: createWorkspaceStore(),
    updates: createUpdatesStore(),
    signIn: createSignInStore(),
    session: createSessionStore(),
    health: createHealthStore(),
    delivery: createDeliveryStore(),
    balance: createBalanceStore(),
    realized: createRealizedStore(),
    overviews: createAccountOverviewStore(openStream),
    orders: createRowStore<ClientOrderId, Order>((order) => order.clientOrderId),
    fills: createRowStore<Fill, Fill>((fill) => fill),
    positions: createRowStore<string, Position>((position) => position.positionId, dequal),
    instructions: createRowStore<InstructionId, InstructionRow>((row) => row.id),
    assistants: createAssistantsStore(),
    assistantChanges: createAssistantChangesStore(),
    ticketEntries: createTicketEntriesStore(),
    alerts: createAlertsStore(),
    alertRequests: createAlertRequestStore(),
    quotes: createQuoteStore(openStream, after),
    details: createSymbolRowStore('details', openStream, after, READ_SETTLE_MS),
    dayLines: createSymbolRowStore('day-lines', openStream, after, READ_SETTLE_MS),
    preferences: createPreferencesStore(),
    orderConfirmation: createOrderConfirmationStore(),
    selection: createSelectionStore(),
    facts: createFactsStore(),
    layout: createLayoutStore(),
    toasts: createToastStore(),
    view,
  }
}

/** Opens the account's streams; the returned disposer closes them. */
export function startMainWindow(mainWindow: MainWindow): Disposer {
  const unbind = bindStores(mainWindow.openStream, mainWindow, mainWindow.windowId === null)
  const stopReset = resetConfirmationWhenLocked(mainWindow)
  const stopKeys = mainWindow.tradingKeys.follow(mainWindow)
  const stopHidden = onPageHidden(() => mainWindow.tradingKeys.disarm())
  return () => {
    stopReset()
    stopKeys()
    stopHidden()
    unbind()
    mainWindow.quotes.dispose()
    mainWindow.details.dispose()
    mainWindow.dayLines.dispose()
  }
}
