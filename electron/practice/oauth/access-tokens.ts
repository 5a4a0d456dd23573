import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { DAY_MS, MINUTE_MS } from '../../../shared/domain/time.js'
import { hashed } from './secrets.js'

/**
 * AUTH-4: validity of a verified token, extended by every use, and of a token that awaits
 * verification.
 */
const NORMAL_MS = 15 * DAY_MS
const PENDING_MS = 5 * MINUTE_MS
const RETAIN_EXPIRED_MS = DAY_MS

const zToken = z.object({ status: z.enum(['PENDING', 'NORMAL']), expiresAt: z.number() })
export const zAccessTokens = z.record(z.string(), zToken)

/** A 2FA token as Create Token and Check Token return it. */
export interface TokenState {
  readonly token: string
  readonly expiresAt: number
  readonly status: 'PENDING' | 'NORMAL' | 'INVALID' | 'EXPIRED'
}

/** Stores the 2FA tokens of the app-key sign-in (AUTH-4) as hashes. */
export class AccessTokens {
  #mode: 'immediate' | 'pending'
  #tokens = new Map<string, z.infer<typeof zToken>>()

  constructor(mode: 'immediate' | 'pending' = 'immediate') {
    this.#mode = mode
  }

  /**
   * Sets the mode: `pending` leaves new tokens awaiting {@link verifyAll}, as an account with SMS
   * verification does.
   */
  setMode(mode: 'immediate' | 'pending'): void {
    this.#mode = mode
  }

  /** Returns the caller's own token while it is valid, otherwise a new one. */
  create(previous: string | undefined, now: number): TokenState {
    if (previous !== undefined) {
      const known = this.check(previous, now)
      if (known.status === 'NORMAL' || known.status === 'PENDING') return known
    }
    this.#prune(now)
    const token = randomBytes(16).toString('hex')
    const entry =
      this.#mode === 'immediate'
        ? { status: 'NORMAL' as const, expiresAt: now + NORMAL_MS }
        : { status: 'PENDING' as const, expiresAt: now + PENDING_MS }
    this.#tokens.set(hashed(token), entry)
    return { token, ...entry }
  }

  check(token: string, now: number): TokenState {
    const entry = this.#tokens.get(hashed(token))
    if (entry === undefined) return { token, expiresAt: now, status: 'INVALID' }
    if (entry.expiresAt > now) return { token, ...entry }
    return {
      token,
      expiresAt: entry.expiresAt,
      status: entry.status === 'PENDING' ? 'EXPIRED' : 'INVALID',
    }
  }

  /** True when the token authorizes an operation now; extends its validity. */
  use(token: string, now: number): boolean {
    const entry = this.#tokens.get(hashed(token))
    if (entry === undefined || entry.status !== 'NORMAL' || entry.expiresAt <= now) return false
    entry.expiresAt = now + NORMAL_MS
    return true
  }

  /** Verifies every pending token, as if the person had entered the code. */
  verifyAll(now: number): number {
    let verified = 0
    for (const entry of this.#tokens.values()) {
      if (entry.status !== 'PENDING' || entry.expiresAt <= now) continue
      entry.status = 'NORMAL'
      entry.expiresAt = now + NORMAL_MS
      verified += 1
    }
    return verified
  }

  /** Denies every pending token for good. */
  denyAll(now: number): number {
    const waiting = [...this.#tokens.values()].filter(
      (entry) => entry.status === 'PENDING' && entry.expiresAt > now,
    )
    for (const entry of waiting) entry.expiresAt = now
    return waiting.length
  }

  revokeAll(): void {
    this.#tokens.clear()
  }

  state(): z.infer<typeof zAccessTokens> {
    return Object.fromEntries(this.#tokens)
  }

  restore(state: z.infer<typeof zAccessTokens>): void {
    this.#tokens = new Map(Object.entries(state))
  }

  #prune(now: number): void {
    for (const [hash, entry] of this.#tokens) {
      if (entry.expiresAt + RETAIN_EXPIRED_MS < now) this.#tokens.delete(hash)
    }
  }
}
