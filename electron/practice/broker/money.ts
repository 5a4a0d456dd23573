import { parseDecimal, toInteger } from '../../../shared/domain/decimal.js'
import type { Cents } from '../ledger/money.js'
import type { Desk } from './desk.js'

/** Reads an amount that the schema has let through: at most two places. */
export function centsOf(amount: string): Cents {
  const value = parseDecimal(amount)
  const cents = value === null ? null : toInteger(value, 2)
  if (cents === null) throw new RangeError('not an amount')
  return Number(cents)
}

/** Granted against deposits that have not arrived: it may be traded with, but not taken out. */
export const grantedCents = (desk: Desk, accountId: string): Cents =>
  desk.state.instants
    .filter((one) => one.accountId === accountId && one.status === 'GRANTED')
    .reduce((total, one) => total + one.cents, 0)

/** What an account can give away now. */
export const spareCents = (desk: Desk, accountId: string): Cents =>
  Math.max(0, (desk.books.withdrawable(accountId) ?? 0) - grantedCents(desk, accountId))
