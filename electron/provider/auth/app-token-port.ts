import type { AppTokenPort, AppTokenState } from '../../core/auth/app-token-port.js'
import { createEmitter } from '../../../shared/domain/emitter.js'
import { epochMs } from '../../../shared/domain/time.js'
import type { ClockPort } from '../../core/ports.js'
import type { AppTokens, TokenStore } from './app-tokens.js'

/** AUTH-4: a token that is not confirmed within five minutes is EXPIRED. */
const CONFIRM_MS = 300_000

/**
 * Creates core's port of the app key's token; adds the time until which the person can confirm it.
 */
export function createAppTokenPort(
  tokens: AppTokens,
  store: TokenStore,
  clock: ClockPort,
): AppTokenPort {
  let state: AppTokenState = { kind: 'none' }
  const changes = createEmitter<void>()
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
          : next.kind === 'failed' || next.kind === 'unneeded'
            ? next
            : { kind: 'none' }
    }
    changes.emit()
  })
  return {
    state: () => state,
    onState: (listener) => changes.add(listener),
    async obtain() {
      await tokens.obtain()
    },
    async forget() {
      // Forget first, so that the result of a running request is not stored after the removal.
      tokens.forget()
      await store.save(null)
    },
  }
}
