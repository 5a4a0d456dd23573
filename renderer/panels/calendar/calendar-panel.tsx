import { CalendarDays, Columns3 } from 'lucide-react'
import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import type { Position } from '../../../shared/domain/account/account.js'
import type { Symbol } from '../../../shared/domain/ids.js'
import type { CalendarView } from '../../../shared/domain/reference/calendar.js'
import { bodyOf } from '../../bridge/stream.js'
import { symbolInstrument } from '../../format/instrument-name.js'
import { usePanelText } from '../../language/panel-text.js'
import {
  useActiveSymbol,
  useFreshness,
  useConnected,
  useMainWindow,
  useSetting,
  useSlice,
} from '../../stores/context.js'
import { watchlistOf } from '../../stores/preferences.js'
import { selectSymbol } from '../../stores/selection.js'
import { IconButton } from '../../ui/button.js'
import { Select } from '../../ui/field.js'
import { useToday } from '../../ui/reading/use-today.js'
import { symbolMenu } from '../../ui/menus/symbol-menu.js'
import { Segments } from '../../ui/segments.js'
import { Empty, NotConnected, Skeleton } from '../../ui/states.js'
import { ChannelAge } from '../../ui/channel-age.js'
import { DataTable } from '../../ui/table/data-table.js'
import { calendarColumns } from './calendar-columns.js'
import {
  CALENDAR_FILTERS,
  CALENDAR_SCOPES,
  isUnread,
  calendarRows,
  calendarSymbols,
  MAX_SYMBOLS,
  type CalendarRow,
} from './calendar-model.js'
import './calendar.css'

const PAST = ['no', 'yes'] as const

/** Returns the symbols that the selected account holds, the legs of strategies too. */
function useHeldSymbols(): readonly Symbol[] {
  const { positions } = useMainWindow()
  const key = useSyncExternalStore(
    useCallback((wake) => positions.onAny(wake), [positions]),
    () => heldSymbols(positions.all()).join(),
  )
  return useMemo(() => (key === '' ? [] : key.split(',')) as Symbol[], [key])
}

const heldSymbols = (rows: readonly Position[]): readonly string[] =>
  [
    ...new Set(
      rows.flatMap(({ symbol, legs }) => [symbol, ...(legs ?? []).map((leg) => leg.symbol)]),
    ),
  ].toSorted()

/** Earnings, dividends, splits and expirations of what is held or watched. */
export function CalendarPanel() {
  const text = usePanelText()
  const connected = useConnected()
  const { positions, preferences } = useMainWindow()
  const [filter, setFilter] = useSetting('calendar.filter', CALENDAR_FILTERS, 'all')
  const [scope, setScope] = useSetting('calendar.scope', CALENDAR_SCOPES, 'both')
  const [past, setPast] = useSetting('calendar.past', PAST, 'no')
  const choosing = useState(false)
  const heldSymbols = useHeldSymbols()
  const isHeldKnown = useFreshness(positions) !== 'loading' || scope === 'watched'
  const watched = useSlice(preferences, watchlistOf)
  const all = useMemo(
    () => calendarSymbols(scope, heldSymbols, watched),
    [scope, heldSymbols, watched],
  )
  const view = useDates(useMemo(() => all.slice(0, MAX_SYMBOLS), [all]))
  const today = useToday()
  const days = useMemo(
    () =>
      view === null
        ? null
        : calendarRows(view.entries, {
            filter,
            past: past === 'yes',
            today,
            held: new Set(heldSymbols),
          }),
    [view, filter, past, today, heldSymbols],
  )
  if (!connected) return <NotConnected icon={CalendarDays} />
  return (
    <div className="panel" data-testid="calendar">
      <div className="panel-bar calendar-bar">
        <Segments
          label={text.calendar.filter}
          value={filter}
          onValue={setFilter}
          options={CALENDAR_FILTERS.map((value) => ({
            value,
            label: text.calendar.filters[value],
          }))}
        />
        <Select
          aria-label={text.calendar.scope}
          hint={text.calendar.scope}
          value={scope}
          onValue={setScope}
          options={CALENDAR_SCOPES.map((value) => ({ value, label: text.calendar.scopes[value] }))}
        />
        <label className="choice">
          <input
            type="checkbox"
            checked={past === 'yes'}
            onChange={(event) => setPast(event.target.checked ? 'yes' : 'no')}
          />
          {text.calendar.past}
        </label>
        <span className="spring" />
        <ChannelAge channel="api" />
        <IconButton icon={Columns3} label={text.table.columns} onClick={() => choosing[1](true)} />
      </div>
      <div className="panel-body">
        <Dates
          rows={days}
          view={view}
          hasSymbols={all.length > 0 || !isHeldKnown}
          choosing={choosing}
        />
      </div>
      {view !== null && all.length > 0 && <Progress view={view} all={all.length} />}
    </div>
  )
}

