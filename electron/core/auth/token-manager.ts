import type { Disposer } from '../../../shared/domain/brand.js'
import { epochMs, type EpochMs } from '../../../shared/domain/time.js'
import { err, ok, type Result } from '../../../shared/domain/result.js'
import type { ClockPort, LogPort, RandomPort, TimerPort, VaultPort } from '../ports.js'
import type { AuthFailure, AuthPort, TokenGrant, TokenSource } from './auth-port.js'
import { TOKENS, readStored, writeStored, type StoredTokens } from './stored-tokens.js'

/**
 * A token is refreshed this long before its expiry, plus jitter so that clients that started
 * together do not refresh together.
 */
const EARLY_MS = 120_000
const EARLY_JITTER_MS = 60_000
/** A token whose life is shorter than the margin is refreshed half-way through it. */
const EARLY_SHARE = 0.5
/** Pauses between attempts while the provider cannot be reached; the last one repeats. */
const RETRY_MS: readonly number[] = [1_000, 2_000, 5_000, 15_000, 30_000]

/**
 * Why there is no valid token. `sign-in`: the person has to sign in. `storage`: the new token could
 * not be stored safely.
 */
export type TokenProblem =
  | { readonly kind: 'sign-in'; readonly message: string }
  | { readonly kind: 'storage'; readonly message: string }
  | { readonly kind: 'unreachable'; readonly message: string }

export interface TokenStatus {
  readonly accessExpiresAt: EpochMs | null
  readonly refreshExpiresAt: EpochMs | null
  readonly user: string | null
  /** Time at which this run received them; null when an earlier run did. */
  readonly renewedAt: EpochMs | null
}

export interface TokenManager extends TokenSource {
  /**
   * Reads the tokens of an earlier run. True when there is a refresh token that may still be valid.
   */
  load(): Promise<boolean>
  /** Stores the first grant; it is durable before it is used. */
  adopt(grant: TokenGrant, requestedAt: number): Promise<Result<void, TokenProblem>>
  /** Returns a valid token; refreshes it when needed. All callers share one refresh (SEC-15). */
  ensure(): Promise<Result<string, TokenProblem>>
  status(): TokenStatus
  /**
   * Registers the listener for every change of the tokens and for problems that only the person can
   * solve.
   */
  onChange(listener: (problem: TokenProblem | null) => void): void
  /**
   * Corrects the expiry after the computer has slept, because the monotonic clock may have stopped;
   * tokens that expired by the wall clock are refreshed now.
   */
  wake(): void
  /** Deletes everything, also from the vault. */
  clear(): Promise<void>
  dispose: Disposer
}

