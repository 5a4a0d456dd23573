import type { AccountProduct } from '../../domain/instruments/account-products.js'
import type { Decimal } from '../../domain/decimal.js'
import type { AssetClass } from '../../domain/instruments/instrument.js'
import type { OrderChange } from '../../domain/orders/order.js'
import type { OrderType, ComboRole } from '../../domain/orders/order-types.js'
import type { OrderStatus } from '../../domain/orders/order-state.js'
import type { AlgoChange } from '../../domain/orders/order-terms.js'
import type { Message } from '../message.js'
import type { Writer } from '../writer.js'
import { STATUS_NAMES } from './names.js'

const ACCOUNTS: Readonly<Record<AccountProduct, string>> = {
  securities: 'stocks and options',
  futures: 'futures',
  crypto: 'crypto',
  events: 'event contracts',
}
const ORDERS: Readonly<Record<AssetClass, string>> = {
  stock: 'a stock order',
  option: 'an option order',
  futures: 'a futures order',
  crypto: 'a crypto order',
  event: 'an event contract order',
}
const MEMBERS: Readonly<Record<keyof OrderChange, string>> = {
  type: 'order type',
  timeInForce: 'time in force',
  quantity: 'quantity',
  limitPrice: 'limit price',
  stopPrice: 'stop price',
  trail: 'trail',
  algo: 'algorithm',
}
const ALGO_MEMBERS: Readonly<Record<keyof AlgoChange, string>> = {
  targetPercent: 'share of the volume',
  maxPercent: 'maximum share of the volume',
  start: 'start',
  end: 'end',
}

/** The end of a lock-out, in the exchange's time: "2026-11-23" and "20:00". */
type LockOutEnd = { readonly day: string; readonly time: string }

