import type { EpochMs } from '../../../shared/domain/time.js'

/** The newest time that messages prove: at least two had a time as late, one alone may be wrong. */
export class ProvedTime {
  #first: EpochMs | null = null
  #second: EpochMs | null = null

  /** Null before the second message. */
  get latest(): EpochMs | null {
    return this.#second
  }

  /** Takes the time of a message. */
  observe(time: EpochMs): void {
    if (this.#first === null || time >= this.#first) {
      this.#second = this.#first
      this.#first = time
    } else if (this.#second === null || time > this.#second) this.#second = time
  }
}
