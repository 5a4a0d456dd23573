import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../../shared/domain/time.js'
import { challengeOf, hashed } from './secrets.js'

/** AUTH-5: lifetimes of a code, an access token and a refresh token. */
const CODE_MS = 60 * SECOND_MS
export const ACCESS_MS = 30 * MINUTE_MS
export const REFRESH_MS = 15 * DAY_MS

const VERIFIER = /^[A-Za-z0-9\-._~]{43,128}$/

interface Code {
  readonly userId: string
  readonly clientId: string
  readonly challenge: string | null
  readonly until: number
}

const zLife = z.object({ userId: z.string(), clientId: z.string(), until: z.number() })
type Life = z.infer<typeof zLife>

export const zGrants = z.object({
  access: z.record(z.string(), zLife),
  refresh: z.record(z.string(), zLife),
})

/** A new pair of tokens. */
export interface TokenPair {
  readonly accessToken: string
  readonly refreshToken: string
  readonly createdAt: number
  readonly userId: string
}

const fresh = (): string => randomBytes(32).toString('base64url')

/** Stores codes, access tokens and refresh tokens of the Connect sign-in as hashes. */
export class Grants {
  readonly #codes = new Map<string, Code>()
  #access = new Map<string, Life>()
  #refreshes = new Map<string, Life>()

  /**
   * Issues a code after the user's approval, valid once and for 60 seconds. `challenge` is the
   * request's S256 challenge.
   */
  issueCode(userId: string, clientId: string, challenge: string | null, now: number): string {
    for (const [hash, code] of this.#codes) if (code.until <= now) this.#codes.delete(hash)
    const code = fresh()
    this.#codes.set(hashed(code), { userId, clientId, challenge, until: now + CODE_MS })
    return code
  }

  /**
   * Exchanges a code for tokens; null when it is unknown, used, expired, issued to another client,
   * or the verifier does not match.
   */
  redeem(
    code: string,
    clientId: string,
    verifier: string | undefined,
    now: number,
  ): TokenPair | null {
    const hash = hashed(code)
    const grant = this.#codes.get(hash)
    // A presented code is used up, whatever the outcome.
    this.#codes.delete(hash)
    if (grant === undefined || grant.clientId !== clientId || grant.until <= now) return null
    if (
      grant.challenge !== null &&
      (verifier === undefined ||
        !VERIFIER.test(verifier) ||
        challengeOf(verifier) !== grant.challenge)
    ) {
      return null
    }
    return this.#pair(grant.userId, clientId, now)
  }

  /**
   * Exchanges a refresh token for a new pair; the old one is revoked, access tokens remain valid
   * (ASSUMPTION in AUTH-5).
   */
  refresh(token: string, clientId: string, now: number): TokenPair | null {
    const hash = hashed(token)
    const known = this.#refreshes.get(hash)
    if (known === undefined || known.clientId !== clientId || known.until <= now) return null
    this.#refreshes.delete(hash)
    return this.#pair(known.userId, clientId, now)
  }

  /** Returns the user of a valid access token; null otherwise. */
  userOf(token: string, now: number): string | null {
    const known = this.#access.get(hashed(token))
    return known === undefined || known.until <= now ? null : known.userId
  }

  /** Revokes the access tokens; the refresh tokens renew them. */
  revokeAccess(): void {
    this.#access.clear()
  }

  revokeAll(): void {
    this.#codes.clear()
    this.#access.clear()
    this.#refreshes.clear()
  }

  state(): z.infer<typeof zGrants> {
    return {
      access: Object.fromEntries(this.#access),
      refresh: Object.fromEntries(this.#refreshes),
    }
  }

  restore(state: z.infer<typeof zGrants>): void {
    this.#access = new Map(Object.entries(state.access))
    this.#refreshes = new Map(Object.entries(state.refresh))
  }

  #pair(userId: string, clientId: string, now: number): TokenPair {
    for (const lives of [this.#access, this.#refreshes]) {
      for (const [hash, life] of lives) if (life.until <= now) lives.delete(hash)
    }
    const pair = { accessToken: fresh(), refreshToken: fresh(), createdAt: now, userId }
    this.#access.set(hashed(pair.accessToken), { userId, clientId, until: now + ACCESS_MS })
    this.#refreshes.set(hashed(pair.refreshToken), { userId, clientId, until: now + REFRESH_MS })
    return pair
  }
}
