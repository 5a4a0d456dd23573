/** One press of a button or key, as far as it tells a new intention from the tail of an old one. */
export interface Gesture {
  /** The key is being held. */
  readonly repeat: boolean
  /** 2 and more: the later clicks of a double click. 0 and 1: a key press or a single click. */
  readonly clicks: number
  /**
   * How long the button that was pressed has been on screen, in ms; a dialog that opens under a
   * moving finger is not an answer.
   */
  readonly shownMs: number
}

export interface SubmitGuardDeps {
  /** An unguessable name for one intention. */
  readonly newTicket: () => string
  /** Milliseconds, monotonic. */
  readonly now: () => number
}

/** Lets each intention through once. */
export interface SubmitGuard {
  /** The name of the intention to send, or null when this gesture is not a new one. */
  begin(gesture: Gesture): string | null
  /**
   * The outcome of this intention is known (or shown as unknown): the next one may come, after a
   * pause.
   */
  settle(ticket: string): void
  readonly busy: () => boolean
}

/** Longer than any system's double-click time, shorter than reading an outcome. */
export const PAUSE_MS = 700
/** A button must have been there to be read. */
export const SHOWN_MS = 350

/**
 * Double click, key repeat, an impatient second press and a slow network make one order: nothing
 * passes while an intention
 * has no outcome, nor within a pause after it, nor from a held key,
 * the later clicks of a double click or a button that has only just appeared.
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
 * 128 random bits as hex: the page's name for one intention; main never sends the same one twice.
 */
export function randomTicket(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
