import { eq, lt, trim, type Decimal } from '../../../../shared/domain/decimal.js'
import { QUOTE_FIGURES } from '../../../../shared/domain/alerts/quote-kinds.js'
import type { WakeCondition } from '../../../../shared/domain/instructions/wake-condition.js'
import type { Quote } from '../../../../shared/domain/market/quote.js'
import type { TradeDate } from '../../../../shared/domain/market/trade-date.js'
import { isFinal } from '../../../../shared/domain/orders/order-state.js'
import type { Order } from '../../../../shared/domain/orders/order.js'
import { MINUTE_MS, type EpochMs } from '../../../../shared/domain/time.js'
import { message } from '../../../../shared/messages/make-message.js'
import type { Message } from '../../../../shared/messages/message.js'
import { compareLevel, isInDirection } from '../../conditions/crossing.js'
import type { LevelState } from '../../conditions/level-state.schema.js'
import { clockTime, namedOrder } from '../order-text/condition-summary.js'

/** How late a time may be noticed. A later one was missed: nobody expects the order any more. */
export const MAX_LATE_MS = MINUTE_MS

type Of<Kind extends WakeCondition['kind']> = Extract<WakeCondition, { readonly kind: Kind }>

/** `met`: what was seen. `never`: why it cannot be met any more. */
export type Finding =
  | { readonly found: 'met'; readonly seen: Message }
  | { readonly found: 'missed' | 'impossible'; readonly why: Message }
  | null

/** A condition on a level of a quote's figure. */
export type LevelCondition = Of<'price'> | Of<'change'>

/** Returns the state of a level at the request: the figure is on the side where it is not met. */
export function levelAtRequest(condition: LevelCondition, day: TradeDate | null): LevelState {
  const isBelow =
    condition.when === 'above' ||
    (condition.kind === 'price' && condition.when === 'crosses' && condition.startedBelow)
  return { side: isBelow ? -1 : 1, day: QUOTE_FIGURES[condition.kind].isOfDay ? day : null }
}

/** What a quote shows of a level, and its state from then on. */
export interface LevelFinding {
  readonly level: LevelState
  readonly finding: Finding
}

/**
 * Evaluates a price or a change by a quote that the caller knows to be current, by the rule of
 * alerts. Returns null where the quote has no such figure.
 * @param day the day of the quote's figures
 */
export function evaluateQuote(
  condition: LevelCondition,
  before: LevelState,
  quote: Quote,
  day: TradeDate | null,
): LevelFinding | null {
  const value = QUOTE_FIGURES[condition.kind].read(quote)
  if (quote.symbol !== condition.symbol || value === null) return null
  const level = condition.kind === 'price' ? condition.price : condition.ratio
  const ofDay = QUOTE_FIGURES[condition.kind].isOfDay ? day : null
  const { crossing, ...state } = compareLevel(before, value, level, ofDay)
  const isMet = crossing !== null && isInDirection(condition.when, crossing)
  const finding: Finding = isMet ? { found: 'met', seen: seenMessage(condition, value) } : null
  return { level: state, finding }
}

const seenMessage = ({ kind, symbol }: LevelCondition, value: Decimal): Message =>
  kind === 'price'
    ? message('waiting.sawPrice', { symbol, price: trim(value) })
    : message('waiting.sawChange', { symbol, ratio: trim(value) })

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
