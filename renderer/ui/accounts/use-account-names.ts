import { useCallback } from 'react'
import type { Account } from '../../../shared/domain/account/account.js'
import type { AccountId } from '../../../shared/domain/ids.js'
import { accountName, accountWithId } from '../../format/account-name.js'
import { useMainWindow, useSlice } from '../../stores/context.js'

const NONE: readonly Account[] = []

/** Returns the accounts of the session. */
export const useAccounts = (): readonly Account[] =>
  useSlice(useMainWindow().session, (state) => state.value?.accounts ?? NONE)

/** Names an account by its id; an account that the session does not have by the id itself. */
export function useAccountNames(format = accountName): (id: AccountId) => string {
  const accounts = useAccounts()
  return useCallback(
    (id) => {
      const account = accountWithId(accounts, id)
      return account === undefined ? id : format(account)
    },
    [accounts, format],
  )
}
