import type { Product } from '../../../shared/domain/market/product-hours.js'
import type {
  W_ACCOUNT_CLASSES,
  W_ACCOUNT_TYPES,
  W_COMBO_TYPES,
  W_ENTRUST_TYPES,
  W_ORDER_STATUSES,
  W_ORDER_TYPES,
  W_SESSIONS,
  W_SIDES,
  W_TIMES_IN_FORCE,
  W_TRAILING_TYPES,
} from '../../../shared/wire/enums.js'

/**
 * Records of the exchange's answers and events, spelled as the provider spells them (TRADING-4,
 * EVENTS-3). Numbers are text.
 */
export type WireSide = (typeof W_SIDES)[number]
export type WireOrderType = (typeof W_ORDER_TYPES)[number]
export type WireTimeInForce = (typeof W_TIMES_IN_FORCE)[number]
export type WireEntrust = (typeof W_ENTRUST_TYPES)[number]
export type WireSession = (typeof W_SESSIONS)[number]
export type WireStatus = (typeof W_ORDER_STATUSES)[number]
export type WireTrailing = (typeof W_TRAILING_TYPES)[number]

/** An account (TRADING-2). */
export interface AccountRecord {
  readonly user_id: string
  readonly account_id: string
  readonly account_number: string
  readonly account_type: (typeof W_ACCOUNT_TYPES)[number]
  readonly account_class: (typeof W_ACCOUNT_CLASSES)[number]
  readonly account_label: string
}

/** The balances of one currency (TRADING-3). */
export interface CurrencyAssetsRecord {
  readonly currency: string
  readonly cash_balance: string
  readonly settled_cash: string
  readonly unsettled_cash: string
  readonly market_value: string
  readonly held_amount: string
  readonly frozen_amount: string
  readonly buying_power: string
  readonly unrealized_profit_loss: string
  readonly available_withdrawal: string
  readonly interests_unpaid: string
  readonly net_liquidation_value: string
  readonly option_buying_power: string
  readonly day_buying_power: string
  readonly overnight_buying_power: string
  readonly night_trading_buying_power: string
  readonly day_profit_loss: string
  readonly used_margin: string
  readonly used_margin_for_open_order: string
  readonly init_margin: string
  readonly maintenance_margin: string
  readonly intraday_margin: string
  readonly margin_excess: string
  readonly margin_ratio: string
}

export interface BalanceRecord {
  readonly total_asset_currency: string
  readonly total_cash_balance: string
  readonly total_market_value: string
  readonly total_unrealized_profit_loss: string
  readonly total_net_liquidation_value: string
  readonly total_day_profit_loss: string
  readonly day_trades_left: string
  readonly maintenance_margin: string
  readonly open_margin_calls: readonly string[]
  readonly used_margin: string
  readonly used_margin_for_open_order: string
  readonly init_margin: string
  readonly intraday_margin: string
  readonly margin_excess: string
  readonly margin_ratio: string
  readonly account_currency_assets: readonly CurrencyAssetsRecord[]
}

/** A leg of an option position (TRADING-3). */
export interface PositionLegRecord {
  readonly leg_id: string
  readonly symbol: string
  readonly quantity: string
  readonly option_type?: string
  readonly option_expire_date?: string
  readonly option_exercise_price?: string
  readonly option_contract_multiplier?: string
  readonly option_contract_deliverable?: string
  readonly expiration_type?: string
}

/** A position (TRADING-3). `quantity` is negative for a short position. */
export interface PositionRecord {
  readonly position_id: string
  readonly instrument_type: Product
  readonly symbol: string
  readonly currency: string
  readonly quantity: string
  readonly option_strategy: string
  readonly event_outcome?: string
  readonly last_price: string
  readonly cost_price: string
  readonly unrealized_profit_loss: string
  readonly market_value: string
  readonly cost: string
  readonly proportion: string
  readonly day_profit_loss: string
  readonly unrealized_profit_loss_rate: string
  readonly legs: readonly PositionLegRecord[]
}

