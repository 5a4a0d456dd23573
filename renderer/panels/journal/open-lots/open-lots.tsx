import { useMemo, type ReactNode } from 'react'
import type { JournalOpenLot, JournalState } from '../../../../shared/domain/account/journal.js'
import { instrumentName } from '../../../format/instrument-name.js'
import { usePanelText } from '../../../language/panel-text.js'
import { useMainWindow } from '../../../stores/context.js'
import { fieldsOf, numberColumn } from '../../../ui/records/record-columns.js'
import { RecordDetail } from '../../../ui/records/record-detail.js'
import type { RecordFilters } from '../../../ui/records/record-filters.js'
import type { Column } from '../../../ui/table/column.js'
import { keyInstrument } from '../key-instrument.js'
import { JournalList } from '../journal-list.js'
import { BrokerLotsTable } from './broker-lots-table.js'
import { useComparedLots } from './use-compared-lots.js'
import type { PanelText } from '../../../../shared/messages/window-text.js'
import { ownExact } from '../../../format/own.js'
import { dayColumn, textColumn } from '../../../ui/table/columns/simple-columns.js'
import { toolsColumn } from '../../../ui/table/tools-column.js'
import { instrumentColumn, moneyColumn, priceText } from '../journal-columns.js'

export interface OpenLotsProps {
  readonly state: JournalState
  readonly filters: RecordFilters
  readonly fields: ReactNode
}

/** What is open, first in, first out; the detail compares it with the broker's lots. */
export function OpenLots({ state, filters, fields }: OpenLotsProps) {
  const text = usePanelText()
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
  const { journal, instruments } = usePanelText()
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

/** The columns of what is open, first in, first out. */
const openLotColumns = (text: PanelText): readonly Column<JournalOpenLot>[] => {
  const { heads, directions } = text.journal
  return [
    instrumentColumn<JournalOpenLot>(text),
    {
      ...numberColumn<JournalOpenLot>(
        { id: 'quantity', head: heads.lotQuantity, width: 86, grow: 0.4 },
        (row) => row.quantity,
      ),
      data: (row) => ownExact(row.quantity),
    },
    dayColumn('acquired', heads.acquired, (row: JournalOpenLot) => row.acquired),
    numberColumn<JournalOpenLot>(
      { id: 'price', head: heads.entry, width: 92, grow: 0.4 },
      (row) => row.price,
      priceText,
    ),
    moneyColumn({ id: 'cost', head: heads.cost, width: 100, grow: 0.5 }, (row) => row.cost),
    {
      ...dayColumn('long-term', heads.longTermFrom, (row: JournalOpenLot) => row.longTermFrom, {
        headLabel: heads.longTermFromLong,
      }),
      width: 116,
    },
    textColumn(
      { id: 'direction', head: heads.direction, width: 76, yields: 2 },
      (row) => directions[row.direction],
    ),
    toolsColumn<JournalOpenLot>(text),
  ]
}
