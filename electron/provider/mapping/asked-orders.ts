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
import type { OrderChange, OrderDraft, OrderSize, Trail } from '../../../shared/domain/order.js'
import type {
  AlgoChange,
  AlgoKind,
  DraftLeg,
  DraftTerms,
  EventTradeMode,
} from '../../../shared/domain/order-terms.js'
import type { zHandedOver } from '../../../shared/wire/hand-over.js'
import type { SourceAction } from '../../core/instructions/instruction-source.js'
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
import { reader } from './values.js'

type HandedOver = z.output<typeof zHandedOver>
type AskedOrder = NonNullable<HandedOver['place']>['order']
type AskedChange = NonNullable<HandedOver['replace']>['order']
type AskedLeg = NonNullable<AskedOrder['legs']>[number]
type Text = string | null | undefined

const algoOf = reader<AlgoKind>({ TWAP: 'twap', VWAP: 'vwap', POV: 'pov' })
const tradeModeOf = reader<EventTradeMode>({
  TRADE_IN_AMOUNT: 'by-amount',
  TRADE_IN_CONTRACT: 'by-contracts',
})

/**
 * Ends the reading of an order: a part of it means nothing here, and half an order must never be
 * shown for a whole one.
 */
class Unreadable extends Error {}
const must = <T>(value: T | null, what: string): T => {
  if (value === null) throw new Unreadable(what)
  return value
}

const told = (text: Text): text is string => text !== null && text !== undefined && text !== ''
const number = (text: Text, what: string): Decimal | null =>
  told(text) ? must(parseDecimal(text), what) : null
const price = (text: Text, what: string): Price | null => {
  const value = number(text, what)
  return value === null ? null : asPrice(value)
}

function sizeOf(order: AskedOrder): OrderSize {
  return order.entrust_type === 'AMOUNT'
    ? {
        kind: 'amount',
        amount: asMoney(
          must(number(order.total_cash_amount, 'total_cash_amount'), 'total_cash_amount'),
        ),
      }
    : {
        kind: 'quantity',
        quantity: asQuantity(must(number(order.quantity, 'quantity'), 'quantity')),
      }
}

function trailOf(order: Pick<AskedOrder, 'trailing_type' | 'trailing_stop_step'>): Trail | null {
  const step = number(order.trailing_stop_step, 'trailing_stop_step')
  if (step === null) return null
  return {
    kind: must(
      reader<Trail['kind']>({ AMOUNT: 'amount', PERCENTAGE: 'percent' })(order.trailing_type),
      'trailing_type',
    ),
    step,
  }
}

function legOf(leg: AskedLeg): DraftLeg {
  const side = must(sideOf(leg.side), 'legs.side')
  if (side === 'short') throw new Unreadable('legs.side')
  const option =
    leg.instrument_type === 'EQUITY'
      ? null
      : {
          type: must(optionTypeOf(leg.option_type), 'legs.option_type'),
          strike: must(price(leg.strike_price, 'legs.strike_price'), 'legs.strike_price'),
          expiration: must(
            told(leg.option_expire_date) ? leg.option_expire_date : null,
            'legs.option_expire_date',
          ),
        }
  return {
    symbol: symbol(leg.symbol),
    side,
    quantity: asQuantity(must(number(leg.quantity, 'legs.quantity'), 'legs.quantity')),
    option,
  }
}

function algoTerms(order: AskedOrder): Pick<DraftTerms, 'algo'> {
  if (!told(order.algo_type)) return {}
  const [target, most] = [
    number(order.target_vol_percent, 'target_vol_percent'),
    number(order.max_target_percent, 'max_target_percent'),
  ]
  return {
    algo: {
      kind: must(algoOf(order.algo_type), 'algo_type'),
      ...(target === null ? {} : { targetPercent: target }),
      ...(most === null ? {} : { maxPercent: most }),
      ...(told(order.algo_start_time) ? { start: order.algo_start_time } : {}),
      ...(told(order.algo_end_time) ? { end: order.algo_end_time } : {}),
    },
  }
}

