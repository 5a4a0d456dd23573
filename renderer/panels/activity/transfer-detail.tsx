import { useEffect, useState } from 'react'
import type { Transfer } from '../../../shared/domain/account/activity.js'
import type { AppError } from '../../../shared/domain/app/app-error.js'
import type { Result } from '../../../shared/domain/result.js'
import { errorLine } from '../../language/error-message.js'
import { usePanelText } from '../../language/panel-text.js'
import { useMainWindow } from '../../stores/context.js'
import type { MainWindow } from '../../stores/main-window.js'
import { useAccountNames } from '../../ui/accounts/use-account-names.js'
import { RecordDetail } from '../../ui/records/record-detail.js'
import { groupSections, transferSections } from './transfer-columns.js'
import { groupRow, type TransferRow } from './transfer-rows.js'

type Read = Result<readonly Transfer[], AppError>

/** Reads a record with its detail, which the list does not have. */
async function readRecord(
  invoke: MainWindow['invoke'],
  { accountId, transferId }: Transfer,
): Promise<Result<Transfer, AppError>> {
  return invoke('records.transfer', { accountId, transferId })
}

/** Reads every record of a transfer, also those that the list does not show, with its detail. */
async function readParts(
  invoke: MainWindow['invoke'],
  { accountId, group }: { readonly accountId: Transfer['accountId']; readonly group: string },
): Promise<Read> {
  const listed = await invoke('records.transfer-parts', { accountId, group })
  if (!listed.ok) return listed
  const parts: Transfer[] = []
  for (const part of listed.value) {
    const detail = await readRecord(invoke, part)
    if (!detail.ok) return detail
    parts.push(detail.value)
  }
  return { ok: true, value: parts }
}

/** One transfer: a record with its detail, or all records of an ACATS transfer. */
export function TransferDetail({
  row,
  onClose,
}: {
  readonly row: TransferRow
  readonly onClose: () => void
}) {
  const text = usePanelText()
  const { invoke } = useMainWindow()
  const accountName = useAccountNames()
  const [reply, setReply] = useState<Read | null>(null)
  useEffect(() => {
    let isCurrent = true
    const { accountId, group, parts } = row
    const reading: Promise<Read> =
      parts === undefined || group === null
        ? readRecord(invoke, row).then((found) =>
            found.ok ? { ok: true, value: [found.value] } : found,
          )
        : readParts(invoke, { accountId, group })
    void reading.then((found) => {
      if (isCurrent) setReply(found)
    })
    return () => {
      isCurrent = false
    }
  }, [invoke, row])
  const records = reply?.ok === true ? reply.value : (row.parts ?? [row])
  const joint = groupRow(records)
  const [only] = records
  return (
    <RecordDetail
      title={text.records.detail.transfers}
      sections={
        joint === null
          ? transferSections(text, accountName, only ?? row)
          : groupSections(text, accountName, joint, joint.parts ?? records)
      }
      problem={reply?.ok === false ? errorLine(reply.error) : null}
      note={reply === null ? text.records.detailLoading : null}
      onClose={onClose}
    />
  )
}
