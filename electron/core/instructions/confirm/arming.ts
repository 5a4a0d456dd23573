import type { ConfirmWindowState } from '../queue/instruction-service-port.js'

/**
 * How long approve stays off after a card is first whole and in focus: plain, and dangerous ones
 * (CONFIRM-7).
 */
export const PLAIN_MS = 1_500
export const DANGER_MS = 3_000
/** How long it goes off again for whatever might put it under a finger unseen (CONFIRM-8). */
export const REARM_MS = 750
/** A window that moved or changed its size by so much is another target (CONFIRM-8). */
const MOVED_PX = 10

export type Blocked = 'none' | 'hidden' | 'unfocused' | 'locked' | 'preview' | 'halted' | 'source'
type Bounds = ConfirmWindowState['bounds']

/** What of the world decides about arming; asked anew every time. */
export interface ArmingContext {
  readonly now: () => number
  readonly halted: () => boolean
  readonly locked: () => boolean
  /** What is shown waits at a source that cannot be heard: nobody knows whether it still does. */
  readonly unreachable?: () => boolean
}

/** The arming of one card (or one batch): main's own count, by the clock that never goes back. */
export interface Arming {
  /**
   * Another card, or another content: the page has to draw it before anything counts. `anew`: the
   * whole time again.
   */
  contentChanged(danger: boolean, restart: boolean): void
  /** The page has drawn what it was given last, whole or in part. */
  setDrawn(isComplete: boolean): void
  /** The estimate is there and new enough to be decided on. */
  setPriced(isPriced: boolean): void
  setWindowState(state: ConfirmWindowState): void
  /** Off for the short time: something happened that might have put the button under a finger. */
  rearm(): void
  blocked(): Blocked
  /** Milliseconds until approve works; null while something keeps it from counting. */
  armsInMs(): number | null
  readonly armed: boolean
}

const movedFar = (a: Bounds, b: Bounds): boolean =>
  Math.abs(a.x - b.x) >= MOVED_PX ||
  Math.abs(a.y - b.y) >= MOVED_PX ||
  Math.abs(a.width - b.width) >= MOVED_PX ||
  Math.abs(a.height - b.height) >= MOVED_PX

/** Starts disarmed: no window is known yet. */
export function createArming(context: ArmingContext): Arming {
  let state: ConfirmWindowState | null = null
  let anchor: Bounds | null = null
  let wait = PLAIN_MS
  let isDrawn = false
  let hasPrice = false
  /** Since when everything that is needed has been there without a break; null while it is not. */
  let since: number | null = null
  /** The long wait was served once for this card. */
  let waitServed = false
  let offUntil = 0

  const blocked = (): Blocked => {
    if (context.halted()) return 'halted'
    if (context.locked()) return 'locked'
    if (context.unreachable?.() === true) return 'source'
    if (state === null || !state.visible) return 'hidden'
    // Turning to a window brings it up as well: that comes first, whatever lies over it.
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

  /** Takes note of what changed: a break before the long wait was over starts it again. */
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
    // What was served stays served; what was not begins again when the content is drawn.
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
      // A button that comes alive by itself is as sudden as one that moves.
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
