import {
  MISSING,
  nameOf,
  plainNumber,
  statusIn,
  trueOrder,
  truePosition,
  type ExchangeRecord,
} from '../checks/painted.js'
import { text } from '../../../shared/messages/en/window/index.js'
import type { PaintedFigure, PaintedFigures } from './read-figures.js'

/** The state of the exchange at some moment between `sent` and `received`. */
export interface ExchangeMoment {
  readonly sent: number
  readonly received: number
  readonly positions: Readonly<Record<string, readonly ExchangeRecord[]>>
  readonly balances: Readonly<Record<string, ExchangeRecord>>
  /** What closing has realized in each account since the comparison began, in dollars. */
  readonly realized: Readonly<Record<string, string>>
  /** The same since the account opened. */
  readonly everRealized: Readonly<Record<string, string>>
  /** The orders that have changed since the moment before. */
  readonly orders: readonly ExchangeRecord[]
}

/** How a painted figure relates to the exchange's state of its moment. */
export type Verdict = 'equal' | 'between' | 'different' | 'unknown'

/** A figure that was never true in its time. */
export interface FigureDifference {
  readonly panel: string
  readonly figure: string
  readonly shown: string
  readonly exchange: string
}

/** A figure without an age belongs to the last seconds: ages are shown from 2 s on. */
const NEW_MS = 3_200
const SECOND_MS = 1_000
const MINUTE_MS = 60_000
/** An age is rounded down, and its figure was calculated while it was requested. */
const OLDER_MS = 2_200
const YOUNGER_MS = 200

/** How the age of a sum begins, one of whose parts is so old. */
const AT_MOST = text.account.upToAge('')

const BALANCE_MEMBERS: Readonly<Record<string, string>> = {
  'Net liquidation': 'total_net_liquidation_value',
  'Day P&L': 'total_day_profit_loss',
  'Open P&L': 'total_unrealized_profit_loss',
  Cash: 'total_cash_balance',
  Securities: 'total_market_value',
  'Initial margin': 'init_margin',
  'Maintenance margin': 'maintenance_margin',
  dayPnl: 'total_day_profit_loss',
  unrealizedPnl: 'total_unrealized_profit_loss',
}
const CURRENCY_MEMBERS: Readonly<Record<string, string>> = {
  'Buying power': 'buying_power',
  power: 'buying_power',
  buyingPower: 'buying_power',
  optionBuyingPower: 'option_buying_power',
  cash: 'cash_balance',
}
const POSITION_MEMBERS: Readonly<Record<string, string>> = {
  last: 'last_price',
  marketValue: 'market_value',
  dayPnl: 'day_profit_loss',
  unrealizedPnl: 'unrealized_profit_loss',
}

/** The figures that are sums over positions at their prices. */
const SUMS: ReadonlySet<string> = new Set([
  'Net liquidation',
  'Day P&L',
  'Open P&L',
  'Securities',
  'marketValue',
  'dayPnl',
  'unrealizedPnl',
])
/** Sums of binary fractions are rounded. */
const HALF_CENT = 0.005

/** What the window says of a request of its own, which the exchange does not know yet. */
const ON_THE_WAY: ReadonlySet<string> = new Set([
  ...Object.values(text.orders.pending.replace),
  ...Object.values(text.orders.pending.cancel),
  text.orders.unconfirmed,
  text.orders.statuses.sending,
  text.orders.statuses.unknown,
])

/** Returns a painted figure in the form of the records. */
const shownText = (figure: PaintedFigure): string =>
  figure.name === 'status' ? statusIn(figure.text) : plainNumber(figure.text.replace('+', ''))

/** Returns what the exchange had for a figure; null when it had none. */
export function trueText(
  figure: PaintedFigure,
  accountId: string,
  moment: ExchangeMoment,
): string | null {
  if (figure.panel === 'orders') return orderText(figure, moment)
  return figure.row === null
    ? accountText(figure.name, accountId, moment)
    : positionText(figure, accountId, moment)
}

function orderText({ name, id }: PaintedFigure, { orders }: ExchangeMoment): string | null {
  const record = orders.find((order) => order['client_order_id'] === id)
  if (record === undefined) return null
  const { status, filled, average } = trueOrder(record)
  return name === 'status' ? status : name === 'filled' ? filled : average
}

function accountText(name: string, accountId: string, moment: ExchangeMoment): string | null {
  const records = moment.positions[accountId] ?? []
  if (name === 'ever realized') return plainNumber(moment.everRealized[accountId] ?? '')
  if (name === 'realizedPnl') return plainNumber(moment.realized[accountId] ?? '')
  if (name === 'marketValue') {
    return plainNumber(
      records.reduce((sum, record) => sum + Number(record['market_value']), 0).toFixed(2),
    )
  }
  const balance = moment.balances[accountId] ?? {}
  const assets = balance['account_currency_assets']
  const [currency] = Array.isArray(assets) ? (assets as readonly ExchangeRecord[]) : []
  const value = balance[BALANCE_MEMBERS[name] ?? ''] ?? currency?.[CURRENCY_MEMBERS[name] ?? '']
  return typeof value === 'string' && value !== '' ? plainNumber(value) : null
}

function positionText(
  { panel, name, row, id }: PaintedFigure,
  accountId: string,
  moment: ExchangeMoment,
): string | null {
  const positions = moment.positions[accountId] ?? []
  const position = positions.find((record) =>
    id === null ? nameOf(record) === row : record['position_id'] === id,
  )
  if (position === undefined) return panel === 'ticket' ? '0' : null
  if (name === 'quantity') return truePosition(position).quantity
  if (name === 'averageCost') return truePosition(position).averageCost
  const value = position[POSITION_MEMBERS[name] ?? '']
  return typeof value === 'string' && value !== '' ? plainNumber(value) : null
}

