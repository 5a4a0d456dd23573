import {
  asMoney,
  asPrice,
  asQuantity,
  dec,
  parseDecimal,
  type Decimal,
  type Money,
  type Price,
  type Quantity,
} from '../../../shared/domain/decimal.js'
import { accountId, symbol } from '../../../shared/domain/ids.js'
import type { AssetClass } from '../../../shared/domain/instruments/instrument.js'
import type { OrderChange, OrderDraft, Trail } from '../../../shared/domain/orders/order.js'
import {
  type OrderType,
  usesLimit,
  usesStop,
  usesTrail,
} from '../../../shared/domain/orders/order-types.js'
import type { AlgoChange, DraftTerms } from '../../../shared/domain/orders/order-terms.js'
import { err, ok, type Result } from '../../../shared/domain/result.js'
import type { Refusal } from '../../../shared/domain/instructions/refusal.js'
import { SESSIONS, SIDES, TIMES, TYPES } from './wire-enums.js'
import { plainReason } from '../refusals.js'

/**
 * An order as the tools accept it, in the provider's terms; members that a product does not have
 * are absent.
 */
export interface WireOrder {
  readonly account_id: string
  readonly symbol: string
  readonly side: keyof typeof SIDES
  readonly order_type: keyof typeof TYPES
  readonly time_in_force: keyof typeof TIMES
  readonly quantity?: string | undefined
  readonly entrust_type?: 'QTY' | 'AMOUNT' | undefined
  readonly total_cash_amount?: string | undefined
  readonly limit_price?: string | undefined
  readonly stop_price?: string | undefined
  readonly trading_session?: keyof typeof SESSIONS | undefined
  readonly extended_hours?: boolean | undefined
  readonly trailing_type?: 'AMOUNT' | 'PERCENTAGE' | undefined
  readonly trailing_stop_step?: string | undefined
  readonly expire_date?: string | undefined
}

export type Drafted<T> = Result<T, Refusal>
/** Refuses arguments; `name` is the wrong one where there is one, and `rule` what it breaks. */
export const invalid = (
  message: string,
  name: string | null = null,
  value: string | null = null,
  rule = 'combination',
): Drafted<never> =>
  err({ code: 'invalid', message: plainReason(message), argument: { name, value, rule } })

/** Tags a number that the schema has already validated. */
const number = <T extends Decimal>(
  text: string | undefined,
  tag: (value: Decimal) => T,
): T | null => {
  const value = text === undefined ? null : parseDecimal(text)
  return value === null ? null : tag(value)
}
export const price = (text: string | undefined): Price | null => number(text, asPrice)
export const quantity = (text: string | undefined): Quantity | null => number(text, asQuantity)
const money = (text: string | undefined): Money | null => number(text, asMoney)

/**
 * Returns a price that the order type needs, or none. A price that the type does not use is
 * refused, not dropped, because the caller meant something by it.
 */
function priceFor(
  name: string,
  text: string | undefined,
  used: boolean,
  type: string,
): Drafted<Price | null> {
  if (used && text === undefined) {
    return invalid(`${name} is needed for ${type}.`, name, null, 'missing')
  }
  if (!used && text !== undefined) {
    return invalid(`${name} does not belong to ${type}.`, name, text, 'not-used')
  }
  return ok(price(text))
}

function trailOf(
  order: Pick<WireOrder, 'trailing_type' | 'trailing_stop_step'>,
): Drafted<Trail | null> {
  if ((order.trailing_type === undefined) !== (order.trailing_stop_step === undefined)) {
    return invalid(
      'trailing_type and trailing_stop_step go together.',
      order.trailing_type === undefined ? 'trailing_type' : 'trailing_stop_step',
      null,
      'missing',
    )
  }
  const step =
    order.trailing_stop_step === undefined ? null : parseDecimal(order.trailing_stop_step)
  return ok(
    step === null
      ? null
      : { kind: order.trailing_type === 'PERCENTAGE' ? 'percent' : 'amount', step },
  )
}

function sizeOf(order: WireOrder): Drafted<OrderDraft['size']> {
  const units = quantity(order.quantity)
  const amount = money(order.total_cash_amount)
  if (order.entrust_type === 'AMOUNT') {
    if (units !== null) {
      return invalid(
        'quantity does not belong to entrust_type AMOUNT.',
        'quantity',
        order.quantity ?? null,
        'not-used',
      )
    }
    return amount === null
      ? invalid(
          'total_cash_amount is needed for entrust_type AMOUNT.',
          'total_cash_amount',
          null,
          'missing',
        )
      : ok({ kind: 'amount', amount })
  }
  if (amount !== null) {
    return invalid(
      'total_cash_amount needs entrust_type AMOUNT.',
      'total_cash_amount',
      order.total_cash_amount ?? null,
      'not-used',
    )
  }
  return units === null
    ? invalid('quantity is needed.', 'quantity', null, 'missing')
    : ok({ kind: 'quantity', quantity: units })
}