export interface TokenManagerDeps {
  readonly auth: Pick<AuthPort, 'refresh'>
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

/** Creates a manager without tokens. */
export function createTokenManager(deps: TokenManagerDeps): TokenManager {
  const { clock, timers, vault } = deps
  let held: Held | null = null
  let refreshing: Promise<Result<string, TokenProblem>> | null = null
  let refused: string | null = null
  let blocked: TokenProblem | null = null
  let failures = 0
  let retryAt = 0
  /** Increases with every sign-out; responses to earlier requests are discarded. */
  let generation = 0
  let disposed = false
  let changed: (problem: TokenProblem | null) => void = () => undefined
  let cancelTimer: Disposer = () => undefined
  let vaultQueue: Promise<unknown> = Promise.resolve()

  /**
   * Runs vault operations one after another, so that an earlier write cannot restore tokens that a
   * sign-out removes.
   */
  const enqueue = <T>(work: () => Promise<T>): Promise<T> => {
    const result = vaultQueue.then(work)
    vaultQueue = result.catch(() => undefined)
    return result
  }
  const signedOut: { readonly ok: false; readonly error: TokenProblem } = err({
    kind: 'sign-in',
    message: 'Signed out',
  })

  const hold = (stored: StoredTokens, renewedAt: EpochMs | null): void => {
    const left = stored.accessExpiresAt - clock.now()
    const early = Math.min(
      EARLY_MS + deps.random.fraction() * EARLY_JITTER_MS,
      Math.max(0, left) * EARLY_SHARE,
    )
    const now = clock.monotonic()
    held = { ...stored, accessEndsAt: now + left, renewAt: now + left - early, renewedAt }
    arm()
  }

  const arm = (): void => {
    cancelTimer()
    if (held === null || blocked !== null || disposed) return
    cancelTimer = timers.after(
      Math.max(0, held.renewAt - clock.monotonic(), retryAt - clock.monotonic()),
      () => void ensure(),
    )
  }

  const block = (problem: TokenProblem): Result<never, TokenProblem> => {
    blocked = problem
    cancelTimer()
    changed(problem)
    return err(problem)
  }

  /**
   * Stores a grant before using it (SEC-16). When the vault refuses, the old tokens stay in use
   * until they expire.
   */
  const storeGrant = (
    grant: TokenGrant,
    requestedAt: number,
    epoch: number,
  ): Promise<Result<string, TokenProblem>> =>
    enqueue(async () => {
      if (epoch !== generation) return signedOut
      const spent = clock.monotonic() - requestedAt
      const stored: StoredTokens = {
        accessToken: grant.accessToken,
        refreshToken: grant.refreshToken,
        user: grant.user ?? held?.user ?? null,
        accessExpiresAt: epochMs(Math.round(clock.now() - spent + grant.accessExpiresInMs)),
        refreshExpiresAt: epochMs(Math.round(clock.now() - spent + grant.refreshExpiresInMs)),
      }
      const written = await writeStored(vault, stored)
      // Signed out during the write; the removal is next in the queue.
      if (epoch !== generation) return signedOut
      if (!written.ok) {
        return block({ kind: 'storage', message: 'The new tokens could not be stored safely' })
      }
      blocked = null
      failures = 0
      retryAt = 0
      refused = null
      hold(stored, clock.now())
      changed(null)
      return ok(stored.accessToken)
    })

  const unreachable = (message: string): Result<never, TokenProblem> => {
    retryAt = clock.monotonic() + (RETRY_MS[Math.min(failures, RETRY_MS.length - 1)] ?? 30_000)
    failures += 1
    arm()
    return err({ kind: 'unreachable', message })
  }

  const refreshOnce = async (): Promise<Result<string, TokenProblem>> => {
    const epoch = generation
    const current = held
    if (current === null) return err({ kind: 'sign-in', message: 'Not signed in' })
    if (clock.now() >= current.refreshExpiresAt) {
      return block({ kind: 'sign-in', message: 'The sign-in has expired' })
    }
    const requestRefresh = async (): Promise<{
      readonly requestedAt: number
      readonly answer: Result<TokenGrant, AuthFailure>
    }> => {
      const requestedAt = clock.monotonic()
      return { requestedAt, answer: await deps.auth.refresh(current.refreshToken) }
    }
    let { requestedAt, answer } = await requestRefresh()
    // Whether the old refresh token survives its use is unpublished: retry once with it, then
    // require a sign-in.
    if (!answer.ok && answer.error.kind === 'lost' && epoch === generation) {
      ;({ requestedAt, answer } = await requestRefresh())
    }
    if (epoch !== generation) return signedOut
    // The person has signed in again in the meantime, so the answer for the old tokens is
    // irrelevant.
    if (held !== null && held.refreshToken !== current.refreshToken) return ok(held.accessToken)
    if (answer.ok) return storeGrant(answer.value, requestedAt, epoch)
    deps.log.event('warn', 'token.refresh-failed', { kind: answer.error.kind })
    if (answer.error.kind === 'invalid-grant' || answer.error.kind === 'refused') {
      return block({ kind: 'sign-in', message: answer.error.message })
    }
    return unreachable(answer.error.message)
  }

  const ensure = (): Promise<Result<string, TokenProblem>> => {
    if (refreshing !== null) return refreshing
    const now = clock.monotonic()
    const usable = held !== null && now < held.accessEndsAt && held.accessToken !== refused
    if (held !== null && usable && (now < held.renewAt || now < retryAt || blocked !== null)) {
      return Promise.resolve(ok(held.accessToken))
    }
    if (blocked !== null) return Promise.resolve(err(blocked))
    if (held !== null && now < retryAt) {
      return Promise.resolve(
        err({ kind: 'unreachable', message: 'The provider cannot be reached' }),
      )
    }
    refreshing = refreshOnce().finally(() => {
      refreshing = null
    })
    return refreshing
  }

  return {
    ensure,
    async accessToken() {
      const token = await ensure()
      if (token.ok) return token.value
      // While the provider is unreachable, a token that has not expired can still be used.
      return held !== null && clock.monotonic() < held.accessEndsAt && held.accessToken !== refused
        ? held.accessToken
        : null
    },
    rejected(token) {
      if (held?.accessToken === token) refused = token
    },
    async load() {
      const stored = await readStored(vault)
      if (stored === null || clock.now() >= stored.refreshExpiresAt) return false
      hold(stored, null)
      return true
    },
    async adopt(grant, requestedAt) {
      const stored = await storeGrant(grant, requestedAt, generation)
      return stored.ok ? ok(undefined) : stored
    },
    status: () => ({
      accessExpiresAt: held?.accessExpiresAt ?? null,
      refreshExpiresAt: held?.refreshExpiresAt ?? null,
      user: held?.user ?? null,
      renewedAt: held?.renewedAt ?? null,
    }),
    onChange(listener) {
      changed = listener
    },
    wake() {
      if (held === null) return
      // Only shorten the life: a clock that was set back must not lengthen it.
      const slept = held.accessEndsAt - clock.monotonic() - (held.accessExpiresAt - clock.now())
      if (slept > 0) {
        held = { ...held, accessEndsAt: held.accessEndsAt - slept, renewAt: held.renewAt - slept }
      }
      failures = 0
      retryAt = 0
      arm()
    },
    async clear() {
      generation += 1
      held = null
      blocked = null
      cancelTimer()
      await enqueue(() => vault.remove(TOKENS))
      changed(null)
    },
    dispose() {
      // A running refresh still stores its result: the old refresh token may be invalid, and the
      // next run needs the new one.
      disposed = true
      cancelTimer()
      changed = () => undefined
    },
  }
}
