import { GainBook, type Gain } from './ledger/gains.js'
import type { JournalEvent } from './journal-events.js'
import { LotBook, type ClosedLot, type OpenLot } from './lot-book.js'
import { SLICE, type Slices } from './slices.js'
import { RoundTrips, type RoundTrip, type TripEvent } from './ledger/round-trips.js'

/** What the events of an account come to. */
export interface JournalView {
  /** What was realized, at average cost, in order of time: also by trips that go on. */
  readonly gains: readonly Gain[]
  /** Lots for taxes, first in, first out, in the order in which they closed. */
  readonly closed: readonly ClosedLot[]
  /** Closed lots whose cost is not known: their gain is not known either. */
  readonly uncosted: readonly ClosedLot[]
  readonly open: readonly OpenLot[]
  /** Those whose cost is known, in the order in which they ended. */
  readonly trips: readonly RoundTrip[]
}

/** Returns an event as what it is for the round trips of its instruments. */
function tripEvents(
  event: JournalEvent,
  gains: readonly Gain[],
  book: Pick<LotBook, 'held'>,
): readonly TripEvent[] {
  const { id, time } = event
  const part = (key: string, source: TripEvent['source']): TripEvent => ({
    id,
    time,
    key,
    source,
    gains: gains.filter((gain) => gain.key === key),
    heldAfter: book.held(key),
  })
  switch (event.kind) {
    case 'split':
      return []
    case 'trade':
      return [part(event.key, event.source)]
    case 'delivery':
      return [part(event.key, null)]
    case 'exercise':
      return [part(event.key, null), part(event.shares.key, null)]
  }
}

/** True when both are legs of one fill of a strategy. */
const isSameFill = (event: JournalEvent, next: JournalEvent | undefined): boolean =>
  event.kind === 'trade' &&
  next?.kind === 'trade' &&
  event.strategy !== undefined &&
  event.strategy === next.strategy &&
  event.time === next.time

/** Computes, in slices, gains, lots and round trips from all events, in order of time. */
export function* journalOf(events: readonly JournalEvent[]): Slices<JournalView> {
  const [book, gainBook, trips] = [new LotBook(), new GainBook(), new RoundTrips()]
  const closed: ClosedLot[] = []
  const gains: Gain[] = []
  let together: TripEvent[] = []
  for (const [index, event] of events.entries()) {
    if (index % SLICE === 0) yield
    // One by one: an account may close more lots at once than a call has arguments.
    for (const lot of book.apply(event)) closed.push(lot)
    const realized = gainBook.apply(event)
    for (const gain of realized) gains.push(gain)
    together.push(...tripEvents(event, realized, book))
    if (isSameFill(event, events[index + 1])) continue
    trips.add(together)
    together = []
  }
  return {
    gains,
    closed: closed.filter(({ isCosted }) => isCosted),
    uncosted: closed.filter(({ isCosted }) => !isCosted),
    open: book.open(),
    trips: trips.done.filter(({ isCosted }) => isCosted),
  }
}
