import type { KeyboardEvent } from 'react'

/** A button must have been on screen this long, in ms, before a press of it counts. */
export const SHOWN_MS = 350

/** A held Enter or Space would press the focused button repeatedly. */
export function ignoreHeldKey(event: KeyboardEvent): void {
  if (event.repeat) event.preventDefault()
}
