import { createStore } from 'zustand/vanilla'
import type { Balance } from '../../shared/domain/account.js'
import type { DeskView, SignInView } from '../../shared/ipc/profiles.js'
import type { AssistantsView } from '../../shared/ipc/instructions.js'
import type { HealthView, SessionView } from '../../shared/ipc/views.js'
import type { Freshness } from './rows.js'

/** A value that main keeps whole: null until it was heard. */
export interface Whole<T> {
  readonly value: T | null
  readonly freshness: Freshness
  /** This computer's time when main sent it. */
  readonly asOf: number | null
}

const createWhole = <T>() =>
  createStore<Whole<T>>(() => ({ value: null, freshness: 'loading', asOf: null }))

/** What stands above any session: profiles, a switch under way, the lock. */
export const createDeskViewStore = () => createWhole<DeskView>()
export const createSignInStore = () => createWhole<SignInView>()
export const createSessionStore = () => createWhole<SessionView>()
export const createHealthStore = () => createWhole<HealthView>()
export const createBalanceStore = () => createWhole<Balance>()
/** Who is paired, and whether the door is open. */
export const createAssistantsStore = () => createWhole<AssistantsView>()

export type DeskViewStore = ReturnType<typeof createDeskViewStore>
export type SignInStore = ReturnType<typeof createSignInStore>
export type SessionStore = ReturnType<typeof createSessionStore>
export type HealthStore = ReturnType<typeof createHealthStore>
export type BalanceStore = ReturnType<typeof createBalanceStore>
export type AssistantsStore = ReturnType<typeof createAssistantsStore>
