import { z } from 'zod'
import {
  TRADE_SOURCES,
  type JournalDay,
  type JournalGroup,
  type JournalLot,
  type JournalReport,
  type JournalState,
  type JournalStatistics,
  type JournalTrip,
} from '../../domain/account/journal.js'
import { mirror } from '../mirror.js'
import { zMessage } from '../message.js'
import { zAccountId, zDecimal, zMoney, zTime } from '../schemas.js'
import { zInstrumentKey } from './realized-day.js'

/** The most groups of a report: instruments, hours or sources. */
const MAX_GROUPS = 5_000
/** Some decades of trading days. */
const MAX_DAYS = 20_000

const text = z.string().max(400)
const zDay = z.string().max(10)
const zDirection = z.enum(['long', 'short'])
const zCount = z.number().int().min(0)

const zStatistics = mirror<JournalStatistics>()(
  z.strictObject({
    trips: zCount,
    wins: zCount,
    losses: zCount,
    winRate: zDecimal.nullable(),
    pnl: zDecimal,
    fees: zDecimal,
    profitFactor: zDecimal.nullable(),
    averageWin: zDecimal.nullable(),
    averageLoss: zDecimal.nullable(),
    maxDrawdown: zDecimal,
  }),
)
const zGroup = mirror<JournalGroup>()(z.strictObject({ group: text, figures: zStatistics }))
const zJournalDay = mirror<JournalDay>()(z.strictObject({ day: zDay, pnl: zMoney }))

export const zJournalReport = mirror<JournalReport>()(
  z.strictObject({
    accountId: zAccountId,
    figures: zStatistics,
    days: z.array(zJournalDay).max(MAX_DAYS),
    bySymbol: z.array(zGroup).max(MAX_GROUPS),
    byHour: z.array(zGroup).max(24),
    bySource: z.array(zGroup).max(MAX_GROUPS),
    uncosted: z.array(zInstrumentKey).max(MAX_GROUPS),
    unclear: zCount,
  }),
)

export const zJournalTrip = mirror<JournalTrip>()(
  z.strictObject({
    id: text,
    key: zInstrumentKey,
    direction: zDirection,
    openedAt: zTime,
    closedAt: zTime,
    quantity: zDecimal,
    entryPrice: zDecimal.nullable(),
    exitPrice: zDecimal.nullable(),
    trades: zCount,
    fees: zMoney,
    pnl: zMoney,
    source: z.strictObject({ kind: z.enum(TRADE_SOURCES), name: text.nullable() }),
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
    acquired: zDay.nullable(),
    sold: zDay,
    proceeds: zMoney,
    cost: zMoney.nullable(),
    pnl: zMoney.nullable(),
    term: z.enum(['short', 'long']).nullable(),
  }),
)

export const zJournalState = mirror<JournalState>()(
  z.strictObject({
    accountId: zAccountId,
    phase: z.enum(['reading', 'ready', 'failed']),
    problem: zMessage.nullable(),
    readAt: zTime.nullable(),
    records: zCount,
    revision: zCount,
  }),
)
