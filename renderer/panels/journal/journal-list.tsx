import { NotebookPen } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import type { JournalState } from '../../../shared/domain/account/journal.js'
import { keyParts, type InstrumentKey } from '../../../shared/domain/instruments/instrument-key.js'
import { usePanelText } from '../../language/panel-text.js'
import { useMainWindow } from '../../stores/context.js'
import { symbolMenu } from '../../ui/menus/symbol-menu.js'
import { matchesSymbol } from '../../ui/records/record-columns.js'
import type { RecordFilters } from '../../ui/records/record-filters.js'
import { RecordsView, type RecordsViewProps } from '../../ui/records/records-view.js'
import { JournalAge } from './journal-age.js'
import { keyInstrument } from './key-instrument.js'

interface JournalRow {
  readonly id: string
  readonly key: InstrumentKey
}

export interface JournalListProps<T extends JournalRow>
  extends Pick<RecordsViewProps<T, T>, 'table' | 'label' | 'columns' | 'sort'> {
  readonly state: JournalState
  readonly filters: RecordFilters
  /** The filters of the panel, for its bar. */
  readonly fields: ReactNode
  readonly operation: 'journal.trips' | 'journal.lots' | 'journal.open-lots'
  readonly read: RecordsViewProps<T, T>['source']['read']
  /** What the list says while it is empty; by default that nothing was closed. */
  readonly empty?: RecordsViewProps<T, T>['empty']
  /** The tag that the rows must have; null for all of them. */
  readonly tag?: string | null
  readonly hasTag?: (row: T, tag: string) => boolean
  /** One row with all its fields. */
  readonly detail: (row: T, onClose: () => void) => ReactNode
}

/** One list of the journal: what ended in the period, for the symbol that is looked for. */
export function JournalList<T extends JournalRow>(props: JournalListProps<T>) {
  const {
    state,
    filters,
    fields,
    operation,
    read,
    detail,
    tag = null,
    hasTag,
    empty,
    ...view
  } = props
  const text = usePanelText()
  const mainWindow = useMainWindow()
  const [open, setOpen] = useState<T | null>(null)
  const { times, symbol } = filters
  return (
    <>
      <RecordsView<T, T>
        {...view}
        icon={NotebookPen}
        age={<JournalAge state={state} />}
        source={{
          key: JSON.stringify([operation, state.accountId, times, symbol, tag, state.revision]),
          read,
          matches: (row) =>
            matchesSymbol(keyParts(row.key).symbol, symbol) &&
            (tag === null || hasTag?.(row, tag) === true),
        }}
        csv={{ columns: view.columns, lines: (row) => [row] }}
        keyOf={({ id, key }) => `${id} ${key}`}
        onOpen={setOpen}
        menu={({ key }) => [symbolMenu(mainWindow, keyInstrument(key), text)]}
        filtered={symbol !== '' || tag !== null}
        empty={empty ?? { title: text.journal.empty, hint: text.journal.emptyHint }}
        filters={fields}
      />
      {open !== null && detail(open, () => setOpen(null))}
    </>
  )
}
