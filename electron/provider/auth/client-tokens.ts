import type { TokenSource } from '../../core/auth/auth-port.js'
import { ASSUMPTIONS } from '../../../shared/wire/assumptions.js'
import { createClientToken, refreshClientToken } from '../../../shared/wire/families/access/auth.js'
import type { ResponseOf } from '../../../shared/wire/operation.js'
import type { Caller } from '../http/caller.js'
import type { CallFailure } from '../http/call-failure.js'
import type { ClockPort } from '../http/ports.js'

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
/** A reported life above this multiple of the published one is ignored. */
const LIFE_FACTOR = 4

interface Held extends ClientPair {
  /** By the monotonic clock, because the wall clock may jump. */
  readonly accessEndsAt: number
  readonly refreshEndsAt: number
}

const pairOf = (answer: ResponseOf<typeof createClientToken>): ClientPair => ({
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
export function createClientTokens({
  caller,
  userId,
  store,
  clock,
}: ClientTokensOptions): TokenSource & { readonly problem: CallFailure | null } {
  let held: Held | null = null
  let refused: string | null = null
  let running: Promise<string | null> | null = null
  let loaded = false
  let notBefore = 0
  let problem: CallFailure | null = null

  const hold = (pair: ClientPair, fresh: boolean): void => {
    const now = clock.monotonic()
    // Only a fresh response is checked against the published life; a stored one may be close to
    // expiry.
    const life = (until: number, published: number) =>
      fresh
        ? plausibleLifeMs(until - clock.now(), published)
        : Math.min(until - clock.now(), published)
    held = {
      ...pair,
      accessEndsAt: now + life(pair.accessExpiresAt, ASSUMPTIONS.clientTokens.accessMs),
      refreshEndsAt: now + life(pair.refreshExpiresAt, ASSUMPTIONS.clientTokens.refreshMs),
    }
  }

  const adopt = async (pair: ClientPair): Promise<string> => {
    await store.save(pair)
    hold(pair, true)
    problem = null
    refused = null
    return pair.accessToken
  }

  const usable = (earlyMs: number): boolean =>
    held !== null && held.accessToken !== refused && clock.monotonic() < held.accessEndsAt - earlyMs

  const failed = (failure: CallFailure): string | null => {
    problem = failure
    notBefore = clock.monotonic() + FAILED_PAUSE_MS
    // While the provider is unreachable, a token that has not expired can still be used.
    return usable(0) && held !== null ? held.accessToken : null
  }

  const renew = async (): Promise<string | null> => {
    if (!loaded) {
      loaded = true
      const stored = await store.load()
      if (stored !== null) hold(stored, false)
      if (usable(EARLY_MS) && held !== null) return held.accessToken
    }
    if (held !== null && clock.monotonic() < held.refreshEndsAt) {
      const refreshed = await caller().call(refreshClientToken, {
        refresh_token: held.refreshToken,
      })
      if (refreshed.ok) return adopt(pairOf(refreshed.value))
      if (refreshed.error.class === 'not-sent' || refreshed.error.class === 'rate') {
        return failed(refreshed.error)
      }
      // After a refusal or a lost response the old pair may be invalid. A new pair can always be
      // created and replaces it.
      held = null
      await store.save(null)
    }
    const created = await caller().call(createClientToken, { client_user_id: userId })
    return created.ok ? adopt(pairOf(created.value)) : failed(created.error)
  }

  return {
    get problem() {
      return problem
    },
    accessToken() {
      if (usable(EARLY_MS) && held !== null) return Promise.resolve(held.accessToken)
      if (running === null && clock.monotonic() < notBefore) {
        return Promise.resolve(usable(0) && held !== null ? held.accessToken : null)
      }
      running ??= renew().finally(() => {
        running = null
      })
      return running
    },
    rejected(token) {
      if (held?.accessToken === token) refused = token
    },
  }
}
