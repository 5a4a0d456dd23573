import { Columns3, ListPlus } from 'lucide-react'
import { useCallback, useMemo, useState } from 'react'
import { cmp } from '../../../shared/domain/decimal.js'
import type { Symbol } from '../../../shared/domain/ids.js'
import {
  useActiveSymbol,
  useMainWindow,
  useFreshness,
  useSlice,
  useWatch,
} from '../../stores/context.js'
import {
  movedSymbol,
  setPreferences,
  watchlistOf,
  withoutSymbol,
  withSymbol,
} from '../../stores/preferences.js'
import { selectSymbol } from '../../stores/selection.js'
import { toast } from '../../stores/toasts.js'
import { setView } from '../../stores/view-state.js'
import { text } from '../../text/en.js'
import { IconButton } from '../../ui/button.js'
import { useEvery } from '../../ui/every.js'
import { QuoteCell } from '../../ui/live-cell.js'
import { ChannelAge } from '../../ui/channel-age.js'
import { Empty, Skeleton } from '../../ui/states.js'
import { SymbolSearch } from '../../ui/symbol-search.js'
import type { Column } from '../../ui/table/column.js'
import { DataTable } from '../../ui/table/data-table.js'
import { ColumnChoice } from './column-choice.js'
import { WATCH_FIELDS, type WatchField } from './fields.js'
import { WatchRowActions } from './row-actions.js'

interface WatchRow {
  readonly symbol: Symbol
}

const MAX_SYMBOLS = 200
const RESORT_MS = 2_000

/** The person's symbols with live quotes; a click shows one in every linked panel. */
export function WatchlistPanel() {
  const mainWindow = useMainWindow()
  const { preferences, invoke, selection, quotes } = mainWindow
  const list = useSlice(preferences, watchlistOf)
  const known = useSlice(preferences, (state) => state.value !== null)
  const active = useActiveSymbol()
  const fields = useSlice(mainWindow.view, (state) => state.watchlistColumns)
  const freshness = useFreshness(quotes.rows)
  const [choosing, setChoosing] = useState(false)
  const beat = useEvery(RESORT_MS)
  useWatch(list)

  const save = useCallback(
    (next: readonly Symbol[]) => {
      if (next.length > MAX_SYMBOLS) {
        return void toast(mainWindow.toasts, 'warn', text.watchlist.full)
      }
      void setPreferences(preferences, invoke, { watchlist: [...next] })
    },
    [mainWindow.toasts, preferences, invoke],
  )
  const remove = useCallback(
    (symbol: Symbol) => save(withoutSymbol(watchlistOf(preferences.getState()), symbol)),
    [save, preferences],
  )
  const move = useCallback(
    (symbol: Symbol, by: -1 | 1) =>
      save(movedSymbol(watchlistOf(preferences.getState()), symbol, by)),
    [save, preferences],
  )

  const columns = useMemo((): Column<WatchRow>[] => {
    const read = (row: WatchRow, field: WatchField) => {
      const quote = quotes.rows.get(row.symbol)
      return quote === undefined ? null : field.read(quote)
    }
    const compare =
      (field: WatchField) =>
      (a: WatchRow, b: WatchRow): number => {
        const [left, right] = [read(a, field), read(b, field)]
        return left === null || right === null
          ? Number(left !== null) - Number(right !== null)
          : cmp(left, right)
      }
    return [
      {
        id: 'symbol',
        head: text.watchlist.heads.symbol,
        width: 58,
        grow: 1,
        compare: (a, b) => a.symbol.localeCompare(b.symbol),
        cell: (row) => <span className="symbol">{row.symbol}</span>,
      },
      ...WATCH_FIELDS.filter((field) => fields.includes(field.id)).map(
        (field): Column<WatchRow> => ({
          id: field.id,
          head: field.head,
          number: true,
          width: field.width,
          grow: 0.6,
          ...(field.yields === undefined ? {} : { yields: field.yields }),
          compare: compare(field),
          cell: (row) => <QuoteCell symbol={row.symbol} field={field} />,
        }),
      ),
      {
        id: 'actions',
        head: '',
        headLabel: text.positions.heads.actions,
        width: 64,
        overlay: true,
        cell: (row) => <WatchRowActions symbol={row.symbol} onMove={move} onRemove={remove} />,
      },
    ]
  }, [fields, quotes, move, remove])
  // `beat` is a dependency on purpose: a sort by a live value must be recomputed at intervals.
  const rows = useMemo(() => {
    void beat
    return list.map((symbol): WatchRow => ({ symbol }))
  }, [list, beat])

  return (
    <div className="panel">
      <div className="panel-bar">
        <SymbolSearch
          label={text.watchlist.search}
          noteOf={(found) => (list.includes(found.symbol) ? text.watchlist.added : null)}
          onPick={(found) => {
            save(withSymbol(list, found.symbol))
            selectSymbol(selection, found.symbol)
          }}
        />
        <ChannelAge channel="market" gap={freshness === 'stale'} />
        <div className="anchor">
          <IconButton
            icon={Columns3}
            label={text.watchlist.columns}
            aria-expanded={choosing}
            onClick={() => setChoosing(!choosing)}
          />
          {choosing && (
            <ColumnChoice
              chosen={fields}
              onChoose={(next) => setView(mainWindow.view, { watchlistColumns: next })}
              onClose={() => setChoosing(false)}
            />
          )}
        </div>
      </div>
      <div className="panel-body">
        {!known && <Skeleton rows={10} />}
        {known && list.length === 0 && (
          <Empty icon={ListPlus} title={text.watchlist.empty} hint={text.watchlist.emptyHint} />
        )}
        {known && list.length > 0 && (
          <DataTable
            label={text.panels.watchlist}
            columns={columns}
            rows={rows}
            keyOf={(row) => row.symbol}
            selected={(row) => row.symbol === active}
            onOpen={(row) => selectSymbol(selection, row.symbol)}
            onDelete={(row) => remove(row.symbol)}
            onMove={(row, by) => move(row.symbol, by)}
          />
        )}
      </div>
    </div>
  )
}
