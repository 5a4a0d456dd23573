import type { Position } from '../../shared/domain/account/account.js'
import type { ClientOrderId, InstructionId } from '../../shared/domain/ids.js'
import type { Fill, Order } from '../../shared/domain/orders/order.js'
import type { InstructionRow } from '../../shared/domain/instructions/instruction-row.js'
import type { AccountOverviewStore } from './account-overviews.js'
import type { OrderConfirmationStore } from './order-confirmation.js'
import type { LayoutStore } from './layout.js'
import type { PreferencesStore } from './preferences.js'
import type { DayLine, SymbolDetails } from '../../shared/domain/market/symbol-details.js'
import type { QuoteStore, SymbolRowStore } from './market/quotes.js'
import type { RowStore } from './row-store.js'
import type { SelectionStore } from './selection.js'
import type { AlertRequestStore } from './alert-requests.js'
import type {
  AlertsStore,
  AssistantChangesStore,
  AssistantsStore,
  BalanceStore,
  AppStateStore,
  DeliveryStore,
  HealthStore,
  RealizedStore,
  SessionStore,
  SignInStore,
  UpdatesStore,
  FactsStore,
  WindowsStore,
} from './snapshot-stores.js'
import type { TicketEntriesStore } from './submit/ticket-entries.js'
import type { ToastStore } from './toasts.js'
import type { ViewStore } from './view-state.js'
import type { WorkspaceStore } from './windows/workspace-store.js'

/** Every store of a window: projections of the streams, and the person's selections. */
export interface MainWindowStores {
  readonly appState: AppStateStore
  readonly windows: WindowsStore
  readonly workspace: WorkspaceStore
  readonly updates: UpdatesStore
  readonly signIn: SignInStore
  readonly session: SessionStore
  readonly health: HealthStore
  readonly delivery: DeliveryStore
  readonly balance: BalanceStore
  /** What each account closed today. */
  readonly realized: RealizedStore
  readonly overviews: AccountOverviewStore
  readonly orders: RowStore<ClientOrderId, Order>
  /**
   * Keyed by object identity: the broker's executions carry no id, and two equal ones are two
   * fills.
   */
  readonly fills: RowStore<Fill, Fill>
  readonly positions: RowStore<string, Position>
  /** The instructions of assistants, pending and ended. */
  readonly instructions: RowStore<InstructionId, InstructionRow>
  readonly assistants: AssistantsStore
  /** What assistants changed in the window, for the person to keep or undo. */
  readonly assistantChanges: AssistantChangesStore
  readonly ticketEntries: TicketEntriesStore
  readonly alerts: AlertsStore
  /** What the form of the alerts panel should open with. */
  readonly alertRequests: AlertRequestStore
  readonly quotes: QuoteStore
  /** Figures that no stream carries: main reads them while they are watched. */
  readonly details: SymbolRowStore<SymbolDetails>
  readonly dayLines: SymbolRowStore<DayLine>
  readonly preferences: PreferencesStore
  readonly orderConfirmation: OrderConfirmationStore
  readonly selection: SelectionStore
  readonly facts: FactsStore
  readonly layout: LayoutStore
  readonly toasts: ToastStore
  readonly view: ViewStore
}
