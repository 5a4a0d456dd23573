import type { Disposer } from '../../../shared/domain/brand.js'
import { epochMs, type EpochMs } from '../../../shared/domain/time.js'
import { err, ok, type Result } from '../../../shared/domain/result.js'
import { createSerialQueue } from '../../../shared/domain/serial-queue.js'
import type { ClockPort, LogPort, RandomPort, TimerPort, VaultPort } from '../ports.js'
import type { AuthFailure, AuthPort, TokenGrant, TokenSource } from './auth-port.js'
import { TOKENS, readStored, writeStored, type StoredTokens } from './stored-tokens.js'
import { message } from '../../../shared/messages/make-message.js'
import type { Message } from '../../../shared/messages/message.js'

/**
 * A token is refreshed this long before its expiry, plus jitter so that clients that started
 * together do not refresh together.
 */
const EARLY_MS = 120_000
const EARLY_JITTER_MS = 60_000
/** A token whose life is shorter than the margin is refreshed half-way through it. */
const EARLY_SHARE = 0.5
/**
 * A token with less time left may expire before its request arrives, so its callers wait for a
 * refresh, but not long: a cancel that waits for a refresh without an answer lets the order fill.
 */
const LAST_MS = 30_000
const LAST_WAIT_MS = 1_000
/** Pauses between attempts while the provider cannot be reached; the last one repeats. */
const RETRY_MS: readonly number[] = [1_000, 2_000, 5_000, 15_000, 30_000]

/**
 * Why there is no valid token. `sign-in`: the person has to sign in. `storage`: the new token could
 * not be stored safely.
 */
export type TokenProblem =
  | { readonly kind: 'sign-in'; readonly message: Message }
  | { readonly kind: 'storage'; readonly message: Message }
  | { readonly kind: 'unreachable'; readonly message: Message }

export interface TokenStatus {
  readonly accessExpiresAt: EpochMs | null
  readonly refreshExpiresAt: EpochMs | null
  readonly user: string | null
  /** Time at which this run received them; null when an earlier run did. */
  readonly renewedAt: EpochMs | null
}

export interface TokenManagerDeps {
  readonly auth: Pick<AuthPort, 'refresh' | 'onBack'>
  readonly vault: VaultPort
  readonly clock: ClockPort
  readonly timers: TimerPort
  readonly random: RandomPort
  readonly log: LogPort
}

interface Held extends StoredTokens {
  /** By the monotonic clock, because the wall clock may jump. */
  readonly accessEndsAt: number
  readonly renewAt: number
  readonly renewedAt: EpochMs | null
}

const SIGNED_OUT: { readonly ok: false; readonly error: TokenProblem } = err({
  kind: 'sign-in',
  message: message('auth.signedOut'),
})

const NOT_SIGNED_IN: TokenProblem = { kind: 'sign-in', message: message('auth.notSignedIn') }

export class TokenManager implements TokenSource {
  readonly #deps: TokenManagerDeps
  /**
   * Runs vault operations one after another, so that an earlier write cannot restore tokens that a
   * sign-out removes.
   */
  readonly #vaultQueue = createSerialQueue()
  #held: Held | null = null
  #refreshing: Promise<Result<string, TokenProblem>> | null = null
  /** The access token that the provider has rejected. */
  #rejected: string | null = null
  #blocked: TokenProblem | null = null
  #failures = 0
  /** By the monotonic clock: no refresh before this time. */
  #retryAt = 0
  /** Increases with every sign-out; responses to earlier requests are discarded. */
  #generation = 0
  #disposed = false
  #changed: (problem: TokenProblem | null) => void = () => undefined
  #cancelTimer: Disposer = () => undefined
  readonly #stopWatching: Disposer

  constructor(deps: TokenManagerDeps) {
    this.#deps = deps
    this.#stopWatching = deps.auth.onBack?.(() => this.#retryNow()) ?? (() => undefined)
  }

