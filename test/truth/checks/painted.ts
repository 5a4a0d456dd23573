import { parseDecimal, type Decimal } from '../../../shared/domain/decimal.js'
import { numberFormat } from '../../../shared/messages/number-format.js'
import { NUMBER_LOCALE } from '../../../shared/messages/languages.js'
import { text } from '../../../shared/messages/en/window/index.js'
import type { PaintedTable } from '../program/page-scripts.js'

/**
 * What the window paints, and what it has to paint for a record of the exchange. Both are made
 * comparable as text: names and states as they are, numbers without separators and needless zeros.
 */

const numbers = numberFormat(NUMBER_LOCALE)
export const MISSING = '—'

/** A record of the exchange. */
export type ExchangeRecord = Readonly<Record<string, unknown>>

/** An order in the table of orders. */
export interface PaintedOrder {
  readonly name: string
  readonly side: string
  readonly status: string
  readonly type: string
  readonly quantity: string
  readonly filled: string
  readonly limit: string
  readonly stop: string
  readonly average: string
}

/** A position in the table of positions. */
export interface PaintedPosition {
  readonly name: string
  readonly quantity: string
  readonly averageCost: string
}

/** Returns a painted number in one form: "1,234.50" is "1234.5". */
export function plainNumber(painted: string): string {
  const value = parseDecimal(painted.replaceAll(/[$,\s]/g, '').replace('−', '-'))
  return value === null ? painted : numbers.decimal(value).replaceAll(',', '').replace('−', '-')
}

/** Returns the cell under a heading of each row. */
function cellsOf(table: PaintedTable, heads: readonly string[]): readonly (readonly string[])[] {
  const columns = heads.map((head) => {
    const index = table.heads.findIndex((shown) => shown.startsWith(head))
    if (index < 0) throw new Error(`the table has no column ${head}`)
    return index
  })
  return table.rows.map((row) => columns.map((index) => (row[index] ?? '').trim()))
}

/** Every state that a row can show, the longest first. */
const SHOWN_STATUSES: readonly string[] = [
  ...Object.values(text.orders.statuses),
  ...Object.values(text.orders.pending.replace),
  ...Object.values(text.orders.pending.cancel),
  text.orders.unconfirmed,
].toSorted((a, b) => b.length - a.length)

/** Returns the state in a cell, without the reason that may follow it. */
export const statusIn = (cell: string): string =>
  SHOWN_STATUSES.find((status) => cell.startsWith(status)) ?? cell

/** Returns the orders of a painted table. */
export function paintedOrders(table: PaintedTable): readonly PaintedOrder[] {
  const { heads } = text.orders
  return cellsOf(table, [
    heads.symbol,
    heads.side,
    heads.status,
    heads.type,
    heads.quantity,
    heads.filled,
    heads.limit,
    heads.stop,
    heads.average,
  ]).map(([name, side, status, type, quantity, filled, limit, stop, average]) => ({
    name: name ?? '',
    side: side ?? '',
    status: statusIn(status ?? ''),
    type: type ?? '',
    quantity: plainNumber(quantity ?? ''),
    filled: plainNumber(filled ?? ''),
    limit: plainNumber(limit ?? ''),
    stop: plainNumber((stop ?? '').replace(/^trail /, '')),
    average: plainNumber(average ?? ''),
  }))
}

/** Returns the positions of a painted table. */
export function paintedPositions(table: PaintedTable): readonly PaintedPosition[] {
  const { heads } = text.positions
  return cellsOf(table, [heads.symbol, heads.quantity, heads.averageCost]).map(
    ([name, quantity, averageCost]) => ({
      name: name ?? '',
      quantity: plainNumber(quantity ?? ''),
      averageCost: plainNumber(averageCost ?? ''),
    }),
  )
}

const STATUSES: Readonly<Record<string, string>> = {
  PENDING: text.orders.statuses.pending,
  SUBMITTED: text.orders.statuses.working,
  PARTIAL_FILLED: text.orders.statuses['partially-filled'],
  FILLED: text.orders.statuses.filled,
  CANCELLED: text.orders.statuses.cancelled,
  FAILED: text.orders.statuses.rejected,
}
const SIDES: Readonly<Record<string, string>> = {
  BUY: text.sides.buy,
  SELL: text.sides.sell,
  SHORT: text.sides.short,
}
const TYPES: Readonly<Record<string, string>> = {
  LIMIT: text.orderTypes.limit,
  MARKET: text.orderTypes.market,
  STOP_LOSS: text.orderTypes.stop,
  STOP_LOSS_LIMIT: text.orderTypes['stop-limit'],
  TRAILING_STOP_LOSS: text.orderTypes['trailing-stop'],
}
const STRATEGIES: Readonly<Record<string, string>> = {
  VERTICAL: text.instruments.strategies.vertical,
}

