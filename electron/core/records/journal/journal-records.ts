import { z } from 'zod'
import {
  ACTIVITY_KINDS,
  type ActivityKind,
  type CashActivity,
} from '../../../../shared/domain/account/activity.js'
import { TRADE_SOURCES } from '../../../../shared/domain/account/journal.js'
import { clientOrderId, symbol } from '../../../../shared/domain/ids.js'
import { zInstrumentKey } from '../../../../shared/domain/instruments/instrument-key.schema.js'
import type { ExchangeDay } from '../../../../shared/domain/market/exchange-time.js'
import { asReadonly } from '../../../../shared/domain/readonly-schema.js'
import {
  zAccountId,
  zDecimal,
  zMoney,
  zPrice,
  zQuantity,
  zTime,
} from '../../../../shared/domain/scalars.schema.js'

/**
 * What the broker and other clients of the account name as they like: refusing one name would set
 * the whole file aside at each start.
 */
const zForeign = z.string()
const zForeignOrder = zForeign.transform((id) => clientOrderId(id))

/** One execution as the broker recorded it. */
export const RecordedFill = asReadonly(
  z.strictObject({
    id: zForeign,
    order: zForeignOrder,
    time: zTime,
    /** Null where the broker does not report the side. */
    isBuy: z.boolean().nullable(),
    quantity: zQuantity,
    price: zPrice,
  }),
)
export type RecordedFill = z.output<typeof RecordedFill>

/** What one leg of an order trades. */
export const RecordedLeg = asReadonly(
  z.strictObject({
    key: zInstrumentKey,
    isBuy: z.boolean(),
    /** Units of the leg for the whole order. */
    quantity: zQuantity,
    /** Null while it is not known. */
    multiplier: zDecimal.nullable(),
  }),
)
export type RecordedLeg = z.output<typeof RecordedLeg>

/** An order that filled: what it traded, what it paid, and who decided. */
export const RecordedOrder = asReadonly(
  z.strictObject({
    id: zForeignOrder,
    /** One for a plain order; none for one that cannot be understood. */
    legs: z.array(RecordedLeg),
    quantity: zQuantity.nullable(),
    filled: zQuantity,
    /** Fees and commission together; null where the broker reports none. */
    fees: zMoney.nullable(),
    isFinal: z.boolean(),
    source: z.strictObject({ kind: z.enum(TRADE_SOURCES), name: zForeign.nullable() }),
  }),
)
export type RecordedOrder = z.output<typeof RecordedOrder>

/** A change of cash that may be a change of what is held: a settlement, a split. */
export const RecordedActivity = asReadonly(
  z.strictObject({
    id: zForeign,
    kind: z.enum(ACTIVITY_KINDS),
    subKind: zForeign,
    symbol: zForeign.transform((text) => symbol(text)),
    amount: zMoney,
    time: zTime,
    day: zForeign.transform((day) => day as ExchangeDay),
    /** Of a split: how many units became how many; null where it is not known. */
    ratio: z.strictObject({ from: zDecimal, to: zDecimal }).nullable(),
  }),
)
export type RecordedActivity = z.output<typeof RecordedActivity>

/** A settled transfer of securities or coins. */
export const RecordedTransfer = asReadonly(
  z.strictObject({
    transferId: zForeign,
    time: zTime,
    moved: z.array(
      z.strictObject({
        key: zInstrumentKey,
        /** Negative: left the account. */
        quantity: zDecimal,
        /** The cost of one unit that came in; null where the broker does not state it. */
        price: zPrice.nullable(),
        multiplier: zDecimal,
      }),
    ),
  }),
)
export type RecordedTransfer = z.output<typeof RecordedTransfer>

/** What is held of an instrument when the records were read. */
export const RecordedHolding = asReadonly(
  z.strictObject({
    key: zInstrumentKey,
    quantity: zQuantity,
    averageCost: zPrice.nullable(),
    multiplier: zDecimal.nullable(),
  }),
)
export type RecordedHolding = z.output<typeof RecordedHolding>

/** The members of {@link JournalRecords}. */
export const journalMembers = {
  accountId: zAccountId,
  readAt: zTime,
  /** Oldest first. */
  fills: z.array(RecordedFill),
  orders: z.array(RecordedOrder),
  /** Oldest first. */
  activities: z.array(RecordedActivity),
  /** Oldest first; null where they were never read. */
  transfers: z.array(RecordedTransfer).nullable(),
  holdings: z.array(RecordedHolding),
  /** Records that could not be read. */
  unreadable: z.number().int().min(0),
}
const JournalRecords = asReadonly(z.strictObject(journalMembers))
/** Everything that the broker recorded on an account and that the journal needs. */
export type JournalRecords = z.output<typeof JournalRecords>

/** The kinds of cash movement that the journal reads. */
export const JOURNAL_KINDS = [
  'trade',
  'corporate-action',
  'option-exercise',
  'event-settlement',
  'journal',
] as const satisfies readonly ActivityKind[]

/** Returns what the journal stores of a cash movement; none for one without an instrument. */
export function toActivities(row: CashActivity): readonly RecordedActivity[] {
  const { id, kind, subKind, symbol, amount, time, tradeDate: day } = row
  return symbol === null || kind === 'unknown'
    ? []
    : [{ id, kind, subKind, symbol, amount, time, day, ratio: null }]
}
