import { causeFields } from '../../described-error.js'
import type { Denied } from '../../../../shared/domain/orders/trade-outcome.js'
import { message } from '../../../../shared/messages/make-message.js'
import type { LogPort, TimerPort } from '../../ports.js'
import type { Denial } from '../../risk/risk-limits.js'
import type { WriteOutcome } from '../write-outcome.js'
import { denied, joinedReasons } from './denied.js'

/**
 * How long a caller waits for the provider. After it the request continues and its outcome is
 * unknown.
 */
const TRADE_DEADLINE_MS = 15_000

export interface SendDeps {
  readonly timers: TimerPort
  readonly log: LogPort
  /** Receives an outcome that arrives after the deadline. */
  readonly onLate: (outcome: WriteOutcome) => void
}

/**
 * Sends a write with a deadline for the wait. When the port throws, the outcome is unknown, and the
 * log says why.
 */
export const sendOnce = (
  { timers, log, onLate }: SendDeps,
  call: () => Promise<WriteOutcome>,
): Promise<WriteOutcome> =>
  withDeadline({
    run: async () => {
      try {
        return await call()
      } catch (error) {
        log.event('error', 'order.port-threw', causeFields(error))
        return { outcome: 'unknown', reason: message('orders.requestBroken') }
      }
    },
    timers,
    ms: TRADE_DEADLINE_MS,
    onLate,
    expired: { outcome: 'unknown', reason: message('orders.timeout') },
  })

interface DeadlineOptions<T> {
  readonly run: () => Promise<T>
  readonly timers: TimerPort
  readonly ms: number
  /** The result when the deadline passes. */
  readonly expired: T
  /** Receives the actual result when it arrives after the deadline. */
  readonly onLate: (value: T) => void
}

/** Waits at most `ms` for a promise that never rejects; a late result goes to `onLate`. */
export function withDeadline<T>(wait: DeadlineOptions<T>): Promise<T> {
  return new Promise((resolve) => {
    let over = false
    const cancel = wait.timers.after(wait.ms, () => {
      over = true
      resolve(wait.expired)
    })
    void wait.run().then((value) => {
      cancel()
      if (over) wait.onLate(value)
      else resolve(value)
    })
  })
}

/** The check of a request at the moment in which it leaves, after its last wait (REL-42). */
export class LastCheck {
  readonly #check: () => readonly Denial[]
  #denials: readonly Denial[] = []

  constructor(check: () => readonly Denial[]) {
    this.#check = check
  }

  /** True when the request may leave now. */
  passes(): boolean {
    this.#denials = this.#check()
    return this.#denials.length === 0
  }

  /** Returns why the request did not leave; null where it left, or something else kept it. */
  refusal({ outcome }: WriteOutcome): readonly Denial[] | null {
    return outcome === 'not-sent' && this.#denials.length > 0 ? this.#denials : null
  }

  /** Returns the outcome with the reason for which the request did not leave, if there is one. */
  explained(outcome: WriteOutcome): WriteOutcome {
    const denials = this.refusal(outcome)
    return denials === null ? outcome : { outcome: 'not-sent', reason: joinedReasons(denials) }
  }
}

/** Returns the denial of a request that the last check kept; null for another outcome. */
export function deniedAtLast(check: LastCheck, outcome: WriteOutcome): Denied | null {
  const denials = check.refusal(outcome)
  return denials === null ? null : denied(...denials)
}

/** The pauses before a cancel that came too early is sent again, in ms: about ten seconds. */
const PAUSES_MS = [300, 600, 1_200, 2_400, 4_800] as const

interface CancelAttempts {
  readonly timers: TimerPort
  /** Sends the cancel once. */
  readonly send: () => Promise<WriteOutcome>
  /** True while the order may still be canceled. */
  readonly isOpen: () => boolean
  /** Called before each further attempt. */
  readonly onRepeat: () => void
}

/**
 * Sends a cancel, and sends it again while the broker refuses it only because the order is not at
 * the market yet: directly after an order was placed, a person's cancel would otherwise be lost.
 * Nothing else is repeated: a cancel without an answer stays `unknown`.
 * @returns the last answer
 */
export async function sendCancel(attempts: CancelAttempts): Promise<WriteOutcome> {
  let outcome = await attempts.send()
  for (const ms of PAUSES_MS) {
    if (outcome.outcome !== 'rejected' || outcome.tooEarly !== true) return outcome
    await new Promise<void>((resolve) => {
      attempts.timers.after(ms, resolve)
    })
    if (!attempts.isOpen()) return outcome
    attempts.onRepeat()
    outcome = await attempts.send()
  }
  return outcome
}
