import type {
  InstructionRequest,
  RequestedAction,
} from '../../../../shared/domain/instructions/instruction-request.js'
import { err, ok, type Result } from '../../../../shared/domain/result.js'
import type { Refusal } from '../../../../shared/domain/instructions/refusal.js'
import type { WakeCondition } from '../../../../shared/domain/instructions/wake-condition.js'
import type { WaitingInstruction } from '../../../../shared/domain/instructions/waiting-instruction.js'
import type {
  RequestedCondition,
  RequestedExpiry,
} from '../../../../shared/domain/instructions/waiting-request.js'
import {
  exchangeClock,
  exchangeInstant,
  isTradingDay,
  nextDay,
  postCloseMinute,
} from '../../../../shared/domain/market/exchange-time.js'
import type { Quote } from '../../../../shared/domain/market/quote.js'
import { isFinal } from '../../../../shared/domain/orders/order-state.js'
import type { Order } from '../../../../shared/domain/orders/order.js'
import { DAY_MS, epochMs, type EpochMs } from '../../../../shared/domain/time.js'
import { message } from '../../../../shared/messages/make-message.js'
import type { Message } from '../../../../shared/messages/message.js'
import { trim } from '../../../../shared/domain/decimal.js'
import { clockTime } from '../order-text/condition-summary.js'
import { evaluateQuote, levelAtRequest, withSide } from './wake-conditions.js'

/** The longest time that an instruction may wait. */
export const MAX_WAIT_DAYS = 30

/** Makes the refusal of an argument of the condition. */
const wrong = (
  name: string,
  value: string | null,
  rule: string,
  why: Message,
): Result<never, Refusal> => err({ code: 'invalid', message: why, argument: { name, value, rule } })

const textOf = ({ day, clock }: { readonly day: string; readonly clock: string }): string =>
  `${day}T${clock}`

/** What is known when a condition is requested. */
export interface ConditionContext {
  readonly exchangeNow: EpochMs
  /** A current quote of the condition's symbol; null where it has none. */
  readonly quote: Quote | null
  readonly orders: readonly Order[]
}

/**
 * Completes a condition with the present side of its level. Refuses one that is met already, or can
 * never be met: it would wake at once, or wait in vain.
 */
export function toCondition(
  requested: RequestedCondition,
  { exchangeNow, quote, orders }: ConditionContext,
): Result<WakeCondition, Refusal> {
  switch (requested.kind) {
    case 'price':
    case 'change':
      return quoteCondition(requested, quote)
    case 'time': {
      const time = exchangeInstant(
        requested.day ?? exchangeClock(exchangeNow).day,
        requested.minute,
      )
      return time <= exchangeNow
        ? wrong(
            'condition.time',
            textOf(clockTime(time)),
            'past',
            message('waiting.timePast', clockTime(time)),
          )
        : ok({ kind: 'time', time })
    }
    case 'order': {
      const { accountId, clientOrderId } = requested
      const order = orders.find(
        (row) => row.clientOrderId === clientOrderId && row.accountId === accountId,
      )
      if (order === undefined) {
        return err({ code: 'not-found', message: message('refusals.orderUnknown') })
      }
      return isFinal(order.status)
        ? wrong(
            'condition.client_order_id',
            clientOrderId,
            'ended',
            message('waiting.orderFinal', { status: order.status }),
          )
        : ok({ ...requested, symbol: order.symbol })
    }
  }
}

type QuoteCondition = Extract<RequestedCondition, { readonly kind: 'price' | 'change' }>

function quoteCondition(
  requested: QuoteCondition,
  quote: Quote | null,
): Result<WakeCondition, Refusal> {
  const { symbol } = requested
  if (quote === null) {
    return err({ code: 'unavailable', message: message('refusals.noQuote', { symbol }) })
  }
  if (requested.kind === 'change' && quote.changeRatio === null) {
    return err({ code: 'unavailable', message: message('waiting.noChange', { symbol }) })
  }
  const sided = sidedCondition(requested, quote)
  if (!sided.ok) return sided
  const level = levelAtRequest(sided.value, null)
  const finding = evaluateQuote(sided.value, level, quote, null)?.finding
  return finding?.found === 'met'
    ? wrong(
        'condition.when',
        requested.when,
        'met-already',
        message('waiting.alreadyMet', { seen: finding.seen }),
      )
    : sided
}

