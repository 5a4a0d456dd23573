import { SquareTerminal } from 'lucide-react'
import { useDeferredValue, useMemo, useState } from 'react'
import type { LoggedRequest } from '../../../shared/domain/session/request-log.js'
import { usePanelText } from '../../language/panel-text.js'
import { useMainWindow, useSetting } from '../../stores/context.js'
import { Select, TextInput } from '../../ui/field.js'
import { fieldsOf } from '../../ui/records/record-columns.js'
import { RecordDetail } from '../../ui/records/record-detail.js'
import { RecordsView } from '../../ui/records/records-view.js'
import { logColumns, resultText } from './log-columns.js'

const RESULTS = ['all', 'ok', 'failed'] as const
const FAMILIES = ['all', 'auth', 'connect', 'trading', 'market', 'broker'] as const

/** True when a row contains the text that the person wrote. */
const contains = (row: LoggedRequest, wanted: string): boolean =>
  wanted === '' ||
  [row.operation, row.params, row.message ?? '', row.brokerCode ?? '', resultText(row)].some(
    (part) => part.toLowerCase().includes(wanted),
  )

/** What was requested of the broker in this session, and what came back. */
export function LogPanel() {
  const text = usePanelText()
  const messages = text.log
  const { invoke } = useMainWindow()
  const [result, setResult] = useSetting<(typeof RESULTS)[number]>('log.result', RESULTS, 'all')
  const [family, setFamily] = useSetting<(typeof FAMILIES)[number]>('log.family', FAMILIES, 'all')
  const [search, setSearch] = useState('')
  const searchText = useDeferredValue(search).trim().toLowerCase()
  const [open, setOpen] = useState<LoggedRequest | null>(null)
  const columns = useMemo(() => logColumns(text), [text])
  return (
    <>
      <RecordsView<LoggedRequest, LoggedRequest>
        table="request-log"
        label={messages.title}
        icon={SquareTerminal}
        source={{
          key: JSON.stringify(['log', result, family, searchText]),
          read: (cursor) => invoke('log.requests', { cursor }),
          matches: (row) =>
            (result === 'all' || (row.failure === null) === (result === 'ok')) &&
            (family === 'all' || row.operation.startsWith(`${family}.`)) &&
            contains(row, searchText),
        }}
        columns={columns}
        csv={{ columns, lines: (row) => [row] }}
        sort={{ id: 'time', desc: true }}
        keyOf={(row) => String(row.number)}
        onOpen={setOpen}
        age={null}
        filtered={result !== 'all' || family !== 'all' || searchText !== ''}
        empty={{ title: messages.empty, hint: messages.hint }}
        filters={
          <>
            <Select
              aria-label={messages.familyFilter}
              value={family}
              onValue={setFamily}
              options={FAMILIES.map((value) => ({ value, label: messages.families[value] }))}
            />
            <Select
              aria-label={messages.resultFilter}
              value={result}
              onValue={setResult}
              options={RESULTS.map((value) => ({ value, label: messages.results[value] }))}
            />
            <TextInput
              className="long"
              aria-label={messages.search}
              placeholder={messages.search}
              value={search}
              maxLength={80}
              onChange={(event) => setSearch(event.target.value)}
            />
          </>
        }
      />
      {open !== null && (
        <RecordDetail
          title={messages.detail}
          sections={[{ title: null, fields: fieldsOf(columns, open) }]}
          note={messages.hint}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  )
}
