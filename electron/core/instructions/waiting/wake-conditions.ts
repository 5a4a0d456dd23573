import { gte, lte, lt, eq, isPositive, trim } from '../../../../shared/domain/decimal.js'
import type { WakeCondition } from '../../../../shared/domain/instructions/wake-condition.js'
import type { Quote } from '../../../../shared/domain/market/quote.js'
import { isFinal } from '../../../../shared/domain/orders/order-state.js'
import type { Order } from '../../../../shared/domain/orders/order.js'
import { MINUTE_MS, type EpochMs } from '../../../../shared/domain/time.js'
import { message } from '../../../../shared/messages/make-message.js'
import type { Message } from '../../../../shared/messages/message.js'
import { clockTime, namedOrder } from '../order-text/condition-summary.js'

/** How late a time may be noticed. A later one was missed: nobody expects the order any more. */
export const MAX_LATE_MS = MINUTE_MS

type Of<Kind extends WakeCondition['kind']> = Extract<WakeCondition, { readonly kind: Kind }>

/** `met`: what was seen. `never`: why it cannot be met any more. */
export type Finding =
  | { readonly found: 'met'; readonly seen: Message }
  | { readonly found: 'missed' | 'impossible'; readonly why: Message }
  | null

/** Evaluates a price or a change by a quote that the caller knows to be current. */
export function evaluateQuote(condition: Of<'price'> | Of<'change'>, quote: Quote): Finding {
  if (quote.symbol !== condition.symbol) return null
  if (condition.kind === 'change') {
    const { changeRatio: ratio } = quote
    if (ratio === null) return null
    const met =
      condition.when === 'above' ? gte(ratio, condition.ratio) : lte(ratio, condition.ratio)
    return met
      ? {
          found: 'met',
          seen: message('waiting.sawChange', { symbol: quote.symbol, ratio: trim(ratio) }),
        }
      : null
  }
  const { last } = quote
  if (last === null || !isPositive(last)) return null
  const isUp =
    condition.when === 'above' || (condition.when === 'crosses' && condition.startedBelow)
  const met = isUp ? gte(last, condition.price) : lte(last, condition.price)
  return met
    ? {
        found: 'met',
        seen: message('waiting.sawPrice', { symbol: quote.symbol, price: trim(last) }),
      }
    : null
}

/** Evaluates a time by the exchange's clock. One that was noticed too late was missed. */
export function evaluateTime({ time }: Of<'time'>, exchangeNow: EpochMs): Finding {
  if (exchangeNow < time) return null
  return exchangeNow - time > MAX_LATE_MS
    ? { found: 'missed', why: message('waiting.missed') }
    : { found: 'met', seen: message('waiting.sawTime', clockTime(exchangeNow)) }
}

/** Evaluates an order by its present state; null while it is not known or not final. */
export function evaluateOrder(condition: Of<'order'>, order: Order | undefined): Finding {
  if (order === undefined || !isFinal(order.status)) return null
  const { status } = order
  return condition.when === 'ended' || status === 'filled'
    ? { found: 'met', seen: message('waiting.sawOrder', { ...namedOrder(condition), status }) }
    : { found: 'impossible', why: message('waiting.impossible', { status }) }
}

/** The condition with the side on which the price is now; null when it is exactly at the level. */
export function withSide(condition: Of<'price'>, quote: Quote): Of<'price'> | null {
  const { last } = quote
  if (condition.when !== 'crosses') return condition
  if (last === null || eq(last, condition.price)) return null
  return { ...condition, startedBelow: lt(last, condition.price) }
}
