import type { PanelPart } from '../../stores/layout.js'

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
 * Moves the focus to the next (or previous) region: into its front panel, or to its first control.
 */
export function cycleRegion(page: Document, by: 1 | -1): void {
  const regions = regionsOf(page)
  if (regions.length === 0) return
  const currentIndex = regions.findIndex((region) => region.contains(page.activeElement))
  for (let step = 1; step <= regions.length; step += 1) {
    const from = currentIndex < 0 && by < 0 ? 0 : currentIndex
    const region = regions[(from + by * step + regions.length * step) % regions.length]
    if (region !== undefined && focusContent(region, [...CONTENT, FOCUSABLE])) return
  }
}

const CONTENT = [
  '.dv-content-container :is([role="grid"], [role="treegrid"])',
  '.dv-content-container [data-first-focus]',
  `.dv-content-container :is(${FOCUSABLE})`,
] as const
const EMPTY_PANEL = '.dv-content-container [data-panel]'
const AT_LAST = [...CONTENT, EMPTY_PANEL]
/** The frames in which a panel that was just opened may load; about two thirds of a second. */
const LOADING_FRAMES = 40

/**
 * Moves the focus into the front panel of a group, as soon as the panel shows a control: to the
 * `part`, else to its table or its first control, or to the panel itself until it has one. Does
 * nothing while `isCovered` returns true.
 */
export function focusPanel(
  group: HTMLElement,
  isCovered: () => boolean,
  part: PanelPart,
  frames = LOADING_FRAMES,
): void {
  const wanted = part === null ? CONTENT : [`.dv-content-container [data-part="${part}"]`]
  const selectors = frames === 0 ? [...wanted, ...AT_LAST] : wanted
  // A dialog that closes in this frame returns the focus to where it was; go after it.
  requestAnimationFrame(() => {
    if (isCovered()) return
    // The focus belongs to an open dialog, such as the question of a command about this panel.
    const isBehind = group.ownerDocument.querySelector('[role="dialog"][aria-modal]') !== null
    if (!isBehind && focusContent(group, selectors)) return
    if (frames > 0) focusPanel(group, isCovered, part, frames - 1)
  })
}

/**
 * Moves the focus into the panel in front of the active group, once it shows; does nothing when
 * something else has taken the focus by then.
 */
export function focusFrontPanel(page: Document, frames = LOADING_FRAMES): void {
  requestAnimationFrame(() => {
    if (page.activeElement !== page.body) return
    const group =
      page.querySelector<HTMLElement>('.dv-active-group') ??
      page.querySelector<HTMLElement>('.dv-groupview')
    const selectors = frames === 0 ? AT_LAST : CONTENT
    if (group !== null && focusContent(group, selectors)) return
    if (frames > 0) focusFrontPanel(page, frames - 1)
  })
}

/**
 * Focuses what the first selector with a match finds, and returns true. From a panel that is still
 * loading, the focus moves on to its content.
 */
function focusContent(region: HTMLElement, selectors: readonly string[]): boolean {
  for (const selector of selectors) {
    const found = [...region.querySelectorAll<HTMLElement>(selector)].find(
      (element) => element.offsetParent !== null,
    )
    if (found === undefined) continue
    found.focus()
    if (selector === EMPTY_PANEL) focusOnceLoaded(found)
    return true
  }
  return false
}

/** Moves the focus from a panel to its first content, unless it leaves the panel before. */
function focusOnceLoaded(panel: HTMLElement): void {
  const content = new MutationObserver(() => focusContent(panel, CONTENT))
  panel.addEventListener('focusout', () => content.disconnect(), { once: true })
  content.observe(panel, { childList: true, subtree: true })
}
