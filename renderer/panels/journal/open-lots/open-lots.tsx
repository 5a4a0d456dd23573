import { useMemo, type ReactNode } from 'react'
import type { JournalOpenLot, JournalState } from '../../../../shared/domain/account/journal.js'
import { instrumentName } from '../../../format/instrument-name.js'
import { useText } from '../../../language/window-text.js'
import { useMainWindow } from '../../../stores/context.js'
import { fieldsOf } from '../../../ui/records/record-columns.js'
import { RecordDetail } from '../../../ui/records/record-detail.js'
import type { RecordFilters } from '../../../ui/records/record-filters.js'
import type { Column } from '../../../ui/table/column.js'
import { keyInstrument } from '../key-instrument.js'
import { JournalList } from '../journal-list.js'
import { BrokerLotsTable } from './broker-lots-table.js'
import { openLotColumns } from './open-lot-columns.js'
import { useComparedLots } from './use-compared-lots.js'

export interface OpenLotsProps {
  readonly state: JournalState
  readonly filters: RecordFilters
  readonly fields: ReactNode
}

/** What is open, first in, first out; the detail compares it with the broker's lots. */
export function OpenLots({ state, filters, fields }: OpenLotsProps) {
  const text = useText()
  const { invoke } = useMainWindow()
  const columns = useMemo(() => openLotColumns(text), [text])
  const { accountId } = state
  return (
    <JournalList<JournalOpenLot>
      state={state}
      filters={filters}
      fields={fields}
      label={text.journal.views.open}
      operation="journal.open-lots"
      table="journal-open-lots"
      columns={columns}
      sort={{ id: 'instrument', desc: false }}
      empty={{ title: text.journal.noOpen, hint: text.journal.noOpenHint }}
      detail={(lot, onClose) => (
        <OpenLotDetail lot={lot} state={state} columns={columns} onClose={onClose} />
      )}
      read={(cursor) => invoke('journal.open-lots', { accountId, key: null, cursor })}
    />
  )
}

interface OpenLotDetailProps {
  readonly lot: JournalOpenLot
  readonly state: JournalState
  readonly columns: readonly Column<JournalOpenLot>[]
  readonly onClose: () => void
}

function OpenLotDetail({ lot, state, columns, onClose }: OpenLotDetailProps) {
  const { journal, instruments } = useText()
  const { accountId, revision } = state
  const comparison = useComparedLots(accountId, lot.key, revision)
  return (
    <RecordDetail
      title={journal.openLotTitle(instrumentName(keyInstrument(lot.key), instruments))}
      sections={[{ title: null, fields: fieldsOf(columns, lot) }]}
      onClose={onClose}
      after={<BrokerLotsTable instrument={lot.key} read={comparison} />}
    />
  )
}
