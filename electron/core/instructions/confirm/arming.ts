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

export type Blocked = 'none' | 'hidden' | 'unfocused' | 'locked' | 'preview' | 'halted' | 'source'
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

/** The arming of one card or batch, timed by main with the monotonic clock. */
export interface Arming {
  /**
   * Handles a new card or new content, which the page must draw before time counts. With `restart`
   * the full time starts again.
   */
  contentChanged(danger: boolean, restart: boolean): void
  /** Records whether the page has drawn the current content completely. */
  setDrawn(isComplete: boolean): void
  /** Records whether the estimate is available and recent enough. */
  setPriced(isPriced: boolean): void
  setWindowState(state: ConfirmWindowState): void
  /**
   * Disarms for the short time after an event that might have moved the button under the pointer.
   */
  rearm(): void
  blocked(): Blocked
  /** Returns the ms until approve is armed; null while something blocks the count. */
  armsInMs(): number | null
  readonly armed: boolean
}

const movedFar = (a: Bounds, b: Bounds): boolean =>
  Math.abs(a.x - b.x) >= MOVED_PX ||
  Math.abs(a.y - b.y) >= MOVED_PX ||
  Math.abs(a.width - b.width) >= MOVED_PX ||
  Math.abs(a.height - b.height) >= MOVED_PX

/** Creates the arming, disarmed until the window's state is known. */
export function createArming(context: ArmingContext): Arming {
  let state: ConfirmWindowState | null = null
  let anchor: Bounds | null = null
  let wait = PLAIN_MS
  let isDrawn = false
  let hasPrice = false
  /**
   * The time since which all conditions have held without interruption; null while one does not.
   */
  let since: number | null = null
  /** True when the full wait has passed once for this card. */
  let waitServed = false
  let offUntil = 0

  const blocked = (): Blocked => {
    if (context.halted()) return 'halted'
    if (context.locked()) return 'locked'
    if (context.unreachable?.() === true) return 'source'
    if (state === null || !state.visible) return 'hidden'
    // Focusing the window also raises it, so report missing focus before occlusion.
    if (!state.focused) return 'unfocused'
    if (state.isOccluded || !isDrawn) return 'hidden'
    return hasPrice ? 'none' : 'preview'
  }

  const readyAt = (): number | null => {
    if (blocked() !== 'none') return null
    return Math.max(since === null ? context.now() : since, 0) + (waitServed ? 0 : wait)
  }

  const armsInMs = (): number | null => {
    const ready = readyAt()
    return ready === null ? null : Math.max(0, Math.max(ready, offUntil) - context.now())
  }

  /** Updates `since`. An interruption before the full wait has passed starts it again. */
  const updateSince = (): void => {
    const now = context.now()
    if (blocked() === 'none') {
      since ??= now
      return
    }
    if (since !== null && now - since >= wait) waitServed = true
    since = null
  }

  const rearm = (): void => {
    // A completed wait stays completed. An incomplete one starts again when the content is drawn.
    offUntil = Math.max(offUntil, context.now() + REARM_MS)
  }

  return {
    contentChanged(danger, restart) {
      updateSince()
      if (since !== null && context.now() - since >= wait) waitServed = true
      const longer = danger && wait < DANGER_MS
      wait = danger ? DANGER_MS : PLAIN_MS
      isDrawn = false
      if (restart || longer) {
        waitServed = false
        since = null
      }
      rearm()
    },
    setDrawn(isComplete) {
      if (isComplete && !isDrawn) rearm()
      isDrawn = isComplete
      updateSince()
    },
    setPriced(isPriced) {
      // A button that arms by itself is as unexpected as one that moves.
      if (isPriced && !hasPrice) rearm()
      hasPrice = isPriced
      updateSince()
    },
    setWindowState(next) {
      const before = state
      const wasReady = before !== null && before.visible && before.focused && !before.isOccluded
      state = next
      anchor ??= next.bounds
      if (movedFar(anchor, next.bounds)) {
        anchor = next.bounds
        rearm()
      }
      if (!wasReady && next.visible && next.focused && !next.isOccluded) rearm()
      updateSince()
    },
    rearm() {
      rearm()
      updateSince()
    },
    blocked,
    armsInMs,
    get armed() {
      return armsInMs() === 0
    },
  }
}
