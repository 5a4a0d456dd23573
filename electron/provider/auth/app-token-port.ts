import type { AppTokenPort, AppTokenState } from '../../core/auth/app-token-port.js'
import { epochMs } from '../../../shared/domain/time.js'
import type { ClockPort } from '../http/ports.js'
import type { AppTokens, TokenStore } from './app-tokens.js'

/** AUTH-4: a token that is not confirmed within five minutes is EXPIRED. */
const CONFIRM_MS = 300_000

/** The core's view of the app key's token: with the time until which the person can confirm it. */
export function createAppTokenPort(
  tokens: AppTokens,
  store: TokenStore,
  clock: ClockPort,
): AppTokenPort {
  let state: AppTokenState = { kind: 'none' }
  const listeners = new Set<() => void>()
  tokens.onState((next) => {
    if (next.kind === 'waiting') {
      state =
        state.kind === 'waiting'
          ? state
          : { kind: 'waiting', until: epochMs(clock.now() + CONFIRM_MS) }
    } else {
      state =
        next.kind === 'ready'
          ? { kind: 'ready', expiresAt: null }
          : next.kind === 'failed'
            ? next
            : { kind: 'none' }
    }
    for (const listener of [...listeners]) listener()
  })
  return {
    state: () => state,
    onState(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async obtain() {
      await tokens.obtain()
    },
    async forget() {
      // First here, so that an answer under way is not kept after the removal.
      tokens.forget()
      await store.save(null)
    },
  }
}