function Dates({
  rows,
  view,
  hasSymbols,
  choosing,
}: {
  readonly rows: readonly CalendarRow[] | null
  readonly view: CalendarView | null
  readonly hasSymbols: boolean
  readonly choosing: readonly [boolean, (open: boolean) => void]
}) {
  const text = usePanelText()
  const mainWindow = useMainWindow()
  const active = useActiveSymbol()
  const columns = useMemo(() => calendarColumns(text), [text])
  if (!hasSymbols) {
    return (
      <Empty
        icon={CalendarDays}
        title={text.calendar.noSymbols}
        hint={text.calendar.noSymbolsHint}
      />
    )
  }
  if (rows === null || view === null || (rows.length === 0 && view.read < view.total)) {
    return <Skeleton rows={8} />
  }
  if (rows.length === 0 && isUnread(view)) {
    return (
      <Empty icon={CalendarDays} title={text.calendar.unread} hint={text.calendar.unreadHint} />
    )
  }
  if (rows.length === 0) {
    return <Empty icon={CalendarDays} title={text.calendar.none} hint={text.calendar.noneHint} />
  }
  return (
    <DataTable<string, CalendarRow>
      table="calendar"
      label={text.calendar.table}
      columns={columns}
      rows={rows}
      keyOf={({ id }) => id}
      choosing={choosing}
      current={({ entry }) => entry.symbol === active}
      onOpen={({ entry }) => selectSymbol(mainWindow.selection, entry.symbol)}
      menu={({ entry }) => [symbolMenu(mainWindow, symbolInstrument(entry.symbol), text)]}
    />
  )
}

/** Says how many symbols were read, and which could not be. */
function Progress({ view, all }: { readonly view: CalendarView; readonly all: number }) {
  const text = usePanelText().calendar
  const parts = [
    view.read < view.total ? text.progress(view.read, view.total) : text.complete(view.total),
    all > view.total ? text.limited(view.total, all) : null,
    view.failed.length > 0 ? text.failed(view.failed.join(', ')) : null,
    view.splitsUnread ? text.splitsUnread : null,
  ]
  return <p className="calendar-foot">{parts.filter((part) => part !== null).join(' · ')}</p>
}

/** Streams the dates of these symbols; null until the first frame. */
function useDates(symbols: readonly Symbol[]): CalendarView | null {
  const { openStream } = useMainWindow()
  const key = symbols.join()
  const [loaded, setLoaded] = useState<{
    readonly key: string
    readonly view: CalendarView | null
  }>({ key, view: null })
  useEffect(() => {
    if (key === '') return undefined
    const about = key.split(',') as Symbol[]
    return openStream([{ kind: 'calendar', about }], (frame, topic) => {
      if (topic.kind !== 'calendar' || frame.kind === 'gap') return
      setLoaded({ key, view: bodyOf(frame, topic) })
    })
  }, [openStream, key])
  return loaded.key === key ? loaded.view : null
}
