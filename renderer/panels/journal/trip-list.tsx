import { NotebookPen } from 'lucide-react'
import { useMemo, useState, type ReactNode } from 'react'
import type { JournalState, JournalTrip } from '../../../shared/domain/account/journal.js'
import { keyParts } from '../../../shared/domain/instruments/instrument-key.js'
import { useText } from '../../language/window-text.js'
import { useMainWindow } from '../../stores/context.js'
import { symbolMenu } from '../../ui/menus/symbol-menu.js'
import { fieldsOf, matchesSymbol } from '../../ui/records/record-columns.js'
import { RecordDetail } from '../../ui/records/record-detail.js'
import type { RecordFilters } from '../../ui/records/record-filters.js'
import { RecordsView } from '../../ui/records/records-view.js'
import { keyInstrument, tripColumns } from './journal-columns.js'

export interface JournalListProps {
  readonly state: JournalState
  readonly filters: RecordFilters
  /** The filters of the panel, for its bar. */
  readonly fields: ReactNode
}

/** The round trips that ended in the period. */
export function TripList({ state, filters, fields }: JournalListProps) {
  const text = useText()
  const mainWindow = useMainWindow()
  const [open, setOpen] = useState<JournalTrip | null>(null)
  const columns = useMemo(() => tripColumns(text), [text])
  const { accountId, revision } = state
  const { times, symbol } = filters
  return (
    <>
      <RecordsView<JournalTrip, JournalTrip>
        table="journal-trips"
        label={text.journal.views.trips}
        icon={NotebookPen}
        source={{
          key: JSON.stringify(['trips', accountId, times, symbol, revision]),
          read: (cursor) => mainWindow.invoke('journal.trips', { accountId, ...times, cursor }),
          matches: ({ key }) => matchesSymbol(keyParts(key).symbol, symbol),
        }}
        columns={columns}
        csv={{ columns, lines: (row) => [row] }}
        sort={{ id: 'closed', desc: true }}
        keyOf={({ id, key }) => `${id} ${key}`}
        onOpen={setOpen}
        menu={({ key }) => [symbolMenu(mainWindow, keyInstrument(key), text)]}
        filtered={symbol !== ''}
        empty={{ title: text.journal.empty, hint: text.journal.emptyHint }}
        filters={fields}
      />
      {open !== null && (
        <RecordDetail
          title={text.journal.tripDetail}
          sections={[{ title: null, fields: fieldsOf(columns, open) }]}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  )
}
