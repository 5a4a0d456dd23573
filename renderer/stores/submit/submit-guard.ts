/** A button must have been on screen this long, in ms, before a press of it counts. */
export const SHOWN_MS = 350

/** The properties of one press that distinguish a new intention from the rest of an earlier one. */
export interface Gesture {
  /** True while the key is held down. */
  readonly repeat: boolean
  /**
   * The click count: 2 and more for the later clicks of a double click, 0 and 1 for a key press or
   * a single click.
   */
  readonly clicks: number
  /**
   * How long the pressed button has been on screen, in ms; a press on a dialog that has just opened
   * does not count.
   */
  readonly shownMs: number
}

export interface SubmitGuardDeps {
  /** Creates an unguessable id for one intention. */
  readonly newTicket: () => string
  /** Milliseconds, monotonic. */
  readonly now: () => number
}

/** Passes each intention once. */
export interface SubmitGuard {
  /** Returns the id of the intention to send, or null when this gesture is not a new one. */
  begin(gesture: Gesture): string | null
  /**
   * Records that the outcome of this intention is known (or shown as unknown); the next one may
   * start after a pause.
   */
  settle(ticket: string): void
  readonly busy: () => boolean
}

/** Longer than any system's double-click time, shorter than it takes to read an outcome. */
export const PAUSE_MS = 700

/**
 * Ensures that a double click, a repeating key or an impatient second press makes one order.
 * Nothing passes while an intention has no outcome, nor within a pause after it, nor from a held
 * key, the later clicks of a double click, or a button that has only just appeared.
 */
export function createSubmitGuard({ newTicket, now }: SubmitGuardDeps): SubmitGuard {
  let current: string | null = null
  let earliest = Number.NEGATIVE_INFINITY
  return {
    begin(gesture) {
      if (
        gesture.repeat ||
        gesture.clicks > 1 ||
        gesture.shownMs < SHOWN_MS ||
        current !== null ||
        now() < earliest
      ) {
        return null
      }
      current = newTicket()
      return current
    },
    settle(ticket) {
      if (ticket !== current) return
      current = null
      earliest = now() + PAUSE_MS
    },
    busy: () => current !== null,
  }
}

/**
 * Returns 128 random bits as hex, the page's id for one intention; main never sends the same one
 * twice.
 */
export function randomTicket(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
