import type { Disposer } from '../../../shared/domain/brand.js'
import { canHoldFocus, focusNearest, focusPath, type FocusPath } from './focus-path.js'

/**
 * Hands the focus on when the element that has it is removed, for example with the row of an order
 * that ends, so that the keyboard goes on from there.
 */
export function handOnFocus(page: Document): Disposer {
  let path: FocusPath = []
  const onFocusIn = (): void => {
    path = focusPath(page)
  }
  // A press beside every control takes the focus away on purpose: its element could still have it.
  // A button that is off while its request runs could not, and may vanish with the answer.
  const onFocusOut = ({ target }: FocusEvent): void =>
    queueMicrotask(() => {
      const couldStay = target instanceof HTMLElement && canHoldFocus(target)
      if (couldStay && page.activeElement === page.body) path = []
    })
  const observer = new MutationObserver(() => {
    if (page.activeElement !== page.body || path[0]?.isConnected !== false) return
    const lost = path
    path = []
    focusNearest(lost)
  })
  observer.observe(page.body, { childList: true, subtree: true })
  page.addEventListener('focusin', onFocusIn)
  page.addEventListener('focusout', onFocusOut)
  return () => {
    observer.disconnect()
    page.removeEventListener('focusin', onFocusIn)
    page.removeEventListener('focusout', onFocusOut)
  }
}
