import { asMoney, asPrice, asQuantity, dec } from '../../../../../shared/domain/decimal.js'
import { accountId, clientOrderId, symbol } from '../../../../../shared/domain/ids.js'
import type { InstrumentKey } from '../../../../../shared/domain/instruments/instrument-key.js'
import { epochMs, type EpochMs } from '../../../../../shared/domain/time.js'
import type {
  JournalRecords,
  RecordedActivity,
  RecordedFill,
  RecordedHolding,
  RecordedLeg,
  RecordedOrder,
} from '../../../../../electron/core/records/journal/journal-records.js'

import type { Slices } from '../../../../../electron/core/records/journal/slices.js'

export const ACCOUNT = accountId('ACC')

/** Noon in New York, about. */
export const noon = (day: string): EpochMs => epochMs(Date.parse(`${day}T17:00:00Z`))

interface PlainOrder {
  readonly id: string
  readonly day: string
  readonly key: string
  /** Negative: sold. */
  readonly quantity: string
  readonly price: string
  readonly multiplier?: string | null
  readonly fees?: string
}

/** Returns an order that filled at once, with its execution. */
export function filled(plain: PlainOrder): {
  readonly order: RecordedOrder
  readonly fill: RecordedFill
} {
  const { id, day, key, quantity, price, multiplier = '1', fees = '0' } = plain
  const isBuy = !quantity.startsWith('-')
  const units = asQuantity(dec(quantity.replace('-', '')))
  const leg: RecordedLeg = {
    key: key as InstrumentKey,
    isBuy,
    quantity: units,
    multiplier: multiplier === null ? null : dec(multiplier),
  }
  return {
    order: {
      id: clientOrderId(id),
      legs: [leg],
      quantity: units,
      filled: units,
      fees: asMoney(dec(fees)),
      isFinal: true,
      source: { kind: 'hand', name: null },
    },
    fill: {
      id: `x${id}`,
      order: clientOrderId(id),
      time: noon(day),
      isBuy,
      quantity: units,
      price: asPrice(dec(price)),
    },
  }
}

export const activity = (
  id: string,
  day: string,
  more: Pick<RecordedActivity, 'kind' | 'subKind'> & {
    readonly symbol: string
    readonly amount: string
    readonly ratio?: readonly [string, string]
  },
): RecordedActivity => ({
  id,
  kind: more.kind,
  subKind: more.subKind,
  symbol: symbol(more.symbol),
  amount: asMoney(dec(more.amount)),
  time: epochMs(noon(day) + 3_600_000),
  day,
  ratio: more.ratio === undefined ? null : { from: dec(more.ratio[0]), to: dec(more.ratio[1]) },
})

export const holding = (
  key: string,
  quantity: string,
  averageCost: string | null = null,
  multiplier = '1',
): RecordedHolding => ({
  key: key as InstrumentKey,
  quantity: asQuantity(dec(quantity)),
  averageCost: averageCost === null ? null : asPrice(dec(averageCost)),
  multiplier: dec(multiplier),
})

/** Returns the records of an account with these orders, movements and holdings. */
export const recordsOf = (
  orders: readonly PlainOrder[],
  activities: readonly RecordedActivity[] = [],
  holdings: readonly RecordedHolding[] = [],
): JournalRecords => {
  const all = orders.map(filled)
  return {
    accountId: ACCOUNT,
    readAt: noon('2026-12-31'),
    orders: all.map(({ order }) => order),
    fills: all.map(({ fill }) => fill),
    activities,
    transfers: [],
    holdings,
    unreadable: 0,
  }
}

/** Runs a calculation of the journal to its end at once. */
export function finished<T>(slices: Slices<T>): T {
  for (;;) {
    const step = slices.next()
    if (step.done === true) return step.value
  }
}
