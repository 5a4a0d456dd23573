import type { TokenSource } from '../../core/auth/auth-port.js'
import type { Disposer } from '../../../shared/domain/brand.js'
import type { Result } from '../../../shared/domain/result.js'
import { epochMs, type EpochMs } from '../../../shared/domain/time.js'
import { checkToken, createToken } from '../../../shared/wire/families/access/auth.js'
import type { Caller } from '../http/caller.js'
import { cleanMessage, type CallFailure } from '../http/call-failure.js'
import type { ClockPort, TimerPort } from '../http/ports.js'

/** `unknown` is an unpublished status; it never counts as usable. */
export type TokenStatus = 'pending' | 'normal' | 'invalid' | 'expired' | 'unknown'

export interface AppToken {
  readonly token: string
  readonly status: TokenStatus
  readonly expiresAt: EpochMs
}

const STATUSES: Readonly<Record<string, TokenStatus>> = {
  PENDING: 'pending',
  NORMAL: 'normal',
  INVALID: 'invalid',
  EXPIRED: 'expired',
}

/** Stores the token between starts; supplied by the session (in the vault). */
export interface TokenStore {
  load(): Promise<string | null>
  save(token: string | null): Promise<void>
}

/** State of the 2FA token; `waiting` until the person enters the code in the provider's app. */
export type AppTokenState =
  | { readonly kind: 'none' | 'ready' | 'waiting' }
  | { readonly kind: 'failed'; readonly message: string; readonly final: boolean }

export interface AppTokens extends TokenSource {
  /**
   * Drops the token. No other one is requested before {@link AppTokens.obtain}, because a request
   * sends a code to the person's phone.
   */
  forget(): void
  /** Requests a token for the person, also after `forget` and after an unconfirmed token. */
  obtain(): Promise<string | null>
  onState(listener: (state: AppTokenState) => void): Disposer
  close(): void
}

export interface AppTokensOptions {
  /** A caller whose token calls need no token themselves. */
  readonly caller: () => Caller
  readonly store: TokenStore
  readonly clock: ClockPort
  readonly timers: TimerPort
}

/** AUTH-4, as the SDK does: check every 5 s for at most 300 s. */
const CHECK_EVERY_MS = 5_000
const CHECK_FOR_MS = 300_000
/** Pause after a refusal, so that a wrong key does not cause a flood of requests. */
const FAILED_PAUSE_MS = 10_000
const UNCONFIRMED = 'the token was not confirmed in time'

type Answer = {
  readonly token: string
  readonly status: string
  readonly expires_at?: number | undefined
  readonly expires?: number | undefined
}
const tokenOf = (answer: Answer): AppToken => ({
  token: answer.token,
  status: STATUSES[answer.status] ?? 'unknown',
  expiresAt: epochMs(answer.expires_at ?? answer.expires ?? 0),
})

/** Creates a token, passing the previous one if there is one (AUTH-4). */
export async function requestAppToken(
  caller: Caller,
  previous: string | null,
): Promise<Result<AppToken, CallFailure>> {
  const answer = await caller.call(createToken, previous === null ? {} : { token: previous })
  return answer.ok ? { ok: true, value: tokenOf(answer.value) } : answer
}

/** Fetches the state of a token. */
export async function checkAppToken(
  caller: Caller,
  token: string,
): Promise<Result<AppToken, CallFailure>> {
  const answer = await caller.call(checkToken, { token })
  return answer.ok ? { ok: true, value: tokenOf(answer.value) } : answer
}

/**
 * Manages one 2FA token: created once for all callers, checked while the person confirms it,
 * renewed when refused.
 */
export function createAppTokens({ caller, store, clock, timers }: AppTokensOptions): AppTokens {
  const listeners = new Set<(state: AppTokenState) => void>()
  let state: AppTokenState = { kind: 'none' }
  let current: string | null = null
  let previous: string | null = null
  let running: Promise<string | null> | null = null
  let notBefore = 0
  let loaded = false
  let stopTimer: Disposer | null = null
  let closed = false
  /**
   * True when only the person may request the next token, because automatic requests would ring the
   * phone repeatedly.
   */
  let paused = false
  /** Increases with every `forget`; results of earlier requests are discarded. */
  let generation = 0

  const setState = (next: AppTokenState): void => {
    state = next
    for (const listener of listeners) listener(next)
  }

  const adopt = async (token: AppToken, startedGeneration: number): Promise<string | null> => {
    previous = token.token
    if (token.status === 'normal') {
      await store.save(token.token)
      if (startedGeneration !== generation) {
        await store.save(null)
        return null
      }
      current = token.token
      setState({ kind: 'ready' })
      return current
    }
    if (token.status === 'pending') {
      setState({ kind: 'waiting' })
      pollUntilConfirmed(token.token, clock.monotonic() + CHECK_FOR_MS, startedGeneration)
      return null
    }
    previous = null
    paused = true
    await store.save(null)
    setState({
      kind: 'failed',
      message: token.status === 'expired' ? UNCONFIRMED : `the token is ${token.status}`,
      final: true,
    })
    return null
  }

  const pollUntilConfirmed = (token: string, until: number, startedGeneration: number): void => {
    stopTimer?.()
    stopTimer = timers.after(CHECK_EVERY_MS, () => {
      stopTimer = null
      void checkAppToken(caller(), token).then(async (answer) => {
        if (closed || current !== null || startedGeneration !== generation) return
        if (answer.ok && answer.value.status !== 'pending') {
          await adopt(answer.value, startedGeneration)
        } else if (clock.monotonic() < until) pollUntilConfirmed(token, until, startedGeneration)
        else {
          previous = null
          paused = true
          setState({ kind: 'failed', message: UNCONFIRMED, final: true })
        }
      })
    })
  }

  const requestToken = async (): Promise<string | null> => {
    const startedGeneration = generation
    if (!loaded) {
      loaded = true
      previous = await store.load()
    }
    let answer = await requestAppToken(caller(), previous)
    // A stored token that is no longer valid cannot be renewed, so request one without naming it.
    if (
      answer.ok &&
      previous !== null &&
      (answer.value.status === 'invalid' || answer.value.status === 'expired') &&
      !closed &&
      startedGeneration === generation
    ) {
      answer = await requestAppToken(caller(), null)
    }
    if (closed || startedGeneration !== generation) return null
    if (answer.ok) return adopt(answer.value, startedGeneration)
    notBefore = clock.monotonic() + FAILED_PAUSE_MS
    setState({
      kind: 'failed',
      message: cleanMessage(answer.error.message === '' ? answer.error.code : answer.error.message),
      final: false,
    })
    return null
  }

  const accessToken = async (): Promise<string | null> => {
    if (
      current !== null ||
      closed ||
      paused ||
      state.kind === 'waiting' ||
      clock.monotonic() < notBefore
    ) {
      return current
    }
    if (running !== null) return running
    const pending = requestToken().finally(() => {
      if (running === pending) running = null
    })
    running = pending
    return pending
  }

  return {
    accessToken,
    obtain() {
      paused = false
      notBefore = 0
      return accessToken()
    },
    rejected(token) {
      if (token !== current) return
      current = null
      setState({ kind: 'none' })
    },
    forget() {
      stopTimer?.()
      stopTimer = null
      current = null
      previous = null
      running = null
      generation += 1
      paused = true
      setState({ kind: 'none' })
    },
    onState(listener) {
      listeners.add(listener)
      listener(state)
      return () => listeners.delete(listener)
    },
    close() {
      closed = true
      stopTimer?.()
      listeners.clear()
    },
  }
}
