import { text } from '../../../shared/messages/window/en/index.js'
import { until } from '../../harness/system/until.js'
import { readTable, textOf, type PaintedTable } from '../program/page-scripts.js'
import type { Program } from '../program/program.js'
import {
  paintedOrders,
  paintedPositions,
  plainNumber,
  type PaintedOrder,
  type PaintedPosition,
} from './painted.js'

type Tab = 'Positions' | 'Orders' | 'Account'
/** What stands in place of an empty table. */
const EMPTY: Readonly<Record<'Positions' | 'Orders', readonly string[]>> = {
  Positions: [text.positions.empty],
  Orders: [text.orders.empty, text.orders.emptyWorking],
}
const PANELS = { Positions: 'positions', Orders: 'orders', Account: 'account' } as const
const NO_ROWS: PaintedTable = { heads: [], rows: [] }

/** Reads the main window as a person does: tab by tab, row by row. */
export class WindowReader {
  readonly #program: Program

  constructor(program: Program) {
    this.#program = program
  }

  /** Returns the orders that the table paints; null while it is not shown. */
  async orders(filter: 'working' | 'all'): Promise<readonly PaintedOrder[] | null> {
    await this.#open('Orders')
    await this.#choose(`[data-panel=orders] [role=radio][data-value=${filter}]`)
    const table = await this.#table('Orders')
    return table === null ? null : table.rows.length === 0 ? [] : paintedOrders(table)
  }

  /** Returns the positions of the selected account; null while they are not shown. */
  async positions(): Promise<readonly PaintedPosition[] | null> {
    await this.#open('Positions')
    const table = await this.#table('Positions')
    return table === null ? null : table.rows.length === 0 ? [] : paintedPositions(table)
  }

  /** Returns the cash of the selected account; null while it is not shown. */
  async cash(): Promise<string | null> {
    await this.#open('Account')
    const facts = await this.#program.inPage('main', textOf, '[data-panel=account] .facts')
    const lines = (facts ?? '').split('\n').map((line) => line.trim())
    const label = lines.findIndex(
      (line) => line.toLowerCase() === text.account.fields.totalCash.toLowerCase(),
    )
    const shown = lines.slice(label + 1).find((line) => line !== '')
    return label < 0 || shown === undefined ? null : plainNumber(shown)
  }

  /** Loads the older orders of the selected account. */
  async loadHistory(): Promise<void> {
    await this.#open('Orders')
    await this.#program.click('main', {
      selector: '[data-panel=orders] button',
      text: text.orders.loadMore,
    })
  }

  async #choose(selector: string): Promise<void> {
    const checked = `${selector}[aria-checked=true]`
    if ((await this.#program.inPage('main', textOf, checked)) !== null) return
    await this.#program.click('main', { selector })
    await until(
      'the filter changes',
      async () => (await this.#program.inPage('main', textOf, checked)) !== null,
      { ms: 5_000 },
    )
  }

  async #open(tab: Tab): Promise<void> {
    const panel = `[data-panel=${PANELS[tab]}]`
    const isOpen = async (): Promise<boolean> =>
      (await this.#program.inPage('main', textOf, panel)) !== null
    if (await isOpen()) return
    await this.#program.click('main', { selector: '[role=tab]', text: tab })
    await until(`the tab ${tab} opens`, isOpen, { ms: 5_000 })
  }

  async #table(tab: 'Positions' | 'Orders'): Promise<PaintedTable | null> {
    const table = await this.#program.inPage('main', readTable, tab)
    if (table !== null) return table
    const shown = (await this.#program.inPage('main', textOf, `[data-panel=${PANELS[tab]}]`)) ?? ''
    return EMPTY[tab].some((message) => shown.includes(message)) ? NO_ROWS : null
  }
}
