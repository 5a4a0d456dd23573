import type { Position } from '../../../shared/domain/account/account.js'
import { abs, isNegative, isZero } from '../../../shared/domain/decimal.js'
import { timesInForceOf, type OrderType } from '../../../shared/domain/orders/order-types.js'
import { positionInstrument } from '../../format/instrument-name.js'
import { ticketInstrument } from '../../format/ticket-symbol.js'
import type { TicketPrefill } from '../../stores/selection.js'

/**
 * The order that ends a position: a stop against a loss, a limit at a profit, or both, of which one
 * cancels the other.
 */
export type Protection = 'stop' | 'target' | 'both'

const TYPES: Readonly<Record<Protection, readonly OrderType[]>> = {
  stop: ['stop', 'stop-limit'],
  target: ['limit'],
  both: ['limit'],
}

/** Both exist for stocks, and for a long position in an option (TRADING-4.3). */
const mayHaveBoth = ({ assetClass, quantity }: Position): boolean =>
  assetClass === 'stock' || (assetClass === 'option' && !isNegative(quantity))

/**
 * Returns the order that protects a whole position, without its price, which the person enters in
 * the ticket. It stays until canceled where the product allows that. Null where the product has no
 * such order, and for combinations, which are not ordered as a whole.
 */
export function protectiveOrder(
  position: Position,
  protection: Protection,
): Omit<TicketPrefill, 'nonce'> | null {
  const instrument = ticketInstrument(positionInstrument(position))
  const type = TYPES[protection].find(
    (candidate) => timesInForceOf(position.assetClass, candidate).length > 0,
  )
  if (protection === 'both' && !mayHaveBoth(position)) return null
  if (instrument === null || type === undefined || isZero(position.quantity)) return null
  return {
    ...instrument,
    type,
    side: isNegative(position.quantity) ? 'buy' : 'sell',
    quantity: abs(position.quantity),
    timeInForce: 'gtc',
    closing: true,
    ...(protection === 'both' ? { exits: true } : {}),
  }
}
