import { z } from 'zod'
import {
  abs,
  asMoney,
  asPrice,
  asQuantity,
  isZero,
  sum,
  type Decimal,
  type Money,
} from '../../../shared/domain/decimal.js'
import { accountId, clientOrderId, orderId, symbol } from '../../../shared/domain/ids.js'
import type { EpochMs } from '../../../shared/domain/time.js'
import { zOptionalDecimal, zOptionalText, zOptionalTime } from '../../../shared/wire/fields.js'
import type {
  EndedContract,
  OptionEnding,
  OptionEventNotice,
  OrderEventNotice,
  PositionEventNotice,
  TradeEventType,
} from '../../core/orders/trade-events-port.js'
import { assetClassOfCategory, orderTypeOf, outcomeOf, sideOf, statusOf } from './enums.js'

/** The JSON payload of an order event (EVENTS-3). Fee members are read when present. */
const zOrderEvent = z.object({
  account_id: z.string().min(1),
  client_order_id: z.string().min(1),
  order_id: zOptionalText,
  request_id: zOptionalText,
  symbol: z.string().min(1),
  category: zOptionalText,
  side: zOptionalText,
  order_type: zOptionalText,
  order_status: zOptionalText,
  qty: zOptionalDecimal,
  filled_qty: zOptionalDecimal,
  filled_price: zOptionalDecimal,
  filled_time: zOptionalTime,
  scene_type: zOptionalText,
  actual_commission: zOptionalDecimal,
  receivable_commission: zOptionalDecimal,
  fees: z
    .array(z.object({ actual_value: zOptionalDecimal, receivable_value: zOptionalDecimal }))
    .nullish(),
})

const EVENT_TYPES: Readonly<Record<string, TradeEventType>> = {
  FILLED: 'partial-fill',
  FINAL_FILLED: 'final-fill',
  PLACE_FAILED: 'place-failed',
  MODIFY_SUCCESS: 'replace-done',
  MODIFY_FAILED: 'replace-refused',
  CANCEL_SUCCESS: 'cancel-done',
  CANCEL_FAILED: 'cancel-refused',
}
const eventTypeOf = (word: string | null): TradeEventType =>
  word !== null && Object.hasOwn(EVENT_TYPES, word) ? (EVENT_TYPES[word] ?? 'other') : 'other'

function feesOf(event: z.output<typeof zOrderEvent>): Money | null {
  const all = [
    event.actual_commission ?? event.receivable_commission,
    ...(event.fees ?? []).map((fee) => fee.actual_value ?? fee.receivable_value),
  ]
  const known = all.filter((value): value is Decimal => value !== null)
  return known.length === 0 ? null : asMoney(sum(known))
}

/** Parses the JSON of a payload; undefined when it is invalid. */
function jsonOf(payload: string): unknown {
  try {
    return JSON.parse(payload)
  } catch {
    return undefined
  }
}

/**
 * The JSON payload of a settlement of event contracts (EVENTS-4). The published example has neither
 * account nor symbol.
 */
const zPositionEvent = z.object({
  account_id: zOptionalText,
  symbol: zOptionalText,
  event_name: zOptionalText,
  yes_condition: zOptionalText,
  settle_result: zOptionalText,
  settle_side: zOptionalText,
  quantity: zOptionalDecimal,
  cost: zOptionalDecimal,
  settle_amount: zOptionalDecimal,
})

const zEventSubject = z.object({ account_id: zOptionalText, symbol: zOptionalText })
const subjectOf = (record: z.output<typeof zEventSubject>) => ({
  accountId: record.account_id === null ? null : accountId(record.account_id),
  symbol: record.symbol === null ? null : symbol(record.symbol),
})

