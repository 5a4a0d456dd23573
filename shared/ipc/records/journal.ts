import { z } from 'zod'
import {
  TRADE_SOURCES,
  type JournalDay,
  type JournalGroup,
  type JournalLot,
  type JournalOpenLot,
  type JournalReport,
  type JournalStatistics,
  type JournalTotals,
  type JournalTrip,
  type JournalTripLeg,
} from '../../domain/account/journal.js'
import {
  MAX_NOTE_CHARS,
  MAX_PICTURE_BYTES,
  MAX_TAGS,
  MAX_TAG_CHARS,
  MAX_TRIP_PICTURES,
  type TripNotes,
  type TripPicture,
} from '../../domain/account/journal-notes.js'
import { mirror } from '../mirror.js'
import { zAccountId, zDecimal, zMoney, zTime, zTradeDate } from '../../domain/scalars.schema.js'
import { zInstrumentKey } from './realized-day.js'

/** The most groups of a report: instruments, hours or sources. */
const MAX_GROUPS = 5_000
/** Some decades of trading days. */
const MAX_DAYS = 20_000

const text = z.string().max(400)
const zDirection = z.enum(['long', 'short'])
const zCount = z.number().int().min(0)

/** The id of a picture, which names its file: nothing else can be a path. */
export const zPictureId = z.string().regex(/^[0-9a-f]{32}$/)
/** The symbol of a chart. */
export const zChartSymbol = z.string().regex(/^[\w.:/-]{1,48}$/)

/** Base64 has four characters for three bytes. */
const MAX_PICTURE_CHARS = Math.ceil(MAX_PICTURE_BYTES / 3) * 4
/** A PNG in base64: it begins with the eight bytes of the signature. */
export const zPng = z
  .string()
  .max(MAX_PICTURE_CHARS)
  .regex(/^iVBORw0KGgo[A-Za-z0-9+/]+={0,2}$/)

/** Names a round trip of an account. */
export const zTripRef = { accountId: zAccountId, tripId: text.min(1), key: zInstrumentKey }
/** Longer than what is stored: spaces are removed first. */
export const zNotesEdit = {
  note: z
    .string()
    .max(MAX_NOTE_CHARS * 2)
    .optional(),
  tags: z
    .array(z.string().max(MAX_TAG_CHARS * 4))
    .max(MAX_TAGS * 2)
    .optional(),
}

export const zTag = z.string().max(MAX_TAG_CHARS)
const zTripPicture = mirror<TripPicture>()(
  z.strictObject({ id: zPictureId, symbol: zChartSymbol, takenAt: zTime }),
)
export const zTripNotes = mirror<TripNotes>()(
  z.strictObject({
    note: z.string().max(MAX_NOTE_CHARS),
    tags: z.array(zTag).max(MAX_TAGS),
    pictures: z.array(zTripPicture).max(MAX_TRIP_PICTURES),
  }),
)
const zStatistics = mirror<JournalStatistics>()(
  z.strictObject({
    trips: zCount,
    wins: zCount,
    losses: zCount,
    flats: zCount,
    winRate: zDecimal.nullable(),
    pnl: zDecimal,
    fees: zDecimal,
    profitFactor: zDecimal.nullable(),
    averageWin: zDecimal.nullable(),
    averageLoss: zDecimal.nullable(),
  }),
)
const zGroup = mirror<JournalGroup>()(z.strictObject({ group: text, figures: zStatistics }))
const zJournalDay = mirror<JournalDay>()(
  z.strictObject({ day: zTradeDate, realized: zMoney, fees: zMoney, pnl: zMoney }),
)
const zTotals = mirror<JournalTotals>()(
  z.strictObject({
    realized: zMoney,
    fees: zMoney,
    pnl: zMoney,
    maxDrawdown: zMoney,
    outsideTrips: zMoney,
  }),
)

export const zJournalReport = mirror<JournalReport>()(
  z.strictObject({
    accountId: zAccountId,
    totals: zTotals,
    figures: zStatistics,
    days: z.array(zJournalDay).max(MAX_DAYS),
    bySymbol: z.array(zGroup).max(MAX_GROUPS),
    byHour: z.array(zGroup).max(24),
    bySource: z.array(zGroup).max(MAX_GROUPS),
    byTag: z.array(zGroup).max(MAX_GROUPS),
    unmatchedNotes: zCount,
    uncosted: z.array(zInstrumentKey).max(MAX_GROUPS),
    unclear: zCount,
  }),
)

/** An order has at most four legs; a position may be rolled many times. */
const MAX_TRIP_LEGS = 1_000
const zSource = z.strictObject({ kind: z.enum(TRADE_SOURCES), name: text.nullable() })
const zTripLeg = mirror<JournalTripLeg>()(
  z.strictObject({
    key: zInstrumentKey,
    direction: zDirection,
    quantity: zDecimal,
    entryPrice: zDecimal.nullable(),
    exitPrice: zDecimal.nullable(),
  }),
)

export const zJournalTrip = mirror<JournalTrip>()(
  z.strictObject({
    id: text,
    key: zInstrumentKey,
    legs: z.array(zTripLeg).max(MAX_TRIP_LEGS),
    direction: zDirection,
    openedAt: zTime,
    closedAt: zTime,
    quantity: zDecimal,
    entryPrice: zDecimal.nullable(),
    exitPrice: zDecimal.nullable(),
    trades: zCount,
    fees: zMoney,
    pnl: zMoney,
    source: zSource,
    closedBy: zSource,
    notes: zTripNotes,
  }),
)

export const zJournalLot = mirror<JournalLot>()(
  z.strictObject({
    id: text,
    key: zInstrumentKey,
    direction: zDirection,
    quantity: zDecimal,
    openedAt: zTime.nullable(),
    closedAt: zTime,
    acquired: zTradeDate.nullable(),
    sold: zTradeDate,
    proceeds: zMoney,
    cost: zMoney.nullable(),
    pnl: zMoney.nullable(),
    term: z.enum(['short', 'long']).nullable(),
  }),
)

export const zJournalOpenLot = mirror<JournalOpenLot>()(
  z.strictObject({
    id: text,
    key: zInstrumentKey,
    direction: zDirection,
    quantity: zDecimal,
    acquired: zTradeDate.nullable(),
    price: zDecimal.nullable(),
    cost: zMoney.nullable(),
    longTermFrom: zTradeDate.nullable(),
  }),
)
