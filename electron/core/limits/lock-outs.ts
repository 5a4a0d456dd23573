import type { Account, Balance } from '../../../shared/domain/account/account.js'
import type { AccountId } from '../../../shared/domain/ids.js'
import { nextTradeDateStart } from '../../../shared/domain/market/trade-date.js'
import { reachesLoss } from '../../../shared/domain/orders/limits/personal-limits.js'
import type { LockOut } from '../../../shared/domain/orders/limits/personal-limits.schema.js'
import type { EpochMs } from '../../../shared/domain/time.js'
import type { Money } from '../../../shared/domain/decimal.js'

/** The exchange's time as its messages prove it; null until it sent one. */
export type ProvedTime = EpochMs | null

/**
 * Returns the lock-out of an account whose day's profit and loss reaches the limit; null when it
 * does not. The figure is the one that the window shows as day P&L.
 */
export function lockOutOf(
  account: Account,
  balance: Pick<Balance, 'dayPnl' | 'currency'>,
  limit: Money | null,
  times: { readonly now: EpochMs; readonly proved: ProvedTime },
): LockOut | null {
  if (!reachesLoss(balance.dayPnl, limit)) return null
  return {
    accountId: account.accountId,
    reason: 'daily-loss',
    until: endOf(account, times.proved),
    since: times.now,
    dayPnl: balance.dayPnl,
    limit,
    currency: balance.currency,
  }
}

/** Returns the lock-out of an account after the record of lock-outs was damaged. */
export const lockOutAfterDamage = (
  account: Account,
  times: { readonly now: EpochMs; readonly proved: ProvedTime },
): LockOut => ({
  accountId: account.accountId,
  reason: 'file-damaged',
  until: endOf(account, times.proved),
  since: times.now,
  dayPnl: null,
  limit: null,
  currency: 'USD',
})

const endOf = (account: Account, proved: ProvedTime): EpochMs | null =>
  proved === null ? null : nextTradeDateStart(account.product, proved)

/**
 * Returns the lock-outs with the ends that are known now, without those that ended. Only the
 * exchange's own time ends one: the computer's clock may have been changed.
 */
export function currentLockOuts(
  lockOuts: readonly LockOut[],
  accounts: readonly Account[],
  proved: ProvedTime,
): { readonly current: readonly LockOut[]; readonly ended: readonly AccountId[] } {
  if (proved === null) return { current: lockOuts, ended: [] }
  const dated = lockOuts.map((lockOut) => {
    if (lockOut.until !== null) return lockOut
    const account = accounts.find(({ accountId }) => accountId === lockOut.accountId)
    return account === undefined ? lockOut : { ...lockOut, until: endOf(account, proved) }
  })
  const hasEnded = ({ until }: LockOut): boolean => until !== null && proved >= until
  return {
    current: dated.filter((lockOut) => !hasEnded(lockOut)),
    ended: dated.filter(hasEnded).map(({ accountId }) => accountId),
  }
}
