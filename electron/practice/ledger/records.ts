import { decimalText, div, toScale, type Decimal } from '../../../shared/domain/decimal.js'
import { CENT, cashDecimal, priceDecimal, sizeDecimal, type PriceUnits, type SizeUnits } from '../units.js'
import type { AccountRecord, BalanceRecord, CurrencyAssetsRecord, PositionRecord } from '../exchange/records.js'
import type { LedgerAccount } from './ledger.js'
import { cashOfCents, centsText, ratioText, type Cents } from './money.js'
import { dayGain, marketValue, unrealized, type Position } from './position.js'
import type { Valuation } from './valuation.js'

const PRICE_PLACES = 10

/** A price with two places, four when it is finer than a cent. */
export const priceText = (price: PriceUnits): string => decimalText(toScale(priceDecimal(price), price % CENT === 0 ? 2 : 4, 'half-up'))

/** A quantity with the five places of the wire (seed). */
export const sizeText = (size: SizeUnits): string => decimalText(sizeDecimal(size))

const atLeastTwoPlaces = (value: Decimal): string => {
  const [whole = '0', fraction = ''] = decimalText(value).split('.')
  return `${whole}.${fraction.replace(/0+$/, '').padEnd(2, '0')}`
}

/** Cash over size as a price text: two to ten places. */
export function averageText(cash: bigint, size: SizeUnits, places = PRICE_PLACES): string {
  const average = div(cashDecimal(cash), sizeDecimal(size), places, 'half-up')
  return average === null ? '0.00' : atLeastTwoPlaces(average)
}

/** contract/trading.md 2. */
export const accountRecord = (account: LedgerAccount): AccountRecord => ({
  user_id: account.userId,
  account_id: account.accountId,
  account_number: account.accountNumber,
  account_type: account.type,
  account_class: account.type === 'MARGIN' ? 'INDIVIDUAL_MARGIN' : 'INDIVIDUAL_CASH',
  account_label: account.type === 'MARGIN' ? 'Individual Margin' : 'Individual Cash',
})

interface MarginTexts {
  readonly used_margin: string
  readonly used_margin_for_open_order: string
  readonly init_margin: string
  readonly maintenance_margin: string
  readonly intraday_margin: string
  readonly margin_excess: string
  readonly margin_ratio: string
}

const marginTexts = (value: Valuation, margin: boolean): MarginTexts => ({
  used_margin: centsText(value.initial),
  used_margin_for_open_order: centsText(margin ? value.held : 0),
  init_margin: centsText(value.initial),
  maintenance_margin: centsText(value.maintenance),
  intraday_margin: centsText(value.intraday),
  margin_excess: centsText(margin ? value.equity - value.maintenance : 0),
  margin_ratio: ratioText(margin ? value.maintenance : 0, value.equity),
})

/** contract/trading.md 3. A cash account shows zero margin figures. */
export function balanceRecord(account: LedgerAccount, value: Valuation): BalanceRecord {
  const margin = account.type === 'MARGIN'
  const margins = marginTexts(value, margin)
  const assets: CurrencyAssetsRecord = {
    currency: 'USD',
    cash_balance: centsText(value.cash),
    settled_cash: centsText(value.cash - value.unsettled),
    unsettled_cash: centsText(value.unsettled),
    market_value: centsText(value.marketValue),
    held_amount: '0.00',
    frozen_amount: centsText(value.held),
    buying_power: centsText(value.buyingPower),
    unrealized_profit_loss: centsText(value.unrealized),
    available_withdrawal: centsText(value.withdrawable),
    interests_unpaid: '0.00',
    net_liquidation_value: centsText(value.equity),
    option_buying_power: centsText(Math.max(0, Math.min(value.free, value.overnightFree))),
    day_buying_power: centsText(value.buyingPower),
    overnight_buying_power: centsText(value.overnightBuyingPower),
    night_trading_buying_power: centsText(value.overnightBuyingPower),
    day_profit_loss: centsText(value.dayGain),
    ...margins,
  }
  return {
    total_asset_currency: 'USD',
    total_cash_balance: assets.cash_balance,
    total_market_value: assets.market_value,
    total_unrealized_profit_loss: assets.unrealized_profit_loss,
    total_net_liquidation_value: assets.net_liquidation_value,
    total_day_profit_loss: assets.day_profit_loss,
    day_trades_left: 'UNLIMITED',
    open_margin_calls: margin && value.equity < value.maintenance ? ['EM'] : [],
    ...margins,
    account_currency_assets: [assets],
  }
}

/** contract/trading.md 3. `proportion` is the share of the account's value. */
export function positionRecord(position: Position, mark: PriceUnits, equity: Cents): PositionRecord {
  const worth = marketValue(position, mark)
  const gain = unrealized(position, mark)
  return {
    position_id: position.positionId,
    instrument_type: 'EQUITY',
    symbol: position.symbol,
    currency: 'USD',
    quantity: sizeText(position.size),
    option_strategy: 'SINGLE',
    last_price: priceText(mark),
    cost_price: averageText(cashOfCents(position.cost), position.size, 4),
    unrealized_profit_loss: centsText(gain),
    market_value: centsText(worth),
    cost: centsText(position.cost),
    proportion: ratioText(worth, equity),
    day_profit_loss: centsText(dayGain(position, mark)),
    unrealized_profit_loss_rate: ratioText(gain, Math.abs(position.cost)),
    legs: [],
  }
}