/** Reads the payload of a position event; null when it is not one. Never throws. */
export function toPositionEvent(payload: string, observedAt: EpochMs): PositionEventNotice | null {
  const parsed = zPositionEvent.safeParse(jsonOf(payload))
  if (!parsed.success) return null
  const event = parsed.data
  return {
    ...subjectOf(event),
    eventName: event.event_name,
    yesCondition: event.yes_condition,
    result: outcomeOf(event.settle_result?.toLowerCase()),
    side: outcomeOf(event.settle_side?.toLowerCase()),
    quantity: event.quantity === null ? null : asQuantity(event.quantity),
    cost: event.cost === null ? null : asMoney(event.cost),
    payout: event.settle_amount === null ? null : asMoney(event.settle_amount),
    observedAt,
  }
}

/** The members of an option event, named like those of the same words elsewhere (EVENTS-2). */
const zOptionEvent = zEventSubject.extend({
  event_type: zOptionalText,
  option_type: zOptionalText,
  strike_price: zOptionalDecimal,
  option_expire_date: zOptionalText,
  quantity: zOptionalDecimal,
})

const OPTION_ENDINGS: Readonly<Record<string, OptionEnding>> = {
  OPTION_EXERCISE: 'exercised',
  OPTION_ASSIGNMENT: 'assigned',
  OPTION_EXPIRATION: 'expired',
  CONTRACT_CLOSE: 'closed',
}
const RIGHTS: Readonly<Record<string, EndedContract['right']>> = { CALL: 'call', PUT: 'put' }

const meaningOf = <T>(table: Readonly<Record<string, T>>, word: string | null): T | null =>
  word !== null && Object.hasOwn(table, word) ? (table[word] ?? null) : null

function contractOf(event: z.output<typeof zOptionEvent>): EndedContract | null {
  const right = meaningOf(RIGHTS, event.option_type)
  const { symbol: underlying, strike_price: strike, option_expire_date: expiry } = event
  return right === null || underlying === null || strike === null || expiry === null
    ? null
    : { underlying, expiry, strike: asPrice(strike), right }
}

const UNREAD_OPTION = {
  accountId: null,
  symbol: null,
  ending: null,
  contract: null,
  quantity: null,
}

/**
 * Returns an option event with its raw payload, because its fields are unpublished (EVENTS-2).
 * Never throws.
 */
export function toOptionEvent(payload: string, observedAt: EpochMs): OptionEventNotice {
  const parsed = zOptionEvent.safeParse(jsonOf(payload))
  if (!parsed.success) return { ...UNREAD_OPTION, raw: payload, observedAt }
  const { event_type: eventType, quantity } = parsed.data
  return {
    ...subjectOf(parsed.data),
    ending: meaningOf(OPTION_ENDINGS, eventType),
    contract: contractOf(parsed.data),
    quantity: quantity === null ? null : asQuantity(abs(quantity)),
    raw: payload,
    observedAt,
  }
}

/** Reads the payload of an order event; null when it is not one. Never throws. */
export function toOrderEvent(payload: string, observedAt: EpochMs): OrderEventNotice | null {
  const parsed = zOrderEvent.safeParse(jsonOf(payload))
  if (!parsed.success) return null
  const event = parsed.data
  const order = event.order_id ?? event.request_id
  return {
    eventType: eventTypeOf(event.scene_type),
    observation: {
      source: 'event',
      accountId: accountId(event.account_id),
      clientOrderId: clientOrderId(event.client_order_id),
      orderId: order === null ? null : orderId(order),
      assetClass: assetClassOfCategory(event.category),
      symbol: symbol(event.symbol),
      side: sideOf(event.side),
      type: orderTypeOf(event.order_type),
      timeInForce: null,
      session: null,
      status: statusOf(event.order_status),
      quantity: event.qty === null ? null : asQuantity(event.qty),
      amount: null,
      filledQuantity: event.filled_qty === null ? null : asQuantity(event.filled_qty),
      averageFillPrice:
        event.filled_price === null || isZero(event.filled_price)
          ? null
          : asPrice(event.filled_price),
      limitPrice: null,
      stopPrice: null,
      trail: null,
      fees: feesOf(event),
      placedAt: null,
      filledAt: event.filled_time,
      reason: null,
      observedAt,
    },
  }
}
