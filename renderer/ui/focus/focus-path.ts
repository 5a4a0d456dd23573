import type { Disposer } from '../../../shared/domain/brand.js'

/** An element that has or had the focus and everything around it, from the inside out. */
export type FocusPath = readonly HTMLElement[]

const CAN_HOLD_FOCUS =
  'button:not([disabled]), input:not([disabled]), select:not([disabled]), textarea:not([disabled]), [href], [tabindex]'

/** Where the focus was last; empty once the person took it away from every control. */
let last: FocusPath = []

const canHoldFocus = (element: HTMLElement): boolean =>
  element.isConnected && element.matches(CAN_HOLD_FOCUS)

function pathOf(page: Document): FocusPath {
  const path: HTMLElement[] = []
  let element = page.activeElement
  while (element instanceof HTMLElement && element !== page.body) {
    path.push(element)
    element = element.parentElement
  }
  return path
}

/** Returns where the focus is, or was before its button was off while a request runs. */
export function focusPath(page: Document): FocusPath {
  const now = pathOf(page)
  return now.length > 0 ? now : last
}

/**
 * Moves the focus to where it was; where that has vanished, to what contained it: the table of a
 * row, the panel of a table, the dialog of a field. Never to another control in its place. Returns
 * false when nothing of it is left.
 */
export function focusNearest(path: FocusPath): boolean {
  for (const element of path) {
    if (!canHoldFocus(element)) continue
    element.focus({ preventScroll: true })
    if (element.ownerDocument.activeElement === element) return true
  }
  return false
}

/**
 * Hands the focus on when the element that has it is removed, for example with the row of an order
 * that ends, so that the keyboard goes on from there. Calls `onNowhere` when everything around it
 * has vanished too, as with a strip that the person dismissed.
 */
export function handOnFocus(page: Document, onNowhere: () => void): Disposer {
  const onFocusIn = (): void => {
    last = pathOf(page)
  }
  // A press beside every control takes the focus away on purpose: its element could still have it.
  // A button that is off while its request runs could not, and may vanish with the answer.
  const onFocusOut = ({ target }: FocusEvent): void =>
    queueMicrotask(() => {
      const couldStay = target instanceof HTMLElement && canHoldFocus(target)
      if (couldStay && page.activeElement === page.body) last = []
    })
  const stopParking = parkFocus(page)
  const observer = new MutationObserver(() => {
    if (page.activeElement !== page.body || last[0]?.isConnected !== false) return
    const lost = last
    last = []
    if (!focusNearest(lost)) onNowhere()
  })
  observer.observe(page.body, { childList: true, subtree: true })
  page.addEventListener('focusin', onFocusIn)
  page.addEventListener('focusout', onFocusOut)
  return () => {
    stopParking()
    observer.disconnect()
    page.removeEventListener('focusin', onFocusIn)
    page.removeEventListener('focusout', onFocusOut)
  }
}

/**
 * Keeps the focus in a dialog while the button that has it is off, as during a request, and gives
 * it back when the button is on again and the person has not moved on.
 */
function parkFocus(page: Document): Disposer {
  let parked: { readonly element: HTMLElement; readonly box: HTMLElement } | null = null
  const observer = new MutationObserver(() => {
    // An element that is off has lost the focus to the body, at once or with the next paint.
    const focused = page.activeElement === page.body ? last[0] : page.activeElement
    if (parked !== null && canHoldFocus(parked.element)) {
      if (focused === parked.box) parked.element.focus({ preventScroll: true })
      parked = null
    } else if (focused instanceof HTMLElement && focused.matches(':disabled')) {
      const box = focused.closest<HTMLElement>('[role="dialog"]')
      if (box === null) return
      box.focus({ preventScroll: true })
      parked = { element: focused, box }
    }
  })
  observer.observe(page.body, { attributes: true, attributeFilter: ['disabled'], subtree: true })
  return () => observer.disconnect()
}
