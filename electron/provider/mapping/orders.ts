import type { z } from 'zod'
import {
  asMoney,
  asPrice,
  asQuantity,
  decimalText,
  isZero,
  sum,
  type Decimal,
  type Money,
  type Price,
} from '../../../shared/domain/decimal.js'
import {
  clientOrderId,
  orderId,
  symbol,
  type AccountId,
  type ClientOrderId,
} from '../../../shared/domain/ids.js'
import type {
  ComboChange,
  ComboDraft,
  ComboMember,
  OrderChange,
  OrderDraft,
  Trail,
} from '../../../shared/domain/orders/order.js'
import type { Combo } from '../../../shared/domain/orders/order-terms.js'
import { usesLimit, usesStop, usesTrail } from '../../../shared/domain/orders/order-types.js'
import type { EpochMs } from '../../../shared/domain/time.js'
import { quotedPrice } from '../../../shared/domain/market/quoted-price.js'
import type {
  ORDER_OPERATIONS,
  zOrderGroup,
  zOrderRecord,
} from '../../../shared/wire/families/trading/orders.js'
import type { RequestOf } from '../../../shared/wire/operation.js'
import type { OrderObservation } from '../../core/orders/order-observation.js'
import {
  WIRE_INSTRUMENT_TYPE,
  WIRE_ORDER_TYPE,
  WIRE_SESSION,
  WIRE_SIDE,
  WIRE_TIME_IN_FORCE,
  assetClassOf,
  orderTypeOf,
  sessionOf,
  sideOf,
  statusOf,
  timeInForceOf,
} from './enums.js'
import { termMembers, termsOf, WIRE_ROLE, type NewOrder } from './order-terms.js'

type PlaceBody = RequestOf<typeof ORDER_OPERATIONS.placeOrder>
type ReplaceBody = RequestOf<typeof ORDER_OPERATIONS.replaceOrder>

const trailing = (trail: Trail): Pick<NewOrder, 'trailing_type' | 'trailing_stop_step'> => ({
  trailing_type: trail.kind === 'amount' ? 'AMOUNT' : 'PERCENTAGE',
  trailing_stop_step: decimalText(trail.step),
})

/**
 * Converts one order of Place. Members that its type does not use are omitted; the trading session
 * is sent for stocks only, where it is required.
 */
function toNewOrder(draft: OrderDraft, id: ClientOrderId): NewOrder {
  return {
    client_order_id: id,
    combo_type: 'NORMAL',
    symbol: draft.symbol,
    instrument_type: WIRE_INSTRUMENT_TYPE[draft.assetClass],
    market: 'US',
    side: WIRE_SIDE[draft.side],
    order_type: WIRE_ORDER_TYPE[draft.type],
    time_in_force: WIRE_TIME_IN_FORCE[draft.timeInForce],
    ...(draft.size.kind === 'quantity'
      ? { entrust_type: 'QTY', quantity: decimalText(draft.size.quantity) }
      : { entrust_type: 'AMOUNT', total_cash_amount: decimalText(draft.size.amount) }),
    ...(usesLimit(draft.type) && draft.limitPrice !== null
      ? { limit_price: decimalText(draft.limitPrice) }
      : {}),
    ...(usesStop(draft.type) && draft.stopPrice !== null
      ? { stop_price: decimalText(draft.stopPrice) }
      : {}),
    ...(usesTrail(draft.type) && draft.trail !== null ? trailing(draft.trail) : {}),
    ...(draft.assetClass === 'stock'
      ? { support_trading_session: WIRE_SESSION[draft.session] }
      : {}),
    ...(draft.timeInForce === 'gtd' && draft.expireDate !== null
      ? { expire_date: draft.expireDate }
      : {}),
    ...termMembers(draft),
  }
}

/** Returns the body of Place and Preview for a single order (TRADING-4.2). */
export const toPlaceBody = (draft: OrderDraft, id: ClientOrderId): PlaceBody => ({
  account_id: draft.accountId,
  new_orders: [toNewOrder(draft, id)],
})

/**
 * Converts one order of a group. `position_intent` may be set on its MASTER only (TRADING-4.2): the
 * others close what it opens.
 */
function toMember({ role, draft }: ComboMember, id: ClientOrderId): NewOrder {
  const { position_intent: intent, ...members } = toNewOrder(draft, id)
  return {
    ...members,
    combo_type: WIRE_ROLE[role],
    ...(role === 'master' && intent !== undefined ? { position_intent: intent } : {}),
  }
}

/**
 * Returns the body of Place for a group (TRADING-4.3): one client id for the group and one for each
 * order, in their order. Invalid roles are refused by the provider, not here.
 */
export function toComboBody(
  combo: ComboDraft,
  comboId: string,
  ids: readonly ClientOrderId[],
): PlaceBody {
  if (ids.length !== combo.orders.length) {
    throw new RangeError('every order of a group needs an id of its own')
  }
  return {
    account_id: combo.accountId,
    client_combo_order_id: comboId,
    new_orders: combo.orders.map((member, index) => toMember(member, ids[index] as ClientOrderId)),
  }
}

