import type { ConfirmWindowState } from './instruction-desk-port.js'

/**
 * How long approve stays off after a card is first whole and in focus: plain, and dangerous ones
 * (rule 7).
 */
export const PLAIN_MS = 1_500
export const DANGER_MS = 3_000
/** How long it goes off again for whatever might put it under a finger unseen (rule 8). */
export const REARM_MS = 750
/** A window that moved or changed its size by so much is another target (rule 8). */
const MOVED_PX = 10

export type Blocked = 'none' | 'hidden' | 'unfocused' | 'locked' | 'preview' | 'halted' | 'source'
type Bounds = ConfirmWindowState['bounds']

/** What of the world decides about arming; asked anew every time. */
export interface ArmingWorld {
  readonly now: () => number
  readonly halted: () => boolean
  readonly locked: () => boolean
  /** What is shown waits at a source that cannot be heard: nobody knows whether it still does. */
  readonly unheard?: () => boolean
}

/** The arming of one card (or one batch): main's own count, by the clock that never goes back. */
export interface Arming {
  /**
   * Another card, or another content: the page has to draw it before anything counts. `anew`: the
   * whole time again.
   */
  content(danger: boolean, anew: boolean): void
  /** The page has drawn what it was given last, whole or in part. */
  drawn(whole: boolean): void
  /** The estimate is there and new enough to be decided on. */
  priced(is: boolean): void
  window(state: ConfirmWindowState): void
  /** Off for the short time: something happened that might have put the button under a finger. */
  disturb(): void
  blocked(): Blocked
  /** Milliseconds until approve works; null while something keeps it from counting. */
  armsInMs(): number | null
  readonly armed: boolean
}

const far = (a: Bounds, b: Bounds): boolean =>
  Math.abs(a.x - b.x) >= MOVED_PX ||
  Math.abs(a.y - b.y) >= MOVED_PX ||
  Math.abs(a.width - b.width) >= MOVED_PX ||
  Math.abs(a.height - b.height) >= MOVED_PX

/** Starts disarmed: no window is known yet. */
export function createArming(world: ArmingWorld): Arming {
  let state: ConfirmWindowState | null = null
  let anchor: Bounds | null = null
  let wait = PLAIN_MS
  let whole = false
  let hasPrice = false
  /** Since when everything that is needed has been there without a break; null while it is not. */
  let since: number | null = null
  /** The long wait was served once for this card. */
  let served = false
  let offUntil = 0

  const blocked = (): Blocked => {
    if (world.halted()) return 'halted'
    if (world.locked()) return 'locked'
    if (world.unheard?.() === true) return 'source'
    if (state === null || !state.visible) return 'hidden'
    // Turning to a window brings it up as well: that comes first, whatever lies over it.
    if (!state.focused) return 'unfocused'
    if (state.covered || !whole) return 'hidden'
    return hasPrice ? 'none' : 'preview'
  }

  const readyAt = (): number | null => {
    if (blocked() !== 'none') return null
    return Math.max(since === null ? world.now() : since, 0) + (served ? 0 : wait)
  }

  const armsInMs = (): number | null => {
    const at = readyAt()
    return at === null ? null : Math.max(0, Math.max(at, offUntil) - world.now())
  }

  /** Takes note of what changed: a break before the long wait was over starts it again. */
  const settle = (): void => {
    const now = world.now()
    if (blocked() === 'none') {
      since ??= now
      return
    }
    if (since !== null && now - since >= wait) served = true
    since = null
  }

  const disturb = (): void => {
    // What was served stays served; what was not begins again when the content is drawn.
    offUntil = Math.max(offUntil, world.now() + REARM_MS)
  }

  return {
    content(danger, anew) {
      settle()
      if (since !== null && world.now() - since >= wait) served = true
      const longer = danger && wait < DANGER_MS
      wait = danger ? DANGER_MS : PLAIN_MS
      whole = false
      if (anew || longer) {
        served = false
        since = null
      }
      disturb()
    },
    drawn(is) {
      if (is && !whole) disturb()
      whole = is
      settle()
    },
    priced(is) {
      // A button that comes alive by itself is as sudden as one that moves.
      if (is && !hasPrice) disturb()
      hasPrice = is
      settle()
    },
    window(next) {
      const before = state
      const wasReady = before !== null && before.visible && before.focused && !before.covered
      state = next
      anchor ??= next.bounds
      if (far(anchor, next.bounds)) {
        anchor = next.bounds
        disturb()
      }
      if (!wasReady && next.visible && next.focused && !next.covered) disturb()
      settle()
    },
    disturb() {
      disturb()
      settle()
    },
    blocked,
    armsInMs,
    get armed() {
      return armsInMs() === 0
    },
  }
}
