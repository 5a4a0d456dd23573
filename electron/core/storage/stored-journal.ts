import { z } from 'zod'
import { ACTIVITY_KINDS } from '../../../shared/domain/account/activity.js'
import { TRADE_SOURCES } from '../../../shared/domain/account/journal.js'
import { clientOrderId, symbol, type AccountId } from '../../../shared/domain/ids.js'
import type { ExchangeDay } from '../../../shared/domain/market/exchange-time.js'
import type { InstrumentKey } from '../../../shared/domain/instruments/instrument-key.js'
import type {
  JournalRecords,
  RecordedActivity,
  RecordedFill,
  RecordedHolding,
  RecordedLeg,
  RecordedOrder,
  RecordedTransfer,
} from '../records/journal/journal-records.js'
import { mirror } from '../../../shared/domain/readonly-schema.js'
import {
  zAccountId,
  zDecimal,
  zMoney,
  zPrice,
  zQuantity,
  zTime,
} from '../../../shared/domain/scalars.schema.js'

/**
 * What the broker and other clients of the account name as they like: refusing one name would set
 * the whole file aside at each start.
 */
const zForeign = z.string()
const zForeignOrder = zForeign.transform((id) => clientOrderId(id))
const zKey = z.custom<InstrumentKey>(
  (value) => typeof value === 'string' && /^[a-z]+ ./su.test(value),
)

const zFill = mirror<RecordedFill>()(
  z.strictObject({
    id: zForeign,
    order: zForeignOrder,
    time: zTime,
    isBuy: z.boolean().nullable(),
    quantity: zQuantity,
    price: zPrice,
  }),
)
const zLeg = mirror<RecordedLeg>()(
  z.strictObject({
    key: zKey,
    isBuy: z.boolean(),
    quantity: zQuantity,
    multiplier: zDecimal.nullable(),
  }),
)
const zOrder = mirror<RecordedOrder>()(
  z.strictObject({
    id: zForeignOrder,
    legs: z.array(zLeg),
    quantity: zQuantity.nullable(),
    filled: zQuantity,
    fees: zMoney.nullable(),
    isFinal: z.boolean(),
    source: z.strictObject({ kind: z.enum(TRADE_SOURCES), name: zForeign.nullable() }),
  }),
)
const zActivity = mirror<RecordedActivity>()(
  z.strictObject({
    id: zForeign,
    kind: z.enum(ACTIVITY_KINDS),
    subKind: zForeign,
    symbol: zForeign.transform((text) => symbol(text)),
    amount: zMoney,
    time: zTime,
    day: zForeign.transform((day) => day as ExchangeDay),
    ratio: z.strictObject({ from: zDecimal, to: zDecimal }).nullable(),
  }),
)
const zHolding = mirror<RecordedHolding>()(
  z.strictObject({
    key: zKey,
    quantity: zQuantity,
    averageCost: zPrice.nullable(),
    multiplier: zDecimal.nullable(),
  }),
)

const zTransfer = mirror<RecordedTransfer>()(
  z.strictObject({
    transferId: zForeign,
    time: zTime,
    moved: z.array(
      z.strictObject({
        key: zKey,
        quantity: zDecimal,
        price: zPrice.nullable(),
        multiplier: zDecimal,
      }),
    ),
  }),
)

/** The version of the file. */
export const TRADE_JOURNAL_VERSION = 1

const zRecords = z.strictObject({
  v: z.literal(TRADE_JOURNAL_VERSION),
  accountId: zAccountId,
  readAt: zTime,
  fills: z.array(zFill),
  orders: z.array(zOrder),
  activities: z.array(zActivity),
  // A file of before has none: they are read from the broker then.
  transfers: z.array(zTransfer).nullable().default(null),
  holdings: z.array(zHolding),
  unreadable: z.number().int().min(0),
})

/** Reads the stored records of an account; null for a text that cannot be read. */
export function parseJournalRecords(text: string, accountId: AccountId): JournalRecords | null {
  try {
    const { v: _version, ...records } = zRecords.parse(JSON.parse(text))
    return records.accountId === accountId ? records : null
  } catch {
    return null
  }
}

export const writeJournalRecords = (records: JournalRecords): string =>
  JSON.stringify({ v: TRADE_JOURNAL_VERSION, ...records })
