import type { TokenSource } from '../../core/auth/auth-port.js'
import type { Disposer } from '../../../shared/domain/brand.js'
import { createEmitter } from '../../../shared/domain/emitter.js'
import type { Result } from '../../../shared/domain/result.js'
import { epochMs, type EpochMs } from '../../../shared/domain/time.js'
import { AUTH_OPERATIONS } from '../../../shared/wire/families/access/auth.js'
import type { Caller } from '../http/caller.js'
import { cleanMessage, localFailure, type CallFailure } from '../http/call-failure.js'
import type { NetworkPort } from '../../core/net-ports.js'
import type { ClockPort, TimerPort } from '../../core/ports.js'
import { foreign, message } from '../../../shared/messages/make-message.js'
import type { Message } from '../../../shared/messages/message.js'

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

/**
 * State of the 2FA token; `waiting` until the person enters the code in the provider's app,
 * `unneeded` where the account's calls go without one.
 */
export type AppTokenState =
  | { readonly kind: 'none' | 'ready' | 'waiting' }
  | { readonly kind: 'unneeded' }
  | { readonly kind: 'failed'; readonly message: Message; readonly final: boolean }

export interface AppTokensOptions {
  /** A caller whose token calls need no token themselves. */
  readonly caller: () => Caller
  readonly store: TokenStore
  readonly clock: ClockPort
  readonly timers: TimerPort
  readonly network: NetworkPort
  /**
   * False where a new token is requested only by the person: the request sends a code to the phone,
   * and nobody asked for it. A stored token is used as long as it is valid.
   */
  readonly automatic: boolean
  /** False where every account is known to need a token, so that its settings are not read. */
  readonly asksWhetherNeeded: boolean
}

/** Why the broker does not let the application create a token, while calls may go without one. */
const NO_TOKEN_CODES: ReadonlySet<CallFailure['code']> = new Set(['not-entitled', 'refused'])

/** AUTH-4, as the SDK does: check every 5 s for at most 300 s. */
const CHECK_EVERY_MS = 5_000
const CHECK_FOR_MS = 300_000
/** Pause after a refusal, so that a wrong key does not cause a flood of requests. */
const FAILED_PAUSE_MS = 10_000
/** Pause after a request without an answer. */
const UNANSWERED_PAUSE_MS = 2_000
const UNCONFIRMED = message('auth.tokenNotConfirmed')
const UNREQUESTED = message('auth.codeNotRequested')

type TokenAnswer = {
  readonly token: string
  readonly status: string
  readonly expires_at?: number | undefined
  readonly expires?: number | undefined
}
const tokenOf = (answer: TokenAnswer): AppToken => ({
  token: answer.token,
  status: STATUSES[answer.status] ?? 'unknown',
  expiresAt: epochMs(answer.expires_at ?? answer.expires ?? 0),
})

/** Creates a token, passing the previous one if there is one (AUTH-4). */
export async function requestAppToken(
  caller: Caller,
  previous: string | null,
): Promise<Result<AppToken, CallFailure>> {
  const answer = await caller.call(
    AUTH_OPERATIONS.createToken,
    previous === null ? {} : { token: previous },
  )
  return answer.ok ? { ok: true, value: tokenOf(answer.value) } : answer
}

/** Fetches the state of a token. */
export async function checkAppToken(
  caller: Caller,
  token: string,
): Promise<Result<AppToken, CallFailure>> {
  const answer = await caller.call(AUTH_OPERATIONS.checkToken, { token })
  return answer.ok ? { ok: true, value: tokenOf(answer.value) } : answer
}

/**
 * Manages one 2FA token: created once for all callers, checked while the person confirms it,
 * renewed when refused.
 */
export class AppTokens implements TokenSource {
  readonly #options: AppTokensOptions
  readonly #states = createEmitter<AppTokenState>()
  #state: AppTokenState = { kind: 'none' }
  /** Why the last request for a token failed. */
  #failure: CallFailure | null = null
  #current: string | null = null
  #previous: string | null = null
  #running: Promise<string | null> | null = null
  #notBefore = 0
  #loaded = false
  #stopTimer: Disposer | null = null
  /** Checks now whether the person has confirmed the token; null while none waits. */
  #checkNow: (() => void) | null = null
  readonly #stopWatching: Disposer
  #closed = false
  /**
   * True when only the person may request the next token, because automatic requests would ring the
   * phone repeatedly.
   */
  #paused = false
  /**
   * Whether calls need a token. `unknown`: not read yet; `refused`: none may be created, so calls
   * are tried without one.
   */
  #need: 'unknown' | 'yes' | 'no' | 'refused' = 'unknown'
  /** True once the person asked for a token in this session. */
  #requested: boolean
  /** Increases with every `forget`; results of earlier requests are discarded. */
  #generation = 0

