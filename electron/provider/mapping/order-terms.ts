import type { z } from 'zod'
import { asQuantity, decimalText } from '../../../shared/domain/decimal.js'
import { symbol } from '../../../shared/domain/ids.js'
import { isLegInStrategy, type LegInStrategy } from '../../../shared/domain/instruments/option.js'
import type { OrderDraft } from '../../../shared/domain/orders/order.js'
import type { LegOption } from '../../../shared/domain/instruments/leg-option.schema.js'
import type {
  Algo,
  Combo,
  DraftLeg,
  Legging,
  OrderLeg,
  OrderTerms,
} from '../../../shared/domain/orders/order-terms.js'
import type {
  AlgoKind,
  ComboRole,
  EventTradeMode,
} from '../../../shared/domain/orders/order-types.js'
import type {
  ORDER_OPERATIONS,
  zOrderGroup,
  zOrderLeg,
  zOrderRecord,
} from '../../../shared/wire/families/trading/orders.js'
import type { RequestOf } from '../../../shared/wire/operation.js'
import {
  WIRE_INTENT,
  WIRE_OPTION_TYPE,
  WIRE_SIDE,
  WIRE_STRATEGY,
  intentOf,
  optionStyleOf,
  optionTypeOf,
  outcomeOf,
  sideOf,
  strategyOf,
} from './enums.js'
import { orUnknown, price, tableReader, inverted } from './values.js'

export type NewOrder = RequestOf<typeof ORDER_OPERATIONS.placeOrder>['new_orders'][number]
type WireLeg = NonNullable<NewOrder['legs']>[number]
type Record_ = z.output<typeof zOrderRecord>
type Group = Pick<
  z.output<typeof zOrderGroup>,
  'combo_type' | 'combo_order_id' | 'client_combo_order_id'
>

/** The wire values of roles (TRADING-4.2, TRADING-4.3), by domain name. */
export const WIRE_ROLE = {
  master: 'MASTER',
  'take-profit': 'STOP_PROFIT',
  'stop-loss': 'STOP_LOSS',
  oto: 'OTO',
  oco: 'OCO',
  otoco: 'OTOCO',
} as const satisfies Record<ComboRole, string>
const WIRE_ALGO = { twap: 'TWAP', vwap: 'VWAP', pov: 'POV' } as const satisfies Record<
  AlgoKind,
  string
>
const WIRE_TRADE_MODE = {
  'by-amount': 'TRADE_IN_AMOUNT',
  'by-contracts': 'TRADE_IN_CONTRACT',
} as const satisfies Record<EventTradeMode, string>
const WIRE_LEGGING = { in: 'LEG_IN', out: 'LEG_OUT' } as const
const WIRE_LEG_IN = {
  vertical: 'VERTICAL',
  calendar: 'CALENDAR',
  strangle: 'STRANGLE',
  straddle: 'STRADDLE',
  'iron-condor': 'IRON_CONDOR',
  butterfly: 'BUTTERFLY',
  'covered-stock': 'COVERED_STOCK',
  diagonal: 'DIAGONAL',
} as const satisfies Record<LegInStrategy, string>

const roleOf = orUnknown(tableReader(inverted<ComboRole>(WIRE_ROLE)))
const algoOf = orUnknown(tableReader(inverted<AlgoKind>(WIRE_ALGO)))
const tradeModeOf = orUnknown(tableReader(inverted<EventTradeMode>(WIRE_TRADE_MODE)))
const leggingOf = orUnknown(tableReader(inverted<'in' | 'out'>(WIRE_LEGGING)))
const strategy = orUnknown(strategyOf)

/** Returns the option of a leg; null when the leg names none, as a leg of stock does. */
export function legOption(leg: {
  readonly option_type: string | null
  readonly option_category?: string | null
  readonly strike: LegOption['strike']
  readonly option_expire_date: string | null
  readonly option_contract_multiplier: LegOption['multiplier']
  readonly option_contract_deliverable: string | null
}): LegOption | null {
  if (leg.option_type === null && leg.strike === null && leg.option_expire_date === null) {
    return null
  }
  return {
    type: orUnknown(optionTypeOf)(leg.option_type),
    style: orUnknown(optionStyleOf)(leg.option_category),
    strike: leg.strike,
    expiration: leg.option_expire_date,
    multiplier: leg.option_contract_multiplier,
    deliverable: leg.option_contract_deliverable,
  }
}

