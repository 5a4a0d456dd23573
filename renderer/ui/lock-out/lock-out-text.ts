import { neg } from '../../../shared/domain/decimal.js'
import type { LockOut } from '../../../shared/domain/orders/limits/personal-limits.schema.js'
import type { WindowText } from '../../../shared/messages/window-text.js'
import { ownMoney } from '../../format/own.js'
import { exchangeDayTime } from '../../format/time.js'

type Texts = WindowText['limits']

/** Says until when an account is locked for new orders. */
export const lockOutTitle = ({ until }: LockOut, account: string, text: Texts): string =>
  until === null ? text.lockedSession(account) : text.lockedUntil(account, exchangeDayTime(until))

/** Says why an account is locked: which figure reached which limit. */
export const lockOutReason = ({ dayPnl, limit, currency }: LockOut, text: Texts): string =>
  dayPnl === null || limit === null
    ? text.lockedDamage
    : text.lockedLoss(ownMoney(dayPnl, currency), ownMoney(neg(limit), currency))

/** The lock-out in a few words, for the status bar. */
export const lockOutBadge = ({ until }: LockOut, text: Texts): string =>
  until === null ? text.lockedBadgeSession : text.lockedBadge(exchangeDayTime(until))