/** Why an order is denied before it is sent. */
export const risk = {
  /** A denial inside another sentence; its code is for what reads the message, not for people. */
  withCode: (
    { denial }: { readonly denial: Message; readonly code: string },
    { message }: Writer,
  ) => message(denial).replace(/\.$/, ''),
  halted: 'Trading is halted.',
  switching: 'Countersign is switching to another profile.',
  notArmed: 'Trading with real money has to be switched on first.',
  locked: 'Countersign was locked before the order left. Nothing was sent.',
  accountUnknown: 'This account is not known.',
  accountTrades: ({
    product,
    assetClass,
    needed,
  }: {
    readonly product: AccountProduct
    readonly assetClass: AssetClass
    readonly needed: AccountProduct
  }) =>
    `This account trades ${ACCOUNTS[product]}: ${ORDERS[assetClass]} belongs in an account for ${ACCOUNTS[needed]}.`,
  positionUnreadable: ({ symbol }: { readonly symbol: string }) =>
    `The broker reports a position that Countersign cannot read and that may be in ${symbol}, so the limits cannot be checked. Nothing was sent. Only the person can trade ${symbol} now, with the broker.`,
  notListed: ({ symbol }: { readonly symbol: string }) => `${symbol} is not listed.`,
  notTradable: ({ symbol }: { readonly symbol: string }) => `${symbol} cannot be traded.`,
  closeOnly: ({
    symbol,
    action,
  }: {
    readonly symbol: string
    readonly action: 'closed' | 'sold'
  }) => `${symbol} can only be ${action}.`,
  notShortable: ({ symbol }: { readonly symbol: string }) => `${symbol} cannot be sold short.`,
  listingUnavailable: (
    { symbol, reason }: { readonly symbol: string; readonly reason: Message },
    { message }: Writer,
  ) => `${symbol} cannot be looked up now: ${message(reason)}`,
  priceBand: (
    { limit, last }: { readonly limit: Decimal; readonly last: Decimal },
    { exactPrice }: Writer,
  ) => `The limit ${exactPrice(limit)} is too far through the last price ${exactPrice(last)}.`,
  stopBand: (
    { limit, stop }: { readonly limit: Decimal; readonly stop: Decimal },
    { exactPrice }: Writer,
  ) => `The limit ${exactPrice(limit)} is too far beyond its stop price ${exactPrice(stop)}.`,
  maxQuantity: (
    { quantity, max }: { readonly quantity: Decimal; readonly max: Decimal },
    writer: Writer,
  ) =>
    `A quantity of ${writer.quantity(quantity)} is over the limit of ${writer.quantity(max)} per order.`,
  maxNotional: (
    { value, max }: { readonly value: Decimal; readonly max: Decimal },
    { exactPrice }: Writer,
  ) => `An order value of ${exactPrice(value)} is over the limit of ${exactPrice(max)}.`,
  maxOpenOrders: ({ max }: { readonly max: number }, { count }: Writer) =>
    `${count(max)} orders are open already, and that is the limit.`,
  maxShare: (
    {
      value,
      max,
      share,
      equity,
    }: {
      readonly value: Decimal
      readonly max: Decimal
      readonly share: Decimal
      readonly equity: Decimal
    },
    { money, percent }: Writer,
  ) =>
    `An order value of ${money(value)} is over the limit of ${money(max)}: ${percent(share)} of the account's equity of ${money(equity)}.`,
  maxOrdersPerDay: (
    { orders, max }: { readonly orders: number; readonly max: number },
    { count }: Writer,
  ) =>
    `${count(orders)} orders were sent today, and the limit is ${count(max)} per day. The count starts at zero on the next trading day. Cancels, changes, and orders that only reduce a position still pass.`,
  accountUnread:
    "The account's figures could not be read, so the limits that depend on them cannot be checked. Nothing was sent. Orders that only reduce a position still pass.",
  lossReached: (
    {
      dayPnl,
      limit,
      currency,
    }: { readonly dayPnl: Decimal; readonly limit: Decimal; readonly currency: string },
    { money }: Writer,
  ) =>
    `The day P&L of this account, ${money(dayPnl, currency)}, has reached its daily loss limit of ${money(limit, currency)}. It is read again before the account is locked. Nothing was sent. Cancels, and orders that only reduce a position, still pass.`,
  lockedOut: (
    {
      dayPnl,
      limit,
      currency,
      end,
    }: {
      readonly dayPnl: Decimal
      readonly limit: Decimal
      readonly currency: string
      readonly end: LockOutEnd | null
    },
    { money, day }: Writer,
  ) =>
    `The daily loss limit of this account was reached: day P&L ${money(dayPnl, currency)} of ${money(limit, currency)}. New orders are refused until ${end === null ? 'the next session' : `${day(end.day)}, ${end.time} ET`}, and nothing lifts this earlier. Cancels, and orders that only reduce a position, still pass.`,
  lockedAfterDamage: ({ end }: { readonly end: LockOutEnd | null }, { day }: Writer) =>
    `The record of your limits and lock-outs was damaged, so new orders are refused until ${end === null ? 'the next session' : `${day(end.day)}, ${end.time} ET`}. Cancels, and orders that only reduce a position, still pass.`,
  duplicate: 'The same order was sent a moment ago.',
  noLegPrices: 'There is no price for every leg of the combination.',
  noReference: ({ symbol }: { readonly symbol: string }) =>
    `There is no current price of ${symbol} to compare the order with, so its limits cannot be checked. Wait for a price and try again; a position can be closed from its row without one.`,
  noFreshPrice: 'There is no fresh price for a market order.',
  uncertainOrder: ({ clientOrderId }: { readonly clientOrderId: string }) =>
    `It is not known yet whether order ${clientOrderId} was placed; wait until that is settled.`,
  cryptoFixed: 'Crypto orders cannot be replaced: cancel it and place another.',
  futuresFixed: ({
    type,
    member,
  }: {
    readonly type: OrderType
    readonly member: keyof OrderChange
  }) => `A ${type} order of futures keeps its ${MEMBERS[member]}: cancel it and place another.`,
  algoUnknown:
    'Countersign does not support the algorithm of this order: cancel it and place another.',
  algoTypes: 'An algorithm works market and limit orders only: cancel it and place another.',
  algoDayOnly:
    'An order that an algorithm works is good for the day only: cancel it and place another.',
  algoTerm: ({ algo, member }: { readonly algo: string; readonly member: keyof AlgoChange }) =>
    `${algo.toUpperCase()} has no term like this: ${ALGO_MEMBERS[member]}: cancel it and place another.`,
  noAlgo: 'This order is not worked by an algorithm: cancel it and place another.',
  comboRoleUnknown:
    'Countersign does not support the role of this order in its combination, so its type is fixed: cancel it and place another.',
  comboRoleType: ({ role, type }: { readonly role: ComboRole; readonly type: OrderType }) =>
    `The ${role} order of a combination cannot become a ${type} order: cancel it and place another.`,
  orderTwice: 'The same order is in the request twice.',
  comboOnly: 'Only orders of one combination are changed together: change the others one by one.',
  comboIdUnknown:
    'The broker has not reported the id of this combination: its orders can be changed one by one.',
  severalCombos:
    'These orders belong to different combinations: change each combination on its own.',
  comboMemberEnded: ({
    clientOrderId,
    status,
  }: {
    readonly clientOrderId: string
    readonly status: OrderStatus
  }) =>
    `The order ${clientOrderId} is ${STATUS_NAMES[status]} already: all of them are changed, or none.`,
} as const