function termsOf(order: AskedOrder): DraftTerms | undefined {
  if (told(order.leg_in_or_out)) throw new Unreadable('leg_in_or_out')
  const terms: DraftTerms = {
    ...(told(order.option_strategy)
      ? { strategy: must(strategyOf(order.option_strategy), 'option_strategy') }
      : {}),
    ...(order.legs === null || order.legs === undefined || order.legs.length === 0
      ? {}
      : { legs: order.legs.map(legOf) }),
    ...(told(order.position_intent)
      ? { intent: must(intentOf(order.position_intent), 'position_intent') }
      : {}),
    ...algoTerms(order),
    ...(told(order.event_outcome)
      ? { outcome: must(outcomeOf(order.event_outcome), 'event_outcome') }
      : {}),
    ...(told(order.event_trade_mode)
      ? { tradeMode: must(tradeModeOf(order.event_trade_mode), 'event_trade_mode') }
      : {}),
  }
  return Object.keys(terms).length === 0 ? undefined : terms
}

function draftOf(account: string, order: AskedOrder): OrderDraft {
  if (order.combo_type !== 'NORMAL') throw new Unreadable('combo_type')
  const terms = termsOf(order)
  return {
    accountId: accountId(account),
    assetClass: must(assetClassOf(order.instrument_type), 'instrument_type'),
    symbol: symbol(order.symbol),
    side: must(sideOf(order.side), 'side'),
    type: must(orderTypeOf(order.order_type), 'order_type'),
    timeInForce: must(timeInForceOf(order.time_in_force), 'time_in_force'),
    session: told(order.support_trading_session)
      ? must(sessionOf(order.support_trading_session), 'support_trading_session')
      : 'core',
    size: sizeOf(order),
    limitPrice: price(order.limit_price, 'limit_price'),
    stopPrice: price(order.stop_price, 'stop_price'),
    trail: trailOf(order),
    expireDate: told(order.expire_date) ? order.expire_date : null,
    ...(terms === undefined ? {} : { terms }),
  }
}

function algoChangeOf(order: AskedChange): AlgoChange | null {
  const [target, most] = [
    number(order.target_vol_percent, 'target_vol_percent'),
    number(order.max_target_percent, 'max_target_percent'),
  ]
  const change: AlgoChange = {
    ...(target === null ? {} : { targetPercent: target }),
    ...(most === null ? {} : { maxPercent: most }),
    ...(told(order.algo_start_time) ? { start: order.algo_start_time } : {}),
    ...(told(order.algo_end_time) ? { end: order.algo_end_time } : {}),
  }
  return Object.keys(change).length === 0 ? null : change
}

function changeOf(order: AskedChange): OrderChange {
  if ((order.legs ?? []).length > 0) throw new Unreadable('legs')
  const algo = algoChangeOf(order)
  const quantity = number(order.quantity, 'quantity')
  const [limit, stop, trail] = [
    price(order.limit_price, 'limit_price'),
    price(order.stop_price, 'stop_price'),
    trailOf(order),
  ]
  return {
    ...(told(order.order_type) ? { type: must(orderTypeOf(order.order_type), 'order_type') } : {}),
    ...(told(order.time_in_force)
      ? { timeInForce: must(timeInForceOf(order.time_in_force), 'time_in_force') }
      : {}),
    ...(quantity === null ? {} : { quantity: asQuantity(quantity) }),
    ...(limit === null ? {} : { limitPrice: limit }),
    ...(stop === null ? {} : { stopPrice: stop }),
    ...(trail === null ? {} : { trail }),
    ...(algo === null ? {} : { algo }),
  }
}

/**
 * What a handed over instruction asks for; `{ unreadable }` names the member that this program
 * cannot show or send as it is meant.
 */
export function actionOf(handed: HandedOver): SourceAction | { readonly unreadable: string } {
  try {
    const { place, replace, cancel } = handed
    if (place) return { kind: 'place', draft: draftOf(place.account_id, place.order) }
    if (replace) {
      const others = (replace.others ?? []).map((order) => ({
        clientOrderId: clientOrderId(order.client_order_id),
        change: changeOf(order),
      }))
      return {
        kind: 'replace',
        accountId: accountId(replace.account_id),
        clientOrderId: clientOrderId(replace.order.client_order_id),
        change: changeOf(replace.order),
        ...(others.length === 0 ? {} : { others }),
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
