/** The focused element and everything around it, from the inside out. */
export type FocusPath = readonly HTMLElement[]

const CAN_HOLD_FOCUS =
  'button:not([disabled]), input:not([disabled]), select:not([disabled]), textarea:not([disabled]), [href], [tabindex]'

/** True for an element of the page that is made to have the focus and is not disabled. */
export const canHoldFocus = (element: HTMLElement): boolean =>
  element.isConnected && element.matches(CAN_HOLD_FOCUS)

/** Returns where the focus is; empty while nothing has it. */
export function focusPath(page: Document): FocusPath {
  const path: HTMLElement[] = []
  let element = page.activeElement
  while (element instanceof HTMLElement && element !== page.body) {
    path.push(element)
    element = element.parentElement
  }
  return path
}

/**
 * Moves the focus to where it was; where that has vanished, to what contained it: the table of a
 * row, the panel of a table, the dialog of a field. Never to another control in its place.
 */
export function focusNearest(path: FocusPath): void {
  for (const element of path) {
    if (!canHoldFocus(element)) continue
    element.focus({ preventScroll: true })
    if (element.ownerDocument.activeElement === element) return
  }
}