/** Returns from when to when a figure may have been true. */
function timeOf({ panel, age }: PaintedFigure, time: number): readonly [number, number] {
  const [, count, unit] = /(\d+) (s|min)\b/.exec(age ?? '') ?? []
  if (count === undefined) return [time - NEW_MS, time]
  const unitMs = unit === 'min' ? MINUTE_MS : SECOND_MS
  const stated = time - Number(count) * unitMs
  // A sum has parts of this age and newer ones. The journal says when it sent its request, and the
  // broker's answer describes that moment or a later one.
  const isAtMost = panel === 'journal' || age?.startsWith(AT_MOST) === true
  const until = isAtMost ? time : stated + YOUNGER_MS
  return [stated - unitMs - OLDER_MS + SECOND_MS, until]
}

/** A process that had no turn for so long shows what was true before it. */
export const LATE_MS = 500

/**
 * True when the computer gave the window, the program or the exchange no time in the seconds before
 * a reading: what is painted says nothing of the program then.
 */
export function isLate(
  { time, lateMs }: Pick<PaintedFigures, 'time' | 'lateMs'>,
  history: readonly ExchangeMoment[],
): boolean {
  const first = history.findLastIndex(({ received }) => received <= time - NEW_MS)
  const moments = history.slice(Math.max(0, first))
  return (
    lateMs > LATE_MS ||
    moments.some(
      ({ sent, received }, index) =>
        received - sent > LATE_MS || sent - (moments[index - 1]?.received ?? sent) > LATE_MS,
    )
  )
}

/** Compares one figure with what was true in its time. */
export function checkFigure(
  figure: PaintedFigure,
  accountId: string,
  time: number,
  history: readonly ExchangeMoment[],
): { readonly verdict: Verdict; readonly exchange: string } {
  const figureText = shownText(figure)
  const [from, to] = timeOf(figure, time)
  const ofFigure =
    figure.panel === 'orders'
      ? history.filter(({ orders }) => orders.some((order) => isOrder(order, figure)))
      : history
  const first = ofFigure.findLastIndex(({ received }) => received <= from)
  const moments = momentsUntil(ofFigure.slice(Math.max(0, first)), to)
  const truths = moments.flatMap((moment) => trueText(figure, accountId, moment) ?? [])
  const all = [...new Set(truths)]
  const exchange = all.slice(-4).join(' … ')
  const isKnown = figure.panel === 'orders' || first >= 0 || moments.length > 1
  if (all.length === 0 || !isKnown || ON_THE_WAY.has(figureText)) {
    return { verdict: 'unknown', exchange }
  }
  if (all.includes(figureText)) return { verdict: 'equal', exchange }
  // What is not known yet says nothing, and before the first state of an order it had another.
  const isUnseen = figure.panel === 'orders' ? first < 0 : figureText === MISSING
  if (isUnseen) return { verdict: 'unknown', exchange }
  const numbers = all.map(Number)
  const value = Number(figureText)
  // The market may have been there between two readings of the exchange.
  const isBetween =
    (Math.min(...numbers) <= value && value <= Math.max(...numbers)) ||
    (SUMS.has(figure.name) && isSumOfTime(value, figure, accountId, moments))
  if (isBetween) return { verdict: 'between', exchange }
  const then = ofFigure.findLast((moment) => trueText(figure, accountId, moment) === figureText)
  const when = then === undefined ? 'never true' : `true ${time - then.received} ms before`
  return { verdict: 'different', exchange: `${exchange}, ${when}` }
}

/**
 * Returns the moments until a time and in the half second after it: a price that lasted shorter
 * than the time between two readings of the exchange lies between the states before and after it.
 */
const momentsUntil = (moments: readonly ExchangeMoment[], to: number): readonly ExchangeMoment[] =>
  moments.filter(({ sent }, index) => index === 0 || sent <= to + LATE_MS)

/**
 * True when a sum belongs to one moment, with every position at some price of the time: prices of
 * several instruments arrive one after another, so their sum need not belong to one instant.
 */
function isSumOfTime(
  value: number,
  figure: PaintedFigure,
  accountId: string,
  moments: readonly ExchangeMoment[],
): boolean {
  const seen = new Map<string, readonly number[]>()
  const keyOf = (record: ExchangeRecord): string =>
    `${String(record['position_id'])} ${String(record['quantity'])}`
  for (const moment of moments) {
    for (const record of moment.positions[accountId] ?? []) {
      const values = seen.get(keyOf(record)) ?? []
      seen.set(keyOf(record), [...values, Number(record['market_value'])])
    }
  }
  return moments.some((moment) => {
    const sum = Number(trueText(figure, accountId, moment) ?? Number.NaN)
    let [low, high] = [sum, sum]
    for (const record of moment.positions[accountId] ?? []) {
      const now = Number(record['market_value'])
      const values = seen.get(keyOf(record)) ?? [now]
      low += Math.min(...values) - now
      high += Math.max(...values) - now
    }
    return low - HALF_CENT <= value && value <= high + HALF_CENT
  })
}

const isOrder = (record: ExchangeRecord, { id }: PaintedFigure): boolean =>
  record['client_order_id'] === id

/** Compares everything that was painted at one moment. */
export function checkFigures(
  { time, figures }: Pick<PaintedFigures, 'time' | 'figures'>,
  accountId: string,
  history: readonly ExchangeMoment[],
  onVerdict: (figure: PaintedFigure, verdict: Verdict, exchange: string) => void,
): void {
  for (const figure of figures) {
    const { verdict, exchange } = checkFigure(figure, accountId, time, history)
    onVerdict(figure, verdict, exchange)
  }
}
