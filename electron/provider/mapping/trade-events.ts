import { z } from 'zod'
import {
  abs,
  asMoney,
  asPrice,
  asQuantity,
  isZero,
  sum,
  type Money,
} from '../../../shared/domain/decimal.js'
import { accountId, clientOrderId, orderId, symbol } from '../../../shared/domain/ids.js'
import type { EpochMs } from '../../../shared/domain/time.js'
import { zOptionalDecimal, zOptionalText } from '../../../shared/wire/fields.js'
import type {
  EndedContract,
  OptionEnding,
  OptionEventNotice,
  OrderEventNotice,
  PositionEventNotice,
  TradeEventType,
} from '../../core/orders/trade-events-port.js'
import { readOrderEvent, type OrderEventRecord } from './order-event.js'
import { assetClassOfCategory, orderTypeOf, outcomeOf, sideOf, statusOf } from './enums.js'

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

const feesOf = ({ fees }: Pick<OrderEventRecord, 'fees'>): Money | null =>
  fees.length === 0 ? null : asMoney(sum(fees))

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

/**
 * Reads the payload of an order event; null when it is not one. Never throws.
 * @param sentAt the time in its envelope; 0 for none
 */
export function toOrderEvent(
  payload: string,
  observedAt: EpochMs,
  sentAt?: EpochMs,
): OrderEventNotice | null {
  const event = readOrderEvent(jsonOf(payload))
  if (event === null) return null
  const order = event.orderId ?? event.requestId
  const { quantity, filledQuantity: filled, filledPrice: price } = event
  return {
    eventType: eventTypeOf(event.eventType),
    observation: {
      source: 'event',
      accountId: accountId(event.accountId),
      clientOrderId: clientOrderId(event.clientOrderId),
      orderId: order === null ? null : orderId(order),
      assetClass: assetClassOfCategory(event.category),
      symbol: symbol(event.symbol),
      side: sideOf(event.side),
      type: orderTypeOf(event.orderType),
      timeInForce: null,
      session: null,
      status: statusOf(event.orderStatus),
      quantity: quantity === null ? null : asQuantity(quantity),
      amount: null,
      filledQuantity: filled === null ? null : asQuantity(filled),
      averageFillPrice: price === null || isZero(price) ? null : asPrice(price),
      limitPrice: null,
      stopPrice: null,
      trail: null,
      fees: feesOf(event),
      placedAt: null,
      filledAt: event.filledTime,
      reason: null,
      ...(sentAt === undefined || sentAt === 0 ? {} : { sentAt }),
      observedAt,
    },
  }
}
