import { decimalText, fromInteger, toScale, type Decimal } from '../../../shared/domain/decimal.js'
import {
  CASH_SCALE,
  priceDecimal,
  sizeDecimal,
  STOCK_SCALE,
  type PriceUnits,
  type Scale,
  type SizeUnits,
} from '../model/units.js'
import type { AccountRecord, BalanceRecord, CurrencyAssetsRecord } from '../model/wire-records.js'
import type { AccountClass, LedgerAccount } from './ledger.js'
import { centsText, ratioText } from './money.js'
import type { Valuation } from './valuation.js'

const PRICE_PLACES = 10

/**
 * Formats a price with two places, or with all places of its scale (four for stock) when it is
 * finer than a cent.
 */
export const priceText = (price: PriceUnits, scale: Scale = STOCK_SCALE): string =>
  decimalText(
    toScale(
      priceDecimal(price, scale),
      price % 10 ** (scale.price - 2) === 0 ? 2 : scale.price,
      'half-up',
    ),
  )

/** Formats a quantity with all places of its scale: five for stock (seed), eight for crypto. */
export const sizeText = (size: SizeUnits, scale: Scale = STOCK_SCALE): string =>
  decimalText(sizeDecimal(size, scale))

const atLeastTwoPlaces = (value: Decimal): string => {
  const [integer = '0', fraction = ''] = decimalText(value).split('.')
  return `${integer}.${fraction.replace(/0+$/, '').padEnd(2, '0')}`
}

/** Maximum decimal places of a multiplier. */
const MULTIPLIER_PLACES = 3

/** Divides and rounds to the nearest integer, halves away from zero. */
function roundedQuotient(part: bigint, total: bigint): bigint {
  const isNegative = part < 0n !== total < 0n
  const [a, b] = [part < 0n ? -part : part, total < 0n ? -total : total]
  const quotient = (a * 2n + b) / (b * 2n)
  return isNegative ? -quotient : quotient
}

/** Formats cash divided by size (and multiplier) as a price with two to ten places. */
export function averageText(
  cash: bigint,
  size: SizeUnits,
  scale: Scale,
  places = PRICE_PLACES,
): string {
  const points = BigInt(size) * BigInt(Math.round(scale.multiplier * 10 ** MULTIPLIER_PLACES))
  if (points === 0n) return '0.00'
  const shift = BigInt(places + scale.size + MULTIPLIER_PLACES - CASH_SCALE)
  const average =
    shift >= 0n
      ? roundedQuotient(cash * 10n ** shift, points)
      : roundedQuotient(cash, points * 10n ** -shift)
  return atLeastTwoPlaces(fromInteger(average, places))
}

const LABELS: Readonly<Record<AccountClass, string>> = {
  INDIVIDUAL_MARGIN: 'Individual Margin',
  INDIVIDUAL_CASH: 'Individual Cash',
  FUTURES: 'Futures',
  CRYPTO: 'Crypto',
  EVENTS_CASH: 'Events Cash',
}

/** Returns the wire record of an account (TRADING-2). */
export const accountRecord = (account: LedgerAccount): AccountRecord => ({
  user_id: account.userId,
  account_id: account.accountId,
  account_number: account.accountNumber,
  account_type: account.type,
  account_class: account.accountClass,
  account_label: LABELS[account.accountClass],
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

/** Empties the fields that an events account does not fill (TRADING-3). */
function withoutCash(record: BalanceRecord): BalanceRecord {
  return {
    ...record,
    total_cash_balance: '',
    total_net_liquidation_value: '',
    day_trades_left: '',
    account_currency_assets: record.account_currency_assets.map((assets) => ({
      ...assets,
      cash_balance: '',
      settled_cash: '',
      unsettled_cash: '',
    })),
  }
}

/**
 * Returns the wire record of an account's balance (TRADING-3). An account without leverage shows
 * zero margin figures.
 */
export function balanceRecord(account: LedgerAccount, value: Valuation): BalanceRecord {
  const record = fullRecord(account, value)
  return account.accountClass === 'EVENTS_CASH' ? withoutCash(record) : record
}

function fullRecord(account: LedgerAccount, value: Valuation): BalanceRecord {
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
