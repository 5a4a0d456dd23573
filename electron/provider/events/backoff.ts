import { MINUTE_MS } from '../../../shared/domain/time.js'
import type { ClockPort, RandomPort } from '../../core/ports.js'

export interface BackoffOptions {
  readonly minMs: number
  readonly baseMs: number
  readonly maxMs: number
  /** A connection has to last this long before the waits start small again. */
  readonly stableMs: number
  /** The ceiling while the loss is younger than `forMs`: most outages are short. */
  readonly soon?: { readonly maxMs: number; readonly forMs: number }
  readonly random: RandomPort
  readonly clock: ClockPort
}

/**
 * Waits between connection attempts: full jitter between a floor and a ceiling that doubles
 * (REL-34).
 */
export interface Backoff {
  /** The connection is established. */
  connected(): void
  /**
   * Returns the wait before the next attempt in ms, after a loss, or after an attempt that took
   * `triedMs` in vain: soon after the loss these count as part of the wait.
   */
  next(triedMs?: number): number
  /** True while the waits are short because the connection was lost recently. */
  isSoon(): boolean
}

/** Creates the backoff; it reads time and randomness only through its ports. */
export function createBackoff({
  minMs,
  baseMs,
  maxMs,
  stableMs,
  soon,
  random,
  clock,
}: BackoffOptions): Backoff {
  let failures = 0
  let since: number | null = null
  let lostAt: number | null = null
  const isSoon = (): boolean =>
    soon !== undefined && lostAt !== null && clock.monotonic() - lostAt < soon.forMs
  return {
    isSoon,
    connected() {
      since = clock.monotonic()
    },
    next(triedMs = 0) {
      if (since !== null && clock.monotonic() - since >= stableMs) {
        failures = 0
        lostAt = null
      }
      since = null
      lostAt ??= clock.monotonic()
      const isShort = isSoon()
      const longest = soon !== undefined && isShort ? Math.min(maxMs, soon.maxMs) : maxMs
      const ceiling = Math.max(minMs, Math.min(longest, baseMs * 2 ** Math.min(failures, 30)))
      failures += 1
      const wait = minMs + random.fraction() * (ceiling - minMs)
      return isShort ? Math.max(minMs, wait - triedMs) : wait
    },
  }
}

/** The backoff of all streams. */
export const STREAM_BACKOFF = {
  minMs: 250,
  baseMs: 1_000,
  maxMs: 30_000,
  stableMs: 30_000,
} as const

/**
 * The backoff of connections. Where only one of them was cut nothing says that its network is back,
 * so that it is tried often at first: it is to be live within five seconds.
 */
export const CONNECTION_BACKOFF = {
  ...STREAM_BACKOFF,
  soon: { maxMs: 3_000, forMs: 2 * MINUTE_MS },
} as const

/**
 * How long an attempt may take soon after a connection was lost that had been established on the
 * same line: one into a hole has no answer, and the next one may have.
 */
const SOON_ATTEMPT_MS = 3_500
/** When the network may be back, a connection that was silent for so long is replaced. */
const SILENT_MS = 10_000
/** The same for an attempt that has no answer. */
const UNANSWERED_MS = 1_000

/** Says how long the attempts of one connection last, and when one is given up for the next. */
export class AttemptTime {
  readonly #backoff: Backoff
  readonly #clock: ClockPort
  #startedAt = 0
  #aliveAt: number | null = null
  #wasConnected = false

  constructor(backoff: Backoff, clock: ClockPort) {
    this.#backoff = backoff
    this.#clock = clock
  }

  /** An attempt begins; returns its time limit, `usualMs` or less. */
  start(usualMs: number): number {
    this.#startedAt = this.#clock.monotonic()
    this.#aliveAt = null
    const isShort = this.#wasConnected && this.#backoff.isSoon()
    return isShort ? Math.min(SOON_ATTEMPT_MS, usualMs) : usualMs
  }

  /** The connection is established. */
  connected(): void {
    this.#wasConnected = true
    this.#backoff.connected()
    this.alive()
  }

  /** Something arrived. */
  alive(): void {
    this.#aliveAt = this.#clock.monotonic()
  }

  /**
   * Returns the wait before the next attempt, after the end of this one. `isUnanswered`: a
   * connection was given up without an answer, so that its silence was a wait already.
   */
  waitMs(isUnanswered = false): number {
    const isSilent = isUnanswered || this.#aliveAt === null
    return this.#backoff.next(isSilent ? this.#silentMs() : 0)
  }

  /** True where the attempt or connection may be dead, and a new one finds out sooner. */
  isDoubtful(): boolean {
    return this.#silentMs() >= (this.#aliveAt === null ? UNANSWERED_MS : SILENT_MS)
  }

  #silentMs(): number {
    return this.#clock.monotonic() - (this.#aliveAt ?? this.#startedAt)
  }
}
