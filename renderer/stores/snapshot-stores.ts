import { createStore } from 'zustand/vanilla'
import type { Balance } from '../../shared/domain/account/account.js'
import type { AppStateView, SignInView } from '../../shared/ipc/profiles.js'
import type { AssistantsView } from '../../shared/ipc/instructions.js'
import type { HealthView, SessionView } from '../../shared/ipc/views.js'
import type { Freshness } from './row-store.js'

/** A value that main keeps whole: null until it was heard. */
export interface Snapshot<T> {
  readonly value: T | null
  readonly freshness: Freshness
  /** This computer's time when main sent it. */
  readonly asOf: number | null
}

const createSnapshotStore = <T>() =>
  createStore<Snapshot<T>>(() => ({ value: null, freshness: 'loading', asOf: null }))

/** What stands above any session: profiles, a switch under way, the lock. */
export const createAppStateStore = () => createSnapshotStore<AppStateView>()
export const createSignInStore = () => createSnapshotStore<SignInView>()
export const createSessionStore = () => createSnapshotStore<SessionView>()
export const createHealthStore = () => createSnapshotStore<HealthView>()
export const createBalanceStore = () => createSnapshotStore<Balance>()
/** Who is paired, and whether the door is open. */
export const createAssistantsStore = () => createSnapshotStore<AssistantsView>()

export type AppStateStore = ReturnType<typeof createAppStateStore>
export type SignInStore = ReturnType<typeof createSignInStore>
export type SessionStore = ReturnType<typeof createSessionStore>
export type HealthStore = ReturnType<typeof createHealthStore>
export type BalanceStore = ReturnType<typeof createBalanceStore>
export type AssistantsStore = ReturnType<typeof createAssistantsStore>
