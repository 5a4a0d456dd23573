import type { AssetClass } from '../../../../shared/domain/instruments/instrument.js'
import {
  ORDER_TYPES,
  stockSessions,
  timesInForceOf,
  type OrderSession,
  type OrderType,
  type TimeInForce,
} from '../../../../shared/domain/orders/order-types.js'
import { SIDES, type Side } from '../../../../shared/domain/side.js'
import type { TicketForm } from './form-values.js'

const REGULAR: readonly OrderSession[] = ['core']
const NO_SHORT: readonly Side[] = ['buy', 'sell']
const QUANTITY: readonly TicketForm['sizeKind'][] = ['quantity']
const QUANTITY_OR_AMOUNT: readonly TicketForm['sizeKind'][] = ['quantity', 'amount']

/** Returns the sides of a product: only stocks are sold short (TRADING-4.2). */
export const sidesOf = (assetClass: AssetClass): readonly Side[] =>
  assetClass === 'stock' ? SIDES : NO_SHORT

/** Returns the order types of a product, in the order of the table. */
export const typesOf = (assetClass: AssetClass): readonly OrderType[] =>
  ORDER_TYPES.filter((type) => timesInForceOf(assetClass, type).length > 0)

/** True where an algorithm may work the order: market and limit orders of a stock (TRADING-4.3). */
export const mayUseAlgo = ({
  assetClass,
  side,
  type,
}: Pick<TicketForm, 'assetClass' | 'side' | 'type'>): boolean =>
  assetClass === 'stock' && side !== 'short' && (type === 'market' || type === 'limit')

/**
 * Returns whether an order may be sized by an amount of currency, by a quantity, or by either
 * (TRADING-4.3).
 */
export function sizeKindsOf({
  assetClass,
  side,
  type,
  algo,
}: Pick<TicketForm, 'assetClass' | 'side' | 'type' | 'algo'>): readonly TicketForm['sizeKind'][] {
  const byAmount =
    (assetClass === 'stock' && type === 'market' && side !== 'short' && algo === 'none') ||
    (assetClass === 'crypto' && (side === 'buy' || type !== 'stop-limit')) ||
    (assetClass === 'event' && side === 'buy')
  return byAmount ? QUANTITY_OR_AMOUNT : QUANTITY
}

/**
 * Returns the times in force that the order may have (TRADING-4.3): algorithms work for the day, an
 * event order by amount fills at once or not at all, and only buys of options stay until canceled.
 */
export function timesOf({
  assetClass,
  side,
  type,
  algo,
  sizeKind,
}: Pick<TicketForm, 'assetClass' | 'side' | 'type' | 'algo' | 'sizeKind'>): readonly TimeInForce[] {
  const times = timesInForceOf(assetClass, type)
  if (algo !== 'none') return times.filter((time) => time === 'day')
  if (assetClass === 'event' && sizeKind === 'amount') return times.filter((time) => time === 'fok')
  if (assetClass === 'option' && side !== 'buy') return times.filter((time) => time !== 'gtc')
  return times
}

/** Returns the sessions that the order may trade in; one for every product but stocks. */
export const sessionsOf = ({
  assetClass,
  type,
  algo,
}: Pick<TicketForm, 'assetClass' | 'type' | 'algo'>): readonly OrderSession[] =>
  assetClass === 'stock' && algo === 'none' ? stockSessions(type) : REGULAR

/** Returns the choice itself where it is offered, otherwise the first that is. */
const offered = <T>(choice: T, choices: readonly T[]): T =>
  choices.includes(choice) ? choice : (choices[0] ?? choice)

/**
 * Resets choices that the product, type or side does not allow to the first allowed one; typed text
 * stays.
 */
export function fitted(form: TicketForm): TicketForm {
  const { assetClass } = form
  const types = typesOf(assetClass)
  const typed: TicketForm = {
    ...form,
    side: assetClass !== 'stock' && form.side === 'short' ? 'sell' : form.side,
    type: types.includes(form.type) || !types.includes('limit') ? form.type : 'limit',
  }
  const worked: TicketForm = { ...typed, algo: mayUseAlgo(typed) ? typed.algo : 'none' }
  const sized: TicketForm = { ...worked, sizeKind: offered(worked.sizeKind, sizeKindsOf(worked)) }
  return {
    ...sized,
    timeInForce: offered(sized.timeInForce, timesOf(sized)),
    session: offered(sized.session, sessionsOf(sized)),
  }
}
