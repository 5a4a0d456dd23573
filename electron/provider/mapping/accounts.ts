import type { z } from 'zod'
import type { AccountProduct } from '../../../shared/domain/instruments/account-products.js'
import type {
  Account,
  Balance,
  CurrencyBalance,
  Position,
  PositionLeg,
  UnsupportedAccount,
} from '../../../shared/domain/account/account.js'
import {
  abs,
  asMoney,
  asPrice,
  asQuantity,
  dec,
  div,
  eq,
  isZero,
  mul,
  type Decimal,
  type Money,
} from '../../../shared/domain/decimal.js'
import { accountId, symbol, type AccountId } from '../../../shared/domain/ids.js'
import type { AssetClass } from '../../../shared/domain/instruments/instrument.js'
import type { EpochMs } from '../../../shared/domain/time.js'
import { quotedPrice } from '../../../shared/domain/market/quoted-price.js'
import type {
  zAccountRecord,
  zBalanceRecord,
  zCurrencyAssets,
  zPositionLeg,
  zPositionRecord,
} from '../../../shared/wire/families/trading/accounts.js'
import { UNKNOWN } from '../../../shared/wire/fields.js'
import { assetClassOf, outcomeOf, strategyOf } from './enums.js'
import { legOption } from './order-terms.js'
import { orUnknown, tableReader } from './values.js'

const RATIO_PLACES = 6
const ONE = dec('1')
const PRODUCTS: Readonly<Record<string, AccountProduct>> = {
  CRYPTO: 'crypto',
  FUTURES: 'futures',
  EVENTS_CASH: 'events',
}
const TYPES: Readonly<Record<string, Account['type']>> = { MARGIN: 'margin', CASH: 'cash' }

const titleCase = (text: string): string =>
  text
    .toLowerCase()
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ')

/**
 * Converts an account. One of an unpublished class is not supported, because its tradable products
 * are unknown.
 */
export function toAccount(record: z.output<typeof zAccountRecord>): Account | UnsupportedAccount {
  const account = {
    accountId: accountId(record.account_id),
    accountNumber: record.account_number,
    type: TYPES[record.account_type] ?? 'unknown',
  }
  return record.account_class === UNKNOWN
    ? { ...account, product: 'unsupported', label: record.account_label ?? '' }
    : {
        ...account,
        product: PRODUCTS[record.account_class] ?? 'securities',
        label: record.account_label ?? titleCase(record.account_class),
      }
}

const money = (value: Decimal | null): Money | null => (value === null ? null : asMoney(value))

const toCurrency = (assets: z.output<typeof zCurrencyAssets>): CurrencyBalance => ({
  currency: assets.currency,
  cash: money(assets.cash_balance),
  settledCash: money(assets.settled_cash),
  unsettledCash: money(assets.unsettled_cash),
  marketValue: money(assets.market_value),
  frozen: money(assets.frozen_amount),
  buyingPower: money(assets.buying_power),
  dayBuyingPower: money(assets.day_buying_power),
  overnightBuyingPower: money(assets.overnight_buying_power),
  optionBuyingPower: money(assets.option_buying_power),
  unrealizedPnl: money(assets.unrealized_profit_loss),
  dayPnl: money(assets.day_profit_loss),
  availableToWithdraw: money(assets.available_withdrawal),
})

/** Reads a number of day trades; `UNLIMITED` and a missing one are null. */
const countOf = (text: string | null): number | null =>
  text !== null && /^\d{1,6}$/.test(text) ? Number(text) : null

/** Converts a balance (TRADING-3); `asOf` is by the local clock. */
export const toBalance = (
  id: AccountId,
  record: z.output<typeof zBalanceRecord>,
  asOf: EpochMs,
): Balance => ({
  accountId: id,
  currency: record.total_asset_currency,
  netLiquidation: money(record.total_net_liquidation_value),
  totalCash: money(record.total_cash_balance),
  totalMarketValue: money(record.total_market_value),
  unrealizedPnl: money(record.total_unrealized_profit_loss),
  dayPnl: money(record.total_day_profit_loss),
  initialMargin: money(record.init_margin),
  maintenanceMargin: money(record.maintenance_margin),
  openMarginCalls: record.open_margin_calls,
  dayTradesLeft: countOf(record.day_trades_left),
  currencies: record.account_currency_assets.map(toCurrency),
  asOf,
})