  /**
   * Reads the tokens of an earlier run. True when there is a refresh token that may still be valid.
   */
  async load(): Promise<boolean> {
    const stored = await readStored(this.#deps.vault)
    if (stored === null || this.#deps.clock.now() >= stored.refreshExpiresAt) return false
    this.#hold(stored, null)
    return true
  }

  /** Stores the first grant; it is durable before it is used. */
  async adopt(grant: TokenGrant, requestedAt: number): Promise<Result<void, TokenProblem>> {
    const stored = await this.#storeGrant(grant, requestedAt, this.#generation)
    return stored.ok ? ok(undefined) : stored
  }

  /** Returns a valid token; refreshes it when needed. All callers share one refresh (SEC-15). */
  ensure(): Promise<Result<string, TokenProblem>> {
    const current = this.#held
    // Without waiting for a refresh that began before a sign-out.
    if (current === null) return Promise.resolve(err(this.#blocked ?? NOT_SIGNED_IN))
    if (this.#refreshing !== null) return this.#refreshing
    const now = this.#deps.clock.monotonic()
    const mustWait = now < this.#retryAt
    if (this.#isUsable(current)) {
      const isFresh = now < current.renewAt
      if (isFresh || mustWait || this.#blocked !== null) {
        return Promise.resolve(ok(current.accessToken))
      }
    }
    if (this.#blocked !== null) return Promise.resolve(err(this.#blocked))
    if (mustWait) {
      return Promise.resolve(err({ kind: 'unreachable', message: message('auth.unreachable') }))
    }
    this.#refreshing = this.#refresh().finally(() => {
      this.#refreshing = null
    })
    return this.#refreshing
  }

  async accessToken(): Promise<string | null> {
    const held = this.#held
    const refreshed = this.ensure().then((token) => (token.ok ? token.value : this.#usableToken()))
    if (held === null || !this.#isUsable(held)) return refreshed
    // The old token stays valid after a refresh (AUTH-5).
    const leftMs = held.accessEndsAt - this.#deps.clock.monotonic()
    return leftMs >= LAST_MS ? held.accessToken : this.#withinLastWait(refreshed)
  }

  rejected(token: string): void {
    if (this.#held?.accessToken === token) this.#rejected = token
  }

  status(): TokenStatus {
    return {
      accessExpiresAt: this.#held?.accessExpiresAt ?? null,
      refreshExpiresAt: this.#held?.refreshExpiresAt ?? null,
      user: this.#held?.user ?? null,
      renewedAt: this.#held?.renewedAt ?? null,
    }
  }

  /**
   * Registers the listener for every change of the tokens and for problems that only the person can
   * solve.
   */
  onChange(listener: (problem: TokenProblem | null) => void): void {
    this.#changed = listener
  }

  /**
   * Corrects the expiry after the computer has slept, because the monotonic clock may have stopped;
   * tokens that expired by the wall clock are refreshed now.
   */
  wake(): void {
    const current = this.#held
    if (current === null) return
    const { clock } = this.#deps
    // Only shorten the life: a clock that was set back must not lengthen it.
    const slept = current.accessEndsAt - clock.monotonic() - (current.accessExpiresAt - clock.now())
    if (slept > 0) {
      this.#held = {
        ...current,
        accessEndsAt: current.accessEndsAt - slept,
        renewAt: current.renewAt - slept,
      }
    }
    this.#retryNow()
  }

  /** Deletes everything, also from the vault. */
  async clear(): Promise<void> {
    this.#generation += 1
    this.#held = null
    this.#blocked = null
    this.#cancelTimer()
    await this.#vaultQueue.run(() => this.#deps.vault.remove(TOKENS))
    this.#changed(null)
  }

  dispose(): void {
    // A running refresh still stores its result: the old refresh token may be invalid, and the
    // next run needs the new one.
    this.#disposed = true
    this.#cancelTimer()
    this.#stopWatching()
    this.#changed = () => undefined
  }

  /** Ends the pause after a failure: its cause may be gone. */
  #retryNow(): void {
    this.#failures = 0
    this.#retryAt = 0
    this.#scheduleRefresh()
  }

  /** True while the access token has not expired and was not rejected. */
  #isUsable(held: Held): boolean {
    return this.#deps.clock.monotonic() < held.accessEndsAt && held.accessToken !== this.#rejected
  }

  /** Returns the present token while it can still be used, also when a refresh failed. */
  #usableToken(): string | null {
    const held = this.#held
    return held !== null && this.#isUsable(held) ? held.accessToken : null
  }

  #withinLastWait(refreshed: Promise<string | null>): Promise<string | null> {
    return new Promise((resolve) => {
      const cancel = this.#deps.timers.after(LAST_WAIT_MS, () => resolve(this.#usableToken()))
      void refreshed.then((token) => {
        cancel()
        resolve(token)
      })
    })
  }

  #hold(stored: StoredTokens, renewedAt: EpochMs | null): void {
    const { clock, random } = this.#deps
    const remainingMs = stored.accessExpiresAt - clock.now()
    const early = Math.min(
      EARLY_MS + random.fraction() * EARLY_JITTER_MS,
      Math.max(0, remainingMs) * EARLY_SHARE,
    )
    const now = clock.monotonic()
    this.#held = {
      ...stored,
      accessEndsAt: now + remainingMs,
      renewAt: now + remainingMs - early,
      renewedAt,
    }
    this.#scheduleRefresh()
  }

  #scheduleRefresh(): void {
    const { clock, timers } = this.#deps
    this.#cancelTimer()
    if (this.#held === null || this.#blocked !== null || this.#disposed) return
    const dueAt = Math.max(this.#held.renewAt, this.#retryAt)
    this.#cancelTimer = timers.after(
      Math.max(0, dueAt - clock.monotonic()),
      () => void this.ensure(),
    )
  }

  /** Ends the refreshes until a new grant or a sign-out, and reports why. */
  #block(problem: TokenProblem): Result<never, TokenProblem> {
    this.#blocked = problem
    this.#cancelTimer()
    this.#changed(problem)
    return err(problem)
  }

