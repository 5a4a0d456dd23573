import type { Page } from '@playwright/test'

/** The elements whose text must be readable in full: controls, headings, labels and values. */
const READABLE = [
  'button',
  'label',
  'legend',
  'th',
  'dt',
  'dd',
  'h1',
  'h2',
  'h3',
  'option',
  'kbd',
  '.dock-tab > span',
  '.grid-headcell',
  '.grid-headcell > *',
  '.grid-headcell button > span',
  '.field-label',
  '.segments > *',
  '.badge',
  '.side',
  '.menu-item > span',
  '.status-item',
  '.status-item > *',
  '.chrome-left > span',
  '.chrome-right > *',
].join(', ')

/** A live figure reaches this far into the padding of its cell (`.tick`), which cuts nothing. */
const TICK_PX = 4

/**
 * Returns the elements whose text is wider than its box, one line each. An element whose text may
 * end with an ellipsis counts too, except where the full text is always shown elsewhere.
 */
export const overflows = (page: Page): Promise<readonly string[]> =>
  page.evaluate(
    ([readable, tickPx]) => {
      const isVisible = (element: Element): boolean => {
        const { width, height } = element.getBoundingClientRect()
        return width > 1 && height > 1 && element.checkVisibility({ checkVisibilityCSS: true })
      }
      const excess = (element: Element): number =>
        element.clientWidth === 0 ? 0 : element.scrollWidth - element.clientWidth
      // A cell hides what is wider than it: a number that is cut off can be misread.
      const cut = [...document.querySelectorAll('.grid-row .grid-cell.num, .grid-row .badge')]
        .filter((element) => isVisible(element))
        .filter((element) => {
          const cell = element.closest('.grid-cell')?.getBoundingClientRect()
          const parts = [element, ...element.querySelectorAll('*')]
          return parts.some(
            (part) =>
              excess(part) > tickPx || part.getBoundingClientRect().right > (cell?.right ?? 0) + 1,
          )
        })
        .map((element) => `cut off in its cell: "${element.textContent}"`)
      // A select box cuts its choice off without scrolling: measure the text itself.
      const pen = document.createElement('canvas').getContext('2d')
      const choices = [...document.querySelectorAll('select')]
        .filter((element) => isVisible(element))
        .flatMap((element) => {
          const style = getComputedStyle(element)
          const chosen = element.selectedOptions[0]?.textContent ?? ''
          if (pen === null) return []
          pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`
          const widthPx =
            element.clientWidth -
            Number.parseFloat(style.paddingLeft) -
            Number.parseFloat(style.paddingRight)
          const excessPx = Math.round(pen.measureText(chosen).width - widthPx)
          return excessPx > 1 ? [`select "${chosen}" by ${excessPx} px`] : []
        })
      const wide = [...document.querySelectorAll(readable)]
        .filter((element) => isVisible(element) && excess(element) > 1)
        .filter((element) => !element.classList.contains('sr-only'))
        .map(
          (element) =>
            `${element.tagName.toLowerCase()}.${element.className} "${(element.textContent ?? '').slice(0, 50)}" by ${excess(element)} px`,
        )
      return [...cut, ...choices, ...wide]
    },
    [READABLE, TICK_PX] as const,
  )
