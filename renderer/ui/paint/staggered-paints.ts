import { pageFrames, type PageFrames } from './page-frames.js'

/** How often one cell is painted at most, in ms: nobody reads a figure more often. */
export const ROUND_MS = 200
/** The cells of a round are spread over this many frames. */
const SLOTS = 6
/** A step waits for a timer and then for a frame, so the timer takes a frame less. */
const FRAME_MS = 17
const STEP_MS = Math.floor(ROUND_MS / SLOTS) - FRAME_MS

/** Delays paints of cells that the person does not watch closely, and spreads them over frames. */
export interface StaggeredPaints {
  /**
   * Runs `paint` within a round, with the paints of the same `row` in one frame. A paint that is
   * already waiting runs once: it must read what is newest itself.
   */
  request(row: string, paint: () => void): void
  /** Takes back a paint that is waiting. */
  cancel(row: string, paint: () => void): void
}

export const createStaggeredPaints = (frames: PageFrames): StaggeredPaints =>
  new FramePaints(frames)

class FramePaints implements StaggeredPaints {
  readonly #frames: PageFrames
  readonly #slots: readonly Set<() => void>[] = Array.from({ length: SLOTS }, () => new Set())
  #next = 0
  #waiting = 0
  #running = false

  constructor(frames: PageFrames) {
    this.#frames = frames
  }

  request(row: string, paint: () => void): void {
    const slot = this.#slotOf(row)
    if (slot.has(paint)) return
    slot.add(paint)
    this.#waiting += 1
    if (this.#running) return
    this.#running = true
    this.#frames.requestFrame(() => this.#step())
  }

  cancel(row: string, paint: () => void): void {
    if (this.#slotOf(row).delete(paint)) this.#waiting -= 1
  }

  #slotOf(row: string): Set<() => void> {
    let hash = 0
    for (let index = 0; index < row.length; index += 1) {
      hash = (hash * 31 + row.charCodeAt(index)) % 65_521
    }
    return this.#slots[hash % SLOTS] as Set<() => void>
  }

  /** Paints the next slot that has something to paint, and arranges the step after it. */
  #step(): void {
    const slot = this.#takeSlot()
    const paints = [...slot]
    slot.clear()
    this.#waiting -= paints.length
    // A slot is due once in a round; without a pause an idle one would be painted on every frame.
    this.#frames.setTimer(() => this.#continue(), STEP_MS)
    for (const paint of paints) paint()
  }

  #continue(): void {
    if (this.#waiting === 0) this.#running = false
    else this.#frames.requestFrame(() => this.#step())
  }

  #takeSlot(): Set<() => void> {
    for (let tried = 0; tried < SLOTS; tried += 1) {
      const slot = this.#slots[this.#next] as Set<() => void>
      this.#next = (this.#next + 1) % SLOTS
      if (slot.size > 0) return slot
    }
    return this.#slots[this.#next] as Set<() => void>
  }
}

/** The paints of this page. */
export const pagePaints: StaggeredPaints = createStaggeredPaints(pageFrames)
