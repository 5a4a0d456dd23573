const FOCUSABLE =
  'button:not([disabled], [tabindex="-1"]), input:not([disabled]), select:not([disabled]), [tabindex="0"]'

/** Returns the regions of the window in reading order: the bars and every group of the dock. */
function regionsOf(page: Document): readonly HTMLElement[] {
  const all = [...page.querySelectorAll<HTMLElement>('[data-region], .dv-groupview')].filter(
    (region) => region.offsetParent !== null,
  )
  const place = (region: HTMLElement): { readonly left: number; readonly top: number } =>
    region.getBoundingClientRect()
  return all.toSorted((a, b) => {
    const [first, second] = [place(a), place(b)]
    return first.top - second.top || first.left - second.left
  })
}

/**
 * Moves the focus to the next (or previous) region: to the content of its front panel, or to its
 * first control.
 */
export function cycleRegion(page: Document, by: 1 | -1): void {
  const regions = regionsOf(page)
  if (regions.length === 0) return
  const currentIndex = regions.findIndex((region) => region.contains(page.activeElement))
  for (let step = 1; step <= regions.length; step += 1) {
    const from = currentIndex < 0 && by < 0 ? 0 : currentIndex
    const region = regions[(from + by * step + regions.length * step) % regions.length]
    const content =
      region?.querySelector<HTMLElement>(`.dv-content-container :is(${FOCUSABLE})`) ??
      region?.querySelector<HTMLElement>(FOCUSABLE)
    if (content === null || content === undefined) continue
    content.focus()
    return
  }
}
