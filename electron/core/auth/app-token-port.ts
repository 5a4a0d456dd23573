import type { Disposer } from '../../../shared/domain/brand.js'
import type { EpochMs } from '../../../shared/domain/time.js'
import type { Message } from '../../../shared/messages/message.js'

/**
 * State of the app key's token (AUTH-4). `waiting`: the person has to enter the code from the
 * phone, by `until` at the latest.
 */
export type AppTokenState =
  | { readonly kind: 'none' }
  /** The account's calls go without a token. */
  | { readonly kind: 'unneeded' }
  | { readonly kind: 'waiting'; readonly until: EpochMs }
  | { readonly kind: 'ready'; readonly expiresAt: EpochMs | null }
  /** `final`: no other token is requested until the person asks for one. */
  | { readonly kind: 'failed'; readonly message: Message; readonly final: boolean }

/**
 * The app key's token in one session: requested once, checked while it waits for the person, stored
 * in the vault once it is valid.
 */
export interface AppTokenPort {
  state(): AppTokenState
  onState(listener: () => void): Disposer
  /**
   * Requests a usable token: the stored one if it is still valid, otherwise a new one. Resolves
   * with the first answer, which may be `waiting`.
   */
  obtain(): Promise<void>
  /** Deletes the token from memory and from the vault. */
  forget(): Promise<void>
}
