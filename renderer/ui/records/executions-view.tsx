import { CheckCheck } from 'lucide-react'
import { useMemo, useState, type ReactNode } from 'react'
import type { Execution } from '../../../shared/domain/account/activity.js'
import { symbolInstrument } from '../../format/instrument-name.js'
import { usePanelText } from '../../language/panel-text.js'
import { useMainWindow } from '../../stores/context.js'
import { symbolMenu } from '../menus/symbol-menu.js'
import { executionColumns } from './execution-columns.js'
import { RecordDetail } from './record-detail.js'
import { fieldsOf, matchesSymbol } from './record-columns.js'
import { RecordFilterFields, useRecordFilters } from './record-filters.js'
import { noRecords } from './record-loader.js'
import { RecordsView } from './records-view.js'

/** Every execution that the broker recorded. `choice` is the panel's choice of lists. */
export function ExecutionsView({
  panel,
  choice,
}: {
  readonly panel: 'activity' | 'history'
  readonly choice: ReactNode
}) {
  const text = usePanelText()
  const mainWindow = useMainWindow()
  const { invoke } = mainWindow
  const filters = useRecordFilters(panel)
  const [open, setOpen] = useState<Execution | null>(null)
  const columns = useMemo(() => executionColumns(text), [text])
  const { accountId, times, symbol } = filters
  return (
    <>
      <RecordsView<Execution, Execution>
        table={panel === 'activity' ? 'executions' : 'fill-history'}
        label={text.records.views.executions}
        icon={CheckCheck}
        source={{
          key: JSON.stringify(['executions', accountId, times, symbol]),
          read: (cursor) =>
            accountId === null
              ? noRecords()
              : invoke('records.executions', { accountId, ...times, cursor }),
          matches: (row) => matchesSymbol(row.symbol, symbol),
        }}
        columns={columns}
        csv={{ columns, lines: (row) => [row] }}
        sort={{ id: 'time', desc: true }}
        keyOf={(row) => row.executionId}
        onOpen={setOpen}
        menu={(row) => [symbolMenu(mainWindow, symbolInstrument(row.symbol), text)]}
        filtered={symbol !== ''}
        empty={{ title: text.records.empty.executions, hint: text.records.emptyHint.executions }}
        filters={
          <>
            {choice}
            <RecordFilterFields filters={filters} />
          </>
        }
      />
      {open !== null && (
        <RecordDetail
          title={text.records.detail.executions}
          sections={[{ title: null, fields: fieldsOf(columns, open) }]}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  )
}
