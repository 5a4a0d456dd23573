import { nameOf, plainNumber, type ExchangeRecord } from '../checks/painted.js'
import type { PaintedFigure, PaintedFigures } from './read-figures.js'

/** The state of the exchange at some moment between `sent` and `received`. */
export interface ExchangeMoment {
  readonly sent: number
  readonly received: number
  readonly positions: Readonly<Record<string, readonly ExchangeRecord[]>>
  readonly balances: Readonly<Record<string, ExchangeRecord>>
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

/** A figure that says no age is of the last seconds: ages are shown from 2 s on, each second. */
const NEW_MS = 3_200
const SECOND_MS = 1_000
/** An age is rounded down and painted anew each second. */
const AGE_ERROR_MS = 2_200

const BALANCE_MEMBERS: Readonly<Record<string, string>> = {
  'Net liquidation': 'total_net_liquidation_value',
  'Day P&L': 'total_day_profit_loss',
  'Open P&L': 'total_unrealized_profit_loss',
  Cash: 'total_cash_balance',
  Securities: 'total_market_value',
  'Initial margin': 'init_margin',
  'Maintenance margin': 'maintenance_margin',
}
const CURRENCY_MEMBERS: Readonly<Record<string, string>> = {
  'Buying power': 'buying_power',
  power: 'buying_power',
  buyingPower: 'buying_power',
  optionBuyingPower: 'option_buying_power',
  cash: 'cash_balance',
}
const POSITION_MEMBERS: Readonly<Record<string, string>> = {
  quantity: 'quantity',
  last: 'last_price',
  marketValue: 'market_value',
  dayPnl: 'day_profit_loss',
  unrealizedPnl: 'unrealized_profit_loss',
}

/** Returns a painted figure in the form of the records. */
const shownNumber = (text: string): string => plainNumber(text.replace('+', ''))

/** Returns what the exchange had for a figure; null when it had none. */
function trueNumber(
  { name, row }: PaintedFigure,
  accountId: string,
  moment: ExchangeMoment,
): string | null {
  const balance = moment.balances[accountId] ?? {}
  const assets = balance['account_currency_assets']
  const [currency] = Array.isArray(assets) ? (assets as readonly ExchangeRecord[]) : []
  const positions = moment.positions[accountId] ?? []
  const position = positions.find((record) => row !== null && nameOf(record) === row)
  const value =
    row !== null
      ? position?.[POSITION_MEMBERS[name] ?? '']
      : (balance[BALANCE_MEMBERS[name] ?? ''] ?? currency?.[CURRENCY_MEMBERS[name] ?? ''])
  return typeof value === 'string' && value !== '' ? plainNumber(value) : null
}

/** Returns from when to when a figure may have been true. */
function timeOf({ age }: PaintedFigure, time: number): readonly [number, number] {
  const seconds = /(\d+) s/.exec(age ?? '')?.[1]
  if (seconds === undefined) return [time - NEW_MS, time]
  const from = time - Number(seconds) * SECOND_MS - AGE_ERROR_MS
  return [from, from + 2 * AGE_ERROR_MS]
}

/** Compares one figure with what was true in its time. */
export function checkFigure(
  figure: PaintedFigure,
  accountId: string,
  time: number,
  history: readonly ExchangeMoment[],
): { readonly verdict: Verdict; readonly exchange: string } {
  const [from, to] = timeOf(figure, time)
  const first = history.findLastIndex(({ received }) => received <= from)
  const moments = history.slice(Math.max(0, first)).filter(({ sent }) => sent <= to)
  const truths = moments.flatMap((moment) => trueNumber(figure, accountId, moment) ?? [])
  const shown = shownNumber(figure.text)
  const all = [...new Set(truths)]
  const exchange = all.slice(-4).join(' … ')
  if (all.length === 0 || (first < 0 && moments.length < 2)) return { verdict: 'unknown', exchange }
  if (all.includes(shown)) return { verdict: 'equal', exchange }
  const numbers = all.map(Number)
  const value = Number(shown)
  // The market may have been there between two readings of the exchange.
  const isBetween = Math.min(...numbers) <= value && value <= Math.max(...numbers)
  return { verdict: isBetween ? 'between' : 'different', exchange }
}

/** Compares everything that was painted at one moment. */
export function checkFigures(
  { time, figures }: PaintedFigures,
  accountId: string,
  history: readonly ExchangeMoment[],
  onVerdict: (figure: PaintedFigure, verdict: Verdict, exchange: string) => void,
): void {
  for (const figure of figures) {
    const { verdict, exchange } = checkFigure(figure, accountId, time, history)
    onVerdict(figure, verdict, exchange)
  }
}
