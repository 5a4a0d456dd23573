import { NotebookPen, RefreshCw } from 'lucide-react'
import { useMemo, type ReactNode, useCallback, useState } from 'react'
import type {
  JournalLot,
  JournalState,
  JournalTrip,
} from '../../../shared/domain/account/journal.js'
import type { PanelText } from '../../../shared/messages/window-text.js'
import { formatOptionalMessage } from '../../format/message.js'
import { withPeriod } from '../../language/error-message.js'
import { usePanelText } from '../../language/panel-text.js'
import { useConnected, useMainWindow, useSetting } from '../../stores/context.js'
import { Button, IconButton } from '../../ui/button.js'
import { fieldsOf } from '../../ui/records/record-columns.js'
import { RecordDetail } from '../../ui/records/record-detail.js'
import { RecordFilterFields, useRecordFilters } from '../../ui/records/record-filters.js'
import { Segments } from '../../ui/segments.js'
import { Empty, NotConnected, Skeleton } from '../../ui/states.js'
import { TagFilter, useTagFilter } from './detail/tag-filter.js'
import { TripDetail } from './detail/trip-detail.js'
import { JournalAge } from './journal-age.js'
import { lotColumns, tripColumns } from './journal-columns.js'
import { JournalList, type JournalListProps } from './journal-list.js'
import { JournalSummary } from './journal-summary.js'
import { OpenLots } from './open-lots/open-lots.js'
import { useJournalState } from './use-journal.js'
import './journal.css'
import type { TripNotes, TripRef } from '../../../shared/domain/account/journal-notes.schema.js'

const VIEWS = ['summary', 'trips', 'lots', 'open'] as const
type View = (typeof VIEWS)[number]

/** What the accounts realized: figures, round trips, and lots for taxes. */
export function JournalPanel() {
  const windowText = usePanelText()
  const text = windowText.journal
  const [view, setView] = useSetting<View>('journal.view', VIEWS, 'summary')
  const filters = useRecordFilters('journal')
  const state = useJournalState(filters.accountId)
  const [tag, setTag] = useTagFilter(state)
  const fields = (
    <>
      <Segments
        label={text.viewLabel}
        value={view}
        onValue={setView}
        options={VIEWS.map((value) => ({ value, label: text.views[value] }))}
      />
      <RecordFilterFields
        filters={filters}
        withDates={view !== 'open'}
        withSymbol={view !== 'summary'}
      />
      {(view === 'summary' || view === 'trips') && (
        <TagFilter state={state} tag={tag} onTag={setTag} />
      )}
    </>
  )
  if (view === 'summary' || state === null || state.readAt === null) {
    return (
      <div className="panel" data-testid="journal">
        <div className="panel-bar records-bar">
          {fields}
          <div className="records-actions">
            <JournalAge state={state} />
            <RefreshButton state={state} />
          </div>
        </div>
        <div className="panel-body">
          <Body state={state}>
            {(ready) => <JournalSummary state={ready} filters={filters} tag={tag} />}
          </Body>
        </div>
      </div>
    )
  }
  return (
    <Lists
      view={view}
      state={state}
      filters={filters}
      fields={fields}
      tag={tag}
      text={windowText}
    />
  )
}

interface ListsProps extends Pick<JournalListProps<JournalTrip>, 'state' | 'filters' | 'fields'> {
  readonly view: Exclude<View, 'summary'>
  readonly tag: string | null
  readonly text: PanelText
}

/** The list of round trips, of closed lots, or of open lots. */
function Lists({ view, tag, text, ...list }: ListsProps) {
  switch (view) {
    case 'trips':
      return <TripList key="trips" {...list} tag={tag} text={text} />
    case 'lots':
      return <LotList key="lots" {...list} text={text} />
    case 'open':
      return <OpenLots key="open" {...list} />
  }
}

