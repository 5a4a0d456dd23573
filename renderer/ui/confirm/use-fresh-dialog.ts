import { useRef, type RefObject } from 'react'
import { SHOWN_MS } from '../../stores/submit/submit-guard.js'

/**
 * Measures how long the dialog is open, and ignores a press beside it that was meant for the
 * ticket.
 */
export function useFreshDialog(main: RefObject<HTMLButtonElement | null>, onClose: () => void) {
  const openedAt = useRef(performance.now())
  const shownMs = (): number => performance.now() - openedAt.current
  // The second click of a double click on the ticket's button lands outside the dialog; do not
  // close for it.
  const pressOutside = (): void => {
    if (shownMs() >= SHOWN_MS) onClose()
    // That click moved the focus out of the dialog, where Escape and Tab no longer work; restore
    // it.
    else setTimeout(() => main.current?.focus())
  }
  return { shownMs, pressOutside }
}
