import {
  abs,
  add,
  div,
  fromInteger,
  isZero,
  mul,
  neg,
  sub,
  sum,
  ZERO,
  type Decimal,
} from '../../../../shared/domain/decimal.js'
import { keyParts } from '../../../../shared/domain/instruments/instrument-key.js'
import type { TradeEvent } from './journal-events.js'
import type {
  JournalRecords,
  RecordedActivity,
  RecordedFill,
  RecordedLeg,
  RecordedOrder,
} from './journal-records.js'

/** Decimal places to which fees are divided among fills; the last fill gets the rest. */
const FEE_PLACES = 8
/** Decimal places of a price that is calculated from a value. */
const PRICE_PLACES = 14

/** The trades of an account, and how many of its records do not say what was traded. */
export interface RecordedTrades {
  readonly trades: readonly TradeEvent[]
  readonly unclear: number
  /** The cash movements that belong to no trade. */
  readonly others: readonly RecordedActivity[]
}

/** Turns the fills of an account into trades of its instruments, each with its share of fees. */
export function tradesOf({ fills, orders, activities }: JournalRecords): RecordedTrades {
  const known = new Map<string, RecordedOrder>(orders.map((order) => [order.id, order]))
  const byOrder = groupBy(fills, ({ order }) => order)
  const bookings = groupBy(
    activities.filter(({ kind }) => kind === 'trade'),
    ({ symbol, time }) => `${symbol} ${time}`,
  )
  const trades: TradeEvent[] = []
  let unclear = 0
  for (const [id, own] of byOrder) {
    const found = tradesOfOrder(known.get(id), own, bookings)
    if (found === null) unclear += own.length
    else for (const trade of found) trades.push(trade)
  }
  return { trades, unclear, others: activities.filter(({ kind }) => kind !== 'trade') }
}

/** Groups values by a key, each group in their order. */
function groupBy<T>(
  values: readonly T[],
  keyOf: (value: T) => string,
): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>()
  for (const value of values) {
    const key = keyOf(value)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [value])
    else group.push(value)
  }
  return groups
}

type Bookings = ReadonlyMap<string, readonly RecordedActivity[]>

function tradesOfOrder(
  order: RecordedOrder | undefined,
  fills: readonly RecordedFill[],
  bookings: Bookings,
): readonly TradeEvent[] | null {
  const [leg, ...more] = order?.legs ?? []
  if (order === undefined || leg === undefined) return null
  return more.length === 0 ? plainTrades(order, leg, fills) : legTrades(order, fills, bookings)
}

function plainTrades(
  { fees, source }: RecordedOrder,
  { key, multiplier }: RecordedLeg,
  fills: readonly RecordedFill[],
): readonly TradeEvent[] | null {
  if (multiplier === null || fills.some(({ isBuy }) => isBuy === null)) return null
  const all = sum(fills.map(({ quantity }) => quantity as Decimal))
  let [rest, open]: [Decimal, Decimal] = [fees ?? ZERO, all]
  return fills.map(({ id, time, isBuy, quantity, price }) => {
    const share = isZero(sub<Decimal>(open, quantity))
      ? rest
      : (div(mul(rest, quantity), open, FEE_PLACES, 'half-even') ?? ZERO)
    rest = sub(rest, share)
    open = sub<Decimal>(open, quantity)
    return {
      kind: 'trade',
      id,
      time,
      key,
      quantity: isBuy === true ? quantity : neg(quantity),
      price,
      multiplier,
      fees: share,
      source,
    }
  })
}

/**
 * Returns the trades of an order of several legs. Its executions have the price of the whole; what
 * each leg cost is in the cash movements of the same instant, fees deducted. Null where they do not
 * say it.
 */
function legTrades(
  order: RecordedOrder,
  fills: readonly RecordedFill[],
  bookings: Bookings,
): readonly TradeEvent[] | null {
  const { legs, quantity: ordered, filled, source } = order
  if (ordered === null || isZero(ordered)) return null
  const times = [...new Set(fills.map(({ time }) => time))]
  const last = times.at(-1)
  if (last === undefined) return null
  const trades: TradeEvent[] = []
  for (const { key, isBuy, quantity, multiplier } of legs) {
    const own = times.map((time) => bookings.get(`${keyParts(key).symbol} ${time}`) ?? [])
    const units = div(mul(quantity, filled), ordered, FEE_PLACES, 'half-even')
    if (multiplier === null || units === null || own.some((found) => found.length !== 1)) {
      return null
    }
    const cash = sum(own.flat().map(({ amount }) => amount as Decimal))
    const price = div(abs(cash), mul(units, multiplier), PRICE_PLACES, 'half-even')
    if (price === null) return null
    trades.push({
      kind: 'trade',
      id: `${order.id} ${keyParts(key).symbol}`,
      time: last,
      key,
      quantity: isBuy ? units : neg(units),
      price,
      multiplier,
      fees: ZERO,
      source,
    })
  }
  return trades
}

/** Returns the signed value of trades: what was received less what was paid, without fees. */
export const valueOf = (trades: readonly TradeEvent[]): Decimal =>
  trades.reduce<Decimal>(
    (total, { quantity, price, multiplier }) => sub(total, mul(mul(quantity, price), multiplier)),
    ZERO,
  )

/** Returns the fees of trades. */
export const feesOf = (trades: readonly TradeEvent[]): Decimal =>
  trades.reduce<Decimal>((total, { fees }) => add(total, fees), fromInteger(0))
