import type { JournalEvent } from './journal-events.js'
import { LotBook, type ClosedLot, type OpenLot } from './lot-book.js'
import { RoundTrips, type RoundTrip } from './round-trips.js'

/** What the events of an account come to. */
export interface JournalView {
  /** In the order in which they closed. */
  readonly closed: readonly ClosedLot[]
  readonly open: readonly OpenLot[]
  readonly trips: readonly RoundTrip[]
}

/** Computes lots and round trips from all events of an account, in order of time. */
export function journalOf(events: readonly JournalEvent[]): JournalView {
  const book = new LotBook()
  const trips = new RoundTrips()
  const closed: ClosedLot[] = []
  for (const event of events) {
    const lots = book.apply(event)
    closed.push(...lots)
    trips.add(event, lots, book.held(event.key))
  }
  return { closed, open: book.open(), trips: trips.done }
}