  /** Schedules another refresh after a delay that grows with every failure. */
  #retryLater(reason: Message): Result<never, TokenProblem> {
    const delayMs = RETRY_MS[Math.min(this.#failures, RETRY_MS.length - 1)] ?? 30_000
    this.#retryAt = this.#deps.clock.monotonic() + delayMs
    this.#failures += 1
    this.#scheduleRefresh()
    return err({ kind: 'unreachable', message: reason })
  }

  async #refresh(): Promise<Result<string, TokenProblem>> {
    const generation = this.#generation
    const current = this.#held
    if (current === null) return err(NOT_SIGNED_IN)
    if (this.#deps.clock.now() >= current.refreshExpiresAt) {
      return this.#block({ kind: 'sign-in', message: message('auth.expired') })
    }
    const { requestedAt, answer } = await this.#requestRefresh(current.refreshToken, generation)
    if (generation !== this.#generation) return SIGNED_OUT
    // The person has signed in again in the meantime, so the answer for the old tokens is
    // irrelevant. The new ones may have been rejected already.
    const held = this.#held
    if (held !== null && held.refreshToken !== current.refreshToken) {
      return this.#isUsable(held) ? ok(held.accessToken) : this.#refresh()
    }
    if (answer.ok) return this.#storeGrant(answer.value, requestedAt, generation)
    this.#deps.log.event('warn', 'token.refresh-failed', { kind: answer.error.kind })
    if (answer.error.kind === 'invalid-grant' || answer.error.kind === 'refused') {
      return this.#block({ kind: 'sign-in', message: answer.error.message })
    }
    return this.#retryLater(answer.error.message)
  }

  /**
   * Requests new tokens. Whether the old refresh token survives its use is unpublished: a request
   * without an answer is repeated once with it.
   */
  async #requestRefresh(refreshToken: string, generation: number): Promise<RefreshAnswer> {
    const request = async (): Promise<RefreshAnswer> => {
      const requestedAt = this.#deps.clock.monotonic()
      return { requestedAt, answer: await this.#deps.auth.refresh(refreshToken) }
    }
    const first = await request()
    const isLost = !first.answer.ok && first.answer.error.kind === 'lost'
    return isLost && generation === this.#generation ? request() : first
  }

  /**
   * Stores a grant before using it (SEC-16). When the vault refuses, the old tokens stay in use
   * until they expire.
   */
  #storeGrant(
    grant: TokenGrant,
    requestedAt: number,
    generation: number,
  ): Promise<Result<string, TokenProblem>> {
    return this.#vaultQueue.run(async (): Promise<Result<string, TokenProblem>> => {
      if (generation !== this.#generation) return SIGNED_OUT
      const stored = this.#toStored(grant, requestedAt)
      const written = await writeStored(this.#deps.vault, stored)
      // Signed out during the write; the removal is next in the queue.
      if (generation !== this.#generation) return SIGNED_OUT
      if (!written.ok) {
        return this.#block({
          kind: 'storage',
          message: message('auth.tokensNotStored'),
        })
      }
      this.#blocked = null
      this.#failures = 0
      this.#retryAt = 0
      this.#rejected = null
      this.#hold(stored, this.#deps.clock.now())
      this.#changed(null)
      return ok(stored.accessToken)
    })
  }

  #toStored(grant: TokenGrant, requestedAt: number): StoredTokens {
    const { clock } = this.#deps
    const spent = clock.monotonic() - requestedAt
    return {
      accessToken: grant.accessToken,
      refreshToken: grant.refreshToken,
      user: grant.user ?? this.#held?.user ?? null,
      accessExpiresAt: epochMs(Math.round(clock.now() - spent + grant.accessExpiresInMs)),
      refreshExpiresAt: epochMs(Math.round(clock.now() - spent + grant.refreshExpiresInMs)),
    }
  }
}

/** `requestedAt`: monotonic time of the request. */
interface RefreshAnswer {
  readonly requestedAt: number
  readonly answer: Result<TokenGrant, AuthFailure>
}
