import { BEAT_MS, FRAME_MS, pageFrames, untilBeat, type PageFrames } from './page-frames.js'

/** So many cells are painted in one frame; more are spread over several. */
export const TOGETHER = 100
/** The cells of a beat are spread over this many frames. */
const SLOTS = 6
/** Paints join a frame that comes at most this much before the end of their beat. */
const JOIN_MS = BEAT_MS / 3
/** A step waits for a timer and then for a frame, so the timer takes a frame less. */
const STEP_MS = Math.floor(BEAT_MS / SLOTS) - FRAME_MS

/**
 * Delays paints of cells that the person does not watch closely. Few of them share the frame at the
 * end of a beat; many are spread over frames, so that none is long.
 */
export class StaggeredPaints {
  readonly #frames: PageFrames
  readonly #slots: readonly Set<() => void>[] = Array.from({ length: SLOTS }, () => new Set())
  #next = 0
  #waiting = 0
  /** The arranged frame: one at the end of a beat, or the next of many; null for none. */
  #arranged: { readonly onBeat: boolean } | null = null

  constructor(frames: PageFrames) {
    this.#frames = frames
  }

  /**
   * Runs `paint` within a beat, with the paints of the same `row` in one frame. A paint that is
   * already waiting runs once: it must read what is newest itself.
   */
  request(row: string, paint: () => void): void {
    const slot = this.#slotOf(row)
    if (slot.has(paint)) return
    slot.add(paint)
    this.#waiting += 1
    // Too many for the frame at the end of the beat: they begin now, so that none comes late.
    const outgrown = this.#arranged?.onBeat === true && this.#waiting > TOGETHER
    if (this.#arranged === null || outgrown) this.#arrange()
  }

  /** Takes back a paint that is waiting. */
  cancel(row: string, paint: () => void): void {
    if (this.#slotOf(row).delete(paint)) this.#waiting -= 1
  }

  /**
   * Tells that this frame is painted anyway: few paints whose beat ends soon join it, because a
   * frame of their own would cost as much again.
   */
  join(): void {
    const isSoon = untilBeat(this.#frames.now()) <= JOIN_MS
    if (this.#arranged?.onBeat !== true || this.#waiting > TOGETHER || !isSoon) return
    this.#arranged = null
    this.#step()
  }

  /** Paints everything that waits now, in this frame. */
  flush(): void {
    this.#arranged = null
    const paints = this.#slots.flatMap((slot) => [...slot])
    for (const slot of this.#slots) slot.clear()
    this.#waiting = 0
    for (const paint of paints) paint()
  }

  #slotOf(row: string): Set<() => void> {
    let hash = 0
    for (let index = 0; index < row.length; index += 1) {
      hash = (hash * 31 + row.charCodeAt(index)) % 65_521
    }
    return this.#slots[hash % SLOTS] as Set<() => void>
  }

  /** Requests the next frame: the one at the end of the beat, or the next of many. */
  #arrange(): void {
    const onBeat = this.#waiting <= TOGETHER
    const arranged = { onBeat }
    this.#arranged = arranged
    const wait = onBeat ? untilBeat(this.#frames.now()) : STEP_MS
    this.#frames.setTimer(() => {
      if (this.#arranged === arranged) this.#frames.requestFrame(() => this.#onFrame(arranged))
    }, wait)
  }

  #onFrame(arranged: object): void {
    if (this.#arranged !== arranged) return
    this.#arranged = null
    this.#step()
  }

  /** Paints everything that waits, or of many cells one slot, and arranges the step after it. */
  #step(): void {
    const due = this.#waiting <= TOGETHER ? this.#slots : [this.#takeSlot()]
    const paints = due.flatMap((slot) => [...slot])
    for (const slot of due) slot.clear()
    this.#waiting -= paints.length
    if (this.#waiting > 0) this.#arrange()
    for (const paint of paints) paint()
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
export const pagePaints = new StaggeredPaints(pageFrames)
