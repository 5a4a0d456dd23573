import { BEAT_MS, FRAME_MS, pageFrames, type PageFrames } from './page-frames.js'

/**
 * About how long a changed value stays marked, in ms: until the end of the nearest beat, so that
 * the end costs no frame of its own.
 */
export const FLASH_MS = 250

/** What a flash changes of an element. */
export type Flashing = Pick<HTMLElement, 'dataset'>

/** Marks elements whose value has just risen or fallen. */
export class Flashes {
  readonly #frames: PageFrames
  /** When each mark ends, in the order in which they end. */
  readonly #ends = new Map<Flashing, number>()
  #waiting = false

  /**
   * A flash is two steady colors, one attribute written at its begin and one at its end. An
   * animation would recalculate styles on every frame, and composite the page whenever one starts
   * or ends.
   */
  constructor(frames: PageFrames) {
    this.#frames = frames
  }

  show(element: Flashing, direction: 'up' | 'down'): void {
    if (element.dataset['flash'] !== direction) element.dataset['flash'] = direction
    this.#ends.delete(element)
    this.#ends.set(element, Math.round((this.#frames.now() + FLASH_MS) / BEAT_MS) * BEAT_MS)
    this.#arrange()
  }

  /** Tells that this frame is painted anyway: marks that end soon end in it. */
  join(): void {
    this.#endBefore(this.#frames.now() + BEAT_MS / 4)
  }

  #arrange(): void {
    const first = this.#ends.values().next().value
    if (this.#waiting || first === undefined) return
    this.#waiting = true
    const wait = Math.max(first - FRAME_MS - this.#frames.now(), 0)
    this.#frames.setTimer(() => this.#onTimer(), wait)
  }

  /** Requests a frame, unless what was to end has ended in another one meanwhile. */
  #onTimer(): void {
    const first = this.#ends.values().next().value
    if (first !== undefined && first - FRAME_MS <= this.#frames.now() + 1) {
      return this.#frames.requestFrame(() => this.#end())
    }
    this.#waiting = false
    this.#arrange()
  }

  #end(): void {
    this.#waiting = false
    this.#endBefore(this.#frames.now() + FRAME_MS)
    this.#arrange()
  }

  #endBefore(time: number): void {
    for (const [element, end] of this.#ends) {
      if (end > time) break
      delete element.dataset['flash']
      this.#ends.delete(element)
    }
  }
}

/** The flashes of this page. */
export const pageFlashes = new Flashes(pageFrames)
