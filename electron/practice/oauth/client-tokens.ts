import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { ASSUMPTIONS } from '../../../shared/wire/assumptions.js'
import { hashed } from './secrets.js'

const { accessMs, refreshMs, oldAccessGraceMs } = ASSUMPTIONS.clientTokens

const zLife = z.object({ userId: z.string(), until: z.number() })
type Life = z.infer<typeof zLife>

export const zClientTokens = z.object({
  access: z.record(z.string(), zLife),
  refresh: z.record(z.string(), zLife),
})
export type ClientTokensState = z.infer<typeof zClientTokens>
export const NO_CLIENT_TOKENS: ClientTokensState = { access: {}, refresh: {} }

/** A token pair of one end user; expiries in epoch milliseconds of the wall clock. */
export interface ClientPair {
  readonly accessToken: string
  readonly expiresAt: number
  readonly refreshToken: string
  readonly refreshExpiresAt: number
}

const fresh = (): string => randomBytes(24).toString('hex')

function drop(lives: Map<string, Life>, fits: (life: Life) => boolean): void {
  for (const [hash, life] of lives) if (fits(life)) lives.delete(hash)
}

/**
 * Stores the tokens with which an institution's end users read market data (AUTH-6). Only hashes
 * are stored.
 */
export class ClientTokens {
  #access = new Map<string, Life>()
  #refreshes = new Map<string, Life>()

  /** Creates a pair for an end user and revokes the user's earlier ones. */
  create(userId: string, now: number): ClientPair {
    const stale = (life: Life): boolean => life.userId === userId || life.until <= now
    drop(this.#access, stale)
    drop(this.#refreshes, stale)
    return this.#pair(userId, now)
  }

  /**
   * Exchanges a refresh token for a new pair; null when it is unknown, used or expired. The old
   * access token stays valid a moment longer for requests in flight.
   */
  refresh(token: string, now: number): ClientPair | null {
    const hash = hashed(token)
    const refresh = this.#refreshes.get(hash)
    if (refresh === undefined || refresh.until <= now) return null
    this.#refreshes.delete(hash)
    drop(this.#access, (life) => life.until <= now)
    for (const [old, life] of this.#access) {
      if (life.userId === refresh.userId) {
        this.#access.set(old, { ...life, until: Math.min(life.until, now + oldAccessGraceMs) })
      }
    }
    return this.#pair(refresh.userId, now)
  }

  /** Returns the end user of a valid access token; null otherwise. */
  userOf(token: string, now: number): string | null {
    const known = this.#access.get(hashed(token))
    return known === undefined || known.until <= now ? null : known.userId
  }

  revokeAll(): void {
    this.#access.clear()
    this.#refreshes.clear()
  }

  state(): ClientTokensState {
    return {
      access: Object.fromEntries(this.#access),
      refresh: Object.fromEntries(this.#refreshes),
    }
  }

  restore(state: ClientTokensState): void {
    this.#access = new Map(Object.entries(state.access))
    this.#refreshes = new Map(Object.entries(state.refresh))
  }

  #pair(userId: string, now: number): ClientPair {
    const pair = {
      accessToken: fresh(),
      expiresAt: now + accessMs,
      refreshToken: fresh(),
      refreshExpiresAt: now + refreshMs,
    }
    this.#access.set(hashed(pair.accessToken), { userId, until: pair.expiresAt })
    this.#refreshes.set(hashed(pair.refreshToken), { userId, until: pair.refreshExpiresAt })
    return pair
  }
}
