import type { AccountId } from '../../../shared/domain/ids.js'
import type { LockOut } from '../../../shared/domain/orders/limits/personal-limits.schema.js'
import { useMainWindow, useSlice } from '../../stores/context.js'

/** Returns the lock-out of an account, by default the selected one; null while it may trade. */
export function useLockOut(account?: AccountId): LockOut | null {
  return useSlice(useMainWindow().session, ({ value }) => {
    const wanted = account ?? value?.selectedAccount
    return value?.lockOuts.find(({ accountId }) => accountId === wanted) ?? null
  })
}