  constructor(options: AppTokensOptions) {
    this.#options = options
    this.#requested = options.automatic
    this.#stopWatching = options.network.onBack(() => {
      this.#notBefore = 0
      this.#checkNow?.()
    })
  }

  async accessToken(): Promise<string | null> {
    if (!this.#mayRequest()) return this.#current
    if (this.#running !== null) return this.#running
    const pending = this.#request().finally(() => {
      if (this.#running === pending) this.#running = null
    })
    this.#running = pending
    return pending
  }

  /** Requests a token for the person, also after `forget` and after an unconfirmed token. */
  obtain(): Promise<string | null> {
    this.#paused = false
    this.#requested = true
    this.#notBefore = 0
    return this.accessToken()
  }

  isReady(): boolean {
    return this.#current !== null
  }

  /** True where calls go without a token, until one of them is refused for that. */
  isUnneeded(): boolean {
    return this.#state.kind === 'unneeded'
  }

  /**
   * Reports that a call without a token was refused for that; true when a token is requested now,
   * so that the call may be repeated.
   */
  demanded(): boolean {
    if (this.#state.kind !== 'unneeded') return false
    const isRefused = this.#need === 'refused'
    this.#need = 'yes'
    if (!isRefused) {
      this.#setState({ kind: 'none' })
      return true
    }
    this.#paused = true
    this.#fail(message('auth.tokenRefused'), true)
    return false
  }

  rejected(token: string): void {
    if (token !== this.#current) return
    this.#current = null
    this.#requested = this.#options.automatic
    this.#setState({ kind: 'none' })
  }

  /**
   * Drops the token. No other one is requested before {@link AppTokens.obtain}, because a request
   * sends a code to the person's phone.
   */
  forget(): void {
    this.#stopPolling()
    this.#current = null
    this.#previous = null
    this.#running = null
    this.#generation += 1
    this.#paused = true
    this.#setState({ kind: 'none' })
  }

  onState(listener: (state: AppTokenState) => void): Disposer {
    const remove = this.#states.add(listener)
    listener(this.#state)
    return remove
  }

  /** Returns why there is no token for a request; null when there is one, or none was requested. */
  lack(): CallFailure | null {
    if (this.#current !== null) return null
    switch (this.#state.kind) {
      case 'waiting':
        return localFailure('awaits-code', 'the token waits for the code on the phone')
      case 'failed':
        // What failed was the request for a token; what needs it was not sent.
        return this.#failure === null
          ? localFailure('not-confirmed', 'the token was not confirmed')
          : { ...this.#failure, class: 'not-sent' }
      case 'none':
      case 'ready':
      case 'unneeded':
        return null
    }
  }

  close(): void {
    this.#closed = true
    this.#stopWatching()
    this.#stopPolling()
    this.#states.clear()
  }

  #mayRequest(): boolean {
    return (
      this.#current === null &&
      !this.#closed &&
      !this.#paused &&
      this.#state.kind !== 'waiting' &&
      this.#state.kind !== 'unneeded' &&
      this.#options.clock.monotonic() >= this.#notBefore
    )
  }

  /** True while results of a request that started in this generation count. */
  #isCurrent(generation: number): boolean {
    return !this.#closed && generation === this.#generation
  }

  #setState(next: AppTokenState): void {
    this.#state = next
    this.#states.emit(next)
  }

  async #request(): Promise<string | null> {
    const generation = this.#generation
    if (!this.#loaded) {
      this.#loaded = true
      this.#previous = await this.#options.store.load()
    }
    if (!(await this.#isNeeded(generation))) return null
    const answer = await (this.#requested ? this.#requestRenewed(generation) : this.#checkStored())
    if (!this.#isCurrent(generation)) return null
    if (answer === null) return this.#leaveUnrequested()
    if (answer.ok) return this.#adopt(answer.value, generation)
    if (NO_TOKEN_CODES.has(answer.error.code)) return this.#goWithout('refused')
    const { code, message: text, status } = answer.error
    const pauseMs = status === null ? UNANSWERED_PAUSE_MS : FAILED_PAUSE_MS
    this.#notBefore = this.#options.clock.monotonic() + pauseMs
    this.#failure = answer.error
    this.#fail(foreign(cleanMessage(text === '' ? code : text)), false)
    return null
  }

  /** Reads once whether this account's calls need a token; true also where that is not said. */
  async #isNeeded(generation: number): Promise<boolean> {
    if (this.#need !== 'unknown') return true
    if (!this.#options.asksWhetherNeeded || this.#previous !== null) {
      this.#need = 'yes'
      return true
    }
    const config = await this.#options.caller().call(AUTH_OPERATIONS.getConfig, {})
    if (!this.#isCurrent(generation)) return false
    // Where nothing answered, it is asked again with the next request.
    if (config.ok || config.error.status !== null) this.#need = 'yes'
    if (!config.ok || config.value.token_check_enabled) return true
    this.#goWithout('no')
    return false
  }

  /** Lets calls go without a token, until one is demanded. */
  #goWithout(need: 'no' | 'refused'): null {
    this.#need = need
    this.#setState({ kind: 'unneeded' })
    return null
  }

  /** Checks the stored token, which sends no code to the phone; null where none can be used. */
  async #checkStored(): Promise<Result<AppToken, CallFailure> | null> {
    if (this.#previous === null) return null
    const answer = await checkAppToken(this.#options.caller(), this.#previous)
    const isUsable =
      !answer.ok || answer.value.status === 'normal' || answer.value.status === 'pending'
    return isUsable ? answer : null
  }

  #leaveUnrequested(): null {
    this.#paused = true
    this.#fail(UNREQUESTED, true)
    return null
  }

  async #requestRenewed(generation: number): Promise<Result<AppToken, CallFailure>> {
    const answer = await requestAppToken(this.#options.caller(), this.#previous)
    const ended =
      answer.ok && (answer.value.status === 'invalid' || answer.value.status === 'expired')
    // A stored token that is no longer valid cannot be renewed, so request one without naming it.
    return ended && this.#previous !== null && this.#isCurrent(generation)
      ? requestAppToken(this.#options.caller(), null)
      : answer
  }

  async #adopt(token: AppToken, generation: number): Promise<string | null> {
    this.#previous = token.token
    if (token.status === 'normal') return this.#store(token.token, generation)
    if (token.status === 'pending') {
      this.#setState({ kind: 'waiting' })
      const until = this.#options.clock.monotonic() + CHECK_FOR_MS
      this.#pollUntilConfirmed(token.token, until, generation)
      return null
    }
    this.#previous = null
    this.#paused = true
    await this.#options.store.save(null)
    this.#fail(
      token.status === 'expired'
        ? UNCONFIRMED
        : message('auth.tokenStatus', { status: token.status }),
      true,
    )
    return null
  }

  async #store(token: string, generation: number): Promise<string | null> {
    const { store } = this.#options
    await store.save(token)
    if (generation !== this.#generation) {
      await store.save(null)
      return null
    }
    this.#current = token
    this.#setState({ kind: 'ready' })
    return token
  }

  #pollUntilConfirmed(token: string, until: number, generation: number): void {
    const { timers } = this.#options
    this.#stopPolling()
    const check = (): void => {
      this.#stopPolling()
      void this.#checkConfirmed(token, until, generation)
    }
    this.#checkNow = check
    this.#stopTimer = timers.after(CHECK_EVERY_MS, check)
  }

  async #checkConfirmed(token: string, until: number, generation: number): Promise<void> {
    const { caller, clock } = this.#options
    const answer = await checkAppToken(caller(), token)
    if (this.#current !== null || !this.#isCurrent(generation)) return
    if (answer.ok && answer.value.status !== 'pending') {
      await this.#adopt(answer.value, generation)
    } else if (clock.monotonic() < until) this.#pollUntilConfirmed(token, until, generation)
    else {
      this.#previous = null
      this.#paused = true
      this.#fail(UNCONFIRMED, true)
    }
  }

  #fail(reason: Message, final: boolean): void {
    if (final) this.#failure = null
    this.#setState({ kind: 'failed', message: reason, final })
  }

  #stopPolling(): void {
    this.#stopTimer?.()
    this.#stopTimer = null
    this.#checkNow = null
  }
}
