import type { ConnectionView } from '../../../../shared/domain/instructions/connection.js'
import type { ConnectionId } from '../../../../shared/domain/ids.js'
import { refuse, type Refusal } from '../../../../shared/domain/instructions/refusal.js'
import type { Toolset } from '../../../../shared/domain/instructions/toolset.js'
import { err, type Result } from '../../../../shared/domain/result.js'
import { MINUTE_MS } from '../../../../shared/domain/time.js'
import { message } from '../../../../shared/messages/make-message.js'
import type { Message } from '../../../../shared/messages/message.js'
import type { ClockPort } from '../../ports.js'
import { haltRefusal, type HaltState } from './halt-state.js'

/** The maximum number of accepted and refused changes of one connection within a minute. */
export const MAX_CHANGES_PER_MINUTE = 10

export interface ChangeGateDeps {
  /** Returns the connection that may read now. */
  readonly ready: (id: ConnectionId) => Result<ConnectionView, Refusal>
  readonly halted: HaltState
  /** False in shadow practice, of which no window shows anything. */
  readonly isShown: boolean
  readonly clock: Pick<ClockPort, 'monotonic'>
  readonly toolset: Toolset
  /** How a refusal names what was called. */
  readonly tool: string
  readonly notShown: Message
  readonly tooFast: Message
}

/**
 * Decides whether an assistant may change what the person sees: with the toolset, while neither
 * halted nor paused, and not too often.
 */
export class ChangeGate {
  readonly #deps: ChangeGateDeps
  /** When each connection requested changes within the last minute. */
  readonly #requestTimes = new Map<ConnectionId, readonly number[]>()

  constructor(deps: ChangeGateDeps) {
    this.#deps = deps
  }

  /** @param counts whether this is one more request against the limit per minute */
  check(id: ConnectionId, counts = true): Result<ConnectionView, Refusal> {
    const { ready, halted, isShown, toolset, tool, notShown, tooFast } = this.#deps
    const connection = ready(id)
    if (!connection.ok) return connection
    const { policy, state, pauseWhy } = connection.value
    if (!policy.toolsets.includes(toolset)) {
      const why = message('refusals.toolsetOff', { tool, toolset })
      return err({ code: 'toolset-off', message: why, toolset })
    }
    if (halted.get()) return err(haltRefusal(halted.reason?.() ?? null))
    if (state === 'paused') {
      return refuse(
        'paused',
        pauseWhy === null
          ? message('refusals.paused')
          : message('refusals.pausedBecause', { reason: pauseWhy }),
      )
    }
    if (!isShown) return refuse('not-allowed', notShown)
    return counts && this.#isTooFast(id) ? refuse('too-many', tooFast) : connection
  }

  #isTooFast(id: ConnectionId): boolean {
    const now = this.#deps.clock.monotonic()
    const recent = (this.#requestTimes.get(id) ?? []).filter((time) => now - time < MINUTE_MS)
    const isFull = recent.length >= MAX_CHANGES_PER_MINUTE
    this.#requestTimes.set(id, isFull ? recent : [...recent, now])
    return isFull
  }
}
