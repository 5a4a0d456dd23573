import type { Disposer } from '../../../../shared/domain/brand.js'
import { epochMs, type EpochMs } from '../../../../shared/domain/time.js'
import type { TimerPort } from '../../../../electron/core/ports.js'

/** Wednesday, 10:00 in New York: stocks, options, futures, crypto and event contracts all trade. */
export const START = epochMs(Date.UTC(2026, 10, 18, 15, 0, 0))

/** A process of the simulation. After its end nothing that it scheduled happens any more. */
export interface Life {
  alive: boolean
  /** Until when it does nothing, as a process whose computer is overloaded or asleep. */
  busyUntil?: number
}

interface Scheduled {
  at: number
  readonly order: number
  readonly life: Life | null
  call: (() => void) | null
}

const isBefore = (a: Scheduled, b: Scheduled): boolean =>
  a.at < b.at || (a.at === b.at && a.order < b.order)

/** Lets every promise that can settle do so. */
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/**
 * The time of one simulation. Everything that the product waits for is a scheduled call. The run
 * loop makes the calls one at a time, in time order, and lets all promises settle after each.
 */
export class VirtualTime {
  /** Milliseconds since the start. */
  now = 0
  /** The number of calls so far. */
  steps = 0
  readonly #heap: Scheduled[] = []
  #order = 0

  wall(): EpochMs {
    return epochMs(START + Math.floor(this.now))
  }

  /** Calls after `ms`, unless the process has ended by then. */
  schedule(ms: number, call: () => void, life: Life | null = null): Disposer {
    this.#order += 1
    const entry: Scheduled = { at: this.now + Math.max(0, ms), order: this.#order, life, call }
    this.#push(entry)
    return () => {
      entry.call = null
    }
  }

  /** Resolves after `ms`; never when the process has ended by then. */
  wait(ms: number, life: Life | null = null): Promise<void> {
    return new Promise((resolve) => {
      this.schedule(ms, resolve, life)
    })
  }

  /** Returns the timers of a process. */
  timers(life: Life): TimerPort {
    const after: TimerPort['after'] = (ms, call) => this.schedule(ms, call, life)
    return {
      after,
      every: (ms, call) => {
        let stopped = false
        let cancel: Disposer = () => undefined
        const repeat = (): void => {
          if (stopped) return
          cancel = after(ms, repeat)
          call()
        }
        cancel = after(ms, repeat)
        return () => {
          stopped = true
          cancel()
        }
      },
    }
  }

  /**
   * Makes all calls due until the virtual time `until`, or until `stop` returns true. `afterStep`
   * runs after each, once all promises have settled.
   */
  async run(
    until: number,
    afterStep: () => void,
    stop: () => boolean = () => false,
  ): Promise<void> {
    await settle()
    for (;;) {
      if (stop()) return
      const next = this.#heap[0]
      if (next === undefined || next.at > until) break
      this.#pop()
      this.now = Math.max(this.now, next.at)
      if (next.call === null || next.life?.alive === false) continue
      if ((next.life?.busyUntil ?? 0) > this.now) {
        next.at = next.life?.busyUntil ?? this.now
        this.#push(next)
        continue
      }
      this.steps += 1
      next.call()
      await settle()
      afterStep()
    }
    this.now = Math.max(this.now, until)
  }

  #push(entry: Scheduled): void {
    const heap = this.#heap
    let index = heap.length
    heap.push(entry)
    while (index > 0) {
      const parent = (index - 1) >> 1
      const above = heap[parent] as Scheduled
      if (!isBefore(entry, above)) break
      heap[index] = above
      index = parent
    }
    heap[index] = entry
  }

  #pop(): void {
    const heap = this.#heap
    const last = heap.pop()
    if (last === undefined || heap.length === 0) return
    let index = 0
    for (;;) {
      const left = index * 2 + 1
      if (left >= heap.length) break
      const right = left + 1
      const child =
        right < heap.length && isBefore(heap[right] as Scheduled, heap[left] as Scheduled)
          ? right
          : left
      const below = heap[child] as Scheduled
      if (!isBefore(below, last)) break
      heap[index] = below
      index = child
    }
    heap[index] = last
  }
}
