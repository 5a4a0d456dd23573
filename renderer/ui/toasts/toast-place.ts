/** The left and right edges of something in the window, in px. */
export interface Span {
  readonly left: number
  readonly right: number
}

/** The width of a toast and its distance from what is beside it, in px; as in the style sheet. */
const TOAST_PX = 296
const GAP_PX = 12

/**
 * Returns the left edge of the toasts, in px: the first place from the left that covers no prices.
 * Null when prices fill the window.
 */
export function toastLeft(windowWidth: number, prices: readonly Span[]): number | null {
  const isFree = (left: number): boolean =>
    left >= 0 &&
    left + TOAST_PX <= windowWidth &&
    prices.every((span) => span.right <= left || span.left >= left + TOAST_PX)
  const lefts = [GAP_PX, ...prices.map(({ right }) => right + GAP_PX)]
  return lefts.toSorted((a, b) => a - b).find(isFree) ?? null
}

/** Where the toasts begin when nothing is in their way, in px. */
export const DEFAULT_LEFT = GAP_PX
