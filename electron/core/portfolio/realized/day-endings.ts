import { oldestFirst } from './oldest-first.js'
import type { Position } from '../../../../shared/domain/account/account.js'
import {
  asPrice,
  asQuantity,
  dec,
  isZero,
  neg,
  ZERO,
  ZERO_MONEY,
  type Decimal,
  type Money,
} from '../../../../shared/domain/decimal.js'
import type { AccountId } from '../../../../shared/domain/ids.js'
import type { InstrumentKey } from '../../../../shared/domain/instruments/instrument-key.js'
import { rootOf } from '../../../../shared/domain/instruments/option.js'
import { epochMs, type EpochMs } from '../../../../shared/domain/time.js'
import type { JournalEvent } from '../../records/journal/journal-events.js'
import { toActivities, type RecordedActivity } from '../../records/journal/journal-records.js'
import { LotBook } from '../../records/journal/lot-book.js'
import { settlementEvents } from '../../records/journal/settlement-events.js'
import type { RecordsPort } from '../../records/records-port.js'
import { tradeValue } from '../average-cost.js'
import { REFUSED } from './day-fills.js'
import type { DayTrade } from './day-trades.js'
import { readPages } from '../../read-pages.js'

const ONE = dec('1')

/** What ends a position without a trade. A future that is settled has no record of its own. */
const ENDING_KINDS = ['option-exercise', 'event-settlement'] as const

/** Reads what ended in an account since an instant, oldest first; null when not all was read. */
export async function readEndings(
  port: Pick<RecordsPort, 'cashActivities'>,
  accountId: AccountId,
  { from, now }: { readonly from: EpochMs; readonly now: EpochMs },
): Promise<readonly RecordedActivity[] | null> {
  const endings: RecordedActivity[] = []
  const query = { from, to: null, now, kinds: [...ENDING_KINDS], why: 'background' as const }
  let unreadable = 0
  const end = await readPages(
    (cursor) => port.cashActivities(accountId, query, cursor),
    (page) => {
      unreadable += page.unreadable
      endings.push(...page.rows.flatMap(toActivities))
      return unreadable === 0
    },
  )
  // Where the broker refuses the list, the positions tell what ended.
  if (!end.ok) return REFUSED.has(end.error.kind) ? [] : null
  if (unreadable > 0) return null
  return oldestFirst(endings, byAmount)
}

/** Of one instant first the record with an amount, which names the side that won. */
export const byAmount = (a: RecordedActivity, b: RecordedActivity): number =>
  Number(isZero(a.amount)) - Number(isZero(b.amount))

/** An instrument that was held when the day began. */
export interface HeldInstrument {
  readonly key: InstrumentKey
  readonly quantity: Decimal
  /** The instrument as a position of quantity 0. */
  readonly instrument: Position
}

/** What endings come to as trades of the day. */
export interface EndingTrades {
  readonly trades: readonly DayTrade[]
  /** False when a record could not be understood. */
  readonly isComplete: boolean
}

/**
 * Returns the endings of a day as trades, from what was held when it began and what was traded: an
 * option that expired was closed at nothing, a decided event at its payout.
 *
 * ASSUMPTION: an exercise closes the option at nothing and trades the shares at the strike, so that
 * the premium counts as realized. The broker's rule is not published.
 */
export function endingTrades(
  holdings: readonly HeldInstrument[],
  trades: readonly DayTrade[],
  endings: readonly RecordedActivity[],
): EndingTrades {
  const book = new LotBook()
  const instruments = new Map<string, Position>()
  for (const { key, quantity, instrument } of holdings) {
    instruments.set(key, instrument)
    const multiplier = instrument.multiplier ?? ZERO
    const time = epochMs(0)
    book.apply({ kind: 'delivery', id: key, time, key, quantity, price: null, multiplier })
  }
  const endTrades: DayTrade[] = []
  let isComplete = true
  let next = 0
  for (const ending of endings) {
    for (let trade = trades[next]; trade !== undefined && trade.time <= ending.time; ) {
      instruments.set(trade.key, trade.instrument)
      book.apply(asEvent(trade))
      next += 1
      trade = trades[next]
    }
    const events = settlementEvents(ending, book)
    if (events === null) isComplete = false
    for (const event of events ?? []) {
      book.apply(event)
      endTrades.push(...tradesOf(event, ending, instruments))
    }
  }
  return { trades: endTrades, isComplete }
}

/** Returns a trade for the book of sizes; prices do not matter in it. */
const asEvent = ({ id, time, key, quantity, instrument }: DayTrade): JournalEvent => ({
  kind: 'trade',
  id,
  time,
  key,
  quantity,
  price: ZERO,
  multiplier: instrument.multiplier ?? ZERO,
  fees: ZERO,
  source: null,
})

function tradesOf(
  event: JournalEvent,
  { amount }: RecordedActivity,
  instruments: ReadonlyMap<string, Position>,
): readonly DayTrade[] {
  const key = event.key as InstrumentKey
  const instrument = instruments.get(key)
  if (instrument === undefined) return []
  const { id, time } = event
  if (event.kind === 'trade') {
    const { multiplier, isAllotted } = event
    const quantity = asQuantity(event.quantity)
    // What was received is negative, as of a sale; of both sides of an event each has its share.
    const value =
      isAllotted === true
        ? tradeValue(quantity, asPrice(event.price), multiplier)
        : neg<Money>(amount)
    return [{ id, time, key, quantity, value, instrument, isAllotted }]
  }
  return event.kind === 'exercise' ? exercised(event, instrument, instruments) : []
}

function exercised(
  { id, time, key, quantity, shares }: Extract<JournalEvent, { readonly kind: 'exercise' }>,
  option: Position,
  instruments: ReadonlyMap<string, Position>,
): readonly DayTrade[] {
  const shareCount = asQuantity(shares.quantity)
  return [
    {
      id,
      time,
      key: key as InstrumentKey,
      quantity: asQuantity(quantity),
      value: ZERO_MONEY,
      instrument: option,
    },
    {
      id: `${id} shares`,
      time,
      key: shares.key as InstrumentKey,
      quantity: shareCount,
      value: tradeValue(shareCount, asPrice(shares.price), ONE),
      instrument: instruments.get(shares.key) ?? sharesOf(option),
    },
  ]
}

/** Returns the shares that an option delivered as a position of quantity 0. */
function sharesOf({ legs: _legs, strategy: _strategy, ...option }: Position): Position {
  return { ...option, assetClass: 'stock', symbol: rootOf(option.symbol), multiplier: ONE }
}
