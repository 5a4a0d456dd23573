import { groupBy } from '../../../../shared/domain/group-by.js'
import {
  add,
  div,
  fromInteger,
  isPositive,
  isZero,
  mul,
  neg,
  sub,
  sum,
  ZERO,
  type Decimal,
} from '../../../../shared/domain/decimal.js'
import {
  keyParts,
  type InstrumentKey,
} from '../../../../shared/domain/instruments/instrument-key.js'
import type { TradeEvent } from './journal-events.js'
import type {
  JournalRecords,
  RecordedActivity,
  RecordedFill,
  RecordedLeg,
  RecordedOrder,
} from './journal-records.js'
import { pricedMoments, shared, type PricedLeg } from './ledger/strategy-fills.js'

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
  const ordersById = new Map<string, RecordedOrder>(orders.map((order) => [order.id, order]))
  const byOrder = groupBy(fills, ({ order }) => order)
  const bookings = groupBy(
    activities.filter(({ kind }) => kind === 'trade'),
    ({ symbol, time }) => `${symbol} ${time}`,
  )
  const trades: TradeEvent[] = []
  let unclear = 0
  for (const [id, own] of byOrder) {
    const found = tradesOfOrder(ordersById.get(id), own, bookings)
    if (found === null) unclear += own.length
    else for (const trade of found) trades.push(trade)
  }
  return { trades, unclear, others: activities.filter(({ kind }) => kind !== 'trade') }
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

/**
 * Returns the fees of fills, divided by quantity. An order's fees cover all that it filled, of
 * which these fills may be a part: a good-till-canceled order fills on several days, and the broker
 * lists executions from some day on.
 */
function feesOfFills(
  { fees, filled }: RecordedOrder,
  fills: readonly RecordedFill[],
): readonly Decimal[] {
  const sizes = fills.map(({ quantity }) => quantity as Decimal)
  const missing = sub<Decimal>(filled, sum(sizes))
  return shared(fees ?? ZERO, isPositive(missing) ? [...sizes, missing] : sizes)
}

function plainTrades(
  order: RecordedOrder,
  { key, multiplier }: RecordedLeg,
  fills: readonly RecordedFill[],
): readonly TradeEvent[] | null {
  if (multiplier === null || fills.some(({ isBuy }) => isBuy === null)) return null
  const fees = feesOfFills(order, fills)
  return fills.map(({ id, time, isBuy, quantity, price }, index) => ({
    kind: 'trade',
    id,
    time,
    key,
    quantity: isBuy === true ? quantity : neg(quantity),
    price,
    multiplier,
    fees: fees[index] ?? ZERO,
    source: order.source,
  }))
}

/**
 * Returns the trades of an order of several legs, each fill at its own time. Null where the record
 * does not say what the legs are.
 */
function legTrades(
  order: RecordedOrder,
  fills: readonly RecordedFill[],
  bookings: Bookings,
): readonly TradeEvent[] | null {
  const legs = order.legs.flatMap(({ multiplier, ...leg }) =>
    multiplier === null ? [] : [{ ...leg, multiplier }],
  )
  if (legs.length < order.legs.length || fills.some(({ isBuy }) => isBuy === null)) return null
  const { quantity: ordered } = order
  if (ordered === null || isZero(ordered)) return null
  const executions = fills.map(({ time, isBuy, price, quantity }) => ({
    time,
    isBuy: isBuy === true,
    price,
    quantity,
  }))
  const { fees, filled } = order
  const paid = fees === null ? null : { fees, filled }
  const cashAt = (key: InstrumentKey, time: TradeEvent['time']): Decimal | null =>
    cashOf(bookings.get(`${keyParts(key).symbol} ${time}`))
  return pricedMoments(
    { quantity: ordered, legs, paid, maxFees: fees, cashOf: cashAt },
    executions,
  ).flatMap(({ time, legs: priced }, index) =>
    priced.map((leg) => legTrade(order, leg, time, index)),
  )
}

/** Returns what was booked of one leg at one instant; null where nothing is listed. */
const cashOf = (found: readonly RecordedActivity[] | undefined): Decimal | null =>
  found === undefined ? null : sum(found.map(({ amount }) => amount as Decimal))

function legTrade(
  { id, source }: RecordedOrder,
  { key, isBuy, units, multiplier, value, fees, isAllotted }: PricedLeg,
  time: TradeEvent['time'],
  index: number,
): TradeEvent {
  const paid = div(isBuy ? value : neg(value), mul(units, multiplier), PRICE_PLACES, 'half-even')
  return {
    kind: 'trade',
    id: `${id} ${keyParts(key).symbol}${index === 0 ? '' : ` ${index}`}`,
    time,
    key,
    quantity: isBuy ? units : neg(units),
    price: paid ?? ZERO,
    multiplier,
    fees,
    source,
    strategy: id,
    isAllotted,
  }
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
