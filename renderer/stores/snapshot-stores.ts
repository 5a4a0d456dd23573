import { createStore } from 'zustand/vanilla'
import type { RealizedDay } from '../../shared/domain/account/realized-day.js'
import type { AlertsView } from '../../shared/domain/alerts/alert.schema.js'
import type { Balance } from '../../shared/domain/account/account.js'
import type { AppStateView } from '../../shared/domain/app/app-state.js'
import type { UpdateView } from '../../shared/domain/app/update-view.js'
import type { WindowsView } from '../../shared/domain/app/workspaces/windows-view.js'
import type { SignInView } from '../../shared/domain/session/sign-in.js'
import type { AssistantsView } from '../../shared/domain/instructions/assistants-view.js'
import type { AssistantChangesView } from '../../shared/domain/instructions/window-change.js'
import type { HealthView } from '../../shared/domain/session/health.js'
import type { SessionView } from '../../shared/domain/session/session-view.js'
import type { Freshness } from './row-store.js'

/** A value that main sends as a whole; null until received. */
export interface Snapshot<T> {
  readonly value: T | null
  readonly freshness: Freshness
  /** When main sent it, in local time. */
  readonly asOf: number | null
}

const createSnapshotStore = <T>() =>
  createStore<Snapshot<T>>(() => ({ value: null, freshness: 'loading', asOf: null }))

/** State independent of any session: profiles, a switch in progress, the lock. */
export const createAppStateStore = () => createSnapshotStore<AppStateView>()
/** The workspaces, and what the windows share. */
export const createWindowsStore = () => createSnapshotStore<WindowsView>()
/** What is known of newer versions; only the main window receives it. */
export const createUpdatesStore = () => createSnapshotStore<UpdateView>()
export const createSignInStore = () => createSnapshotStore<SignInView>()
export const createSessionStore = () => createSnapshotStore<SessionView>()
export const createHealthStore = () => createSnapshotStore<HealthView>()
export const createBalanceStore = () => createSnapshotStore<Balance>()
/** What each account closed today. */
export const createRealizedStore = () => createSnapshotStore<readonly RealizedDay[]>()
/** The paired assistants, and whether assistant access is enabled. */
export const createAssistantsStore = () => createSnapshotStore<AssistantsView>()
/** What assistants changed in the window. */
export const createAssistantChangesStore = () => createSnapshotStore<AssistantChangesView>()
export const createAlertsStore = () => createSnapshotStore<AlertsView>()

export type AppStateStore = ReturnType<typeof createAppStateStore>
export type UpdatesStore = ReturnType<typeof createUpdatesStore>
export type WindowsStore = ReturnType<typeof createWindowsStore>
export type SignInStore = ReturnType<typeof createSignInStore>
export type SessionStore = ReturnType<typeof createSessionStore>
export type AssistantChangesStore = ReturnType<typeof createAssistantChangesStore>
export type AlertsStore = ReturnType<typeof createAlertsStore>
export type HealthStore = ReturnType<typeof createHealthStore>
export type RealizedStore = ReturnType<typeof createRealizedStore>
export type BalanceStore = ReturnType<typeof createBalanceStore>
export type AssistantsStore = ReturnType<typeof createAssistantsStore>

/** Whether the window shows what main sent some time ago, such as after a sleep. */
export const createDeliveryStore = () => createStore(() => ({ isBehind: false }))

export type DeliveryStore = ReturnType<typeof createDeliveryStore>

/** How often the person has changed the practice exchange: each time facts are read again. */
export const createFactsStore = () => createStore(() => ({ revision: 0 }))

export type FactsStore = ReturnType<typeof createFactsStore>

/** Makes panels read facts about companies again. */
export function factsChanged(store: FactsStore): void {
  store.setState(({ revision }) => ({ revision: revision + 1 }))
}