function TripList({ tag, text, ...list }: Omit<ListsProps, 'view'>) {
  const { invoke } = useMainWindow()
  const { notesOf, onNotes } = useEditedNotes()
  const { state, filters } = list
  const hasTags = state.notes.tags.length > 0
  const columns = useMemo(() => tripColumns(text, notesOf, hasTags), [text, notesOf, hasTags])
  const { accountId } = state
  return (
    <JournalList<JournalTrip>
      {...list}
      label={text.journal.views.trips}
      operation="journal.trips"
      table="journal-trips"
      columns={columns}
      sort={{ id: 'closed', desc: true }}
      tag={tag}
      hasTag={(trip, wanted) => trip.notes.tags.includes(wanted)}
      detail={(trip, onClose) => (
        <TripDetail
          trip={{ ...trip, notes: notesOf(trip) }}
          state={state}
          columns={columns}
          onNotes={onNotes}
          onClose={onClose}
        />
      )}
      read={(cursor) => invoke('journal.trips', { accountId, ...filters.times, cursor })}
    />
  )
}

function LotList({ text, ...list }: Omit<ListsProps, 'view' | 'tag'>) {
  const { invoke } = useMainWindow()
  const columns = useMemo(() => lotColumns(text), [text])
  const { state, filters } = list
  const { accountId } = state
  return (
    <JournalList<JournalLot>
      {...list}
      label={text.journal.views.lots}
      operation="journal.lots"
      table="journal-lots"
      columns={columns}
      sort={{ id: 'sold', desc: false }}
      detail={(lot, onClose) => (
        <RecordDetail
          title={text.journal.lotDetail}
          sections={[{ title: null, fields: fieldsOf(columns, lot) }]}
          onClose={onClose}
        />
      )}
      read={(cursor) => invoke('journal.lots', { accountId, ...filters.times, cursor })}
    />
  )
}

function RefreshButton({ state }: { readonly state: JournalState | null }) {
  const text = usePanelText().journal
  const { invoke } = useMainWindow()
  return (
    <IconButton
      icon={RefreshCw}
      size="small"
      label={text.refresh}
      disabled={state === null || state.phase === 'reading'}
      onClick={() => {
        if (state !== null) void invoke('journal.refresh', { accountId: state.accountId })
      }}
    />
  )
}

/** What the state of reading shows in place of the journal, or above it. */
function Body({
  state,
  children,
}: {
  readonly state: JournalState | null
  readonly children: (ready: JournalState) => ReactNode
}) {
  const text = usePanelText().journal
  const connected = useConnected()
  if (!connected && state?.readAt == null) return <NotConnected icon={NotebookPen} />
  if (state === null) return <Skeleton rows={8} />
  if (state.readAt !== null) {
    return (
      <>
        {state.phase === 'failed' && <Failure state={state} />}
        {children(state)}
      </>
    )
  }
  if (state.phase === 'failed') return <Failure state={state} />
  return (
    <>
      <p className="journal-note" role="status">
        {text.reading(state.records)}
      </p>
      <Skeleton rows={8} />
    </>
  )
}

function Failure({ state }: { readonly state: JournalState }) {
  const text = usePanelText().journal
  const { invoke } = useMainWindow()
  const retry = (
    <Button
      size="small"
      onClick={() => void invoke('journal.refresh', { accountId: state.accountId })}
    >
      {text.retry}
    </Button>
  )
  const why = formatOptionalMessage(state.problem) ?? null
  if (state.readAt === null) {
    return (
      <Empty icon={NotebookPen} title={text.failed} hint={why}>
        {retry}
      </Empty>
    )
  }
  return (
    <div className="journal-note" role="alert">
      {[text.failed, why, text.olderShown]
        .filter((part) => part !== null)
        .map(withPeriod)
        .join(' ')}{' '}
      {retry}
    </div>
  )
}

const nameOf = ({ tripId, key }: TripRef): string => `${key} ${tripId}`

/**
 * Returns the notes of round trips with those that were written in this window since the list was
 * read: reading the list again at every change would lose the place in it.
 */
function useEditedNotes(): {
  readonly notesOf: (trip: JournalTrip) => TripNotes
  readonly onNotes: (trip: TripRef, notes: TripNotes) => void
} {
  const [edited, setEdited] = useState<ReadonlyMap<string, TripNotes>>(new Map())
  const notesOf = useCallback(
    ({ id, key, notes }: JournalTrip) => edited.get(nameOf({ tripId: id, key })) ?? notes,
    [edited],
  )
  const onNotes = useCallback(
    (trip: TripRef, notes: TripNotes) =>
      setEdited((before) => new Map(before).set(nameOf(trip), notes)),
    [],
  )
  return { notesOf, onNotes }
}