const toLeg = (leg: z.output<typeof zOrderLeg>): OrderLeg => ({
  legId: leg.id,
  symbol: symbol(leg.symbol),
  side: sideOf(leg.side) ?? 'unknown',
  quantity: asQuantity(leg.quantity),
  option: legOption({ ...leg, strike: price(leg.strike_price) }),
})

/** Returns the group of an order; null for a single order. */
function comboOf(group: Group): Combo | null {
  if (
    group.combo_type === null ||
    group.combo_type === undefined ||
    group.combo_type === 'NORMAL'
  ) {
    return null
  }
  return {
    role: roleOf(group.combo_type) ?? 'unknown',
    clientComboId: group.client_combo_order_id,
    comboId: group.combo_order_id,
  }
}

const algo = (record: Record_): Algo | null => {
  const kind = algoOf(record.algo_type)
  return kind === null
    ? null
    : {
        kind,
        targetPercent: record.target_vol_percent,
        maxPercent: record.max_target_percent,
        start: record.algo_start_time,
        end: record.algo_end_time,
      }
}

/**
 * Returns the legging terms. The position's id is read in both spellings, `position_id` and
 * `posotion_id`.
 */
function legging(record: Record_): Legging | null {
  const direction = leggingOf(record.leg_in_or_out)
  return direction === null
    ? null
    : {
        direction,
        positionId: record.position_id ?? record.posotion_id,
        strategy: strategy(record.leg_in_strategy),
      }
}

/** Returns the terms beyond those of a plain order; undefined for a plain one. */
export function termsOf(record: Record_, group: Group): OrderTerms | undefined {
  const terms: OrderTerms = {
    combo: comboOf(group),
    strategy: strategy(record.option_strategy),
    legs: (record.legs ?? []).map(toLeg),
    intent: orUnknown(intentOf)(record.position_intent),
    legging: legging(record),
    algo: algo(record),
    outcome: orUnknown(outcomeOf)(record.event_outcome),
    tradeMode: tradeModeOf(record.event_trade_mode),
    expireDate: record.expire_date,
  }
  const { legs, ...rest } = terms
  return legs.length === 0 && Object.values(rest).every((value) => value === null)
    ? undefined
    : terms
}

const toWireLeg = ({ symbol: legSymbol, side, quantity, option }: DraftLeg): WireLeg => ({
  side: WIRE_SIDE[side],
  quantity: decimalText(quantity),
  market: 'US',
  symbol: legSymbol,
  ...(option === null
    ? { instrument_type: 'EQUITY' }
    : {
        instrument_type: 'OPTION',
        strike_price: decimalText(option.strike),
        option_expire_date: option.expiration,
        option_type: WIRE_OPTION_TYPE[option.type],
      }),
})

/** Returns the members of Place that only orders with terms have (TRADING-4.2). */
export function termMembers({ terms }: OrderDraft): Partial<NewOrder> {
  if (terms === undefined) return {}
  const {
    strategy: optionStrategy,
    legs,
    intent,
    legging: leg,
    algo: slices,
    outcome,
    tradeMode,
  } = terms
  const becomes = leg?.strategy
  return {
    ...(optionStrategy === undefined ? {} : { option_strategy: WIRE_STRATEGY[optionStrategy] }),
    ...(legs === undefined ? {} : { legs: legs.map(toWireLeg) }),
    ...(intent === undefined ? {} : { position_intent: WIRE_INTENT[intent] }),
    ...(leg === undefined
      ? {}
      : { leg_in_or_out: WIRE_LEGGING[leg.direction], position_id: leg.positionId }),
    ...(becomes !== undefined && isLegInStrategy(becomes)
      ? { leg_in_strategy: WIRE_LEG_IN[becomes] }
      : {}),
    ...(slices === undefined ? {} : { algo_type: WIRE_ALGO[slices.kind] }),
    ...(slices?.targetPercent === undefined
      ? {}
      : { target_vol_percent: decimalText(slices.targetPercent) }),
    ...(slices?.maxPercent === undefined
      ? {}
      : { max_target_percent: decimalText(slices.maxPercent) }),
    ...(slices?.start === undefined ? {} : { algo_start_time: slices.start }),
    ...(slices?.end === undefined ? {} : { algo_end_time: slices.end }),
    ...(outcome === undefined ? {} : { event_outcome: outcome }),
    ...(tradeMode === undefined ? {} : { event_trade_mode: WIRE_TRADE_MODE[tradeMode] }),
  }
}
