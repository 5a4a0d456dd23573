import type { KeyboardEvent } from 'react'

/** A held Enter or Space would press the focused button repeatedly. */
export function ignoreHeldKey(event: KeyboardEvent): void {
  if (event.repeat) event.preventDefault()
}
