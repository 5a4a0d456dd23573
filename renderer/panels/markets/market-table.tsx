import { useCallback, useMemo } from 'react'
import type { Price } from '../../../shared/domain/decimal.js'
import type { Symbol } from '../../../shared/domain/ids.js'
import { otherSide, type EventOutcome } from '../../../shared/domain/instruments/event-contract.js'
import type { AssetClass } from '../../../shared/domain/instruments/instrument.js'
import { symbolInstrument } from '../../format/instrument-name.js'
import { describeError } from '../../language/error-message.js'
import { usePanelText } from '../../language/panel-text.js'
import { useActiveSymbol, useMainWindow, useWatch } from '../../stores/context.js'
import { openPanel } from '../../stores/layout.js'
import { prefillTicket, selectSymbol } from '../../stores/selection.js'
import type { TableId } from '../../stores/table-views.js'
import { Button } from '../../ui/button.js'
import { symbolMenu, watchMenu } from '../../ui/menus/symbol-menu.js'
import { Empty, Skeleton } from '../../ui/states.js'
import type { Column } from '../../ui/table/column.js'
import { DataTable } from '../../ui/table/data-table.js'
import type { Listed } from './use-listed.js'

export interface MarketTableProps<T> {
  readonly table: TableId
  readonly label: string
  readonly columns: readonly Column<T>[]
  readonly listed: Listed<T>
  readonly choosing: readonly [boolean, (open: boolean) => void]
  /** False for a list without prices, whose rows are not watched. */
  readonly isQuoted?: boolean
}

/** What every row of a market has. */
interface MarketRow {
  readonly symbol: Symbol
  readonly assetClass: AssetClass
}

/**
 * The instruments of a market with live prices. Enter or a click shows one in the linked panels; on
 * a bid or an ask it fills in the ticket.
 */
export function MarketTable<T extends MarketRow>(props: MarketTableProps<T>) {
  const { table, label, columns, listed, choosing, isQuoted = true } = props
  const text = usePanelText()
  const mainWindow = useMainWindow()
  const active = useActiveSymbol()
  const rows = listed.phase === 'ready' ? listed.items : NONE
  useWatch(useMemo(() => (isQuoted ? rows.map(({ symbol }) => symbol) : []), [isQuoted, rows]))
  const press = usePress()
  if (listed.phase === 'loading') return <Skeleton rows={8} />
  if (listed.phase === 'failed') {
    const { title, detail } = describeError(listed.error)
    return (
      <Empty title={text.markets.failed} hint={detail ?? title}>
        <Button onClick={listed.reload}>{text.states.retry}</Button>
      </Empty>
    )
  }
  if (rows.length === 0) return <Empty title={text.markets.none} hint={text.markets.noneHint} />
  return (
    <DataTable<string, T>
      table={table}
      label={label}
      columns={columns}
      rows={rows as readonly T[]}
      keyOf={(row) => row.symbol}
      choosing={choosing}
      current={(row) => row.symbol === active}
      onOpen={(row) => selectSymbol(mainWindow.selection, row.symbol)}
      onOpenCell={press}
      menu={(row) => [
        symbolMenu(mainWindow, symbolInstrument(row.symbol, row.assetClass), text),
        watchMenu(mainWindow, row.symbol, text),
      ]}
    />
  )
}
const NONE: readonly never[] = []

/** The columns whose press makes an order: its side, and the outcome of an event market. */
const ORDERS: Readonly<
  Record<string, { readonly side: 'buy' | 'sell'; readonly outcome?: EventOutcome }>
> = {
  bid: { side: 'sell' },
  ask: { side: 'buy' },
  'yes-bid': { side: 'sell', outcome: 'yes' },
  'yes-ask': { side: 'buy', outcome: 'yes' },
  'no-bid': { side: 'sell', outcome: 'no' },
  'no-ask': { side: 'buy', outcome: 'no' },
}

/** Returns what a press on a cell does. */
function usePress(): (row: MarketRow, column: string) => void {
  const { selection, layout, quotes } = useMainWindow()
  return useCallback(
    ({ symbol }, column) => {
      const order = ORDERS[column]
      if (order === undefined) return selectSymbol(selection, symbol)
      const quote = quotes.rows.get(symbol)
      // A quote has the prices of "yes"; an offer of "yes" is a bid for "no".
      const isNo = order.outcome === 'no'
      const yes: Price | null = quote?.[(order.side === 'buy') !== isNo ? 'ask' : 'bid'] ?? null
      const price = yes !== null && isNo ? otherSide(yes) : yes
      prefillTicket(selection, {
        symbol,
        ...order,
        ...(price === null ? {} : { limitPrice: price }),
      })
      openPanel(layout, 'ticket')
    },
    [selection, layout, quotes],
  )
}
