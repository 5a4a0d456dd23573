/** What the machine reads of a key event. `timeStamp` in ms on the page's clock. */
export interface KeyInput {
  readonly isTrusted: boolean
  readonly timeStamp: number
  readonly key: string
  readonly repeat: boolean
}

/** What it reads of a mouse event. `detail` is the system's count of clicks in quick succession. */
export interface PointerInput {
  readonly isTrusted: boolean
  readonly timeStamp: number
  readonly button: number
  readonly detail: number
}

/** What the press would say yes to, at the moment of the event. */
export interface PressTarget {
  readonly armed: boolean
  /**
   * Changes whenever anything that is shown changes: a press that began on one token never counts
   * for another.
   */
  readonly token: string
  /** When this token was first painted, in ms on the page's clock. */
  readonly shownAt: number
}

/** Two presses of a mouse within this time are one double-click, wherever the first one fell. */
export const DOUBLE_CLICK_MS = 500

export interface Press {
  /** Every press of the mouse anywhere on the page, told before the button's own. */
  anyPointerDown(timeStamp: number): void
  pointerDown(input: PointerInput, target: PressTarget): void
  /** True when a whole, deliberate press ended here. */
  pointerUp(input: PointerInput, target: PressTarget): boolean
  keyDown(input: KeyInput, target: PressTarget): void
  keyUp(input: KeyInput, target: PressTarget): boolean
  /** Focus lost, pointer let go elsewhere, card changed. */
  cancel(): void
}

/**
 * CONFIRM-14 and CONFIRM-15: approving takes a whole press, begun on the armed button after what it approves
 * was shown, and ended there while it
 * still is. Enter, key repeat, a held key, the second click of a double-click and made-up events
 * never count.
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
      // A repeat neither begins a press nor ends one that was begun rightly: the key is simply
      // still down.
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
 * How long after a card was first painted no input is taken for it, not even a refusal: it was
 * meant for what stood there before.
 */
export const SETTLE_MS = 400

/**
 * True for input that can be meant for a card: made by a person, not a repeat, and begun after they
 * could see it (CONFIRM-15).
 */
export const isMeant = (
  input: { readonly isTrusted: boolean; readonly timeStamp: number },
  shownAt: number,
): boolean => input.isTrusted && input.timeStamp >= shownAt + SETTLE_MS
