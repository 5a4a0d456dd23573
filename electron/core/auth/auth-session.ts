import type { Disposer } from '../../../shared/domain/brand.js'
import { epochMs, type EpochMs } from '../../../shared/domain/time.js'
import type { SessionView } from '../../../shared/domain/session/session-view.js'
import { createEmitter } from '../../../shared/domain/emitter.js'
import type { ClockPort, LogPort, RandomPort, TimerPort, VaultPort } from '../ports.js'
import type { AuthPort, AuthorizePort, TokenSource } from './auth-port.js'
import { signIn, type SignedIn, type SignInFailure } from './sign-in.js'
import { TokenManager, type TokenProblem } from './token-manager.js'
import { RetryPause } from '../retry-timer.js'
import { message } from '../../../shared/messages/make-message.js'
import { sameMessage, type Message } from '../../../shared/messages/message.js'

/** State of the sign-in. `attention` waits for the person, `reconnecting` for the network. */
export type AuthPhase =
  | 'starting'
  | 'signing-in'
  | 'signed-in'
  | 'reconnecting'
  | 'attention'
  | 'signed-out'

/** Pauses while the provider cannot be reached at a start; the last one repeats. */
const RETRY_MS = [250, 500, 1_000, 2_000, 3_000] as const
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
  readonly problem: Message | null
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

/**
 * The sign-in in the browser (OAuth), with the tokens that it gives and their renewal. It begins in
 * `starting`, without tokens.
 */
export class OAuthSession implements AuthSession {
  readonly #deps: AuthSessionDeps
  readonly #manager: TokenManager
  readonly #changed = createEmitter<void>()
  readonly #pause: RetryPause
  readonly #stopWatching: Disposer
  #phase: AuthPhase = 'starting'
  #problem: Message | null = null
  #flow: Promise<boolean> | null = null
  #attemptUntil: EpochMs | null = null
  #automaticAt = Number.NEGATIVE_INFINITY
  #disposed = false

  constructor(deps: AuthSessionDeps) {
    this.#deps = deps
    this.#manager = new TokenManager(deps)
    this.#pause = new RetryPause(deps.timers, RETRY_MS)
    this.#manager.onChange((problem) => this.#onTokens(problem))
    this.#stopWatching = deps.auth.onBack?.(() => this.#pause.end()) ?? (() => undefined)
  }

  get tokens(): TokenSource {
    return this.#manager
  }

  view(): ReturnType<AuthSession['view']> {
    const { user, accessExpiresAt, refreshExpiresAt, renewedAt } = this.#manager.status()
    return {
      phase: this.#phase,
      problem: this.#problem,
      attemptUntil: this.#attemptUntil,
      renewedAt,
      user,
      accessTokenExpiresAt: accessExpiresAt,
      refreshTokenExpiresAt: refreshExpiresAt,
      tokenStore: this.#deps.vault.backend,
    }
  }

  async start(): Promise<boolean> {
    const isStored = await this.#manager.load()
    if (this.#disposed) return false
    if (isStored) {
      const signedIn = await this.#useStoredTokens()
      if (signedIn !== null) return signedIn
    }
    const automatic = this.#signInAutomatically()
    if (automatic !== null) return automatic
    if (this.#phase !== 'attention') {
      this.#setPhase('attention', isStored ? message('auth.ended') : null)
    }
    return false
  }

  signIn(): Promise<boolean> {
    return this.#startFlow(false)
  }

  async signOut(): Promise<void> {
    await this.#manager.clear()
    this.#setPhase('signed-out', null)
  }

  cancel(): void {
    this.#deps.authorize.cancel?.()
  }

  wake(): void {
    this.#manager.wake()
  }

  onChange(listener: () => void): Disposer {
    return this.#changed.add(listener)
  }

  dispose(): void {
    this.#disposed = true
    this.cancel()
    this.#stopWatching()
    this.#pause.end()
    this.#manager.dispose()
    this.#changed.clear()
  }

  #setPhase(phase: AuthPhase, problem: Message | null): void {
    if (this.#phase === phase && sameMessage(this.#problem, problem)) return
    this.#phase = phase
    this.#problem = problem
    this.#changed.emit()
  }

  #onTokens(problem: TokenProblem | null): void {
    if (this.#disposed) return
    if (problem === null) {
      if (this.#phase === 'reconnecting') this.#setPhase('signed-in', null)
      this.#changed.emit()
      return
    }
    // The tokens are no longer valid: on the practice exchange, sign in again automatically, once.
    const isOver = problem.kind === 'sign-in' && this.#phase === 'signed-in'
    if (isOver && this.#signInAutomatically() !== null) return
    this.#setPhase('attention', problem.message)
  }

  /**
   * Signs in with the tokens of an earlier run; retries while the provider is unreachable. False
   * when disposed meanwhile, null when the tokens are no longer valid.
   */
  async #useStoredTokens(): Promise<boolean | null> {
    for (let attempt = 0; ; attempt += 1) {
      const token = await this.#manager.ensure()
      if (this.#disposed) return false
      if (token.ok) {
        this.#setPhase('signed-in', null)
        return true
      }
      if (token.error.kind !== 'unreachable') return null
      this.#setPhase('signing-in', token.error.message)
      await this.#pause.wait(attempt)
      if (this.#disposed) return false
    }
  }

  /** Starts a flow without the person; null where that is not possible or was just done. */
  #signInAutomatically(): Promise<boolean> | null {
    const { automatic, clock } = this.#deps
    if (!automatic || clock.monotonic() - this.#automaticAt < AUTOMATIC_PAUSE_MS) return null
    this.#automaticAt = clock.monotonic()
    return this.#startFlow(true)
  }

  #startFlow(isPatient: boolean): Promise<boolean> {
    this.#flow ??= this.#runFlow(isPatient).finally(() => {
      this.#flow = null
      this.#attemptUntil = null
      this.#changed.emit()
    })
    return this.#flow
  }

  /** `isPatient`: retry while the provider is unreachable. */
  async #runFlow(isPatient: boolean): Promise<boolean> {
    this.#attemptUntil = epochMs(this.#deps.clock.now() + ATTEMPT_MS)
    this.#setPhase('signing-in', null)
    for (let attempt = 0; ; attempt += 1) {
      const granted = await signIn(this.#deps)
      if (this.#disposed) return false
      if (granted.ok) return this.#adopt(granted.value)
      if (granted.error.kind !== 'unreachable' || !isPatient) return this.#fail(granted.error)
      this.#setPhase('signing-in', granted.error.message)
      await this.#pause.wait(attempt)
      if (this.#disposed) return false
    }
  }

  async #adopt({ grant, requestedAt }: SignedIn): Promise<boolean> {
    const adopted = await this.#manager.adopt(grant, requestedAt)
    if (adopted.ok) this.#setPhase('signed-in', null)
    else this.#setPhase('attention', adopted.error.message)
    return adopted.ok
  }

  #fail(failure: SignInFailure): boolean {
    this.#setPhase('attention', failure.message)
    this.#deps.log.event('warn', 'session.sign-in-failed', { kind: failure.kind })
    return false
  }
}
