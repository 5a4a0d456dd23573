import { ChevronDown, ChevronUp, Columns3, ListPlus, X, BellPlus } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { Symbol } from '../../../shared/domain/ids.js'
import {
  useActiveSymbol,
  useMainWindow,
  useFreshness,
  useSlice,
  useWatch,
} from '../../stores/context.js'
import { movedSymbol, withoutSymbols, withSymbol } from '../../stores/preferences.js'
import { selectSymbol } from '../../stores/selection.js'
import type { WindowText } from '../../../shared/messages/window-text.js'
import type { MenuGroup } from '../../ui/menus/menu-groups.js'
import { useText } from '../../language/window-text.js'
import { IconButton } from '../../ui/button.js'
import { useEvery } from '../../ui/every.js'
import { ChannelAge } from '../../ui/channel-age.js'
import { Empty, Skeleton } from '../../ui/states.js'
import { symbolInstrument } from '../../format/instrument-name.js'
import { symbolMenu } from '../../ui/menus/symbol-menu.js'
import { SymbolSearch } from '../../ui/symbol-search.js'
import { DataTable } from '../../ui/table/data-table.js'
import { isDetailColumn } from './detail-columns.js'
import { ListBar } from './list-bar.js'
import { useWatchlists, type ChosenList } from './use-watchlists.js'
import { nameWidth, watchColumns } from './watch-columns.js'
import type { WatchRow } from './watch-row.js'
import type { Price } from '../../../shared/domain/decimal.js'
import { symbolClass } from '../../../shared/domain/instruments/symbol-class.js'
import { formatSymbolPrice } from '../../format/product-price.js'
import { requestAlert } from '../../stores/alert-requests.js'
import type { MainWindow } from '../../stores/main-window.js'

/** How often a table sorted by a live value is sorted again: a long one takes longer to sort. */
const RESORT_MS = 2_000
const RESORT_LONG_MS = 10_000
const LONG = 500

/** The person's symbols with live quotes; a click shows one in every linked panel. */
export function WatchlistPanel() {
  const text = useText()
  const { preferences, quotes } = useMainWindow()
  const isLoaded = useSlice(preferences, (state) => state.value !== null)
  const freshness = useFreshness(quotes.rows)
  const lists = useWatchlists()
  const list = lists.symbols
  const changes = useListChanges(lists)
  const choosing = useState(false)
  useWatch(list)
  return (
    <div className="panel watchlist-panel">
      <div>
        <ListBar lists={lists} />
        <WatchBar
          list={list}
          stale={freshness === 'stale'}
          changes={changes}
          onColumns={() => choosing[1](true)}
        />
      </div>
      <div className="panel-body">
        {!isLoaded && <Skeleton rows={10} />}
        {isLoaded && list.length === 0 && (
          <Empty icon={ListPlus} title={text.watchlist.empty} hint={text.watchlist.emptyHint} />
        )}
        {isLoaded && list.length > 0 && (
          <WatchTable list={list} changes={changes} choosing={choosing} />
        )}
      </div>
    </div>
  )
}

/** The changes a person makes to the list; each is saved at once. */
interface ListChanges {
  readonly save: (next: readonly Symbol[]) => void
  readonly remove: (symbols: readonly Symbol[]) => void
  readonly move: (symbol: Symbol, by: -1 | 1) => void
}

function useListChanges({ symbols, save }: ChosenList): ListChanges {
  const latest = useRef({ symbols, save })
  latest.current = { symbols, save }
  return useMemo(() => {
    const current = (): readonly Symbol[] => latest.current.symbols
    const change = (next: readonly Symbol[]): void => latest.current.save(next)
    return {
      save: change,
      remove: (symbols) => change(withoutSymbols(current(), symbols)),
      move: (symbol, by) => change(movedSymbol(current(), symbol, by)),
    }
  }, [])
}

/** The search that adds a symbol, and the age of the quotes. */
function WatchBar({
  list,
  stale,
  changes,
  onColumns,
}: {
  readonly list: readonly Symbol[]
  readonly stale: boolean
  readonly changes: ListChanges
  readonly onColumns: () => void
}) {
  const text = useText()
  const { selection } = useMainWindow()
  return (
    <div className="panel-bar">
      <SymbolSearch
        label={text.watchlist.search}
        noteOf={(found) => (list.includes(found.symbol) ? text.watchlist.added : null)}
        onPick={(found) => {
          changes.save(withSymbol(list, found.symbol))
          selectSymbol(selection, found.symbol)
        }}
      />
      <ChannelAge channel="market" gap={stale} />
      <IconButton icon={Columns3} label={text.table.columns} onClick={onColumns} />
    </div>
  )
}

