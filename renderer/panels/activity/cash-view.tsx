import { ScrollText } from 'lucide-react'
import { useMemo, useState } from 'react'
import {
  ACTIVITY_KINDS,
  type ActivityKind,
  type CashActivity,
} from '../../../shared/domain/account/activity.js'
import { symbolInstrument } from '../../format/instrument-name.js'
import { usePanelText } from '../../language/panel-text.js'
import { useMainWindow, useSetting } from '../../stores/context.js'
import { useAccountNames } from '../../ui/accounts/use-account-names.js'
import { Select } from '../../ui/field.js'
import { symbolMenu } from '../../ui/menus/symbol-menu.js'
import { RecordDetail } from '../../ui/records/record-detail.js'
import {
  fieldsOf,
  matchesSymbol,
  symbolColumn,
  timeColumn,
  type AccountName,
} from '../../ui/records/record-columns.js'
import { RecordFilterFields, useRecordFilters } from '../../ui/records/record-filters.js'
import { noRecords } from '../../ui/records/record-loader.js'
import { RecordsView } from '../../ui/records/records-view.js'
import { ViewChoice, type ViewProps } from './view-choice.js'
import type { PanelText } from '../../../shared/messages/window-text.js'
import { formatBrokerTerm } from '../../format/broker-term.js'
import { ownExact, ownMoney } from '../../format/own.js'
import type { Column } from '../../ui/table/column.js'
import { dayColumn, textColumn } from '../../ui/table/columns/simple-columns.js'
import { toolsColumn } from '../../ui/table/tools-column.js'
import { Signed } from '../../ui/signed.js'
import { cmp } from '../../../shared/domain/decimal.js'

const ALL = 'all'
const KINDS = [ALL, ...ACTIVITY_KINDS] as const

/** The movements of an account's cash: trades, dividends, fees, settlements and the rest. */
export function CashView(props: ViewProps) {
  const text = usePanelText()
  const mainWindow = useMainWindow()
  const { invoke } = mainWindow
  const accountName = useAccountNames()
  const filters = useRecordFilters('activity')
  const [kind, setKind] = useSetting<ActivityKind | typeof ALL>('activity.kind', KINDS, ALL)
  const [open, setOpen] = useState<CashActivity | null>(null)
  const columns = useMemo(() => cashColumns(text, accountName), [text, accountName])
  const { accountId, times, symbol } = filters
  const kinds = kind === ALL ? [] : [kind]
  return (
    <>
      <RecordsView<CashActivity, CashActivity>
        table="cash-activities"
        label={text.records.views.cash}
        icon={ScrollText}
        source={{
          key: JSON.stringify(['cash', accountId, times, kind, symbol]),
          read: (cursor) =>
            accountId === null
              ? noRecords()
              : invoke('records.cash', { accountId, ...times, kinds, cursor }),
          matches: (row) => matchesSymbol(row.symbol, symbol),
        }}
        columns={columns}
        csv={{ columns, lines: (row) => [row] }}
        sort={{ id: 'time', desc: true }}
        keyOf={(row) => row.id}
        onOpen={setOpen}
        menu={(row) =>
          row.symbol === null ? [] : [symbolMenu(mainWindow, symbolInstrument(row.symbol), text)]
        }
        filtered={kind !== ALL || symbol !== ''}
        empty={{ title: text.records.empty.cash, hint: text.records.emptyHint.cash }}
        filters={
          <>
            <ViewChoice {...props} />
            <RecordFilterFields filters={filters} />
            <Select
              aria-label={text.records.kindFilter}
              value={kind}
              onValue={setKind}
              options={KINDS.map((value) => ({
                value,
                label: value === ALL ? text.records.allKinds : text.records.kinds[value],
              }))}
            />
          </>
        }
      />
      {open !== null && (
        <RecordDetail
          title={text.records.detail.cash}
          sections={[{ title: null, fields: fieldsOf(columns, open) }]}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  )
}

/** The columns of the cash activities. */
const cashColumns = (
  text: PanelText,
  accountName: AccountName,
): readonly Column<CashActivity>[] => {
  const { heads, kinds } = text.records
  return [
    timeColumn(
      { id: 'time', head: heads.time, headLabel: heads.timeLong, width: 104, pinned: true },
      (row) => row.time,
    ),
    textColumn({ id: 'kind', head: heads.kind, width: 120, grow: 0.6 }, (row) => kinds[row.kind]),
    textColumn({ id: 'sub-kind', head: heads.subKind, width: 140, grow: 1 }, (row) =>
      formatBrokerTerm(row.subKind, text),
    ),
    symbolColumn({ id: 'symbol', head: heads.symbol, width: 90, grow: 1 }, (row) => row.symbol),
    {
      id: 'amount',
      head: heads.amount,
      headLabel: heads.amountLong,
      number: true,
      width: 110,
      grow: 0.6,
      compare: (a, b) => cmp(a.amount, b.amount),
      cell: (row) => (
        <Signed value={row.amount} tone="pnl">
          {ownMoney(row.amount, row.currency === 'USD' ? 'USD' : null, true)}
        </Signed>
      ),
      data: (row) => ownExact(row.amount),
      detail: (row) => ownMoney(row.amount, row.currency === 'USD' ? 'USD' : null, true),
    },
    textColumn({ id: 'currency', head: heads.currency, width: 66 }, (row) => row.currency),
    dayColumn('trade-date', heads.tradeDate, (row) => row.tradeDate),
    textColumn({ id: 'market', head: heads.market, width: 66, hidden: true }, (row) => row.market),
    textColumn({ id: 'account', head: heads.account, width: 120, hidden: true }, (row) =>
      accountName(row.accountId),
    ),
    textColumn({ id: 'id', head: heads.id, width: 220, hidden: true }, (row) => row.id),
    toolsColumn<CashActivity>(text),
  ]
}
