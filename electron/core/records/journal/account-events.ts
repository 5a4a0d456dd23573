import { groupBy } from '../../../../shared/domain/group-by.js'
import {
  div,
  isZero,
  mul,
  sub,
  sum,
  toScale,
  ZERO,
  asMoney,
  asQuantity,
  type Decimal,
} from '../../../../shared/domain/decimal.js'
import {
  keyParts,
  type InstrumentKey,
} from '../../../../shared/domain/instruments/instrument-key.js'
import type { EpochMs } from '../../../../shared/domain/time.js'
import { heldBefore, tradeValue } from '../../portfolio/average-cost.js'
import { OPENING } from './delivered.js'
import type { DeliveryEvent, JournalEvent, TradeEvent } from './journal-events.js'
import type { JournalRecords, RecordedActivity, RecordedHolding } from './journal-records.js'
import { LotBook } from './lot-book.js'
import { feesOf, tradesOf, valueOf } from './record-events.js'
import { SLICE, type Slices } from './slices.js'
import { transferEvents } from './transfer-reader.js'
import { settledPrice, settlementEvents } from './settlement-events.js'
import { byAmount } from '../../portfolio/realized/day-endings.js'

/** Decimal places of a cost per unit that is calculated from a total. */
const COST_PLACES = 14

/** The events of an account, in order of time. */
export interface AccountEvents {
  readonly events: readonly JournalEvent[]
  /** Records that could not be understood. */
  readonly unclear: number
}

/** Computes, in slices, what changed the lots of an account from what the broker recorded. */
export function* accountEvents(records: JournalRecords): Slices<AccountEvents> {
  const { trades, others, unclear } = tradesOf(records)
  yield
  const known = [...trades, ...futuresEnds(records, trades)]
  const transfers = transferEvents(records.transfers ?? [])
  const moves = [...known, ...transfers]
  const first = yield* merged(moves, others, [])
  const openings = openingEvents(records, known, first)
  yield
  const all = openings.length === 0 ? first : yield* merged(moves, others, openings)
  return { events: all.events, unclear: unclear + all.unclear }
}

interface Walked {
  readonly events: readonly JournalEvent[]
  readonly book: LotBook
  readonly unclear: number
}

/** Puts trades, transfers and cash movements in order of time, and turns the latter into events. */
function* merged(
  moves: readonly (TradeEvent | DeliveryEvent)[],
  activities: readonly RecordedActivity[],
  openings: readonly DeliveryEvent[],
): Slices<Walked> {
  const book = new LotBook()
  for (const opening of openings) book.apply(opening)
  const events: JournalEvent[] = [...openings]
  let unclear = 0
  const steps = [
    ...moves.map((move) => ({ time: move.time, move, activity: null })),
    ...activities
      .toSorted(byAmount)
      .map((activity) => ({ time: activity.time, move: null, activity })),
  ].sort((a, b) => a.time - b.time)
  for (const [index, { move, activity }] of steps.entries()) {
    if (index % SLICE === 0) yield
    const found = move === null ? settlementEvents(activity, book) : [move]
    if (found === null) unclear += 1
    for (const event of found ?? []) {
      book.apply(event)
      events.push(event)
    }
  }
  return { events, book, unclear }
}

/**
 * Returns what was held before the first record: what is held now and does not follow from the
 * records. Its cost follows from the broker's average cost where nothing but trades changed it.
 */
function openingEvents(
  { holdings, readAt }: JournalRecords,
  trades: readonly TradeEvent[],
  { events, book }: Walked,
): readonly DeliveryEvent[] {
  const now = new Map<string, RecordedHolding>(holdings.map((holding) => [holding.key, holding]))
  const keys = new Set([...now.keys(), ...book.open().map(({ key }) => key)])
  const time = events[0]?.time ?? readAt
  const tradesByKey = groupBy(trades, ({ key }) => key)
  const otherwiseChanged = new Set(events.flatMap(keysOfOthers))
  return [...keys].flatMap((key): readonly DeliveryEvent[] => {
    const holding = now.get(key)
    const quantity = sub<Decimal>(holding?.quantity ?? ZERO, book.held(key))
    const own = tradesByKey.get(key) ?? []
    const multiplier = own[0]?.multiplier ?? holding?.multiplier ?? null
    if (isZero(quantity) || multiplier === null) return []
    const price = otherwiseChanged.has(key) ? null : openingCost(holding, quantity, multiplier, own)
    const id = `${OPENING}${key}`
    return [{ kind: 'delivery', id, time: before(time), key, quantity, price, multiplier }]
  })
}

const before = (time: EpochMs): EpochMs => (time - 1) as EpochMs

/** Returns the instruments that an event other than a trade changes. */
const keysOfOthers = (event: JournalEvent): readonly string[] =>
  event.kind === 'trade'
    ? []
    : event.kind === 'exercise'
      ? [event.key, event.shares.key]
      : [event.key]

function openingCost(
  holding: RecordedHolding | undefined,
  opening: Decimal,
  multiplier: Decimal,
  trades: readonly TradeEvent[],
): Decimal | null {
  if (holding?.averageCost == null) return null
  const { quantity, averageCost } = holding
  const costBefore = heldBefore(
    { quantity, cost: asMoney(toScale(mul(mul(averageCost, quantity), multiplier), 2, 'half-up')) },
    trades.map((trade) => ({
      quantity: asQuantity(trade.quantity),
      value: tradeValue(asQuantity(trade.quantity), trade.price as never, trade.multiplier),
    })),
  )
  const units = mul(opening, multiplier)
  return costBefore.cost === null || isZero(units)
    ? null
    : div(costBefore.cost, units, COST_PLACES, 'half-even')
}

/**
 * Returns the settlement of futures contracts that are not held any more although no trade closed
 * them. Their last cash movement is that settlement.
 */
function futuresEnds(
  { holdings, activities }: JournalRecords,
  trades: readonly TradeEvent[],
): readonly TradeEvent[] {
  const heldKeys = new Set<string>(holdings.map(({ key }) => key))
  const tradesByKey = groupBy(trades.filter(isFuture), ({ key }) => key)
  const cashBySymbol = groupBy(activities, (activity): string => activity.symbol)
  return [...tradesByKey].flatMap(([key, keyTrades]): readonly TradeEvent[] => {
    const remaining = sum(keyTrades.map(({ quantity }) => quantity))
    const { symbol } = keyParts(key as InstrumentKey)
    const cash = cashBySymbol.get(symbol) ?? []
    const last = cash.findLast(({ kind }) => kind === 'journal')
    const [trade] = keyTrades
    if (heldKeys.has(key) || isZero(remaining) || last === undefined || trade === undefined) {
      return []
    }
    const { multiplier } = trade
    const price = settledPrice(remaining, multiplier, {
      cash: sum(cash.map(({ amount }) => amount as Decimal)),
      value: valueOf(keyTrades),
      fees: feesOf(keyTrades),
    })
    return price === null
      ? []
      : [
          {
            kind: 'trade',
            id: last.id,
            time: last.time,
            key,
            quantity: sub(ZERO, remaining),
            price,
            multiplier,
            fees: ZERO,
            source: null,
          },
        ]
  })
}

const isFuture = ({ key }: TradeEvent): boolean => key.startsWith('futures ')
