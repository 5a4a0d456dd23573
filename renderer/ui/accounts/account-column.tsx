import type { AccountId } from '../../../shared/domain/ids.js'
import { shortAccountName } from '../../format/account-name.js'
import type { Column } from '../table/column.js'
import { useAccountNames } from './use-account-names.js'

/** True when the rows belong to more than one account. */
export const hasSeveralAccounts = (rows: readonly { readonly accountId: AccountId }[]): boolean =>
  rows.some(({ accountId }) => accountId !== rows[0]?.accountId)

/** Returns the column that names the account of a row. */
export const accountColumn = <T extends { readonly accountId: AccountId }>(
  head: string,
): Column<T> => ({
  id: 'account',
  head,
  width: 78,
  grow: 0.6,
  yields: 1,
  compare: (a, b) => a.accountId.localeCompare(b.accountId),
  cell: (row) => <AccountCell accountId={row.accountId} />,
})

function AccountCell({ accountId }: { readonly accountId: AccountId }) {
  const accountName = useAccountNames()
  const shortName = useAccountNames(shortAccountName)
  return (
    <span className="dim" title={accountName(accountId)}>
      {shortName(accountId)}
    </span>
  )
}
