import { parseDecimal, toInteger } from '../../../shared/domain/decimal.js'
import type { Cents } from '../ledger/money.js'
import type { BrokerContext } from './broker-context.js'

/** Parses an amount that the schema has accepted: at most two decimals. */
export function centsOf(amount: string): Cents {
  const value = parseDecimal(amount)
  const cents = value === null ? null : toInteger(value, 2)
  if (cents === null) throw new RangeError('not an amount')
  return Number(cents)
}

/**
 * Returns the cents granted against deposits that have not arrived: available for trading, but not
 * for withdrawal.
 */
export const grantedCents = (context: BrokerContext, accountId: string): Cents =>
  context.state.instants
    .filter((instant) => instant.accountId === accountId && instant.status === 'GRANTED')
    .reduce((total, instant) => total + instant.cents, 0)

/** Returns the cents that an account can pay out now. */
export const spareCents = (context: BrokerContext, accountId: string): Cents =>
  Math.max(0, (context.books.withdrawable(accountId) ?? 0) - grantedCents(context, accountId))