/** Returns an account's cash as the window has to paint it. */
export const cashText = (value: unknown): string =>
  typeof value === 'string' && parseDecimal(value) !== null ? plainNumber(value) : MISSING

const memberText = (record: ExchangeRecord, name: string): string => {
  const value = record[name]
  return typeof value === 'string' ? value : ''
}

const decimalOf = (record: ExchangeRecord, name: string): Decimal | null =>
  parseDecimal(memberText(record, name))

/** Returns a price of a record as a table paints it, with at most `places` places. */
function priceText(record: ExchangeRecord, name: string, places?: number): string {
  const value = decimalOf(record, name)
  return value === null ? MISSING : plainNumber(numbers.decimal(value, 0, places))
}

const quantityText = (record: ExchangeRecord, name: string): string => {
  const value = decimalOf(record, name)
  return value === null ? MISSING : plainNumber(numbers.quantity(value))
}

interface Leg {
  readonly symbol: string
  readonly right: string
  readonly strike: string
  readonly day: string
}

function legsOf(record: ExchangeRecord): readonly Leg[] {
  const legs = Array.isArray(record['legs']) ? (record['legs'] as ExchangeRecord[]) : []
  return legs.map((leg) => ({
    // A leg of a position has its contract's symbol: root, date, right, strike.
    symbol: memberText(leg, 'symbol').replace(/\s*\d{6}[CP]\d{8}$/, ''),
    right: memberText(leg, 'option_type') === 'CALL' ? 'C' : 'P',
    strike: plainNumber(
      memberText(leg, 'strike_price') || memberText(leg, 'option_exercise_price'),
    ),
    day: memberText(leg, 'option_expire_date'),
  }))
}

/** Formats yyyy-MM-dd as "18 Dec 26". */
function dayText(day: string): string {
  const [year = '', month = '1', date = ''] = day.split('-')
  const name = new Date(`2000-${month}-01T00:00:00Z`).toLocaleString('en-US', {
    month: 'short',
    timeZone: 'UTC',
  })
  return `${Number(date)} ${name} ${year.slice(2)}`
}

function optionName(record: ExchangeRecord): string {
  const legs = legsOf(record)
  const [first] = legs
  if (first === undefined) return memberText(record, 'symbol')
  if (legs.length === 1) {
    return `${first.symbol} ${dayText(first.day)} ${first.strike} ${first.right}`
  }
  const strikes = [...new Set(legs.map(({ strike }) => strike))].join('/')
  const strategy = STRATEGIES[memberText(record, 'option_strategy')] ?? ''
  return `${first.symbol} ${dayText(first.day)} ${strikes} ${first.right} ${strategy}`
}

/** Returns the name of the instrument of an order or a position. */
export function nameOf(record: ExchangeRecord): string {
  const symbol = memberText(record, 'symbol')
  switch (record['instrument_type']) {
    case 'CRYPTO':
      return symbol.replace(/(USD[TC]?)$/, '/$1')
    case 'EVENT':
      return `${symbol} ${memberText(record, 'event_outcome').toLowerCase() === 'yes' ? 'Yes' : 'No'}`
    case 'OPTION':
      return optionName(record)
    default:
      return symbol
  }
}

function stopText(record: ExchangeRecord): string {
  const step = decimalOf(record, 'trailing_stop_step')
  if (record['order_type'] !== 'TRAILING_STOP_LOSS' || step === null) {
    return priceText(record, 'stop_price')
  }
  return record['trailing_type'] === 'PERCENTAGE'
    ? numbers.ratio(step, false)
    : plainNumber(numbers.exactPrice(step))
}

/** Returns the type of an order; one that an algorithm works names it first. */
function typeText(record: ExchangeRecord): string {
  const type = TYPES[memberText(record, 'order_type')] ?? ''
  const algo = memberText(record, 'algo_type')
  return algo === '' ? type : `${algo} · ${type}`
}

/** Returns an order of the exchange as the window has to paint it. */
export function trueOrder(record: ExchangeRecord): PaintedOrder {
  const filledPrice = decimalOf(record, 'filled_price')
  return {
    name: nameOf(record),
    side: SIDES[memberText(record, 'side')] ?? '',
    status: STATUSES[memberText(record, 'status')] ?? '',
    type: typeText(record),
    quantity: quantityText(record, 'total_quantity'),
    filled: quantityText(record, 'filled_quantity'),
    limit: priceText(record, 'limit_price'),
    stop: stopText(record),
    average:
      filledPrice === null || plainNumber(memberText(record, 'filled_price')) === '0'
        ? MISSING
        : priceText(record, 'filled_price', 4),
  }
}

/** Returns a position of the exchange as the window has to paint it. */
export const truePosition = (record: ExchangeRecord): PaintedPosition => ({
  name: nameOf(record),
  quantity: quantityText(record, 'quantity'),
  averageCost: priceText(record, 'cost_price', 4),
})
