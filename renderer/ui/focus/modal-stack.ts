import type { Disposer } from '../../../shared/domain/brand.js'

/** Marks the element with everything that a dialog stands in front of. */
export const BEHIND_DIALOGS = { 'data-behind-dialogs': '' } as const

/** The open dialogs, from the first to the one in front. */
const dialogs: HTMLElement[] = []

/**
 * Makes the page and the other dialogs inert while a dialog is open: neither the pointer, Tab, a
 * search in the page nor a screen reader reaches them. Toasts stay reachable. The disposer returns
 * them before the focus goes back.
 */
export function openModal(dialog: HTMLElement): Disposer {
  dialogs.push(dialog)
  update(dialog.ownerDocument)
  return () => {
    const index = dialogs.indexOf(dialog)
    if (index >= 0) dialogs.splice(index, 1)
    update(dialog.ownerDocument)
  }
}

function update(page: Document): void {
  const behind = page.querySelector<HTMLElement>('[data-behind-dialogs]')
  if (behind !== null) behind.inert = dialogs.length > 0
  for (const dialog of dialogs) dialog.inert = dialog !== dialogs.at(-1)
}
