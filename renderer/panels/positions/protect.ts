import type { Position } from '../../../shared/domain/account/account.js'
import { abs, isNegative, isZero } from '../../../shared/domain/decimal.js'
import { timesInForceOf, type OrderType } from '../../../shared/domain/orders/order-types.js'
import { positionInstrument } from '../../format/instrument-name.js'
import { ticketInstrument } from '../../format/ticket-symbol.js'
import type { TicketPrefill } from '../../stores/selection.js'

/** The order that ends a position: a stop against a loss, a limit at a profit. */
export type Protection = 'stop' | 'target'

const TYPES: Readonly<Record<Protection, readonly OrderType[]>> = {
  stop: ['stop', 'stop-limit'],
  target: ['limit'],
}

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
  if (instrument === null || type === undefined || isZero(position.quantity)) return null
  return {
    ...instrument,
    type,
    side: isNegative(position.quantity) ? 'buy' : 'sell',
    quantity: abs(position.quantity),
    timeInForce: 'gtc',
    closing: true,
  }
}
