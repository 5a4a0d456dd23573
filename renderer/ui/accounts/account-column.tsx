import type { AccountId } from '../../../shared/domain/ids.js'
import { shortAccountName } from '../../format/account-name.js'
import type { Column } from '../table/column.js'
import { useAccountNames } from './use-account-names.js'
import { fullText } from '../hints/hint.js'

/** True when the rows belong to more than one account. */
export const hasSeveralAccounts = (rows: readonly { readonly accountId: AccountId }[]): boolean =>
  rows.some(({ accountId }) => accountId !== rows[0]?.accountId)

/**
 * Returns the column that names the account of a row.
 * @param nameOf names an account in full, for exports
 * @param hidden not shown until the person shows it
 */
export const accountColumn = <T extends { readonly accountId: AccountId }>(
  head: string,
  nameOf: (account: AccountId) => string,
  hidden: boolean,
): Column<T> => ({
  id: 'account',
  head,
  width: 112,
  grow: 0.6,
  hidden,
  compare: (a, b) => a.accountId.localeCompare(b.accountId),
  cell: (row) => <AccountCell accountId={row.accountId} />,
  data: (row) => nameOf(row.accountId),
})

function AccountCell({ accountId }: { readonly accountId: AccountId }) {
  const accountName = useAccountNames()
  const shortName = useAccountNames(shortAccountName)
  return (
    <span className="dim" {...fullText(accountName(accountId))}>
      {shortName(accountId)}
    </span>
  )
}
