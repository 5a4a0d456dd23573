import type { TokenSource } from '../../core/auth/auth-port.js'
import { ASSUMPTIONS } from '../../../shared/wire/assumptions.js'
import { AUTH_OPERATIONS } from '../../../shared/wire/families/access/auth.js'
import type { ResponseOf } from '../../../shared/wire/operation.js'
import type { Caller } from '../http/caller.js'
import type { CallFailure } from '../http/call-failure.js'
import type { ClockPort } from '../../core/ports.js'

/** A token pair as the provider returned it; times are the provider's, epoch milliseconds. */
export interface ClientPair {
  readonly accessToken: string
  readonly accessExpiresAt: number
  readonly refreshToken: string
  readonly refreshExpiresAt: number
}

/** Stores the pair between starts; supplied by the session (in the vault). */
export interface ClientPairStore {
  load(): Promise<ClientPair | null>
  save(pair: ClientPair | null): Promise<void>
}

export interface ClientTokensOptions {
  /** The institution's caller: creating and refreshing is signed with the app secret (AUTH-6). */
  readonly caller: () => Caller
  /** The institution's own id of the end user. */
  readonly userId: string
  readonly store: ClientPairStore
  readonly clock: ClockPort
}

/** Tokens are refreshed this long before expiry, so that none expires during a read. */
const EARLY_MS = 120_000
/** Pause after a refusal, so that a wrong key does not cause a flood of requests. */
const FAILED_PAUSE_MS = 10_000
/** Pause after a request without an answer. */
const UNANSWERED_PAUSE_MS = 2_000
/** A reported life above this multiple of the published one is ignored. */
const LIFE_FACTOR = 4

interface Held extends ClientPair {
  /** By the monotonic clock, because the wall clock may jump. */
  readonly accessEndsAt: number
  readonly refreshEndsAt: number
}

const pairOf = (answer: ResponseOf<typeof AUTH_OPERATIONS.createClientToken>): ClientPair => ({
  accessToken: answer.access_token,
  accessExpiresAt: answer.expires_at,
  refreshToken: answer.refresh_token,
  refreshExpiresAt: answer.refresh_expires_at,
})

const plausibleLifeMs = (left: number, published: number): number =>
  left > 0 && left <= published * LIFE_FACTOR ? left : published

/**
 * Manages one client token for one end user: created once for all readers, refreshed before expiry,
 * and created again when the refresh token is no longer valid. A pair is stored before it is used,
 * because the refresh invalidates the old one.
 */
export class ClientTokens implements TokenSource {
  readonly #options: ClientTokensOptions
  #held: Held | null = null
  #refused: string | null = null
  #running: Promise<string | null> | null = null
  #loaded = false
  #notBefore = 0
  #problem: CallFailure | null = null

  constructor(options: ClientTokensOptions) {
    this.#options = options
  }

  /** The failure of the last request; null after a success. */
  get problem(): CallFailure | null {
    return this.#problem
  }

  accessToken(): Promise<string | null> {
    const token = this.#usable(EARLY_MS)
    if (token !== null) return Promise.resolve(token)
    if (this.#running === null && this.#options.clock.monotonic() < this.#notBefore) {
      return Promise.resolve(this.#usable(0))
    }
    this.#running ??= this.#renew().finally(() => {
      this.#running = null
    })
    return this.#running
  }

  rejected(token: string): void {
    if (this.#held?.accessToken === token) this.#refused = token
  }

  /** Returns the token if it lasts at least this long and was not refused. */
  #usable(earlyMs: number): string | null {
    const held = this.#held
    return held !== null &&
      held.accessToken !== this.#refused &&
      this.#options.clock.monotonic() < held.accessEndsAt - earlyMs
      ? held.accessToken
      : null
  }

  async #renew(): Promise<string | null> {
    const { caller, userId, store, clock } = this.#options
    const stored = await this.#loadOnce()
    if (stored !== null) return stored
    if (this.#held !== null && clock.monotonic() < this.#held.refreshEndsAt) {
      const { refreshToken } = this.#held
      const refreshed = await caller().call(AUTH_OPERATIONS.refreshClientToken, {
        refresh_token: refreshToken,
      })
      if (refreshed.ok) return this.#adopt(pairOf(refreshed.value))
      if (refreshed.error.class === 'not-sent' || refreshed.error.class === 'rate') {
        return this.#failed(refreshed.error)
      }
      // After a refusal or a lost response the old pair may be invalid. A new pair can always be
      // created and replaces it.
      this.#held = null
      await store.save(null)
    }
    const created = await caller().call(AUTH_OPERATIONS.createClientToken, {
      client_user_id: userId,
    })
    return created.ok ? this.#adopt(pairOf(created.value)) : this.#failed(created.error)
  }

  /** Reads the store once; returns the stored token if it can be used. */
  async #loadOnce(): Promise<string | null> {
    if (this.#loaded) return null
    this.#loaded = true
    const stored = await this.#options.store.load()
    if (stored !== null) this.#hold(stored, false)
    return this.#usable(EARLY_MS)
  }

  async #adopt(pair: ClientPair): Promise<string> {
    await this.#options.store.save(pair)
    this.#hold(pair, true)
    this.#problem = null
    this.#refused = null
    return pair.accessToken
  }

  #hold(pair: ClientPair, fresh: boolean): void {
    const { clock } = this.#options
    const now = clock.monotonic()
    // Only a fresh response is checked against the published life; a stored one may be close to
    // expiry.
    const life = (until: number, published: number) =>
      fresh
        ? plausibleLifeMs(until - clock.now(), published)
        : Math.min(until - clock.now(), published)
    this.#held = {
      ...pair,
      accessEndsAt: now + life(pair.accessExpiresAt, ASSUMPTIONS.clientTokens.accessMs),
      refreshEndsAt: now + life(pair.refreshExpiresAt, ASSUMPTIONS.clientTokens.refreshMs),
    }
  }

  /** Returns a token that has not expired: it can be used while the provider is unreachable. */
  #failed(failure: CallFailure): string | null {
    this.#problem = failure
    const pauseMs = failure.status === null ? UNANSWERED_PAUSE_MS : FAILED_PAUSE_MS
    this.#notBefore = this.#options.clock.monotonic() + pauseMs
    return this.#usable(0)
  }
}
