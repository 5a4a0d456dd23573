import type { HttpLane } from '../core/net-ports.js'

/**
 * The most requests of each lane that are on the network at once. The bound of cancels is far above
 * the number of cancels that a person has on the way.
 */
export const MAX_CONCURRENT: Readonly<Record<HttpLane, number>> = {
  cancel: 256,
  order: 64,
  status: 32,
  read: 16,
}

/** Ends the use of a place in a lane; may be called more than once. */
export type Release = () => void

type Refusal = 'timeout' | 'closed'

interface Lane {
  running: number
  /** Requests that wait for a place, oldest first. */
  readonly waiting: Set<(outcome: Release | Refusal) => void>
}

const emptyLane = (): Lane => ({ running: 0, waiting: new Set() })

/**
 * Counts the requests of each lane, so that reads without an answer never delay an order or a
 * cancel. All lanes share idle connections; a lane bounds only how many requests run at once.
 */
export class HttpLanes {
  readonly #lanes: Readonly<Record<HttpLane, Lane>> = {
    cancel: emptyLane(),
    order: emptyLane(),
    status: emptyLane(),
    read: emptyLane(),
  }

  /** Returns a place in a lane; waits for one at most `timeoutMs`. */
  enter(name: HttpLane, timeoutMs: number): Promise<Release | Refusal> {
    const lane = this.#lanes[name]
    if (lane.running < MAX_CONCURRENT[name]) return Promise.resolve(occupy(lane))
    return new Promise((resolve) => {
      const timer = setTimeout(() => settle('timeout'), timeoutMs)
      const settle = (outcome: Release | Refusal): void => {
        clearTimeout(timer)
        lane.waiting.delete(settle)
        resolve(outcome)
      }
      lane.waiting.add(settle)
    })
  }

  /** Refuses every request that waits. */
  close(): void {
    for (const lane of Object.values(this.#lanes)) {
      for (const settle of Array.from(lane.waiting)) settle('closed')
    }
  }
}

/** Counts a request; its end gives the place to the request that waits the longest. */
function occupy(lane: Lane): Release {
  lane.running += 1
  let open = true
  return () => {
    if (!open) return
    open = false
    lane.running -= 1
    const [next] = lane.waiting
    next?.(occupy(lane))
  }
}
