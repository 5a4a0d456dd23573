import type { PageFrames } from '../../../../../renderer/ui/paint/page-frames.js'

/** The frames of a page whose time the test advances: 60 frames a second. */
export class FakeFrames implements PageFrames {
  #now = 0
  #frames: (() => void)[] = []
  #timers: { readonly time: number; readonly run: () => void }[] = []
  /** The number of frames in which something ran. */
  used = 0

  now(): number {
    return this.#now
  }

  requestFrame(run: () => void): void {
    this.#frames.push(run)
  }

  setTimer(run: () => void, ms: number): void {
    this.#timers.push({ time: this.#now + ms, run })
  }

  advance(ms: number): void {
    const end = this.#now + ms
    while (this.#now < end) {
      this.#now = Math.min(end, this.#now + 1_000 / 60)
      const due = this.#timers.filter(({ time }) => time <= this.#now)
      this.#timers = this.#timers.filter(({ time }) => time > this.#now)
      for (const { run } of due) run()
      const frames = this.#frames
      this.#frames = []
      if (frames.length > 0) this.used += 1
      for (const run of frames) run()
    }
  }
}
