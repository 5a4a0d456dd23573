import type { AccountFigure, OrderAlertEvent } from '../../../domain/alerts/alert.js'
import type { AlertIndicator, AlertOrder } from '../../../domain/alerts/alert.schema.js'
import type { AlertTimespan } from '../../../domain/alerts/indicator-alert.js'
import type { LinkedName } from '../../../domain/orders/combo-rules.js'
import { isZero, type Decimal } from '../../../domain/decimal.js'
import { settingsText, SPAN_NAMES } from '../../indicator-name.js'
import type { Message } from '../../message.js'
import { orders } from '../orders.js'
import { drawingAlerts } from './drawing-alerts.js'
import { quoteAlerts } from './quote-alerts.js'
import type { Writer } from '../../writer.js'

export interface AccountLevel {
  /** The name of the account. */
  readonly account: string
  readonly figure: AccountFigure
  readonly amount: Decimal
  readonly currency: string
}

/** The figures of an account, as they begin a sentence. */
const FIGURES: Readonly<Record<AccountFigure, string>> = {
  dayPnl: 'Day P&L',
  netLiquidation: 'Net liquidation',
  cash: 'Cash',
  buyingPower: 'Buying power',
  unrealizedPnl: 'Unrealized P&L',
  marginExcess: 'Margin excess',
  marginCalls: 'Open margin calls',
}

/** What happened to an order, before its line. */
const EVENTS: Readonly<Record<OrderAlertEvent, string>> = {
  filled: 'Filled',
  'partially-filled': 'Partially filled',
  cancelled: 'Canceled',
  rejected: 'Rejected',
  expired: 'Expired',
}
const EVENTS_INSIDE: Readonly<Record<OrderAlertEvent, string>> = {
  filled: 'filled',
  'partially-filled': 'partially filled',
  cancelled: 'canceled',
  rejected: 'rejected',
  expired: 'expired',
}

/** The places of an indicator in a sentence. */
const SHOWN_PLACES = 4

export interface Leveled {
  readonly level: Decimal
}

export interface OrderEvents {
  readonly events: readonly OrderAlertEvent[]
  /** Null for every account, and every instrument. */
  readonly account: string | null
  readonly symbol: string | null
}

/** "BUY 10 AAPL, limit 187.50" */
const orderText = (order: AlertOrder, { quantity, exactPrice }: Writer): string => {
  const side = { buy: 'BUY', sell: 'SELL', short: 'SELL SHORT' }[order.side]
  const name = order.outcome === null ? order.symbol : `${order.outcome} of ${order.symbol}`
  const size = order.quantity === null ? '' : ` ${quantity(order.quantity)}`
  const limit = order.limitPrice === null ? '' : `, limit ${exactPrice(order.limitPrice)}`
  const stop = order.stopPrice === null ? '' : `, stop ${exactPrice(order.stopPrice)}`
  return `${side}${size} ${name}${limit}${stop}`
}

const LINKED_FILLED: Readonly<Record<LinkedName, string>> = {
  'take-profit': 'Take profit filled',
  'stop-loss': 'Stop loss filled',
  stop: 'Stop order filled',
  limit: 'Limit order filled',
}

/** What happened; of linked orders which filled, and which was canceled by that. */
function eventText({ event, linked }: AlertOrder, writer: Writer): string {
  if (event === 'filled' && linked !== undefined) return LINKED_FILLED[linked.name]
  const instead = event === 'cancelled' ? (linked?.instead ?? null) : null
  return linked === undefined || instead === null
    ? EVENTS[event]
    : orders.filledInstead({ ...instead, canceled: linked.name }, writer)
}

/** "; 4 of 10 filled at 187.20" */
const fillText = (order: AlertOrder, { quantity, exactPrice }: Writer): string => {
  if (isZero(order.filledQuantity)) return ''
  const average = order.averageFillPrice
  const price = average === null ? '' : ` at ${exactPrice(average)}`
  const size = order.quantity === null ? '' : ` of ${quantity(order.quantity)}`
  return `; ${quantity(order.filledQuantity)}${size} filled${price}`
}

