import type {
  JournalGroup,
  JournalLot,
  JournalOpenLot,
  JournalReport,
  JournalTrip,
} from '../../../../shared/domain/account/journal.js'
import { abs, add, isNegative, mul, sub } from '../../../../shared/domain/decimal.js'
import type { AccountId } from '../../../../shared/domain/ids.js'
import { averagePrice } from '../../../../shared/domain/instruments/average-price.js'
import {
  keyParts,
  type InstrumentKey,
} from '../../../../shared/domain/instruments/instrument-key.js'
import { rootOf } from '../../../../shared/domain/instruments/option.js'
import type { TripNotes } from '../../../../shared/domain/account/journal-notes.schema.js'
import type { TradeDate } from '../../../../shared/domain/market/trade-date.js'
import type { EpochMs } from '../../../../shared/domain/time.js'
import { accountEvents } from './account-events.js'
import { isDelivered } from './delivered.js'
import { journalOf, type JournalView } from './journal.js'
import { journalDays, journalTotals, cents } from './ledger/journal-days.js'
import type { JournalRecords } from './journal-records.js'
import type { ClosedLot, OpenLot } from './lot-book.js'
import { NO_ENTRIES, notesOf, type NoteIndex, type NotedTrip } from './notes/note-entry.js'
import type { NoteEntry } from './notes/notes-file.js'
import type { Slices } from './slices.js'
import type { RoundTrip } from './ledger/round-trips.js'
import { hourOf, statisticsBy, statisticsOf } from './ledger/statistics.js'
import { hasTerm, longTermFrom, termOf } from './tax-term.js'
import { keyTradeDate } from './key-trade-date.js'

/** A period; both ends are included, and null is open. */
export interface Period {
  readonly from: EpochMs | null
  readonly to: EpochMs | null
}

/** The journal of an account over all of its records. */
export interface AccountJournal extends JournalView {
  readonly accountId: AccountId
  readonly unclear: number
}

/** Computes, in slices, the journal of an account from what the broker recorded. */
export function* accountJournal(records: JournalRecords): Slices<AccountJournal> {
  const { events, unclear } = yield* accountEvents(records)
  return {
    ...(yield* journalOf(events)),
    accountId: records.accountId,
    unclear: unclear + records.unreadable,
  }
}

const within =
  ({ from, to }: Period) =>
  ({ closedAt }: { readonly closedAt: EpochMs }): boolean =>
    (from === null || closedAt >= from) && (to === null || closedAt <= to)

/** Separates the kind of a source from an assistant's name. */
const sourceOf = ({ source }: RoundTrip): string =>
  source.name === null ? source.kind : `${source.kind} ${source.name}`

const groups = (
  trips: readonly RoundTrip[],
  groupsOf: (trip: RoundTrip) => readonly string[],
): readonly JournalGroup[] =>
  [...statisticsBy(trips, groupsOf)].map(([group, figures]) => ({ group, figures }))

/** Returns what identifies a round trip for its notes. */
export const notedTrip = ({ id, key, closedAt }: RoundTrip): NotedTrip => ({
  tripId: id,
  key: key as InstrumentKey,
  closedAt,
})

/**
 * Returns what the person wrote about a round trip. A strategy is one trip; a note about one of its
 * legs is stored under the leg.
 */
function entryOf(trip: RoundTrip, notes: NoteIndex): NoteEntry | undefined {
  const refs = [
    notedTrip(trip),
    ...trip.legs.map(({ openedBy, key }) => ({
      tripId: openedBy,
      key: key as InstrumentKey,
      closedAt: trip.closedAt,
    })),
  ]
  return refs.map((ref) => notes.find(ref)).find((entry) => entry !== undefined)
}

const notesOfTrip = (trip: RoundTrip, notes: NoteIndex): TripNotes => notesOf(entryOf(trip, notes))

/** Returns how many entries belong to no round trip of the journal. */
function unmatched(journal: AccountJournal, notes: NoteIndex): number {
  const { entries } = notes
  if (entries.length === 0) return 0
  const found = new Set(journal.trips.map((trip) => entryOf(trip, notes)))
  return entries.filter((entry) => !found.has(entry)).length
}

/** Begins the group of the strategies of an underlying. */
const STRATEGY = 'strategy '

/** Returns what a round trip traded: its instrument, or that it was a strategy, and of what. */
function instrumentGroup({ key, legs }: RoundTrip): string {
  if (legs.length < 2) return key
  const { assetClass, symbol } = keyParts(key as InstrumentKey)
  return `${STRATEGY}${assetClass === 'option' ? rootOf(symbol) : symbol}`
}

/**
 * Returns what the journal says about a period, with the notes of its round trips.
 *
 * @param tag only the round trips with this tag, and what they realized; null: all
 */
