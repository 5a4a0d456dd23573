import { z } from 'zod'
import type { Balance, Position, PositionList } from '../../../shared/domain/account/account.js'
import { decimalText } from '../../../shared/domain/decimal.js'
import type { AccountId } from '../../../shared/domain/ids.js'
import { epochMs } from '../../../shared/domain/time.js'
import type {
  AssistantAccount,
  ExchangeTime,
} from '../../core/instructions/assistant/assistant-port.js'
import { CLASS_WORD, productWord } from '../format/wire-enums.js'
import { text, when, zMaybe, zMaybeWord, zNumber, zWhen, zWord } from './view-fields.js'

export const zAccountView = z.object({
  account_id: zWord,
  label: zWord,
  account_type: zWord,
  product: zWord,
  environment: zWord,
})
export const accountView = (account: AssistantAccount): z.output<typeof zAccountView> => ({
  account_id: account.accountId,
  label: account.label,
  account_type: account.type.toUpperCase(),
  product: productWord(account.product),
  environment: account.environment.toUpperCase(),
})

const zCurrency = z.object({
  currency: zWord,
  cash_balance: zMaybe,
  settled_cash: zMaybe,
  unsettled_cash: zMaybe,
  market_value: zMaybe,
  frozen: zMaybe,
  buying_power: zMaybe,
  day_buying_power: zMaybe,
  overnight_buying_power: zMaybe,
  option_buying_power: zMaybe,
  unrealized_profit_loss: zMaybe,
  day_profit_loss: zMaybe,
})
export const zBalanceView = z.object({
  account_id: zWord,
  total_asset_currency: zWord,
  total_net_liquidation_value: zMaybe,
  total_cash_balance: zMaybe,
  total_market_value: zMaybe,
  total_unrealized_profit_loss: zMaybe,
  total_day_profit_loss: zMaybe,
  initial_margin: zMaybe,
  maint_margin: zMaybe,
  open_margin_calls: z.array(zWord),
  day_trades_left: z.number().int().nullable(),
  account_currency_assets: z.array(zCurrency),
  as_of: zWhen,
})
export const balanceView = (
  balance: Balance,
  { offsetMs }: ExchangeTime,
): z.output<typeof zBalanceView> => ({
  account_id: balance.accountId,
  total_asset_currency: balance.currency,
  total_net_liquidation_value: text(balance.netLiquidation),
  total_cash_balance: text(balance.totalCash),
  total_market_value: text(balance.totalMarketValue),
  total_unrealized_profit_loss: text(balance.unrealizedPnl),
  total_day_profit_loss: text(balance.dayPnl),
  initial_margin: text(balance.initialMargin),
  maint_margin: text(balance.maintenanceMargin),
  open_margin_calls: [...balance.openMarginCalls],
  day_trades_left: balance.dayTradesLeft,
  account_currency_assets: balance.currencies.map((entry) => ({
    currency: entry.currency,
    cash_balance: text(entry.cash),
    settled_cash: text(entry.settledCash),
    unsettled_cash: text(entry.unsettledCash),
    market_value: text(entry.marketValue),
    frozen: text(entry.frozen),
    buying_power: text(entry.buyingPower),
    day_buying_power: text(entry.dayBuyingPower),
    overnight_buying_power: text(entry.overnightBuyingPower),
    option_buying_power: text(entry.optionBuyingPower),
    unrealized_profit_loss: text(entry.unrealizedPnl),
    day_profit_loss: text(entry.dayPnl),
  })),
  as_of: when(epochMs(balance.asOf + offsetMs)),
})

const zLeg = z.object({
  leg_id: zWord,
  symbol: zWord,
  quantity: zMaybe,
  option_type: zMaybeWord,
  strike_price: zMaybe,
  option_expire_date: zMaybeWord,
})
const zPositionView = z.object({
  position_id: zWord,
  symbol: zWord,
  instrument_type: zWord,
  currency: zWord,
  quantity: zNumber,
  cost_price: zMaybe,
  last_price: zMaybe,
  market_value: zMaybe,
  unrealized_profit_loss: zMaybe,
  unrealized_profit_loss_rate: zMaybe,
  day_profit_loss: zMaybe,
  option_strategy: zMaybeWord,
  event_outcome: zMaybeWord,
  legs: z.array(zLeg),
})
const positionView = (position: Position): z.output<typeof zPositionView> => ({
  position_id: position.positionId,
  symbol: position.symbol,
  instrument_type: CLASS_WORD[position.assetClass],
  currency: position.currency,
  quantity: decimalText(position.quantity),
  cost_price: text(position.averageCost),
  last_price: text(position.lastPrice),
  market_value: text(position.marketValue),
  unrealized_profit_loss: text(position.unrealizedPnl),
  unrealized_profit_loss_rate: text(position.unrealizedPnlRatio),
  day_profit_loss: text(position.dayPnl),
  option_strategy: position.strategy?.toUpperCase().replaceAll('-', '_') ?? null,
  event_outcome: position.outcome ?? null,
  legs: (position.legs ?? []).map((leg) => ({
    leg_id: leg.legId,
    symbol: leg.symbol,
    quantity: text(leg.quantity),
    option_type: leg.option?.type?.toUpperCase() ?? null,
    strike_price: text(leg.option?.strike ?? null),
    option_expire_date: leg.option?.expiration ?? null,
  })),
})

export const zPositionListView = z.object({
  account_id: z.string(),
  positions: z.array(zPositionView),
  unreadable: z.array(z.object({ symbol: zWord.nullable() })),
  as_of: zWhen,
})

export const positionListView = (
  account: AccountId,
  { positions, unreadable }: PositionList,
  { now }: ExchangeTime,
): z.output<typeof zPositionListView> => ({
  account_id: account,
  positions: positions.map(positionView),
  unreadable: unreadable.map(({ symbol }) => ({ symbol })),
  // They were read for this answer.
  as_of: when(now),
})
