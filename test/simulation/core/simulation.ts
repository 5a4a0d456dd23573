import { epochMs, type EpochMs } from '../../../shared/domain/time.js'
import type { ClockPort, RandomPort, TimerPort } from '../../../electron/core/ports.js'

/** Returns a seeded stream of fractions (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

interface Scheduled {
  readonly at: number
  readonly order: number
  readonly epoch: number
  readonly call: () => void
}

const START = 1_763_735_400_000

/**
 * Virtual time with one seeded source of chance. Everything that the code under test waits for is a
 * scheduled call; the run loop fires them one by one and lets all promises settle in between. A
 * crash starts a new epoch, and calls of the old one never fire.
 */
export class Simulation {
  readonly seed: number
  now = 0
  epoch = 0
  steps = 0
  readonly trace: string[] = []
  readonly chance: () => number
  #queue: Scheduled[] = []

  constructor(seed: number) {
    this.seed = seed
    this.chance = seeded(seed)
  }

  readonly clock: ClockPort = { now: () => this.wall(), monotonic: () => this.now }

  wall(): EpochMs {
    return epochMs(START + Math.floor(this.now))
  }

  /** Returns timers of the present epoch. */
  timers(): TimerPort {
    const { epoch } = this
    const after = (ms: number, call: () => void) => this.schedule(ms, call, epoch)
    return {
      after,
      every: (ms, call) => {
        let cancel = after(ms, function repeat() {
          cancel = after(ms, repeat)
          call()
        })
        return () => cancel()
      },
    }
  }

  random(): RandomPort {
    return {
      bytes: (count) => Uint8Array.from({ length: count }, () => Math.floor(this.chance() * 256)),
      fraction: () => this.chance(),
    }
  }

  /** Calls after `ms` unless the process has crashed by then; with `epoch` -1 in any case. */
  schedule(ms: number, call: () => void, epoch: number): () => void {
    const entry: Scheduled = { at: this.now + ms, order: this.chance(), epoch, call }
    this.#queue.push(entry)
    return () => {
      this.#queue = this.#queue.filter((other) => other !== entry)
    }
  }

  between(low: number, high: number): number {
    return low + this.chance() * (high - low)
  }

  /** Returns a promise that settles after a random time in the present process. */
  later<T>(low: number, high: number, produce: () => T): Promise<T> {
    const { epoch } = this
    return new Promise((resolve) => {
      this.schedule(this.between(low, high), () => resolve(produce()), epoch)
    })
  }

  record(message: string): void {
    this.trace.push(`${this.now.toFixed(3)} ${message}`)
  }

  /** Fires due calls until the virtual time `until`, or until `stop` returns true. */
  async run(until: number, stop: () => boolean = () => false): Promise<void> {
    await settle()
    while (!stop()) {
      let next: Scheduled | undefined
      for (const entry of this.#queue) {
        if (
          next === undefined ||
          entry.at < next.at ||
          (entry.at === next.at && entry.order < next.order)
        ) {
          next = entry
        }
      }
      if (next === undefined || next.at > until) break
      const due = next
      this.#queue = this.#queue.filter((entry) => entry !== due)
      this.now = Math.max(this.now, due.at)
      if (due.epoch !== -1 && due.epoch !== this.epoch) continue
      this.steps += 1
      due.call()
      await settle()
    }
    if (this.now < until && !stop()) this.now = until
  }
}

/** Lets every promise that can settle do so. */
export const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
