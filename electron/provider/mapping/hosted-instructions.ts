import type { z } from 'zod'
import {
  asMoney,
  asPrice,
  asQuantity,
  parseDecimal,
  type Decimal,
  type Price,
} from '../../../shared/domain/decimal.js'
import { accountId, clientOrderId, symbol } from '../../../shared/domain/ids.js'
import type {
  OrderChange,
  OrderDraft,
  OrderSize,
  Trail,
} from '../../../shared/domain/orders/order.js'
import type { AlgoChange, DraftLeg, DraftTerms } from '../../../shared/domain/orders/order-terms.js'
import type { AlgoKind, EventTradeMode } from '../../../shared/domain/orders/order-types.js'
import type { zHostedInstruction } from '../../../shared/wire/hosted-instructions-api.js'
import type { SourceAction } from '../../core/instruction-source-port.js'
import {
  assetClassOf,
  intentOf,
  optionTypeOf,
  orderTypeOf,
  outcomeOf,
  sessionOf,
  sideOf,
  strategyOf,
  timeInForceOf,
} from './enums.js'
import { tableReader } from './values.js'

type HostedInstruction = z.output<typeof zHostedInstruction>
type RequestedOrder = NonNullable<HostedInstruction['place']>['order']
type RequestedChange = NonNullable<HostedInstruction['replace']>['order']
type RequestedLeg = NonNullable<RequestedOrder['legs']>[number]
type Text = string | null | undefined

const algoOf = tableReader<AlgoKind>({ TWAP: 'twap', VWAP: 'vwap', POV: 'pov' })
const tradeModeOf = tableReader<EventTradeMode>({
  TRADE_IN_AMOUNT: 'by-amount',
  TRADE_IN_CONTRACT: 'by-contracts',
})

/**
 * Aborts the conversion of an order with a part that cannot be represented, because an incomplete
 * order must never be shown as complete.
 */
class Unreadable extends Error {}
const required = <T>(value: T | null, field: string): T => {
  if (value === null) throw new Unreadable(field)
  return value
}

const hasText = (text: Text): text is string => text !== null && text !== undefined && text !== ''
const number = (text: Text, field: string): Decimal | null =>
  hasText(text) ? required(parseDecimal(text), field) : null
const price = (text: Text, field: string): Price | null => {
  const value = number(text, field)
  return value === null ? null : asPrice(value)
}

function sizeOf(order: RequestedOrder): OrderSize {
  return order.entrust_type === 'AMOUNT'
    ? {
        kind: 'amount',
        amount: asMoney(
          required(number(order.total_cash_amount, 'total_cash_amount'), 'total_cash_amount'),
        ),
      }
    : {
        kind: 'quantity',
        quantity: asQuantity(required(number(order.quantity, 'quantity'), 'quantity')),
      }
}

function trailOf(
  order: Pick<RequestedOrder, 'trailing_type' | 'trailing_stop_step'>,
): Trail | null {
  const step = number(order.trailing_stop_step, 'trailing_stop_step')
  if (step === null) return null
  return {
    kind: required(
      tableReader<Trail['kind']>({ AMOUNT: 'amount', PERCENTAGE: 'percent' })(order.trailing_type),
      'trailing_type',
    ),
    step,
  }
}

function legOf(leg: RequestedLeg): DraftLeg {
  const side = required(sideOf(leg.side), 'legs.side')
  if (side === 'short') throw new Unreadable('legs.side')
  const option =
    leg.instrument_type === 'EQUITY'
      ? null
      : {
          type: required(optionTypeOf(leg.option_type), 'legs.option_type'),
          strike: required(price(leg.strike_price, 'legs.strike_price'), 'legs.strike_price'),
          expiration: required(
            hasText(leg.option_expire_date) ? leg.option_expire_date : null,
            'legs.option_expire_date',
          ),
        }
  return {
    symbol: symbol(leg.symbol),
    side,
    quantity: asQuantity(required(number(leg.quantity, 'legs.quantity'), 'legs.quantity')),
    option,
  }
}

function algoTerms(order: RequestedOrder): Pick<DraftTerms, 'algo'> {
  if (!hasText(order.algo_type)) return {}
  const [target, max] = [
    number(order.target_vol_percent, 'target_vol_percent'),
    number(order.max_target_percent, 'max_target_percent'),
  ]
  return {
    algo: {
      kind: required(algoOf(order.algo_type), 'algo_type'),
      ...(target === null ? {} : { targetPercent: target }),
      ...(max === null ? {} : { maxPercent: max }),
      ...(hasText(order.algo_start_time) ? { start: order.algo_start_time } : {}),
      ...(hasText(order.algo_end_time) ? { end: order.algo_end_time } : {}),
    },
  }
}

