import {
  abs,
  add,
  div,
  isNegative,
  isZero,
  maxOf,
  mul,
  ZERO,
  type Decimal,
} from '../../../../shared/domain/decimal.js'
import type { EpochMs } from '../../../../shared/domain/time.js'
import type { JournalEvent, TradeSource } from './journal-events.js'
import type { ClosedLot } from './lot-book.js'

/** Decimal places of an average price. */
const PRICE_PLACES = 8

/** The trades of one instrument from flat to flat. */
export interface RoundTrip {
  /** The id of the event that began it: the same however often the journal is computed. */
  readonly id: string
  readonly key: string
  readonly direction: 'long' | 'short'
  readonly openedAt: EpochMs
  readonly closedAt: EpochMs
  /** The largest size held. */
  readonly quantity: Decimal
  /** The average prices of what was closed, without fees. */
  readonly entryPrice: Decimal | null
  readonly exitPrice: Decimal | null
  readonly trades: number
  readonly fees: Decimal
  readonly pnl: Decimal
  readonly source: TradeSource
  /** False where the cost of a part is not known: its figures count nowhere. */
  readonly isCosted: boolean
}

interface Running {
  readonly id: string
  readonly openedAt: EpochMs
  readonly source: TradeSource | null
  readonly closed: ClosedLot[]
  held: Decimal
  largest: Decimal
  trades: number
}

const UNKNOWN_SOURCE: TradeSource = { kind: 'elsewhere', name: null }

/** The part of an event that round trips need: an exercise is one of two instruments. */
export interface TripEvent extends Pick<JournalEvent, 'id' | 'key' | 'time'> {
  readonly source: TradeSource | null
}

/** Collects round trips from the events of an account and what each of them closed. */
export class RoundTrips {
  readonly #running = new Map<string, Running>()
  readonly #done: RoundTrip[] = []

  get done(): readonly RoundTrip[] {
    return this.#done
  }

  /** Adds an event with what it closed. A trade through zero ends one and begins another. */
  add(event: TripEvent, closed: readonly ClosedLot[], heldAfter: Decimal): void {
    const running = this.#running.get(event.key) ?? begin(event)
    running.trades += event.source === null ? 0 : 1
    // One by one: an event may close more lots than a call has arguments.
    for (const lot of closed) running.closed.push(lot)
    const turned =
      !isZero(running.held) && !isZero(heldAfter) && isOpposite(running.held, heldAfter)
    if (turned || isZero(heldAfter)) {
      this.#end(event, running)
      this.#running.delete(event.key)
      if (turned) this.#running.set(event.key, held(begin(event), heldAfter, 1))
      return
    }
    this.#running.set(event.key, held(running, heldAfter, running.trades))
  }

  #end(event: TripEvent, running: Running): void {
    const { closed } = running
    const [first] = closed
    // Units that only came and went were not traded.
    if (first === undefined) return
    this.#done.push({
      id: running.id,
      key: event.key,
      direction: first.direction,
      openedAt: running.openedAt,
      closedAt: event.time,
      quantity: running.largest,
      entryPrice: averagePrice(closed, ({ openValue }) => openValue),
      exitPrice: averagePrice(closed, ({ closeValue }) => closeValue),
      trades: running.trades,
      fees: total(closed, ({ fees }) => fees),
      pnl: total(closed, ({ pnl }) => pnl),
      source: running.source ?? UNKNOWN_SOURCE,
      isCosted: closed.every(({ isCosted }) => isCosted),
    })
  }
}

const total = (lots: readonly ClosedLot[], valueOf: (lot: ClosedLot) => Decimal): Decimal =>
  lots.reduce((all, lot) => add(all, valueOf(lot)), ZERO)

const averagePrice = (
  lots: readonly ClosedLot[],
  valueOf: (lot: ClosedLot) => Decimal,
): Decimal | null =>
  div(
    total(lots, valueOf),
    total(lots, ({ quantity, multiplier }) => mul(quantity, multiplier)),
    PRICE_PLACES,
    'half-even',
  )

const isOpposite = (a: Decimal, b: Decimal): boolean => isNegative(a) !== isNegative(b)

const begin = ({ id, time, source }: TripEvent): Running => ({
  id,
  openedAt: time,
  source,
  closed: [],
  held: ZERO,
  largest: ZERO,
  trades: 0,
})

function held(running: Running, size: Decimal, trades: number): Running {
  running.held = size
  running.largest = maxOf(running.largest, abs(size))
  running.trades = trades
  return running
}