/** Returns the total cost of a position, from the older member or from cost price × quantity. */
function costOf(record: z.output<typeof zPositionRecord>, multiplier: Decimal): Decimal | null {
  if (record.cost !== null) return abs(record.cost)
  return record.cost_price === null
    ? null
    : abs(mul(mul(record.cost_price, record.quantity), multiplier))
}

/**
 * Returns the contract multiplier; null where the record does not contain it (futures, and options
 * with unequal legs).
 */
function multiplierOf(
  assetClass: AssetClass,
  record: z.output<typeof zPositionRecord>,
): Decimal | null {
  if (assetClass === 'stock' || assetClass === 'crypto' || assetClass === 'event') return ONE
  const [first, ...rest] = record.legs ?? []
  const contractMultiplier = first?.option_contract_multiplier ?? null
  const same =
    contractMultiplier !== null &&
    rest.every(
      (leg) =>
        leg.option_contract_multiplier !== null &&
        eq(leg.option_contract_multiplier, contractMultiplier),
    )
  return assetClass === 'option' && same ? contractMultiplier : null
}

const strategy = orUnknown(strategyOf)
const outcome = orUnknown(outcomeOf)
const settles = orUnknown(tableReader<'am' | 'pm'>({ AM: 'am', PM: 'pm' }))

const toLeg = (leg: z.output<typeof zPositionLeg>): PositionLeg => ({
  legId: leg.leg_id,
  symbol: symbol(leg.symbol),
  quantity: leg.quantity === null ? null : asQuantity(leg.quantity),
  option: legOption({
    ...leg,
    strike: leg.option_exercise_price === null ? null : asPrice(leg.option_exercise_price),
  }),
  settles: settles(leg.expiration_type),
})

/**
 * Returns the additional members of options and event contracts; none for other products, whose
 * strategy is a placeholder.
 */
function productMembers(
  assetClass: AssetClass,
  record: z.output<typeof zPositionRecord>,
): Pick<Position, 'strategy' | 'legs' | 'outcome'> {
  if (assetClass === 'option') {
    return {
      strategy: strategy(record.option_strategy) ?? 'unknown',
      legs: (record.legs ?? []).map(toLeg),
    }
  }
  return assetClass === 'event' ? { outcome: outcome(record.event_outcome) ?? 'unknown' } : {}
}

/**
 * Converts a position; null for an unpublished instrument type. Value and ratio are calculated
 * where absent.
 */
export function toPosition(
  id: AccountId,
  record: z.output<typeof zPositionRecord>,
  receivedAt: EpochMs,
): Position | null {
  const assetClass = assetClassOf(record.instrument_type)
  if (assetClass === null) return null
  const multiplier = multiplierOf(assetClass, record)
  const last = quotedPrice(record.last_price)
  const value =
    record.market_value ??
    (multiplier !== null && last !== null ? mul(mul(last, record.quantity), multiplier) : null)
  const cost = multiplier === null ? null : costOf(record, multiplier)
  const ratio =
    record.unrealized_profit_loss_rate ??
    (cost === null || isZero(cost) || record.unrealized_profit_loss === null
      ? null
      : div(record.unrealized_profit_loss, cost, RATIO_PLACES, 'half-even'))
  return {
    accountId: id,
    positionId: record.position_id,
    symbol: symbol(record.symbol),
    assetClass,
    currency: record.currency,
    quantity: asQuantity(record.quantity),
    averageCost: record.cost_price === null ? null : asPrice(record.cost_price),
    multiplier,
    lastPrice: last,
    pricedAt: last === null ? null : receivedAt,
    marketValue: money(value),
    unrealizedPnl: money(record.unrealized_profit_loss),
    unrealizedPnlRatio: ratio,
    dayPnl: money(record.day_profit_loss),
    ...productMembers(assetClass, record),
  }
}
