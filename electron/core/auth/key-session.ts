import type { Disposer } from '../../../shared/domain/brand.js'
import { createEmitter } from '../../../shared/domain/emitter.js'
import type { VaultPort } from '../ports.js'
import type { AppTokenPort } from './app-token-port.js'
import type { TokenSource } from './auth-port.js'
import type { AuthPhase, AuthSession } from './auth-session.js'
import { message } from '../../../shared/messages/make-message.js'
import type { Message } from '../../../shared/messages/message.js'

export interface KeySessionDeps {
  readonly token: AppTokenPort
  readonly vault: VaultPort
}

/**
 * The sign-in by app key: there is no browser and no user token, only the key's own token, which
 * the person confirms on the phone. It has the same phases as the browser sign-in, so that callers
 * need to know one interface only.
 */
export class KeySession implements AuthSession {
  readonly tokens: TokenSource = {
    accessToken: () => Promise.resolve(null),
    rejected: () => undefined,
  }
  readonly #token: AppTokenPort
  readonly #vault: VaultPort
  readonly #changed = createEmitter<void>()
  readonly #stopWatching: Disposer
  #signedOut = false
  #begun = false
  #disposed = false

  constructor({ token, vault }: KeySessionDeps) {
    this.#token = token
    this.#vault = vault
    this.#stopWatching = token.onState(() => this.#changed.emit())
  }

  view(): ReturnType<AuthSession['view']> {
    const state = this.#token.state()
    return {
      phase: this.#phase(),
      problem: this.#problem(),
      attemptUntil: null,
      renewedAt: null,
      user: null,
      accessTokenExpiresAt: state.kind === 'ready' ? state.expiresAt : null,
      refreshTokenExpiresAt: null,
      tokenStore: this.#vault.backend,
    }
  }

  start(): Promise<boolean> {
    return this.#obtainToken()
  }

  signIn(): Promise<boolean> {
    return this.#obtainToken()
  }

  async signOut(): Promise<void> {
    this.#signedOut = true
    await this.#token.forget()
    this.#changed.emit()
  }

  /** Does nothing: a token that waits for the phone expires by itself after five minutes. */
  cancel(): void {}

  /** Does nothing: only the provider knows the token's state; the next call requests it. */
  wake(): void {}

  onChange(listener: () => void): Disposer {
    return this.#changed.add(listener)
  }

  dispose(): void {
    this.#disposed = true
    this.#stopWatching()
    this.#changed.emit()
    this.#changed.clear()
  }

  #phase(): AuthPhase {
    if (this.#signedOut) return 'signed-out'
    switch (this.#token.state().kind) {
      case 'ready':
      case 'unneeded':
        return 'signed-in'
      case 'waiting':
        return 'signing-in'
      case 'failed':
        return 'attention'
      case 'none':
        return this.#begun ? 'signing-in' : 'starting'
    }
  }

  /** What the person has to do or to know; while the token waits, how to confirm it. */
  #problem(): Message | null {
    const state = this.#token.state()
    if (state.kind === 'waiting') return message('auth.enterPhoneCode')
    return state.kind === 'failed' && !this.#signedOut ? state.message : null
  }

  async #obtainToken(): Promise<boolean> {
    this.#signedOut = false
    this.#begun = true
    this.#changed.emit()
    await this.#token.obtain()
    return this.#settled()
  }

  /** Resolves when the token is valid (true), or when it failed or the session ended (false). */
  #settled(): Promise<boolean> {
    return new Promise((resolve) => {
      const check = (): void => {
        const { kind } = this.#token.state()
        const isOver = this.#disposed || this.#signedOut
        const isSignedIn = kind === 'ready' || kind === 'unneeded'
        if (!isSignedIn && kind !== 'failed' && !isOver) return
        stop()
        resolve(isSignedIn && !isOver)
      }
      const stop = this.#changed.add(check)
      check()
    })
  }
}
