import { z } from 'zod'
import {
  W_ACCOUNT_CLASSES,
  W_ACCOUNT_TYPES,
  W_EVENT_OUTCOMES,
  W_EXPIRATION_TYPES,
  W_INSTRUMENT_TYPES,
  W_OPTION_STRATEGIES,
  W_OPTION_TYPES,
} from '../../enums.js'
import {
  zOpenEnum,
  zOptionalDecimal,
  zOptionalEnum,
  zOptionalText,
  zWireDecimal,
} from '../../fields.js'
import { LIMITS } from '../../rate-limits.js'
import { operation } from '../../operation.js'

/** An account (TRADING-2). */
export const zAccountRecord = z.object({
  user_id: zOptionalText,
  account_id: z.string().min(1),
  account_number: z.string().min(1),
  account_type: zOpenEnum(W_ACCOUNT_TYPES),
  account_class: zOpenEnum(W_ACCOUNT_CLASSES),
  account_label: zOptionalText,
})

const money = zOptionalDecimal
/** TRADING-3. `open_margin_calls` is documented as text and sent as an array; both are accepted. */
export const zCurrencyAssets = z.object({
  currency: z.string(),
  cash_balance: money,
  settled_cash: money,
  unsettled_cash: money,
  market_value: money,
  held_amount: money,
  frozen_amount: money,
  buying_power: money,
  unrealized_profit_loss: money,
  available_withdrawal: money,
  interests_unpaid: money,
  net_liquidation_value: money,
  option_buying_power: money,
  day_buying_power: money,
  overnight_buying_power: money,
  night_trading_buying_power: money,
  day_profit_loss: money,
  used_margin: money,
  used_margin_for_open_order: money,
  init_margin: money,
  maintenance_margin: money,
  intraday_margin: money,
  margin_excess: money,
  margin_ratio: money,
})

export const zBalanceRecord = z.object({
  total_asset_currency: z.string(),
  total_cash_balance: money,
  total_market_value: money,
  total_unrealized_profit_loss: money,
  total_net_liquidation_value: money,
  total_day_profit_loss: money,
  day_trades_left: zOptionalText,
  maintenance_margin: money,
  open_margin_calls: z
    .union([z.array(z.string()), z.string().transform((text) => text.match(/[A-Z]{2}/g) ?? [])])
    .nullish()
    .transform((calls) => calls ?? []),
  used_margin: money,
  used_margin_for_open_order: money,
  init_margin: money,
  intraday_margin: money,
  margin_excess: money,
  margin_ratio: money,
  account_currency_assets: z.array(zCurrencyAssets),
})

/** A leg of an option position (TRADING-3). The strike has another name than in orders. */
export const zPositionLeg = z.object({
  leg_id: z.string(),
  symbol: z.string(),
  quantity: zOptionalDecimal,
  option_type: zOptionalEnum(W_OPTION_TYPES),
  option_expire_date: zOptionalText,
  option_exercise_price: zOptionalDecimal,
  option_contract_multiplier: zOptionalDecimal,
  option_contract_deliverable: zOptionalText,
  expiration_type: zOptionalEnum(W_EXPIRATION_TYPES),
})

/** A position (TRADING-3). The members after `legs` are older spellings that a client accepts. */
export const zPositionRecord = z.object({
  position_id: z.string(),
  instrument_type: zOpenEnum(W_INSTRUMENT_TYPES),
  symbol: z.string(),
  currency: z.string(),
  quantity: zWireDecimal,
  option_strategy: zOptionalEnum(W_OPTION_STRATEGIES),
  last_price: zOptionalDecimal,
  cost_price: zOptionalDecimal,
  unrealized_profit_loss: zOptionalDecimal,
  event_outcome: zOptionalEnum(W_EVENT_OUTCOMES),
  legs: z.array(zPositionLeg).nullish(),
  market_value: zOptionalDecimal,
  cost: zOptionalDecimal,
  day_profit_loss: zOptionalDecimal,
  unrealized_profit_loss_rate: zOptionalDecimal,
})

/** Accounts, balances and positions. */
export const ACCOUNT_OPERATIONS = {
  listAccounts: operation({
    id: 'trading.accounts.list',
    family: 'trading',
    name: 'List Accounts',
    method: 'GET',
    path: '/trading/accounts/list',
    host: 'api',
    auth: 'signature+token',
    effect: 'read',
    paging: 'none',
    rate: LIMITS.accounts,
    encoding: 'query',
    request: z.object({}),
    response: z.array(zAccountRecord),
  }),

  getBalance: operation({
    id: 'trading.balances.get',
    family: 'trading',
    name: 'Get Account Balance',
    method: 'GET',
    path: '/trading/assets/balances/get',
    host: 'api',
    auth: 'signature+token',
    effect: 'read',
    paging: 'none',
    rate: LIMITS.orderReads,
    encoding: 'query',
    request: z.object({ account_id: z.string().min(1) }),
    response: zBalanceRecord,
  }),

  listPositions: operation({
    id: 'trading.positions.list',
    family: 'trading',
    name: 'List Account Positions',
    method: 'GET',
    path: '/trading/assets/positions/list',
    host: 'api',
    auth: 'signature+token',
    effect: 'read',
    paging: 'none',
    rate: LIMITS.orderReads,
    encoding: 'query',
    request: z.object({ account_id: z.string().min(1) }),
    response: z.array(zPositionRecord),
  }),
} as const