export interface PreviewRecord {
  readonly estimated_cost: string
  readonly estimated_transaction_fee: string
  readonly currency: string
}

/**
 * The answer to Place, Replace and Cancel: for a NORMAL order its own two ids, for a combo those of
 * the group (TRADING-4.1).
 */
export interface WriteRecord {
  readonly client_order_id?: string
  readonly order_id?: string
  readonly client_combo_order_id?: string
  readonly combo_order_id?: string
}

export interface FeeRecord {
  readonly type: string
  readonly actual_value: string
  readonly receivable_value: string
}

/** A leg of an option order (TRADING-4.6). */
export interface OrderLegRecord {
  readonly id: string
  readonly symbol: string
  readonly side: string
  readonly quantity: string
  readonly option_type?: string
  readonly option_category?: string
  readonly strike_price?: string
  readonly option_expire_date?: string
  readonly option_contract_multiplier?: string
  readonly option_contract_deliverable?: string
}

/** The fields that only some products and kinds of order have (TRADING-4.6). */
export interface SpecialMembers {
  readonly option_strategy?: string
  readonly position_intent?: string
  readonly leg_in_or_out?: string
  readonly leg_in_strategy?: string
  readonly position_id?: string
  readonly legs?: readonly OrderLegRecord[]
  readonly event_outcome?: string
  readonly event_trade_mode?: string
  readonly algo_type?: string
  readonly target_vol_percent?: string
  readonly max_target_percent?: string
  readonly algo_start_time?: string
  readonly algo_end_time?: string
}

/** An order (TRADING-4.6). */
export interface OrderRecord extends SpecialMembers {
  readonly client_order_id: string
  readonly order_id: string
  readonly symbol: string
  readonly side: WireSide
  readonly status: WireStatus
  readonly order_type: WireOrderType
  readonly instrument_type: Product
  readonly support_trading_session?: WireSession
  readonly entrust_type: WireEntrust
  readonly time_in_force: WireTimeInForce
  readonly expire_date?: string
  readonly total_quantity: string
  readonly filled_quantity: string
  readonly filled_price?: string
  readonly limit_price?: string
  readonly stop_price?: string
  readonly trailing_type?: WireTrailing
  readonly trailing_stop_step?: string
  readonly place_time: string
  readonly place_time_at: string
  readonly filled_time?: string
  readonly fill_time?: string
  readonly filled_time_at?: string
  /** The seed's spelling, in Order History only. */
  readonly posotion_id?: string
  /** Crypto orders have neither `commission` nor `fees`. */
  readonly commission?: {
    readonly actual_commission: string
    readonly receivable_commission: string
  }
  readonly fees?: readonly FeeRecord[]
}

export interface OrderGroupRecord {
  readonly client_order_id?: string
  readonly combo_order_id?: string
  readonly client_combo_order_id?: string
  readonly combo_type?: (typeof W_COMBO_TYPES)[number]
  readonly orders: readonly OrderRecord[]
}

/** A page of a list (TRADING-1); the key is null on the last page. */
export interface PageRecord<T> {
  readonly data: readonly T[]
  readonly pagination_key: string | null
}

export type TradeEventType =
  | 'FILLED'
  | 'FINAL_FILLED'
  | 'PLACE_FAILED'
  | 'MODIFY_SUCCESS'
  | 'MODIFY_FAILED'
  | 'CANCEL_SUCCESS'
  | 'CANCEL_FAILED'

/** The payload of an order event (EVENTS-3). The trading stream sends no fees (see ASSUMPTIONS). */
export interface OrderEventPayload {
  readonly account_id: string
  readonly request_id: string
  readonly order_id: string
  readonly client_order_id: string
  readonly instrument_id: string
  readonly order_status: WireStatus
  readonly symbol: string
  readonly short_name: string
  readonly qty: string
  readonly filled_price: string
  readonly filled_qty: string
  readonly filled_time?: string
  readonly side: WireSide
  readonly scene_type: TradeEventType
  readonly category: string
  readonly order_type: WireOrderType
}
