import type { Transfer } from '../../../shared/domain/account/activity.js'
import { transferGroups, transferOfGroup } from '../../../shared/domain/account/transfer-groups.js'

/** A row: one record, or the row above the records of one ACATS transfer, its `parts`. */
export type TransferRow = Transfer & { readonly parts?: readonly Transfer[] }

const groupKey = ({ accountId, group }: Transfer): string =>
  JSON.stringify(['transfer', accountId, group])

/** Returns the key of a row; a transfer of several records has one of its own. */
export const transferKey = (row: TransferRow): string =>
  row.parts === undefined ? row.transferId : groupKey(row)

/** Returns the key of the row above a record of an ACATS transfer. */
export const parentOfTransfer = (row: TransferRow): string | null =>
  row.parts !== undefined || row.group === null ? null : groupKey(row)

/** Returns a transfer of several records as one row; null for a single record. */
export function groupRow(records: readonly Transfer[]): TransferRow | null {
  const [group] = transferGroups(records)
  const transfer = group === undefined ? null : transferOfGroup(group)
  return group === undefined || transfer === null ? null : { ...transfer, parts: group.parts }
}

/** Returns the records with a row above those of one ACATS transfer. */
export const transferRows = (records: readonly TransferRow[]): readonly TransferRow[] => [
  ...transferGroups(records).flatMap(({ parts }) => groupRow(parts) ?? []),
  ...records,
]

/** The tree of transfers for their table. */
export const TRANSFER_TREE = { rowsOf: transferRows, parentOf: parentOfTransfer } as const
