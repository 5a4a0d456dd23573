import { ScrollText } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import type { AppError } from '../../../shared/domain/app/app-error.js'
import { TRANSFER_STATUSES, type Transfer } from '../../../shared/domain/account/activity.js'
import { errorLine } from '../../language/error-message.js'
import { useText } from '../../language/window-text.js'
import { useMainWindow, useSetting } from '../../stores/context.js'
import { useAccountNames } from '../../ui/accounts/use-account-names.js'
import { Select } from '../../ui/field.js'
import { RecordDetail } from '../../ui/records/record-detail.js'
import { RecordFilterFields, useRecordFilters } from '../../ui/records/record-filters.js'
import { noRecords } from '../../ui/records/record-loader.js'
import { RecordsView } from '../../ui/records/records-view.js'
import {
  transferColumns,
  transferLineColumns,
  transferLines,
  transferSections,
  type TransferLine,
} from './transfer-columns.js'
import { ViewChoice, type ViewProps } from './view-choice.js'

const ALL = 'all'
const STATUSES = [ALL, ...TRANSFER_STATUSES] as const
const DIRECTIONS = [ALL, 'in', 'out'] as const

function useTransferFilters() {
  const [status, setStatus] = useSetting<(typeof STATUSES)[number]>(
    'activity.transfer-status',
    STATUSES,
    ALL,
  )
  const [direction, setDirection] = useSetting<(typeof DIRECTIONS)[number]>(
    'activity.direction',
    DIRECTIONS,
    ALL,
  )
  return { status, setStatus, direction, setDirection }
}

/** Transfers of shares and coins, with what they moved. */
export function TransfersView(props: ViewProps) {
  const text = useText()
  const { invoke } = useMainWindow()
  const accountName = useAccountNames()
  const filters = useRecordFilters('activity')
  const own = useTransferFilters()
  const { status, direction } = own
  const [open, setOpen] = useState<Transfer | null>(null)
  const columns = useMemo(() => transferColumns(text, accountName), [text, accountName])
  const lineColumns = useMemo(() => transferLineColumns(text, accountName), [text, accountName])
  const { accountId, times } = filters
  const withDetail = async (row: Transfer): Promise<readonly TransferLine[] | AppError> => {
    const reply = await invoke('records.transfer', {
      accountId: row.accountId,
      transferId: row.transferId,
    })
    return reply.ok ? transferLines(reply.value) : reply.error
  }
  return (
    <>
      <RecordsView<Transfer, TransferLine>
        table="transfers"
        label={text.records.views.transfers}
        icon={ScrollText}
        source={{
          key: JSON.stringify(['transfers', accountId, times, status, direction]),
          read: (cursor) =>
            accountId === null
              ? noRecords()
              : invoke('records.transfers', { accountId, ...times, cursor }),
          matches: (row) =>
            (status === ALL || row.status === status) &&
            (direction === ALL || row.direction === direction),
        }}
        columns={columns}
        csv={{ columns: lineColumns, lines: withDetail }}
        sort={{ id: 'created', desc: true }}
        keyOf={(row) => row.transferId}
        onOpen={setOpen}
        filtered={status !== ALL || direction !== ALL}
        empty={{ title: text.records.empty.transfers, hint: text.records.emptyHint.transfers }}
        filters={
          <>
            <ViewChoice {...props} />
            <RecordFilterFields filters={filters} withSymbol={false} />
            <TransferFilterFields own={own} />
          </>
        }
      />
      {open !== null && <TransferDetail transfer={open} onClose={() => setOpen(null)} />}
    </>
  )
}

function TransferFilterFields({ own }: { readonly own: ReturnType<typeof useTransferFilters> }) {
  const text = useText().records
  return (
    <>
      <Select
        aria-label={text.directionFilter}
        value={own.direction}
        onValue={own.setDirection}
        options={DIRECTIONS.map((value) => ({
          value,
          label: value === ALL ? text.allDirections : text.directions[value],
        }))}
      />
      <Select
        aria-label={text.statusFilter}
        value={own.status}
        onValue={own.setStatus}
        options={STATUSES.map((value) => ({
          value,
          label: value === ALL ? text.allStatuses : text.statuses[value],
        }))}
      />
    </>
  )
}

/** One transfer with its detail, which the list does not have. */
function TransferDetail({
  transfer,
  onClose,
}: {
  readonly transfer: Transfer
  readonly onClose: () => void
}) {
  const text = useText()
  const { invoke } = useMainWindow()
  const accountName = useAccountNames()
  const [found, setFound] = useState<Transfer | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const { accountId, transferId } = transfer
  useEffect(() => {
    let shown = true
    void invoke('records.transfer', { accountId, transferId }).then((reply) => {
      if (!shown) return
      if (reply.ok) setFound(reply.value)
      else setProblem(errorLine(reply.error))
    })
    return () => {
      shown = false
    }
  }, [invoke, accountId, transferId])
  const isLoading = found === null && problem === null
  return (
    <RecordDetail
      title={text.records.detail.transfers}
      sections={transferSections(text, accountName, found ?? transfer)}
      problem={problem}
      note={isLoading ? text.records.detailLoading : null}
      onClose={onClose}
    />
  )
}