export interface IndicatorTerms {
  readonly symbol: string
  readonly indicator: AlertIndicator
  readonly timespan: AlertTimespan
}

const BAND_NAMES = { upper: 'upper', middle: 'middle', lower: 'lower' } as const
const SPANS: Readonly<Record<AlertTimespan, string>> = { ...SPAN_NAMES, D: '1 day', W: '1 week' }

/** "RSI(14)" */
const indicatorName = (indicator: AlertIndicator): string =>
  indicator.kind === 'bollinger'
    ? `${BAND_NAMES[indicator.band]} ${settingsText(indicator)}`
    : settingsText(indicator)

/** Alerts: their conditions, what they fired by, and why one is refused. */
export const alerts = {
  ...quoteAlerts,
  accountAbove: ({ account, figure, amount, currency }: AccountLevel, { money }: Writer) =>
    `${FIGURES[figure]} of ${account} rises to ${money(amount, currency)} or above`,
  accountBelow: ({ account, figure, amount, currency }: AccountLevel, { money }: Writer) =>
    `${FIGURES[figure]} of ${account} falls to ${money(amount, currency)} or below`,
  marginCall: ({ account }: Pick<AccountLevel, 'account'>) => `${account} has a margin call`,
  orders: ({ events, account, symbol }: OrderEvents, { list }: Writer) =>
    `An order${symbol === null ? '' : ` in ${symbol}`} is ${list(
      events.map((event) => EVENTS_INSIDE[event]),
      'or',
    )}${account === null ? '' : ` (${account})`}`,
  indicatorAbove: (
    { symbol, indicator, timespan, level }: IndicatorTerms & Leveled,
    { decimal }: Writer,
  ) =>
    `${indicatorName(indicator)} of ${symbol} closes at ${decimal(level)} or above (${SPANS[timespan]})`,
  indicatorBelow: (
    { symbol, indicator, timespan, level }: IndicatorTerms & Leveled,
    { decimal }: Writer,
  ) =>
    `${indicatorName(indicator)} of ${symbol} closes at ${decimal(level)} or below (${SPANS[timespan]})`,
  indicatorThrough: (
    { symbol, indicator, timespan, level }: IndicatorTerms & Leveled,
    { decimal }: Writer,
  ) =>
    `${indicatorName(indicator)} of ${symbol} closes across ${decimal(level)} (${SPANS[timespan]})`,
  closesAbove: ({ symbol, indicator, timespan }: IndicatorTerms) =>
    `${symbol} closes above the ${indicatorName(indicator)} (${SPANS[timespan]})`,
  closesBelow: ({ symbol, indicator, timespan }: IndicatorTerms) =>
    `${symbol} closes below the ${indicatorName(indicator)} (${SPANS[timespan]})`,
  closesThrough: ({ symbol, indicator, timespan }: IndicatorTerms) =>
    `${symbol} closes across the ${indicatorName(indicator)} (${SPANS[timespan]})`,
  signalAbove: ({ symbol, indicator, timespan }: IndicatorTerms) =>
    `${indicatorName(indicator)} of ${symbol} closes above its signal line (${SPANS[timespan]})`,
  signalBelow: ({ symbol, indicator, timespan }: IndicatorTerms) =>
    `${indicatorName(indicator)} of ${symbol} closes below its signal line (${SPANS[timespan]})`,
  signalThrough: ({ symbol, indicator, timespan }: IndicatorTerms) =>
    `${indicatorName(indicator)} of ${symbol} closes across its signal line (${SPANS[timespan]})`,

  accountRose: ({ account, figure, amount, currency }: AccountLevel, { money }: Writer) =>
    `${FIGURES[figure]} of ${account} rose to ${money(amount, currency)}`,
  accountFell: ({ account, figure, amount, currency }: AccountLevel, { money }: Writer) =>
    `${FIGURES[figure]} of ${account} fell to ${money(amount, currency)}`,
  marginCalled: (
    { account, count }: { readonly account: string; readonly count: number },
    { plural }: Writer,
  ) =>
    `${account} has ${plural(count, { one: '# open margin call', other: '# open margin calls' })}`,
  orderEvent: ({ order }: { readonly order: AlertOrder }, writer: Writer) =>
    `${eventText(order, writer)}: ${orderText(order, writer)}${fillText(order, writer)}${
      order.account.name === '' ? '' : ` (${order.account.name})`
    }`,
  indicatorRose: (
    { symbol, indicator, timespan, level }: IndicatorTerms & Leveled,
    { decimal }: Writer,
  ) =>
    `${indicatorName(indicator)} of ${symbol} rose to ${decimal(level, 0, SHOWN_PLACES)} (${SPANS[timespan]})`,
  indicatorFell: (
    { symbol, indicator, timespan, level }: IndicatorTerms & Leveled,
    { decimal }: Writer,
  ) =>
    `${indicatorName(indicator)} of ${symbol} fell to ${decimal(level, 0, SHOWN_PLACES)} (${SPANS[timespan]})`,
  closedAbove: (
    { symbol, indicator, timespan, level }: IndicatorTerms & Leveled,
    { exactPrice }: Writer,
  ) =>
    `${symbol} closed above the ${indicatorName(indicator)} at ${exactPrice(level)} (${SPANS[timespan]})`,
  closedBelow: (
    { symbol, indicator, timespan, level }: IndicatorTerms & Leveled,
    { exactPrice }: Writer,
  ) =>
    `${symbol} closed below the ${indicatorName(indicator)} at ${exactPrice(level)} (${SPANS[timespan]})`,
  signalRose: ({ symbol, indicator, timespan }: IndicatorTerms) =>
    `${indicatorName(indicator)} of ${symbol} crossed above its signal line (${SPANS[timespan]})`,
  signalFell: ({ symbol, indicator, timespan }: IndicatorTerms) =>
    `${indicatorName(indicator)} of ${symbol} crossed below its signal line (${SPANS[timespan]})`,
  expired: ({ condition }: { readonly condition: Message }, { message }: Writer) =>
    `Expired: ${message(condition)}`,

  ...drawingAlerts,

  title: 'Alert',
  late: 'The price was not current when it arrived.',
  delayed: 'The price is delayed data.',
  afterGap: 'It happened while nothing was evaluated.',

  tooManyIndicators: ({ max }: { readonly max: number }) =>
    `At most ${max} alerts on indicators are possible, because each costs reads of bars.`,
  indicatorSettings: 'These settings of the indicator are not possible.',
  vwapIntraday: 'VWAP starts again each day, so it needs bars shorter than a day.',
  tooMany: ({ max }: { readonly max: number }, { count }: Pick<Writer, 'count'>) =>
    `At most ${count(max)} alerts are possible. Delete some of them first.`,
  noOrderEvent: 'Choose at least one event of orders.',
  accountUnknown: 'This account is not known.',
  figureUnknown: 'The broker does not report this figure for the account.',
  figureOfInstrument:
    'The broker reports no volume of crypto and no change of the day of event markets. Choose another figure.',
  indicatorOfInstrument:
    'The broker reports no volume of crypto, so it has no VWAP. Choose another indicator.',
  barsOfInstrument: 'The broker has no such bars of this product. Choose shorter ones.',
  ticketWithoutInstrument: 'Only an alert on an instrument can prepare an order.',
  unknown: 'This alert does not exist any more.',
  levelNotPositive: 'The level must be greater than zero.',
  noOutcome: 'Only event markets have the outcome “no”.',
  expiryPast: 'The expiration must be in the future.',
  ticketNotPositive: 'Quantity and limit price of the ticket must be greater than zero.',
  notSaved: 'The change could not be saved on this computer.',
  unreadable: 'The file with your alerts could not be read; nothing was changed.',
} as const
