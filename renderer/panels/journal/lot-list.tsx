import { NotebookPen } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { JournalLot } from '../../../shared/domain/account/journal.js'
import { keyParts } from '../../../shared/domain/instruments/instrument-key.js'
import { useText } from '../../language/window-text.js'
import { useMainWindow } from '../../stores/context.js'
import { symbolMenu } from '../../ui/menus/symbol-menu.js'
import { fieldsOf, matchesSymbol } from '../../ui/records/record-columns.js'
import { RecordDetail } from '../../ui/records/record-detail.js'
import { RecordsView } from '../../ui/records/records-view.js'
import { keyInstrument, lotColumns } from './journal-columns.js'
import type { JournalListProps } from './trip-list.js'

/** The lots that were closed in the period, one line each, for a tax return. */
export function LotList({ state, filters, fields }: JournalListProps) {
  const text = useText()
  const mainWindow = useMainWindow()
  const [open, setOpen] = useState<JournalLot | null>(null)
  const columns = useMemo(() => lotColumns(text), [text])
  const { accountId, revision } = state
  const { times, symbol } = filters
  return (
    <>
      <RecordsView<JournalLot, JournalLot>
        table="journal-lots"
        label={text.journal.views.lots}
        icon={NotebookPen}
        source={{
          key: JSON.stringify(['lots', accountId, times, symbol, revision]),
          read: (cursor) => mainWindow.invoke('journal.lots', { accountId, ...times, cursor }),
          matches: ({ key }) => matchesSymbol(keyParts(key).symbol, symbol),
        }}
        columns={columns}
        csv={{ columns, lines: (row) => [row] }}
        sort={{ id: 'sold', desc: false }}
        keyOf={({ id }) => id}
        onOpen={setOpen}
        menu={({ key }) => [symbolMenu(mainWindow, keyInstrument(key), text)]}
        filtered={symbol !== ''}
        empty={{ title: text.journal.empty, hint: text.journal.emptyHint }}
        filters={fields}
      />
      {open !== null && (
        <RecordDetail
          title={text.journal.lotDetail}
          sections={[{ title: null, fields: fieldsOf(columns, open) }]}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  )
}
