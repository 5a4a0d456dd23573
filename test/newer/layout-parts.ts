import type { Page } from '@playwright/test'

/** A named part of a panel: a control, a heading or a column, with its place in the panel. */
export interface LayoutPart {
  /** Its kind and its name, with digits as `#`, and its number among those of the same name. */
  readonly name: string
  readonly box: readonly [x: number, y: number, width: number, height: number]
}

/** What a panel is made of. */
export interface PanelLayout {
  readonly box: readonly [x: number, y: number, width: number, height: number]
  readonly parts: readonly LayoutPart[]
  /** The characters of the text in it, where one runtime could show nothing. */
  readonly textLength: number
}

/** Reads the layout of a shown panel. Rows of tables are left out: their content is live. */
export const layoutOf = (page: Page, panel: string): Promise<PanelLayout> =>
  page.evaluate((id) => {
    const element = document.querySelector(`[data-panel="${id}"]`)
    if (element === null) throw new Error(`The panel ${id} is not shown.`)
    const origin = element.getBoundingClientRect()
    const counts = new Map<string, number>()
    const parts = [
      ...element.querySelectorAll(
        'button, input, select, textarea, legend, label, h2, h3, dt, [role="columnheader"]',
      ),
    ]
      .filter((part) => part.closest('[role="row"]:not(.grid-head), [role="option"]') === null)
      .filter((part) => part.checkVisibility({ checkVisibilityCSS: true }))
      .map((part) => ({
        part,
        label: part.getAttribute('aria-label') ?? part.textContent.trim(),
      }))
      // A part without a word is a live figure.
      .filter(({ label }) => /[a-z]/i.test(label))
      .map(({ part, label }) => {
        const key = `${part.tagName.toLowerCase()} ${label.replaceAll(/\d/g, '#').slice(0, 60)}`
        const count = (counts.get(key) ?? 0) + 1
        counts.set(key, count)
        const { x, y, width, height } = part.getBoundingClientRect()
        const box = [x - origin.x, y - origin.y, width, height].map(Math.round)
        return { name: `${key} (${count})`, box: box as unknown as LayoutPart['box'] }
      })
    const { x, y, width, height } = origin
    return {
      box: [x, y, width, height].map(Math.round) as unknown as PanelLayout['box'],
      parts,
      textLength: element.textContent.trim().length,
    }
  }, panel)

/** How far two runtimes may place a part apart, in px: they round text differently. */
const TOLERANCE_PX = 3

/** Lists what differs between the layouts of a panel on two runtimes, one line per part. */
export function layoutDifferences(older: PanelLayout, newer: PanelLayout): readonly string[] {
  const isApart = (box: readonly number[], other: readonly number[]): boolean =>
    box.some((value, index) => Math.abs(value - (other[index] ?? 0)) > TOLERANCE_PX)
  const others = new Map(newer.parts.map(({ name, box }) => [name, box]))
  const names = new Set(older.parts.map(({ name }) => name))
  return [
    ...(isApart(older.box, newer.box) ? [`panel: ${older.box} and ${newer.box}`] : []),
    ...older.parts.flatMap(({ name, box }) => {
      const other = others.get(name)
      if (other === undefined) return [`only older: ${name}`]
      return isApart(box, other) ? [`${name}: ${box} and ${other}`] : []
    }),
    ...newer.parts.filter(({ name }) => !names.has(name)).map(({ name }) => `only newer: ${name}`),
  ]
}