function sessionOf(order: WireOrder): Drafted<OrderDraft['session']> {
  const session = SESSIONS[order.trading_session ?? 'CORE']
  if (order.extended_hours !== true) return ok(session)
  return session === 'night'
    ? invalid(
        'extended_hours and trading_session NIGHT exclude each other.',
        'extended_hours',
        'true',
        'combination',
      )
    : ok('all')
}

/**
 * Converts the requested order to a draft. Only contradictions are refused here; core checks what
 * product, account and policy allow.
 */
export function toDraft(
  assetClass: AssetClass,
  order: WireOrder,
  terms?: DraftTerms,
): Drafted<OrderDraft> {
  const type: OrderType = TYPES[order.order_type]
  const size = sizeOf(order)
  if (!size.ok) return size
  const limit = priceFor('limit_price', order.limit_price, usesLimit(type), order.order_type)
  if (!limit.ok) return limit
  const stop = priceFor('stop_price', order.stop_price, usesStop(type), order.order_type)
  if (!stop.ok) return stop
  const trail = trailOf(order)
  if (!trail.ok) return trail
  if (usesTrail(type) !== (trail.value !== null)) {
    return invalid(
      usesTrail(type)
        ? `trailing_type and trailing_stop_step are needed for ${order.order_type}.`
        : `A trail does not belong to ${order.order_type}.`,
      'trailing_stop_step',
      order.trailing_stop_step ?? null,
      usesTrail(type) ? 'missing' : 'not-used',
    )
  }
  const session = sessionOf(order)
  if (!session.ok) return session
  if ((order.time_in_force === 'GTD') !== (order.expire_date !== undefined)) {
    return invalid(
      'expire_date goes with time_in_force GTD, and only with it.',
      'expire_date',
      order.expire_date ?? null,
      order.expire_date === undefined ? 'missing' : 'not-used',
    )
  }
  return ok({
    accountId: accountId(order.account_id),
    assetClass,
    symbol: symbol(order.symbol),
    side: SIDES[order.side],
    type,
    timeInForce: TIMES[order.time_in_force],
    session: session.value,
    size: size.value,
    limitPrice: limit.value,
    stopPrice: stop.value,
    trail: trail.value,
    expireDate: order.expire_date ?? null,
    ...(terms === undefined ? {} : { terms }),
  })
}

/** The requested change; absent members stay as they are. */
export type WireChange = {
  readonly [Name in
    | 'quantity'
    | 'limit_price'
    | 'stop_price'
    | 'time_in_force'
    | 'order_type'
    | 'trailing_type'
    | 'trailing_stop_step']?: WireOrder[Name] | undefined
} & WireAlgoChange
interface WireAlgoChange {
  readonly target_vol_percent?: string | undefined
  readonly max_target_percent?: string | undefined
  readonly algo_start_time?: string | undefined
  readonly algo_end_time?: string | undefined
}

function toAlgoChange({
  target_vol_percent: target,
  max_target_percent: max,
  algo_start_time: start,
  algo_end_time: end,
}: WireAlgoChange): AlgoChange | null {
  const change: AlgoChange = {
    ...(target === undefined ? {} : { targetPercent: dec(target) }),
    ...(max === undefined ? {} : { maxPercent: dec(max) }),
    ...(start === undefined ? {} : { start }),
    ...(end === undefined ? {} : { end }),
  }
  return Object.keys(change).length === 0 ? null : change
}

/** Converts the requested change; refuses one that changes nothing. */
export function toChange(wire: WireChange): Drafted<OrderChange> {
  const trail = trailOf(wire)
  if (!trail.ok) return trail
  const [units, limit, stop, algo] = [
    quantity(wire.quantity),
    price(wire.limit_price),
    price(wire.stop_price),
    toAlgoChange(wire),
  ]
  const change: OrderChange = {
    ...(units === null ? {} : { quantity: units }),
    ...(limit === null ? {} : { limitPrice: limit }),
    ...(stop === null ? {} : { stopPrice: stop }),
    ...(wire.time_in_force === undefined ? {} : { timeInForce: TIMES[wire.time_in_force] }),
    ...(wire.order_type === undefined ? {} : { type: TYPES[wire.order_type] }),
    ...(trail.value === null ? {} : { trail: trail.value }),
    ...(algo === null ? {} : { algo }),
  }
  return Object.keys(change).length === 0
    ? invalid('Nothing would change.', null, null, 'no-change')
    : ok(change)
}
