import type { ClockPort } from '../../../../electron/core/ports.js'
import { epochMs, type EpochMs } from '../../../../shared/domain/time.js'
import type { VirtualTime } from './virtual-time.js'

/** The clock of the client's computer. It can be set wrong; the monotonic clock stays right. */
export class ComputerClock implements ClockPort {
  readonly #time: VirtualTime
  /** How far this clock is ahead of the true time, in ms. */
  aheadMs = 0

  constructor(time: VirtualTime) {
    this.#time = time
  }

  now(): EpochMs {
    return epochMs(this.#time.wall() + this.aheadMs)
  }

  monotonic(): number {
    return this.#time.now
  }
}
