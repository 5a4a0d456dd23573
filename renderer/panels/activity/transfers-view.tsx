import { ScrollText } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { AppError } from '../../../shared/domain/app/app-error.js'
import { usePanelText } from '../../language/panel-text.js'
import { useMainWindow } from '../../stores/context.js'
import { useAccountNames } from '../../ui/accounts/use-account-names.js'
import type { MenuGroup } from '../../ui/menus/menu-groups.js'
import { RecordFilterFields, useRecordFilters } from '../../ui/records/record-filters.js'
import { noRecords } from '../../ui/records/record-loader.js'
import { RecordsView } from '../../ui/records/records-view.js'
import {
  transferColumns,
  transferLineColumns,
  transferLines,
  type TransferLine,
} from './transfer-columns.js'
import { TransferDetail } from './transfer-detail.js'
import { TransferFilterFields, useTransferFilters } from './transfer-filters.js'
import { TRANSFER_TREE, transferKey, type TransferRow } from './transfer-rows.js'
import { ViewChoice, type ViewProps } from './view-choice.js'

/** Transfers of shares and coins, with what they moved; the records of one stand together. */
export function TransfersView(props: ViewProps) {
  const text = usePanelText()
  const { invoke } = useMainWindow()
  const accountName = useAccountNames()
  const shared = useRecordFilters('activity')
  const transferFilters = useTransferFilters()
  const { filters, setGroup } = transferFilters
  const [open, setOpen] = useState<TransferRow | null>(null)
  const columns = useMemo(() => transferColumns(text, accountName), [text, accountName])
  const lineColumns = useMemo(() => transferLineColumns(text, accountName), [text, accountName])
  const { accountId, times } = shared
  const withDetail = async (row: TransferRow): Promise<readonly TransferLine[] | AppError> => {
    const reply = await invoke('records.transfer', {
      accountId: row.accountId,
      transferId: row.transferId,
    })
    return reply.ok ? transferLines(reply.value) : reply.error
  }
  const menu = ({ group }: TransferRow): readonly MenuGroup[] =>
    group === null
      ? []
      : [[{ id: 'only', label: text.records.onlyTransfer, run: () => setGroup(group) }]]
  return (
    <>
      <RecordsView<TransferRow, TransferLine>
        table="transfers"
        label={text.records.views.transfers}
        icon={ScrollText}
        source={{
          key: JSON.stringify(['transfers', accountId, times, filters]),
          read: (cursor) =>
            accountId === null
              ? noRecords()
              : invoke('records.transfers', { accountId, ...times, filters, cursor }),
          // The broker filters, and main drops what it lists nevertheless.
          matches: () => true,
        }}
        columns={columns}
        csv={{ columns: lineColumns, lines: withDetail }}
        sort={{ id: 'created', desc: true }}
        keyOf={transferKey}
        tree={TRANSFER_TREE}
        onOpen={setOpen}
        menu={menu}
        filtered={Object.values(filters).some((value) => value !== null)}
        empty={{ title: text.records.empty.transfers, hint: text.records.emptyHint.transfers }}
        filters={
          <>
            <ViewChoice {...props} />
            <RecordFilterFields filters={shared} withSymbol={false} />
            <TransferFilterFields own={transferFilters} />
          </>
        }
      />
      {open !== null && <TransferDetail row={open} onClose={() => setOpen(null)} />}
    </>
  )
}