export function reportOf(
  journal: AccountJournal,
  period: Period,
  notes: NoteIndex = NO_ENTRIES,
  tag: string | null = null,
): JournalReport {
  const tagged =
    tag === null
      ? journal.trips
      : journal.trips.filter((trip) => notesOfTrip(trip, notes).tags.includes(tag))
  const trips = tagged.filter(within(period))
  const gains = (tag === null ? journal.gains : tagged.flatMap((trip) => trip.gains)).filter(
    within(period),
  )
  const days = journalDays(gains)
  const uncosted = gains.flatMap(({ key, realized }) =>
    realized === null ? [key as InstrumentKey] : [],
  )
  return {
    accountId: journal.accountId,
    totals: journalTotals(days, trips),
    figures: statisticsOf(trips),
    days,
    bySymbol: groups(trips, (trip) => [instrumentGroup(trip)]),
    byHour: groups(trips, (trip) => [hourOf(trip)]),
    bySource: groups(trips, (trip) => [sourceOf(trip)]),
    byTag: groups(trips, (trip) => notesOfTrip(trip, notes).tags),
    unmatchedNotes: unmatched(journal, notes),
    uncosted: [...new Set(uncosted)],
    unclear: journal.unclear,
  }
}

/** Returns the round trips that ended in a period, the newest first. */
export const tripsOf = (
  journal: AccountJournal,
  period: Period,
  notes: NoteIndex = NO_ENTRIES,
): readonly JournalTrip[] =>
  journal.trips
    .filter(within(period))
    .map((trip) => ({
      id: trip.id,
      key: trip.key as InstrumentKey,
      legs: trip.legs.map(({ key, direction, quantity, entryPrice, exitPrice }) => ({
        key: key as InstrumentKey,
        direction,
        quantity,
        entryPrice,
        exitPrice,
      })),
      direction: trip.direction,
      openedAt: trip.openedAt,
      closedAt: trip.closedAt,
      quantity: trip.quantity,
      entryPrice: trip.entryPrice,
      exitPrice: trip.exitPrice,
      trades: trip.trades,
      fees: cents(trip.fees),
      pnl: cents(trip.pnl),
      source: trip.source,
      closedBy: trip.closedBy,
      notes: notesOfTrip(trip, notes),
    }))
    .toReversed()

/** Returns the lots that were closed in a period, the oldest first, with and without a cost. */
export function lotsOf(journal: AccountJournal, period: Period): readonly JournalLot[] {
  return [...journal.closed, ...journal.uncosted]
    .filter(within(period))
    .sort((a, b) => a.closedAt - b.closedAt)
    .map((lot, index) => taxLot(lot, index))
}

function taxLot(lot: ClosedLot, index: number): JournalLot {
  const isOpening = isDelivered(lot.openedBy)
  const [bought, sold] =
    lot.direction === 'long' ? [lot.openedAt, lot.closedAt] : [lot.closedAt, lot.openedAt]
  const isUnknown = isOpening && lot.direction === 'long'
  const key = lot.key as InstrumentKey
  const [acquired, soldOn] = [keyTradeDate(key, bought), keyTradeDate(key, sold)]
  const proceeds = cents(lot.proceeds)
  const cost = lot.isCosted ? cents(lot.cost) : null
  return {
    id: `${index} ${lot.closedBy}`,
    key,
    direction: lot.direction,
    quantity: lot.quantity,
    openedAt: isOpening ? null : lot.openedAt,
    closedAt: lot.closedAt,
    acquired: isUnknown ? null : acquired,
    sold: soldOn,
    proceeds,
    cost,
    // A tax return computes the gain from the two amounts that it prints.
    pnl: cost === null ? null : cents(sub(proceeds, cost)),
    term: isUnknown || !hasTerm(key) ? null : termOfLot(lot, acquired, soldOn),
  }
}

/** A short sale that is covered is short-term, whatever time passed. */
const termOfLot = (
  { direction }: ClosedLot,
  acquired: TradeDate,
  sold: TradeDate,
): 'short' | 'long' => (direction === 'short' ? 'short' : termOf(acquired, sold))

/** Returns what is open, the oldest first. */
export const openLotsOf = ({ open }: AccountJournal): readonly JournalOpenLot[] =>
  open.toSorted((a, b) => a.openedAt - b.openedAt).map(openLot)

function openLot(lot: OpenLot, index: number): JournalOpenLot {
  const isOpening = isDelivered(lot.openedBy)
  const isShort = isNegative(lot.quantity)
  const key = lot.key as InstrumentKey
  const acquired = keyTradeDate(key, lot.openedAt)
  const quantity = abs(lot.quantity)
  const cost = isShort ? sub(lot.value, lot.fees) : add(lot.value, lot.fees)
  return {
    id: `${index} ${lot.openedBy}`,
    key,
    direction: isShort ? 'short' : 'long',
    quantity,
    acquired: isOpening ? null : acquired,
    price: lot.isCosted ? averagePrice(lot.value, mul(quantity, lot.multiplier)) : null,
    cost: lot.isCosted ? cents(cost) : null,
    longTermFrom: isOpening || isShort || !hasTerm(key) ? null : longTermFrom(acquired),
  }
}
