import type { Account } from '../../shared/domain/account/account.js'
import { ownText } from './own.js'
import type { AccountId } from '../../shared/domain/ids.js'

const LAST_DIGITS = 4

/** Formats an account with its whole number: "Individual Margin · 10010048". */
export const accountName = ({ label, accountNumber }: Account): string =>
  `${label} · ${ownText(accountNumber)}`

/** Formats an account for a narrow column, with its number first: "0048 Individual Margin". */
export const shortAccountName = ({ label, accountNumber }: Account): string =>
  `${ownText(accountNumber.slice(-LAST_DIGITS))} ${label}`

/** Returns the account with this id; undefined when the session has none. */
export const accountWithId = (
  accounts: readonly Account[] | undefined,
  id: AccountId,
): Account | undefined => accounts?.find(({ accountId }) => accountId === id)
