import { textColumn } from '../../ui/table/columns/simple-columns.js'
import { Landmark } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import type {
  ConsoleFields,
  ConsoleProblem,
  ConsoleRecord,
} from '../../../shared/domain/institution/institution-view.js'
import { usePanelText } from '../../language/panel-text.js'
import { useMainWindow } from '../../stores/context.js'
import { RecordDetail } from '../../ui/records/record-detail.js'
import { RecordsView } from '../../ui/records/records-view.js'
import type { Column } from '../../ui/table/column.js'
import { rememberIds } from './console-memory.js'
import type { ConsoleOperationProps } from './console-props.js'

/** A record with its place in the list, because not every record has an id. */
interface RecordRow {
  readonly key: string
  readonly record: ConsoleRecord
}

/** More columns than these are in the detail only. */
const MAX_COLUMNS = 24
const MAX_CELL_CHARS = 120
const COLUMN_WIDTH = 130

const shortened = (value: string | undefined): string | null =>
  value === undefined
    ? null
    : value.length > MAX_CELL_CHARS
      ? `${value.slice(0, MAX_CELL_CHARS)}…`
      : value

const columnsOf = (names: readonly string[]): readonly Column<RecordRow>[] =>
  names.map((name, index) => ({
    ...textColumn<RecordRow>(
      { id: name, head: name, width: COLUMN_WIDTH, grow: 1, pinned: index === 0 },
      ({ record }) => shortened(record[name]),
    ),
    data: ({ record }) => record[name] ?? '',
  }))

/** What a read of the Broker API found; each record opens with all of its values. */
export function ConsoleRecords({
  profile,
  operation,
  fields,
  onProblems,
}: ConsoleOperationProps & {
  readonly fields: ConsoleFields
  readonly onProblems: (problems: readonly ConsoleProblem[]) => void
}) {
  const messages = usePanelText().institution
  const { invoke } = useMainWindow()
  const [names, setNames] = useState<readonly string[]>([])
  const [open, setOpen] = useState<ConsoleRecord | null>(null)
  const count = useRef(0)
  const columns = useMemo(() => columnsOf(names), [names])
  const readPage = async (cursor: string | null) => {
    const reply = await invoke('institution.read', {
      profile,
      operation: operation.id,
      fields: { ...fields },
      cursor,
    })
    if (!reply.ok) return reply
    if (reply.value.kind === 'problems') {
      onProblems(reply.value.problems)
      return { ok: true as const, value: { rows: [], cursor: null } }
    }
    const { page } = reply.value
    if (cursor === null) setNames(namesOf(page.rows))
    const rows = page.rows.map((record) => ({ key: String((count.current += 1)), record }))
    return { ok: true as const, value: { ...page, rows } }
  }
  return (
    <>
      <RecordsView<RecordRow, RecordRow>
        table="institution"
        label={messages.results}
        icon={Landmark}
        source={{
          key: JSON.stringify([profile, operation.id, fields]),
          read: readPage,
          matches: () => true,
        }}
        columns={columns}
        csv={{ columns, lines: (row) => [row] }}
        sort={{ id: '', desc: false }}
        keyOf={(row) => row.key}
        onOpen={({ record }) => {
          rememberIds(record)
          setOpen(record)
        }}
        filtered={false}
        empty={{ title: messages.noRecords, hint: messages.noRecordsHint }}
        filters={<span className="dim">{operation.name}</span>}
      />
      {open !== null && (
        <RecordDetail
          title={messages.record}
          sections={[
            {
              title: null,
              fields: Object.entries(open).map(([name, shown]) => ({ name, shown })),
            },
          ]}
          note={messages.recordNote}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  )
}

/** Returns the names of the values in these records, in their order. */
const namesOf = (rows: readonly ConsoleRecord[]): readonly string[] =>
  [...new Set(rows.flatMap((row) => Object.keys(row)))].slice(0, MAX_COLUMNS)
