import type { Disposer } from '../../../shared/domain/brand.js'
import type { EpochMs } from '../../../shared/domain/time.js'

/**
 * How the token of the app key stands (AUTH-4). `waiting` until the person enters the
 * code on the phone, at most until `until`.
 */
export type AppTokenState =
  | { readonly kind: 'none' }
  | { readonly kind: 'waiting'; readonly until: EpochMs }
  | { readonly kind: 'ready'; readonly expiresAt: EpochMs | null }
  /** `final`: no other one is asked for before the person wants it. */
  | { readonly kind: 'failed'; readonly message: string; readonly final: boolean }

/**
 * The token dance of one session: asked for once, checked while it waits, kept in the vault once it
 * is good.
 */
export interface AppTokenPort {
  state(): AppTokenState
  onState(listener: () => void): Disposer
  /**
   * Asks for a usable token: the kept one if it still is, else a new one. Resolves with the first
   * answer, which may be `waiting`.
   */
  obtain(): Promise<void>
  /** Forgets the token, here and in the vault. */
  forget(): Promise<void>
}