function termsOf(order: RequestedOrder): DraftTerms | undefined {
  if (hasText(order.leg_in_or_out)) throw new Unreadable('leg_in_or_out')
  const terms: DraftTerms = {
    ...(hasText(order.option_strategy)
      ? { strategy: required(strategyOf(order.option_strategy), 'option_strategy') }
      : {}),
    ...(order.legs === null || order.legs === undefined || order.legs.length === 0
      ? {}
      : { legs: order.legs.map(legOf) }),
    ...(hasText(order.position_intent)
      ? { intent: required(intentOf(order.position_intent), 'position_intent') }
      : {}),
    ...algoTerms(order),
    ...(hasText(order.event_outcome)
      ? { outcome: required(outcomeOf(order.event_outcome), 'event_outcome') }
      : {}),
    ...(hasText(order.event_trade_mode)
      ? { tradeMode: required(tradeModeOf(order.event_trade_mode), 'event_trade_mode') }
      : {}),
  }
  return Object.keys(terms).length === 0 ? undefined : terms
}

function draftOf(account: string, order: RequestedOrder): OrderDraft {
  if (order.combo_type !== 'NORMAL') throw new Unreadable('combo_type')
  const terms = termsOf(order)
  return {
    accountId: accountId(account),
    assetClass: required(assetClassOf(order.instrument_type), 'instrument_type'),
    symbol: symbol(order.symbol),
    side: required(sideOf(order.side), 'side'),
    type: required(orderTypeOf(order.order_type), 'order_type'),
    timeInForce: required(timeInForceOf(order.time_in_force), 'time_in_force'),
    session: hasText(order.support_trading_session)
      ? required(sessionOf(order.support_trading_session), 'support_trading_session')
      : 'core',
    size: sizeOf(order),
    limitPrice: price(order.limit_price, 'limit_price'),
    stopPrice: price(order.stop_price, 'stop_price'),
    trail: trailOf(order),
    expireDate: hasText(order.expire_date) ? order.expire_date : null,
    ...(terms === undefined ? {} : { terms }),
  }
}

function algoChangeOf(order: RequestedChange): AlgoChange | null {
  const [target, max] = [
    number(order.target_vol_percent, 'target_vol_percent'),
    number(order.max_target_percent, 'max_target_percent'),
  ]
  const change: AlgoChange = {
    ...(target === null ? {} : { targetPercent: target }),
    ...(max === null ? {} : { maxPercent: max }),
    ...(hasText(order.algo_start_time) ? { start: order.algo_start_time } : {}),
    ...(hasText(order.algo_end_time) ? { end: order.algo_end_time } : {}),
  }
  return Object.keys(change).length === 0 ? null : change
}

function changeOf(order: RequestedChange): OrderChange {
  if ((order.legs ?? []).length > 0) throw new Unreadable('legs')
  const algo = algoChangeOf(order)
  const quantity = number(order.quantity, 'quantity')
  const [limit, stop, trail] = [
    price(order.limit_price, 'limit_price'),
    price(order.stop_price, 'stop_price'),
    trailOf(order),
  ]
  return {
    ...(hasText(order.order_type)
      ? { type: required(orderTypeOf(order.order_type), 'order_type') }
      : {}),
    ...(hasText(order.time_in_force)
      ? { timeInForce: required(timeInForceOf(order.time_in_force), 'time_in_force') }
      : {}),
    ...(quantity === null ? {} : { quantity: asQuantity(quantity) }),
    ...(limit === null ? {} : { limitPrice: limit }),
    ...(stop === null ? {} : { stopPrice: stop }),
    ...(trail === null ? {} : { trail }),
    ...(algo === null ? {} : { algo }),
  }
}

/**
 * Converts a hosted instruction to the requested action; `{ unreadable }` names the member that
 * cannot be shown or sent as intended.
 */
export function actionOf(
  instruction: HostedInstruction,
): SourceAction | { readonly unreadable: string } {
  try {
    const { place, replace, cancel } = instruction
    if (place) return { kind: 'place', draft: draftOf(place.account_id, place.order) }
    if (replace) {
      const otherOrders = (replace.others ?? []).map((order) => ({
        clientOrderId: clientOrderId(order.client_order_id),
        change: changeOf(order),
      }))
      return {
        kind: 'replace',
        accountId: accountId(replace.account_id),
        clientOrderId: clientOrderId(replace.order.client_order_id),
        change: changeOf(replace.order),
        ...(otherOrders.length === 0 ? {} : { others: otherOrders }),
      }
    }
    if (cancel) {
      return {
        kind: 'cancel',
        accountId: accountId(cancel.account_id),
        clientOrderId: clientOrderId(cancel.client_order_id),
      }
    }
    return { unreadable: 'instruction' }
  } catch (error) {
    if (error instanceof Unreadable) return { unreadable: error.message }
    throw error
  }
}
