import { Radio } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import type { ProfileId } from '../../../shared/domain/app/profile.js'
import type {
  ConsoleEvent,
  ConsoleEvents,
} from '../../../shared/domain/institution/institution-view.js'
import { bodyOf } from '../../bridge/stream.js'
import { usePanelText } from '../../language/panel-text.js'
import { useMainWindow } from '../../stores/context.js'
import { RecordDetail } from '../../ui/records/record-detail.js'
import { timeColumn } from '../../ui/records/record-columns.js'
import { textColumn } from '../../ui/table/columns/simple-columns.js'
import { Empty, Skeleton } from '../../ui/states.js'
import type { Column } from '../../ui/table/column.js'
import { DataTable } from '../../ui/table/data-table.js'
import { rememberIds } from './console-memory.js'

const WIDTHS = { time: 122, type: 150, id: 220, summary: 300 } as const

/** Returns when an event happened; null where the broker did not write that as a time. */
function timeOf({ time }: ConsoleEvent): number | null {
  const ms = Date.parse(time)
  return Number.isNaN(ms) ? null : ms
}

/** Streams the event push of an institution while the component is mounted; null before it. */
function useConsoleEvents(profile: ProfileId): ConsoleEvents | null {
  const { openStream } = useMainWindow()
  const [view, setView] = useState<ConsoleEvents | null>(null)
  useEffect(
    () =>
      openStream([{ kind: 'institution-events', profile }], (frame, topic) => {
        if (topic.kind !== 'institution-events') return
        if (frame.kind === 'heartbeat' || frame.kind === 'gap') return
        setView(bodyOf(frame, topic))
      }),
    [openStream, profile],
  )
  return view
}

/** The event push: its connection, and every event since the list was opened, newest first. */
export function ConsoleEventsView({ profile }: { readonly profile: ProfileId }) {
  const text = usePanelText()
  const messages = text.institution
  const view = useConsoleEvents(profile)
  const [open, setOpen] = useState<ConsoleEvent | null>(null)
  const columns = useMemo((): readonly Column<ConsoleEvent>[] => {
    const { heads } = text.institution
    const { time, timeLong } = text.records.heads
    return [
      {
        ...timeColumn<ConsoleEvent>(
          { id: 'time', head: time, headLabel: timeLong, width: WIDTHS.time },
          timeOf,
        ),
        data: ({ time }) => time,
      },
      textColumn({ id: 'type', head: heads.type, width: WIDTHS.type }, ({ type }) => type),
      textColumn(
        { id: 'summary', head: heads.summary, width: WIDTHS.summary, grow: 2 },
        ({ record }) =>
          Object.entries(record)
            .map(([name, value]) => `${name} ${value}`)
            .join(', '),
      ),
      textColumn({ id: 'id', head: heads.id, width: WIDTHS.id, hidden: true }, ({ id }) => id),
    ]
  }, [text])
  if (view === null) return <Skeleton />
  const { state, reason, gaps, events } = view
  return (
    <div className="institution-work">
      <div className="row-wrap institution-state">
        <span className={`badge ${state === 'live' ? '' : 'warn'}`} role="status">
          {messages.eventStates[state]}
        </span>
        {reason !== null && <span className="dim">{reason}</span>}
        {gaps > 0 && <span className="down">{messages.gaps(gaps)}</span>}
      </div>
      {events.length === 0 ? (
        <Empty icon={Radio} title={messages.noEvents} hint={messages.noEventsHint} />
      ) : (
        <div className="panel-body">
          <DataTable
            table="institution-events"
            label={messages.events}
            columns={columns}
            rows={events}
            keyOf={(event) => event.position + event.id}
            onOpen={(event) => {
              rememberIds(event.record)
              setOpen(event)
            }}
          />
        </div>
      )}
      {open !== null && (
        <RecordDetail
          title={open.type}
          sections={[
            {
              title: null,
              fields: [
                { name: messages.heads.id, shown: open.id },
                { name: messages.heads.time, shown: open.time },
                ...Object.entries(open.record).map(([name, shown]) => ({ name, shown })),
              ],
            },
          ]}
          note={messages.recordNote}
          onClose={() => setOpen(null)}
        />
      )}
    </div>
  )
}
