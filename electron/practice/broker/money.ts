import { parseDecimal, toInteger } from '../../../shared/domain/decimal.js'
import type { Cents } from '../ledger/money.js'
import type { BrokerContext } from './broker-context.js'

/** Reads an amount that the schema has let through: at most two places. */
export function centsOf(amount: string): Cents {
  const value = parseDecimal(amount)
  const cents = value === null ? null : toInteger(value, 2)
  if (cents === null) throw new RangeError('not an amount')
  return Number(cents)
}

/** Granted against deposits that have not arrived: it may be traded with, but not taken out. */
export const grantedCents = (context: BrokerContext, accountId: string): Cents =>
  context.state.instants
    .filter((instant) => instant.accountId === accountId && instant.status === 'GRANTED')
    .reduce((total, instant) => total + instant.cents, 0)

/** What an account can give away now. */
export const spareCents = (context: BrokerContext, accountId: string): Cents =>
  Math.max(0, (context.books.withdrawable(accountId) ?? 0) - grantedCents(context, accountId))