function toModifyOrder(
  id: ClientOrderId,
  change: OrderChange,
): ReplaceBody['modify_orders'][number] {
  const { targetPercent, maxPercent, start, end } = change.algo ?? {}
  return {
    client_order_id: id,
    ...(change.type === undefined ? {} : { order_type: WIRE_ORDER_TYPE[change.type] }),
    ...(change.timeInForce === undefined
      ? {}
      : { time_in_force: WIRE_TIME_IN_FORCE[change.timeInForce] }),
    ...(change.quantity === undefined ? {} : { quantity: decimalText(change.quantity) }),
    ...(change.limitPrice === undefined ? {} : { limit_price: decimalText(change.limitPrice) }),
    ...(change.stopPrice === undefined ? {} : { stop_price: decimalText(change.stopPrice) }),
    ...(change.trail === undefined ? {} : trailing(change.trail)),
    ...(targetPercent === undefined ? {} : { target_vol_percent: decimalText(targetPercent) }),
    ...(maxPercent === undefined ? {} : { max_target_percent: decimalText(maxPercent) }),
    ...(start === undefined ? {} : { algo_start_time: start }),
    ...(end === undefined ? {} : { algo_end_time: end }),
  }
}

/**
 * Returns the member that names the combination of an order in a write (TRADING-4.5); nothing when
 * there is none or its id is unknown.
 */
export const comboMember = (
  combo: Combo | undefined,
): { readonly client_combo_order_id?: string } =>
  combo === undefined || combo.clientComboId === null
    ? {}
    : { client_combo_order_id: combo.clientComboId }

/**
 * Returns the body of Replace: only the changes, of one order or of several of a combination
 * (TRADING-4.5).
 */
export const toReplaceBody = (
  account: AccountId,
  id: ClientOrderId,
  change: OrderChange,
  group?: ComboChange,
): ReplaceBody => ({
  account_id: account,
  ...comboMember(group?.combo),
  modify_orders: [
    toModifyOrder(id, change),
    ...(group?.others ?? []).map((other) => toModifyOrder(other.clientOrderId, other.change)),
  ],
})

/** Only the net price of several options may be zero or less; elsewhere zero stands for none. */
const limitPrice = ({ limit_price: limit, instrument_type: kind }: Record_): Price | null =>
  limit !== null && kind === 'OPTION' ? asPrice(limit) : quotedPrice(limit)
/** The wire sends zero while nothing is filled (TRADING-4.6). */
const fillPrice = (value: Decimal | null): Price | null =>
  value === null || isZero(value) ? null : asPrice(value)

type Record_ = z.output<typeof zOrderRecord>

/**
 * Returns commission and fees together, actual where reported, otherwise receivable; null when the
 * response has none.
 */
export function feesOf(record: Pick<Record_, 'commission' | 'fees'>): Money | null {
  const commission =
    record.commission?.actual_commission ?? record.commission?.receivable_commission ?? null
  const fees = (record.fees ?? []).map((fee) => fee.actual_value ?? fee.receivable_value)
  const known = [commission, ...fees].filter((value): value is Decimal => value !== null)
  return known.length === 0 ? null : asMoney(sum(known))
}

function trailOf(record: Record_): Trail | null {
  if (record.trailing_stop_step === null) return null
  if (record.trailing_type === 'AMOUNT') return { kind: 'amount', step: record.trailing_stop_step }
  return record.trailing_type === 'PERCENTAGE'
    ? { kind: 'percent', step: record.trailing_stop_step }
    : null
}

type Group = Parameters<typeof termsOf>[1]
const ALONE: Group = { combo_type: null, combo_order_id: null, client_combo_order_id: null }

const withTerms = (record: Record_, group: Group): Pick<OrderObservation, 'terms'> => {
  const terms = termsOf(record, group)
  return terms === undefined ? {} : { terms }
}

/** Where and when a record was read. */
interface ObservationSource {
  readonly source: 'detail' | 'listing'
  readonly observedAt: EpochMs
  /** The combination that it belongs to; by default none. */
  readonly group?: Group
}

/** Converts one order record to an observation. Reads the fill time in all its spellings. */
export const toObservation = (
  account: AccountId,
  record: Record_,
  { source, observedAt, group = ALONE }: ObservationSource,
): OrderObservation => ({
  source,
  accountId: account,
  clientOrderId: clientOrderId(record.client_order_id),
  orderId: record.order_id === '' ? null : orderId(record.order_id),
  assetClass: assetClassOf(record.instrument_type),
  symbol: symbol(record.symbol),
  side: sideOf(record.side),
  type: orderTypeOf(record.order_type),
  timeInForce: timeInForceOf(record.time_in_force),
  session: sessionOf(record.support_trading_session),
  status: statusOf(record.status),
  quantity:
    record.entrust_type === 'AMOUNT' && isZero(record.total_quantity)
      ? null
      : asQuantity(record.total_quantity),
  amount: record.total_cash_amount === null ? null : asMoney(record.total_cash_amount),
  filledQuantity: record.filled_quantity === null ? null : asQuantity(record.filled_quantity),
  averageFillPrice: fillPrice(record.filled_price),
  limitPrice: limitPrice(record),
  stopPrice: quotedPrice(record.stop_price),
  trail: trailOf(record),
  ...withTerms(record, group),
  fees: feesOf(record),
  placedAt: record.place_time_at,
  filledAt: record.filled_time_at ?? record.filled_time ?? record.fill_time,
  reason: null,
  observedAt,
})

/** Converts all orders of a listing's groups. */
export const toObservations = (
  account: AccountId,
  groups: readonly z.output<typeof zOrderGroup>[],
  observedAt: EpochMs,
): readonly OrderObservation[] =>
  groups.flatMap((group) =>
    group.orders.map((record) =>
      toObservation(account, record, { source: 'listing', observedAt, group }),
    ),
  )