/** Adds the side of its level on which the price is now; refuses a price exactly at the level. */
function sidedCondition(
  requested: QuoteCondition,
  quote: Quote,
): Result<Extract<WakeCondition, { readonly kind: 'price' | 'change' }>, Refusal> {
  if (requested.kind === 'change') return ok(requested)
  const sided = withSide({ ...requested, startedBelow: false }, quote)
  if (sided !== null) return ok(sided)
  const level = { symbol: requested.symbol, price: trim(requested.price) }
  return wrong('condition.when', 'crosses', 'at-the-level', message('waiting.atLevel', level))
}

/** Returns the end of the exchange's day; after it, of the next trading day. */
export function endOfExchangeDay(exchangeNow: EpochMs): EpochMs {
  const { day, minute } = exchangeClock(exchangeNow)
  let on = minute < postCloseMinute(day) ? day : nextDay(day)
  while (!isTradingDay(on)) on = nextDay(on)
  return exchangeInstant(on, postCloseMinute(on))
}

/** Returns when it expires, by the exchange's clock. */
export function toExpiry(
  expires: RequestedExpiry | null,
  condition: WakeCondition,
  exchangeNow: EpochMs,
): Result<EpochMs, Refusal> {
  if (expires === null) {
    const end = endOfExchangeDay(exchangeNow)
    // A time of a later day waits until then.
    return condition.kind === 'time' && condition.time >= end
      ? withinLimit(epochMs(endOfExchangeDay(condition.time)), condition, exchangeNow)
      : ok(end)
  }
  const time = exchangeInstant(expires.day ?? exchangeClock(exchangeNow).day, expires.minute)
  return time <= exchangeNow
    ? wrong(
        'expires',
        textOf(clockTime(time)),
        'past',
        message('waiting.timePast', clockTime(time)),
      )
    : withinLimit(time, condition, exchangeNow)
}

function withinLimit(
  time: EpochMs,
  condition: WakeCondition,
  exchangeNow: EpochMs,
): Result<EpochMs, Refusal> {
  if (time - exchangeNow > MAX_WAIT_DAYS * DAY_MS) {
    const why = message('waiting.tooFar', { days: MAX_WAIT_DAYS })
    return wrong('expires', textOf(clockTime(time)), 'too-far', why)
  }
  return condition.kind === 'time' && time <= condition.time
    ? wrong(
        'expires',
        textOf(clockTime(time)),
        'before-the-time',
        message('waiting.expiryBeforeTime'),
      )
    : ok(time)
}

/** Returns the request of a waiting instruction as it is made when it wakes. */
export function requestOf({ id, reason, actions }: WaitingInstruction): InstructionRequest | null {
  const action = requestedAction(actions)
  return action === null ? null : { key: wakeKey(id), reason, action }
}

/** The key of the request that a waiting instruction makes: the same one is never made twice. */
export const wakeKey = (id: WaitingInstruction['id']): string => `waiting-${id}`

function requestedAction(actions: WaitingInstruction['actions']): RequestedAction | null {
  const [first, ...more] = actions
  if (first === undefined) return null
  if (first.kind === 'place') {
    const { exits, linked } = first
    const drafts = actions.flatMap((action) => (action.kind === 'place' ? [action.draft] : []))
    return { kind: 'place', drafts, exits, linked }
  }
  const { accountId, clientOrderId } = first
  if (first.kind === 'cancel') {
    const others = more.flatMap((action) =>
      action.kind === 'cancel' ? [action.clientOrderId] : [],
    )
    return { kind: 'cancel', accountId, clientOrderId, others }
  }
  const others = (first.others ?? []).map(({ before: _before, ...member }) => member)
  return { kind: 'replace', accountId, clientOrderId, change: first.change, others }
}
