import { z } from 'zod'
import { ACTIVITY_KINDS } from '../../../shared/domain/account/activity.js'
import { TRADE_SOURCES } from '../../../shared/domain/account/journal.js'
import type { AccountId } from '../../../shared/domain/ids.js'
import type { InstrumentKey } from '../../../shared/domain/instruments/instrument-key.js'
import type { JournalRecords } from '../records/journal/journal-records.js'
import {
  zAccountId,
  zClientOrderId,
  zDecimal,
  zMoney,
  zPrice,
  zQuantity,
  zSymbol,
  zTime,
} from './stored-values.js'

const zText = z.string().max(400)
const zKey = z.custom<InstrumentKey>(
  (value) => typeof value === 'string' && /^[a-z]+ \S{1,48}( (yes|no))?$/.test(value),
)

const zFill = z.strictObject({
  id: zText,
  order: zClientOrderId,
  time: zTime,
  isBuy: z.boolean().nullable(),
  quantity: zQuantity,
  price: zPrice,
})
const zLeg = z.strictObject({
  key: zKey,
  isBuy: z.boolean(),
  quantity: zQuantity,
  multiplier: zDecimal.nullable(),
})
const zOrder = z.strictObject({
  id: zClientOrderId,
  legs: z.array(zLeg).max(20),
  quantity: zQuantity.nullable(),
  filled: zQuantity,
  fees: zMoney.nullable(),
  isFinal: z.boolean(),
  source: z.strictObject({ kind: z.enum(TRADE_SOURCES), name: zText.nullable() }),
})
const zActivity = z.strictObject({
  id: zText,
  kind: z.enum(ACTIVITY_KINDS),
  subKind: zText,
  symbol: zSymbol,
  amount: zMoney,
  time: zTime,
  day: z.string().max(40),
  ratio: z.strictObject({ from: zDecimal, to: zDecimal }).nullable(),
})
const zHolding = z.strictObject({
  key: zKey,
  quantity: zQuantity,
  averageCost: zPrice.nullable(),
  multiplier: zDecimal.nullable(),
})

const zTransfer = z.strictObject({
  transferId: zText,
  time: zTime,
  moved: z.array(
    z.strictObject({
      key: zKey,
      quantity: zDecimal,
      price: zPrice.nullable(),
      multiplier: zDecimal,
    }),
  ),
})

const zRecords = z.strictObject({
  v: z.literal(1),
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
  JSON.stringify({ v: 1, ...records })
