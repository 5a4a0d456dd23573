import type { CardArming } from '../../../../shared/domain/instructions/card.js'
import type { ConfirmWindowState } from '../queue/instruction-service-port.js'

/**
 * How long approve stays disarmed after a card is fully drawn in a focused window, in ms: plain and
 * dangerous orders (CONFIRM-7).
 */
export const PLAIN_MS = 1_500
export const DANGER_MS = 3_000
/**
 * How long approve is disarmed again after anything that might move it under the pointer, in ms
 * (CONFIRM-8).
 */
export const REARM_MS = 750
/** A move or resize of this many pixels disarms approve (CONFIRM-8). */
const MOVED_PX = 10

export type Blocked = CardArming['blocked']
/** What disarmed approve last: content, the window, an estimate that returned, or another event. */
export type DisarmCause = 'content' | 'moved' | 'shown' | 'priced' | 'other'
type Bounds = ConfirmWindowState['bounds']

/** The external conditions of arming, queried at every check. */
export interface ArmingContext {
  readonly now: () => number
  readonly halted: () => boolean
  readonly locked: () => boolean
  /**
   * True when a visible instruction's source is unreachable, so that it may already have ended
   * there.
   */
  readonly unreachable?: () => boolean
}

const movedFar = (a: Bounds, b: Bounds): boolean =>
  Math.abs(a.x - b.x) >= MOVED_PX ||
  Math.abs(a.y - b.y) >= MOVED_PX ||
  Math.abs(a.width - b.width) >= MOVED_PX ||
  Math.abs(a.height - b.height) >= MOVED_PX

const canBeSeen = (state: ConfirmWindowState | null): boolean =>
  state !== null && state.visible && state.focused && !state.isOccluded

/** The arming that measures its waits with the clock of its context. */
export class Arming {
  readonly #context: ArmingContext
  #state: ConfirmWindowState | null = null
  #anchor: Bounds | null = null
  #wait = PLAIN_MS
  #isDrawn = false
  #hasPrice = false
  /**
   * The time since which all conditions have held without interruption; null while one does not.
   */
  #since: number | null = null
  /** True when the full wait has passed once for this card. */
  #waitServed = false
  #offUntil = 0
  #cause: DisarmCause = 'content'

  /** Creates the arming, disarmed until the window's state is known. */
  constructor(context: ArmingContext) {
    this.#context = context
  }

  get armed(): boolean {
    return this.armsInMs() === 0
  }

  get cause(): DisarmCause {
    return this.#cause
  }

  /**
   * Handles a new card or new content, which the page must draw before time counts. With `restart`
   * the full time starts again.
   */
  contentChanged(danger: boolean, restart: boolean): void {
    this.#updateSince()
    if (this.#hasServedWait()) this.#waitServed = true
    const longer = danger && this.#wait < DANGER_MS
    this.#wait = danger ? DANGER_MS : PLAIN_MS
    this.#isDrawn = false
    if (restart || longer) {
      this.#waitServed = false
      this.#since = null
    }
    this.#delay('content')
  }

  /** Records whether the page has drawn the current content completely. */
  setDrawn(isComplete: boolean): void {
    if (isComplete && !this.#isDrawn) this.#delay(this.#cause)
    this.#isDrawn = isComplete
    this.#updateSince()
  }

  /** Records whether the estimate is available and recent enough. */
  setPriced(isPriced: boolean): void {
    // A button that arms by itself is as unexpected as one that moves.
    if (isPriced && !this.#hasPrice) this.#delay(this.#waitServed ? 'priced' : this.#cause)
    this.#hasPrice = isPriced
    this.#updateSince()
  }

  setWindowState(next: ConfirmWindowState): void {
    const wasReady = canBeSeen(this.#state)
    this.#state = next
    this.#anchor ??= next.bounds
    if (movedFar(this.#anchor, next.bounds)) {
      this.#anchor = next.bounds
      this.#delay('moved')
    }
    if (!wasReady && canBeSeen(next)) this.#delay(this.#waitServed ? 'shown' : this.#cause)
    this.#updateSince()
  }

  /**
   * Disarms for the short time after an event that might have moved the button under the pointer.
   */
  rearm(): void {
    // An event while new content is drawn does not hide what changed.
    this.#delay(this.#context.now() < this.#offUntil ? this.#cause : 'other')
    this.#updateSince()
  }

  blocked(): Blocked {
    if (this.#context.halted()) return 'halted'
    if (this.#context.locked()) return 'locked'
    if (this.#context.unreachable?.() === true) return 'source'
    if (this.#state === null || !this.#state.visible) return 'hidden'
    // Focusing the window also raises it, so report missing focus before occlusion.
    if (!this.#state.focused) return 'unfocused'
    if (this.#state.isOccluded) return 'hidden'
    if (!this.#isDrawn) return 'drawing'
    return this.#hasPrice ? 'none' : 'preview'
  }

  /** Returns the ms until approve is armed; null while something blocks the count. */
  armsInMs(): number | null {
    const ready = this.#readyAt()
    return ready === null
      ? null
      : Math.max(0, Math.max(ready, this.#offUntil) - this.#context.now())
  }

  #readyAt(): number | null {
    if (this.blocked() !== 'none') return null
    const since = this.#since === null ? this.#context.now() : this.#since
    return Math.max(since, 0) + (this.#waitServed ? 0 : this.#wait)
  }

  /** True when the conditions have now held for the full wait. */
  #hasServedWait(): boolean {
    return this.#since !== null && this.#context.now() - this.#since >= this.#wait
  }

  /** Updates `#since`. An interruption before the full wait has passed starts it again. */
  #updateSince(): void {
    const now = this.#context.now()
    if (this.blocked() === 'none') {
      this.#since ??= now
      return
    }
    if (this.#since !== null && now - this.#since >= this.#wait) this.#waitServed = true
    this.#since = null
  }

  /** Disarms for the short time. */
  #delay(cause: DisarmCause): void {
    this.#cause = cause
    // A completed wait stays completed. An incomplete one starts again when the content is drawn.
    this.#offUntil = Math.max(this.#offUntil, this.#context.now() + REARM_MS)
  }
}
