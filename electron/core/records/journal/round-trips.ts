import {
  add,
  isNegative,
  isZero,
  maxOf,
  abs,
  ZERO,
  type Decimal,
} from '../../../../shared/domain/decimal.js'
import type { EpochMs } from '../../../../shared/domain/time.js'
import type { JournalEvent, TradeSource } from './journal-events.js'
import type { ClosedLot } from './lot-book.js'

/** The trades of one instrument from flat to flat. */
export interface RoundTrip {
  readonly key: string
  readonly direction: 'long' | 'short'
  readonly openedAt: EpochMs
  readonly closedAt: EpochMs
  /** The largest size held. */
  readonly quantity: Decimal
  readonly trades: number
  readonly fees: Decimal
  readonly pnl: Decimal
  readonly source: TradeSource
}

interface Running {
  readonly openedAt: EpochMs
  readonly source: TradeSource | null
  held: Decimal
  largest: Decimal
  trades: number
  fees: Decimal
  pnl: Decimal
  direction: RoundTrip['direction'] | null
}

const UNKNOWN_SOURCE: TradeSource = { kind: 'elsewhere', name: null }

/** Collects round trips from the events of an account and what each of them closed. */
export class RoundTrips {
  readonly #running = new Map<string, Running>()
  readonly #done: RoundTrip[] = []

  get done(): readonly RoundTrip[] {
    return this.#done
  }

  /** Adds an event with what it closed. A trade through zero ends one and begins another. */
  add(event: JournalEvent, closed: readonly ClosedLot[], heldAfter: Decimal): void {
    if (event.kind === 'split') return
    const before = this.#running.get(event.key)
    const running = before ?? begin(event)
    running.trades += event.kind === 'trade' ? 1 : 0
    for (const lot of closed) {
      running.pnl = add(running.pnl, lot.pnl)
      running.fees = add(running.fees, lot.fees)
      running.direction = lot.direction
    }
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

  #end(event: JournalEvent, running: Running): void {
    // Units that only came and went were not traded.
    if (running.direction === null) return
    this.#done.push({
      key: event.key,
      direction: running.direction,
      openedAt: running.openedAt,
      closedAt: event.time,
      quantity: running.largest,
      trades: running.trades,
      fees: running.fees,
      pnl: running.pnl,
      source: running.source ?? UNKNOWN_SOURCE,
    })
  }
}

const isOpposite = (a: Decimal, b: Decimal): boolean => isNegative(a) !== isNegative(b)

const begin = (event: JournalEvent): Running => ({
  openedAt: event.time,
  source: event.kind === 'trade' ? event.source : null,
  held: ZERO,
  largest: ZERO,
  trades: 0,
  fees: ZERO,
  pnl: ZERO,
  direction: null,
})

function held(running: Running, size: Decimal, trades: number): Running {
  running.held = size
  running.largest = maxOf(running.largest, abs(size))
  running.trades = trades
  return running
}
