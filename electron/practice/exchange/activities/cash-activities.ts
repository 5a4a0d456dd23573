import { err, ok, type Result } from '../../../../shared/domain/result.js'
import { ASSUMPTIONS } from '../../../../shared/wire/assumptions.js'
import { isoTime } from '../../../../shared/wire/fields.js'
import type { JournalEntry } from '../../ledger/journal.js'
import { centsText } from '../../ledger/money.js'
import type { CashActivitiesQuery, CashActivityRecord, V2Cut } from '../api/activity-api.js'
import { bare, conditionOf, page, type Listing } from './activity-page.js'
import type { Slices } from '../state/exchange-state.js'
import type { PageRecord } from '../../model/wire-records.js'
import { accountDenied, type Refusal } from '../api/refusals.js'
import { readTimes, yearBounds } from './time-range.js'

const ID_BASE = 117_000_000_000_000_000n
const ID_SPACE = 10n ** 15n
/** Neither even nor a multiple of five, so every number of the space gets a different id. */
const ID_STRIDE = 7_919_000_017n

/**
 * Returns an id in the provider's form, "2026-08-27_117167865368149857": the trade date and
 * eighteen digits.
 */
export const activityId = ({ day, number }: Pick<JournalEntry, 'day' | 'number'>): string =>
  `${day}_${ID_BASE + ((BigInt(number) * ID_STRIDE) % ID_SPACE)}`

const cashRecord = (entry: JournalEntry): CashActivityRecord => ({
  id: activityId(entry),
  account_id: entry.accountId,
  activity_type: entry.type,
  activity_sub_type: entry.subType,
  currency: 'USD',
  market: 'US',
  ...(entry.symbol === null ? {} : { symbol: entry.symbol }),
  trade_date: entry.day,
  net_amount: centsText(entry.cents),
  biz_time: isoTime(entry.time),
})

/**
 * True for entries listed as cash activities: changes of cash, all trades (even below one cent),
 * splits and other corporate actions, and events or contracts that expired worthless. Shares
 * received without money are not listed.
 */
const isCash = (entry: JournalEntry): boolean =>
  entry.cents !== 0 ||
  entry.execution !== null ||
  entry.type === 'EC_SETTLEMENT' ||
  entry.type === 'CORPORATE_ACTION' ||
  entry.subType === 'OPTION_EXPIRATION'

function listing(
  state: Slices<'clock' | 'ledger'>,
  query: CashActivitiesQuery,
): Result<Listing<JournalEntry, CashActivityRecord>, Refusal> {
  if (!state.ledger.accounts.has(query.accountId)) return err(accountDenied)
  const times = readTimes(query)
  if (!times.ok) return times
  const bounds = yearBounds(times.value, state.clock.time)
  if (!bounds.ok) return bounds
  const { start, end } = bounds.value
  const types: readonly string[] = query.types.map((type) =>
    type === 'EC_STATEMENT' ? 'EC_SETTLEMENT' : type,
  )
  return ok({
    rows: [...state.ledger.journal.ofAccount(query.accountId)].reverse(),
    idOf: activityId,
    record: (entry) =>
      isCash(entry) &&
      entry.time >= start &&
      entry.time <= end &&
      (types.length === 0 || types.includes(entry.type))
        ? cashRecord(entry)
        : null,
    pageSize: ASSUMPTIONS.pageSizes.activities,
    condition: conditionOf('CASH', query.accountId, query.types, query.startTime, query.endTime),
  })
}

/**
 * List Cash Activities (TRADING-5), newest first. All `net_amount`s of an account add up to its
 * cash.
 */
export function cashActivities(
  state: Slices<'clock' | 'ledger'>,
  query: CashActivitiesQuery,
): Result<PageRecord<CashActivityRecord>, Refusal> {
  const found = listing(state, query)
  return found.ok ? page(found.value, query) : found
}

export function cashActivitiesV2(
  state: Slices<'clock' | 'ledger'>,
  query: CashActivitiesQuery & V2Cut,
): Result<readonly CashActivityRecord[], Refusal> {
  const found = listing(state, query)
  return found.ok
    ? bare(found.value, query, ASSUMPTIONS.v2PageSizes.activities, 'last_activity_id')
    : found
}
