/** The parts of a key event that are read. `timeStamp` is in ms on the page's clock. */
export interface KeyInput {
  readonly isTrusted: boolean
  readonly timeStamp: number
  readonly key: string
  readonly repeat: boolean
}

/**
 * The parts of a mouse event that are read. `detail` is the system's count of clicks in quick
 * succession.
 */
export interface PointerInput {
  readonly isTrusted: boolean
  readonly timeStamp: number
  readonly button: number
  readonly detail: number
}

/** The content that a press would approve, at the moment of the event. */
export interface PressTarget {
  readonly armed: boolean
  /**
   * Changes whenever shown content changes; a press that began on one token never counts for
   * another.
   */
  readonly token: string
  /** When this token was first painted, in ms on the page's clock. */
  readonly shownAt: number
}

/** Two mouse presses within this time are a double click, wherever the first one was. */
export const DOUBLE_CLICK_MS = 500

export interface Press {
  /** Records every mouse press anywhere on the page; called before `pointerDown`. */
  anyPointerDown(timeStamp: number): void
  pointerDown(input: PointerInput, target: PressTarget): void
  /** Returns true when a complete, deliberate press ended here. */
  pointerUp(input: PointerInput, target: PressTarget): boolean
  keyDown(input: KeyInput, target: PressTarget): void
  keyUp(input: KeyInput, target: PressTarget): boolean
  /** Cancels the press: focus lost, pointer released elsewhere, or card changed. */
  cancel(): void
}

/**
 * CONFIRM-14 and CONFIRM-15: approving takes a complete press that begins on the armed button after
 * its content was painted, and ends there while that content is still shown. Enter, key repeat, a
 * held key, the second click of a double click and synthetic events never count.
 */
export function createPress(): Press {
  let began: { readonly by: 'key' | 'pointer'; readonly token: string } | null = null
  let downs: { readonly before: number; readonly last: number } = {
    before: Number.NEGATIVE_INFINITY,
    last: Number.NEGATIVE_INFINITY,
  }

  const begin = (
    by: 'key' | 'pointer',
    input: { readonly isTrusted: boolean; readonly timeStamp: number },
    target: PressTarget,
  ): void => {
    began =
      input.isTrusted && target.armed && input.timeStamp > target.shownAt
        ? { by, token: target.token }
        : null
  }
  const end = (by: 'key' | 'pointer', trusted: boolean, target: PressTarget): boolean => {
    const completed =
      began !== null && began.by === by && began.token === target.token && trusted && target.armed
    began = null
    return completed
  }
  return {
    anyPointerDown(timeStamp) {
      downs = { before: downs.last, last: timeStamp }
    },
    pointerDown(input, target) {
      began = null
      if (
        input.button !== 0 ||
        input.detail > 1 ||
        input.timeStamp - downs.before < DOUBLE_CLICK_MS
      ) {
        return
      }
      begin('pointer', input, target)
    },
    pointerUp: (input, target) => input.button === 0 && end('pointer', input.isTrusted, target),
    keyDown(input, target) {
      // A repeat neither starts a press nor cancels a valid one: the key is still down.
      if (input.key === ' ' && input.repeat && began?.by === 'key') return
      began = null
      if (input.key === ' ' && !input.repeat) begin('key', input, target)
    },
    keyUp: (input, target) => input.key === ' ' && end('key', input.isTrusted, target),
    cancel() {
      began = null
    },
  }
}

/**
 * No input counts for a card until this long after its first paint, not even a refusal: it was
 * meant for the content shown before.
 */
export const SETTLE_MS = 400

/**
 * Returns true for input that can be meant for a card: made by a person, and begun at least
 * `SETTLE_MS` after the card was painted (CONFIRM-15).
 */
export const isMeant = (
  input: { readonly isTrusted: boolean; readonly timeStamp: number },
  shownAt: number,
): boolean => input.isTrusted && input.timeStamp >= shownAt + SETTLE_MS
