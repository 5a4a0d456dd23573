import type { Disposer } from '../../../shared/domain/brand.js'
import { epochMs, type EpochMs } from '../../../shared/domain/time.js'
import type { SessionView } from '../../../shared/domain/session/session-view.js'
import { createEmitter } from '../../../shared/domain/emitter.js'
import type { ClockPort, LogPort, RandomPort, TimerPort, VaultPort } from '../ports.js'
import type { AuthPort, AuthorizePort, TokenSource } from './auth-port.js'
import { signIn, type SignInFailure } from './sign-in.js'
import { createTokenManager, type TokenProblem } from './token-manager.js'

/** State of the sign-in. `attention` waits for the person, `reconnecting` for the network. */
export type AuthPhase =
  | 'starting'
  | 'signing-in'
  | 'signed-in'
  | 'reconnecting'
  | 'attention'
  | 'signed-out'

/** Pauses while the provider cannot be reached at a start; the last one repeats. */
const RETRY_MS: readonly number[] = [250, 500, 1_000, 2_000, 5_000, 10_000]
/** How long one attempt waits for the person. */
const ATTEMPT_MS = 300_000
/**
 * At most one automatic sign-in within this time; a second refusal is shown to the person, so that
 * there is no loop.
 */
const AUTOMATIC_PAUSE_MS = 60_000

export interface AuthSessionDeps {
  readonly auth: AuthPort
  readonly authorize: AuthorizePort
  readonly vault: VaultPort
  readonly clock: ClockPort
  readonly timers: TimerPort
  readonly random: RandomPort
  readonly log: LogPort
  /**
   * True on the practice exchange, where the application approves by itself; otherwise the person
   * approves.
   */
  readonly automatic: boolean
}

/** State of a sign-in besides its tokens. */
export interface AuthStatus {
  readonly phase: AuthPhase
  readonly problem: string | null
  /** End of the running attempt's wait for the person; null when no attempt runs. */
  readonly attemptUntil: EpochMs | null
  /** Time at which the tokens were received; null when an earlier run received them. */
  readonly renewedAt: EpochMs | null
}

/**
 * The user's sign-in: reaches `signed-in` from stored tokens or by a new flow, and reports later
 * problems.
 */
export interface AuthSession {
  readonly tokens: TokenSource
  view(): Pick<
    SessionView,
    'user' | 'accessTokenExpiresAt' | 'refreshTokenExpiresAt' | 'tokenStore'
  > &
    AuthStatus
  /**
   * Resolves true when signed in, false when the person has to act. Retries while the provider is
   * unreachable.
   */
  start(): Promise<boolean>
  /** Starts a new flow at the person's request; simultaneous calls share it. */
  signIn(): Promise<boolean>
  /** Deletes the tokens from memory and from the vault. */
  signOut(): Promise<void>
  /** Ends the attempt that waits for the person. */
  cancel(): void
  /** Checks expiry by the wall clock after the computer has slept. */
  wake(): void
  onChange(listener: () => void): Disposer
  dispose: Disposer
}

/** Creates the session in `starting`, without tokens. */
export function createAuthSession(deps: AuthSessionDeps): AuthSession {
  const { clock, timers } = deps
  const manager = createTokenManager(deps)
  const changed = createEmitter<void>()
  let phase: AuthPhase = 'starting'
  let problem: string | null = null
  let flow: Promise<boolean> | null = null
  let attemptUntil: EpochMs | null = null
  let automaticAt = Number.NEGATIVE_INFINITY
  let disposed = false
  let cancelPause: Disposer = () => undefined
  let endPause: () => void = () => undefined

  const setPhase = (next: AuthPhase, why: string | null): void => {
    if (phase === next && problem === why) return
    phase = next
    problem = why
    changed.emit()
  }

  const pause = (attempt: number): Promise<void> =>
    new Promise((resolve) => {
      endPause = resolve
      cancelPause = timers.after(
        RETRY_MS[Math.min(attempt, RETRY_MS.length - 1)] ?? 10_000,
        resolve,
      )
    })

  const failed = (failure: SignInFailure): boolean => {
    setPhase('attention', failure.message)
    deps.log.event('warn', 'session.sign-in-failed', { kind: failure.kind })
    return false
  }

  const runFlow = async (patient: boolean): Promise<boolean> => {
    attemptUntil = epochMs(clock.now() + ATTEMPT_MS)
    setPhase('signing-in', null)
    for (let attempt = 0; ; attempt += 1) {
      const granted = await signIn(deps)
      if (disposed) return false
      if (granted.ok) {
        const adopted = await manager.adopt(granted.value.grant, granted.value.requestedAt)
        if (!adopted.ok) {
          setPhase('attention', adopted.error.message)
          return false
        }
        setPhase('signed-in', null)
        return true
      }
      if (granted.error.kind !== 'unreachable' || !patient) return failed(granted.error)
      setPhase('signing-in', granted.error.message)
      await pause(attempt)
      if (disposed) return false
    }
  }

  const startFlow = (patient: boolean): Promise<boolean> => {
    flow ??= runFlow(patient).finally(() => {
      flow = null
      attemptUntil = null
      changed.emit()
    })
    return flow
  }

  const automatically = (): Promise<boolean> | null => {
    if (!deps.automatic || clock.monotonic() - automaticAt < AUTOMATIC_PAUSE_MS) return null
    automaticAt = clock.monotonic()
    return startFlow(true)
  }

  manager.onChange((found: TokenProblem | null) => {
    if (disposed) return
    if (found === null) {
      if (phase === 'reconnecting') setPhase('signed-in', null)
      changed.emit()
      return
    }
    // The tokens are no longer valid: on the practice exchange, sign in again automatically, once.
    if (found.kind === 'sign-in' && phase === 'signed-in' && automatically() !== null) return
    setPhase('attention', found.message)
  })

  return {
    tokens: manager,
    view: () => {
      const { user, accessExpiresAt, refreshExpiresAt, renewedAt } = manager.status()
      return {
        phase,
        problem,
        attemptUntil,
        renewedAt,
        user,
        accessTokenExpiresAt: accessExpiresAt,
        refreshTokenExpiresAt: refreshExpiresAt,
        tokenStore: deps.vault.backend,
      }
    },
    async start() {
      const stored = await manager.load()
      if (disposed) return false
      for (let attempt = 0; stored; attempt += 1) {
        const token = await manager.ensure()
        if (disposed) return false
        if (token.ok) {
          setPhase('signed-in', null)
          return true
        }
        if (token.error.kind !== 'unreachable') break
        setPhase('signing-in', token.error.message)
        await pause(attempt)
        if (disposed) return false
      }
      const automatic = automatically()
      if (automatic !== null) return automatic
      if (phase !== 'attention') setPhase('attention', stored ? 'The sign-in has ended' : null)
      return false
    },
    signIn: () => startFlow(false),
    async signOut() {
      await manager.clear()
      setPhase('signed-out', null)
    },
    cancel: () => deps.authorize.cancel?.(),
    wake: () => manager.wake(),
    onChange: (listener) => changed.add(listener),
    dispose() {
      disposed = true
      deps.authorize.cancel?.()
      cancelPause()
      endPause()
      manager.dispose()
      changed.clear()
    },
  }
}
