import type { JournalEvent } from './journal-events.js'
import { LotBook, type ClosedLot, type OpenLot } from './lot-book.js'
import { SLICE, type Slices } from './slices.js'
import { RoundTrips, type RoundTrip, type TripEvent } from './round-trips.js'

/** What the events of an account come to. */
export interface JournalView {
  /** In the order in which they closed. */
  readonly closed: readonly ClosedLot[]
  /** Closed lots whose cost is not known: their gain is not known either. */
  readonly uncosted: readonly ClosedLot[]
  readonly open: readonly OpenLot[]
  /** Those whose cost is known. */
  readonly trips: readonly RoundTrip[]
}

/** Returns an event as what it is for the round trips of its instruments. */
function tripEvents(event: JournalEvent): readonly TripEvent[] {
  switch (event.kind) {
    case 'split':
      return []
    case 'trade':
      return [event]
    case 'delivery':
      return [{ ...event, source: null }]
    case 'exercise':
      return [
        { ...event, source: null },
        { ...event, key: event.shares.key, source: null },
      ]
  }
}

/** Computes, in slices, lots and round trips from all events of an account, in order of time. */
export function* journalOf(events: readonly JournalEvent[]): Slices<JournalView> {
  const book = new LotBook()
  const trips = new RoundTrips()
  const closed: ClosedLot[] = []
  for (const [index, event] of events.entries()) {
    if (index % SLICE === 0) yield
    const lots = book.apply(event)
    // One by one: an account may close more lots at once than a call has arguments.
    for (const lot of lots) closed.push(lot)
    for (const part of tripEvents(event)) {
      const own = lots.filter(({ key }) => key === part.key)
      trips.add(part, own, book.held(part.key))
    }
  }
  return {
    closed: closed.filter(({ isCosted }) => isCosted),
    uncosted: closed.filter(({ isCosted }) => !isCosted),
    open: book.open(),
    trips: trips.done.filter(({ isCosted }) => isCosted),
  }
}
