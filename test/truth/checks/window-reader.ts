import { text } from '../../../shared/messages/en/window/index.js'
import {
  readPanels,
  type PaintedPanel,
  type PaintedTable,
  type PanelQuery,
} from '../program/page-scripts.js'
import type { Program } from '../program/program.js'
import {
  paintedOrders,
  paintedPositions,
  plainNumber,
  type PaintedOrder,
  type PaintedPosition,
} from './painted.js'

const POSITIONS: PanelQuery = { tab: text.tables.positions, panel: 'positions' }
const ACCOUNT: PanelQuery = { tab: 'Account', panel: 'account' }
const ordersQuery = (filter: 'working' | 'all'): PanelQuery => ({
  tab: text.tables.orders,
  panel: 'orders',
  filter,
})
/** What stands in place of an empty table. */
const NO_ORDERS = [text.orders.empty, text.orders.emptyWorking] as const
const NO_POSITIONS = [text.positions.empty] as const
const NO_ROWS: PaintedTable = { heads: [], rows: [] }
const READ_LIMIT_MS = 20_000

/** Working orders and positions, read within one call. */
export interface PaintedState {
  readonly orders: readonly PaintedOrder[]
  readonly positions: readonly PaintedPosition[]
}

/** Reads the main window: panel by panel, row by row. */
export class WindowReader {
  readonly #program: Program

  constructor(program: Program) {
    this.#program = program
  }

  /** Returns working orders and positions; null while a table is not shown. */
  async state(): Promise<PaintedState | null> {
    const [first, second] = await this.#read([ordersQuery('working'), POSITIONS])
    const orders = ordersOf(first)
    const positions = positionsOf(second)
    return orders === null || positions === null ? null : { orders, positions }
  }

  /** Returns every order; null while the table is not shown. */
  async allOrders(): Promise<readonly PaintedOrder[] | null> {
    const [panel] = await this.#read([ordersQuery('all')])
    return ordersOf(panel)
  }

  /** Returns positions and cash of the selected account; null while one is not shown. */
  async account(): Promise<{
    readonly positions: readonly PaintedPosition[] | null
    readonly cash: string | null
  }> {
    const [first, second] = await this.#read([POSITIONS, ACCOUNT])
    return { positions: positionsOf(first), cash: cashOf(second) }
  }

  #read(queries: readonly PanelQuery[]): Promise<readonly PaintedPanel[]> {
    return this.#program.inPage('main', readPanels, queries, READ_LIMIT_MS)
  }
}

/** Returns the table of a panel, without rows where the panel says so; null while it loads. */
function tableOf(panel: PaintedPanel | undefined, empty: readonly string[]): PaintedTable | null {
  if (panel === undefined) return null
  return panel.table ?? (empty.some((message) => panel.text.includes(message)) ? NO_ROWS : null)
}

function ordersOf(panel: PaintedPanel | undefined): readonly PaintedOrder[] | null {
  const table = tableOf(panel, NO_ORDERS)
  return table === null ? null : table.rows.length === 0 ? [] : paintedOrders(table)
}

function positionsOf(panel: PaintedPanel | undefined): readonly PaintedPosition[] | null {
  const table = tableOf(panel, NO_POSITIONS)
  return table === null ? null : table.rows.length === 0 ? [] : paintedPositions(table)
}

/** Returns the cash among the figures of the account, which begin with its net liquidation. */
function cashOf(panel: PaintedPanel | undefined): string | null {
  const lines = (panel?.text ?? '').split('\n').map((line) => line.trim())
  const { netLiquidation, totalCash } = text.account.fields
  const start = lines.indexOf(netLiquidation)
  const label = lines.indexOf(totalCash, start)
  const shown = lines.slice(label + 1).find((line) => line !== '')
  return start < 0 || label < 0 || shown === undefined ? null : plainNumber(shown)
}
