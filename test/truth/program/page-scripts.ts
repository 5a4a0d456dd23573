/**
 * Functions that run inside a page. Each is sent as text, so it uses nothing outside itself but the
 * document.
 */

/** An element by selector, and by the start of its text where the selector is not enough. */
export interface ElementQuery {
  readonly selector: string
  readonly text?: string
}

/** The rows of a table as they are painted, in the order of the table. */
export interface PaintedTable {
  readonly heads: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

/** Returns the center of the first visible match in page pixels; null when there is none. */
export function centerOf({ selector, text }: ElementQuery): { x: number; y: number } | null {
  const match = [...document.querySelectorAll(selector)].find(
    (element) =>
      element.getClientRects().length > 0 &&
      (text === undefined || (element.textContent ?? '').trim().startsWith(text)),
  )
  if (match === undefined) return null
  match.scrollIntoView({ block: 'nearest' })
  const { left, top, width, height } = match.getBoundingClientRect()
  return { x: Math.round(left + width / 2), y: Math.round(top + height / 2) }
}

/** Types into a field as an input method does; false when there is no such field. */
export function fillField({
  selector,
  value,
}: {
  readonly selector: string
  readonly value: string
}): boolean {
  const field = document.querySelector<HTMLInputElement | HTMLSelectElement>(selector)
  if (field === null) return false
  const prototype = field instanceof HTMLSelectElement ? HTMLSelectElement : HTMLInputElement
  field.focus()
  Object.getOwnPropertyDescriptor(prototype.prototype, 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
  field.dispatchEvent(new Event('change', { bubbles: true }))
  return true
}

/** Returns the text of the first match; null when there is none. */
export function textOf(selector: string): string | null {
  const found = document.querySelector<HTMLElement>(selector)
  return found === null ? null : found.innerText
}

/** What a reader wants to see of a panel. */
export interface PanelQuery {
  /** The name of its tab, which is also the name of its table. */
  readonly tab: string
  readonly panel: string
  /** The choice of its filter; absent where it has none. */
  readonly filter?: string
}

/** A panel as it is painted. */
export interface PaintedPanel {
  /** Null while there is no table. */
  readonly table: PaintedTable | null
  readonly text: string
}

/**
 * Opens panels one after the other and reads their tables to the end by scrolling, because only the
 * visible rows are in the document. One call, so that all are read within a short time.
 */
export async function readPanels(queries: readonly PanelQuery[]): Promise<readonly PaintedPanel[]> {
  const painted = (): Promise<void> =>
    new Promise((resolve) => {
      requestAnimationFrame(() => resolve())
      setTimeout(resolve, 60)
    })
  const wait = async (isDone: () => boolean): Promise<void> => {
    for (let turn = 0; turn < 60 && !isDone(); turn += 1) await painted()
  }
  const open = async ({ tab, panel, filter }: PanelQuery): Promise<HTMLElement | null> => {
    const find = (): HTMLElement | null => document.querySelector(`[data-panel=${panel}]`)
    if (find() === null) {
      const found = [...document.querySelectorAll<HTMLElement>('[role=tab]')].find((candidate) =>
        (candidate.textContent ?? '').trim().startsWith(tab),
      )
      for (const type of ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click']) {
        found?.dispatchEvent(new MouseEvent(type, { bubbles: true, cancelable: true }))
      }
      await wait(() => find() !== null)
    }
    const choice =
      filter === undefined
        ? null
        : find()?.querySelector<HTMLElement>(`[role=radio][data-value=${filter}]`)
    if (choice?.getAttribute('aria-checked') === 'false') {
      choice.click()
      await wait(() => choice.getAttribute('aria-checked') === 'true')
      await painted()
    }
    return find()
  }
  const readTable = async (grid: Element, scroll: HTMLElement): Promise<PaintedTable> => {
    const heads = [...grid.querySelectorAll('[role="columnheader"]')].map(
      (head) => head.textContent ?? '',
    )
    const rows = new Map<number, string[]>()
    const otherRows = new Set<number>()
    scroll.scrollTop = 0
    await painted()
    for (;;) {
      for (const row of grid.querySelectorAll('[role="row"][aria-rowindex]')) {
        const cells = [...row.querySelectorAll('[role="gridcell"]')]
        // The row of the headings has none.
        if (cells.length === 0) continue
        // A row above linked orders, or of a leg, is no order.
        if (row.matches('.order-combo, .order-leg')) {
          otherRows.add(Number(row.getAttribute('aria-rowindex')))
          continue
        }
        rows.set(
          Number(row.getAttribute('aria-rowindex')),
          cells.map((cell) => cell.textContent ?? ''),
        )
      }
      const isEnd = scroll.scrollTop + scroll.clientHeight >= scroll.scrollHeight - 1
      if (isEnd || rows.size + otherRows.size >= Number(grid.getAttribute('aria-rowcount')) - 1) {
        break
      }
      scroll.scrollTop += scroll.clientHeight
      await painted()
      await painted()
    }
    scroll.scrollTop = 0
    return { heads, rows: [...rows].toSorted(([a], [b]) => a - b).map(([, cells]) => cells) }
  }
  const panels: PaintedPanel[] = []
  for (const query of queries) {
    const panel = await open(query)
    const grid = panel?.querySelector(`[role$="grid"][aria-label="${query.tab}"]`)
    const scroll = grid?.parentElement
    panels.push({
      table: grid == null || scroll == null ? null : await readTable(grid, scroll),
      text: panel?.innerText ?? '',
    })
  }
  return panels
}

/** The answer of an operation, as the bridge returns it. */
export interface BridgeReply {
  readonly ok: boolean
  readonly value?: unknown
  readonly error?: { readonly code: string }
}

/** Calls an operation over the window's bridge, as its panels do. */
export async function callBridge([operation, input]: readonly [
  string,
  unknown,
]): Promise<BridgeReply> {
  const { countersign } = window as unknown as {
    countersign: { invoke(name: string, value: unknown): Promise<BridgeReply> }
  }
  return countersign.invoke(operation, input)
}

/** What the confirm window shows to a person. */
export interface ShownCard {
  readonly line: string
  readonly isArmed: boolean
  readonly hasApprove: boolean
  readonly hasClose: boolean
  readonly hold: string
}

/** Reads the card, after scrolling to its end as a reader does, and the boxes to tick. */
export async function readCard(): Promise<ShownCard> {
  for (const end of document.querySelectorAll('[data-end]')) {
    end.scrollIntoView()
    await new Promise((resolve) => {
      setTimeout(resolve, 30)
    })
  }
  const approve = document.querySelector('[data-testid="approve"]')
  return {
    line: document.querySelector('[data-testid="line"]')?.textContent ?? '',
    isArmed: approve?.getAttribute('data-armed') === 'true',
    hasApprove: approve !== null,
    hasClose: document.querySelector('[data-testid="close"]') !== null,
    hold: document.querySelector('[data-testid="hold"]')?.getAttribute('data-hold') ?? '',
  }
}
