import { createEmitter } from '../../../shared/domain/emitter.js'
import type { VaultPort } from '../ports.js'
import type { AppTokenPort } from './app-token-port.js'
import type { AuthPhase, AuthSession } from './auth-session.js'

/**
 * The instruction for the person while the token waits. The provider sends the code to the
 * account's phone.
 */
const PHONE_CODE_MESSAGE =
  'The provider has sent a code to your phone: open its app, Messages, OpenAPI Notifications, and enter the code there'

/**
 * The sign-in by app key: there is no browser and no user token, only the key's own token, which
 * the person confirms on the phone. It has the same phases as the browser sign-in, so that callers
 * need to know one interface only.
 */
export function createKeySession(deps: {
  readonly token: AppTokenPort
  readonly vault: VaultPort
}): AuthSession {
  const { token, vault } = deps
  const changed = createEmitter<void>()
  let signedOut = false
  let begun = false
  let disposed = false

  const phase = (): AuthPhase => {
    if (signedOut) return 'signed-out'
    switch (token.state().kind) {
      case 'ready':
        return 'signed-in'
      case 'waiting':
        return 'signing-in'
      case 'failed':
        return 'attention'
      case 'none':
        return begun ? 'signing-in' : 'starting'
    }
  }
  const problem = (): string | null => {
    const state = token.state()
    return state.kind === 'waiting'
      ? PHONE_CODE_MESSAGE
      : state.kind === 'failed' && !signedOut
        ? state.message
        : null
  }
  const remove = token.onState(() => changed.emit())

  /** Resolves when the token is valid (true), or when it failed or the session ended (false). */
  const settled = (): Promise<boolean> =>
    new Promise((resolve) => {
      const check = (): void => {
        const { kind } = token.state()
        if (kind !== 'ready' && kind !== 'failed' && !disposed && !signedOut) return
        stop()
        resolve(kind === 'ready' && !disposed && !signedOut)
      }
      const stop = changed.add(check)
      check()
    })

  const obtainToken = async (): Promise<boolean> => {
    signedOut = false
    begun = true
    changed.emit()
    await token.obtain()
    return settled()
  }

  return {
    tokens: { accessToken: () => Promise.resolve(null), rejected: () => undefined },
    view() {
      const state = token.state()
      return {
        phase: phase(),
        problem: problem(),
        attemptUntil: null,
        renewedAt: null,
        user: null,
        accessTokenExpiresAt: state.kind === 'ready' ? state.expiresAt : null,
        refreshTokenExpiresAt: null,
        tokenStore: vault.backend,
      }
    },
    start: obtainToken,
    signIn: obtainToken,
    async signOut() {
      signedOut = true
      await token.forget()
      changed.emit()
    },
    // A token that waits for the phone cannot be canceled; it expires by itself after five minutes.
    cancel: () => undefined,
    // Only the provider knows the token's state; the next check or call requests it.
    wake: () => undefined,
    onChange: (listener) => changed.add(listener),
    dispose() {
      disposed = true
      remove()
      changed.emit()
      changed.clear()
    },
  }
}
