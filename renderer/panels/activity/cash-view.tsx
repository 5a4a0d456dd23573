import { ScrollText } from 'lucide-react'
import { useMemo, useState } from 'react'
import {
  ACTIVITY_KINDS,
  type ActivityKind,
  type CashActivity,
} from '../../../shared/domain/account/activity.js'
import { symbolInstrument } from '../../format/instrument-name.js'
import { useText } from '../../language/window-text.js'
import { useMainWindow, useSetting } from '../../stores/context.js'
import { useAccountNames } from '../../ui/accounts/use-account-names.js'
import { Select } from '../../ui/field.js'
import { symbolMenu } from '../../ui/menus/symbol-menu.js'
import { RecordDetail } from '../../ui/records/record-detail.js'
import { fieldsOf, matchesSymbol } from '../../ui/records/record-columns.js'
import { RecordFilterFields, useRecordFilters } from '../../ui/records/record-filters.js'
import { noRecords } from '../../ui/records/record-loader.js'
import { RecordsView } from '../../ui/records/records-view.js'
import { cashColumns } from './cash-columns.js'
import { ViewChoice, type ViewProps } from './view-choice.js'

const ALL = 'all'
const KINDS = [ALL, ...ACTIVITY_KINDS] as const

/** The movements of an account's cash: trades, dividends, fees, settlements and the rest. */
export function CashView(props: ViewProps) {
  const text = useText()
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