const NONE: readonly Symbol[] = []

/**
 * Returns a number that increases when the list is to be sorted again, because it is sorted by a
 * live value. Watches the details of the complete list while it is sorted by one of them.
 */
function useSortBeat(list: readonly Symbol[]): number {
  const { view, details } = useMainWindow()
  const sortedBy = useSlice(view, ({ tables }) => tables['watchlist']?.sort?.id ?? null)
  const watched = sortedBy !== null && isDetailColumn(sortedBy) ? list : NONE
  useEffect(() => details.watch(watched), [details, watched])
  const isLive = sortedBy !== null && sortedBy !== 'symbol'
  return useEvery(isLive ? (list.length > LONG ? RESORT_LONG_MS : RESORT_MS) : null)
}

/** Returns the entry that removes several symbols. */
const removeMenu = (
  rows: readonly WatchRow[],
  remove: ListChanges['remove'],
  { watchlist: text }: WindowText,
): MenuGroup => [
  {
    id: 'remove',
    label: text.removeSeveral(rows.length),
    icon: X,
    keys: 'Delete',
    run: () => remove(rows.map(({ symbol }) => symbol)),
  },
]

function WatchTable({
  list,
  changes: { remove, move },
  choosing,
}: {
  readonly list: readonly Symbol[]
  readonly changes: ListChanges
  readonly choosing: readonly [boolean, (open: boolean) => void]
}) {
  const text = useText()
  const mainWindow = useMainWindow()
  const { selection, quotes, details } = mainWindow
  const beat = useSortBeat(list)
  const active = useActiveSymbol()
  const symbolWidth = useMemo(() => nameWidth(list), [list])
  const columns = useMemo(
    () =>
      watchColumns({
        quoteOf: (symbol) => quotes.rows.get(symbol),
        detailsOf: (symbol) => details.rows.get(symbol),
        actions: { move, remove: (symbol) => remove([symbol]) },
        text,
        symbolWidth,
      }),
    [quotes, details, move, remove, text, symbolWidth],
  )
  // `beat` is a dependency on purpose: a sort by a live value must be recomputed at intervals.
  const rows = useMemo(() => {
    void beat
    return list.map((symbol): WatchRow => ({ symbol }))
  }, [list, beat])
  return (
    <DataTable
      table="watchlist"
      choosing={choosing}
      label={text.tables.watchlist}
      columns={columns}
      rows={rows}
      keyOf={(row) => row.symbol}
      current={(row) => row.symbol === active}
      onOpen={(row) => selectSymbol(selection, row.symbol)}
      onDelete={(chosen) => remove(chosen.map(({ symbol }) => symbol))}
      onMove={(row, by) => move(row.symbol, by)}
      menuOfSeveral={(chosen) => [removeMenu(chosen, remove, text)]}
      menu={({ symbol }) => [
        symbolMenu(mainWindow, symbolInstrument(symbol), text),
        alertMenu(mainWindow, symbol, text, mainWindow.quotes.rows.get(symbol)?.last ?? null),
        [
          {
            id: 'up',
            label: text.watchlist.moveUp,
            icon: ChevronUp,
            keys: 'Alt ↑',
            run: () => move(symbol, -1),
          },
          {
            id: 'down',
            label: text.watchlist.moveDown,
            icon: ChevronDown,
            keys: 'Alt ↓',
            run: () => move(symbol, 1),
          },
          {
            id: 'remove',
            label: text.watchlist.remove,
            icon: X,
            keys: 'Delete',
            run: () => remove([symbol]),
          },
        ],
      ]}
    />
  )
}

/** Returns the entry that opens the form of a new alert, at a price where there is one. */
const alertMenu = (
  mainWindow: Pick<MainWindow, 'alertRequests' | 'layout'>,
  symbol: Symbol,
  { alerts: text }: WindowText,
  price: Price | null = null,
): MenuGroup => [
  {
    id: 'alert',
    label: price === null ? text.here : text.hereAt(formatSymbolPrice(price, symbol)),
    icon: BellPlus,
    run: () => requestAlert(mainWindow, { assetClass: symbolClass(symbol), symbol }, price),
  },
]
