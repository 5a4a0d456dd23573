import type { ActivityKind } from '../../../shared/domain/account/activity.js'
import { ALL_TRANSFERS, matchesFilters } from '../../../shared/domain/account/transfer-filters.js'
import type { AccountId } from '../../../shared/domain/ids.js'
import { exchangeClock } from '../../../shared/domain/market/exchange-time.js'
import { err, ok, type Result } from '../../../shared/domain/result.js'
import { epochMs, type EpochMs } from '../../../shared/domain/time.js'
import { isoTime } from '../../../shared/wire/fields.js'
import { ACTIVITY_OPERATIONS } from '../../../shared/wire/families/trading/activities.js'
import type { RequestOf } from '../../../shared/wire/operation.js'
import type { RecordPage, RecordRange, RecordsPort } from '../../core/records/records-port.js'
import type { CallFailure } from '../http/call-failure.js'
import type { Caller, CallOptions } from '../http/caller.js'
import { ListPages, rowReader } from '../http/list-pages.js'
import type { CursorOperation, RowOf } from '../http/paginate.js'
import { toProviderFailure } from '../http/provider-failure.js'
import {
  toActivityTypes,
  toCashActivity,
  toExecution,
  toPositionLot,
  toTransfer,
  toTransferFilters,
} from '../mapping/activities.js'
import { findInstrumentId } from './instrument-id.js'

/** Below the deadline of a window's call. */
const READ: CallOptions = { maxWaitMs: 15_000 }

/** Reads a list whose rows are converted one by one. */
const recordsOf = <O extends CursorOperation, T>(
  caller: Caller,
  operation: O,
  convert: (row: RowOf<O>) => T,
) =>
  new ListPages<RequestOf<O>, Omit<RecordPage<T>, 'cursor'>>(
    rowReader(caller, operation, (rows, unreadable) => ({ rows: rows.map(convert), unreadable })),
  )

const answered = <T>(page: Result<T, CallFailure>) =>
  page.ok ? page : err(toProviderFailure(page.error))

/** A part of a range that lies in one calendar year (UTC), which the provider requires. */
interface YearSpan {
  readonly year: number
  readonly from: EpochMs
  /** Null for the newest span without an end. */
  readonly to: EpochMs | null
}

const yearOf = (time: EpochMs): number => new Date(time).getUTCFullYear()
const startOf = (year: number): EpochMs => epochMs(Date.UTC(year, 0, 1))

/** Returns the part of a range in one year; null where the range has none. */
function spanOf({ from, to, now }: RecordRange, year: number): YearSpan | null {
  const last = to ?? now
  if (year < yearOf(from) || year > yearOf(last)) return null
  return {
    year,
    from: year === yearOf(from) ? from : startOf(year),
    to: year === yearOf(last) ? to : epochMs(startOf(year + 1) - 1),
  }
}

/** The cursor over years: `<year>|<cursor of that year>`, empty for the year's first page. */
const YEAR_CURSOR = /^(\d{4})\|(.*)$/su

/** Reads a list that is limited to one calendar year per request, newest year first. */
class YearPages<Query extends RecordRange, T> {
  readonly #read: (
    query: Query,
    span: YearSpan,
    cursor: string | null,
  ) => Promise<Result<RecordPage<T>, CallFailure>>

  /** Names the list that a query is about, apart from its dates. */
  readonly #listOf: (query: Query) => string
  /** Lists and years that have no records. */
  readonly #empty = new Set<string>()

  constructor(
    readPage: (
      query: Query,
      span: YearSpan,
      cursor: string | null,
    ) => Promise<Result<RecordPage<T>, CallFailure>>,
    listOf: (query: Query) => string,
  ) {
    this.#read = readPage
    this.#listOf = listOf
  }

  async page(query: Query, cursor: string | null): Promise<Result<RecordPage<T>, CallFailure>> {
    const [, yearText, inner] = YEAR_CURSOR.exec(cursor ?? '') ?? []
    const year = yearText === undefined ? yearOf(query.to ?? query.now) : Number(yearText)
    const span = spanOf(query, year)
    if (span === null) return ok({ rows: [], cursor: null, unreadable: 0 })
    const page = await this.#read(query, span, inner === undefined || inner === '' ? null : inner)
    if (!page.ok) return page
    const next = page.value.cursor
    if (next !== null) return ok({ ...page.value, cursor: `${year}|${next}` })
    if (cursor?.endsWith('|') === true && isEmpty(page.value)) this.#noteEmpty(query, span)
    return ok({ ...page.value, cursor: this.#older(query, year) })
  }

  /** Returns the cursor of the next older year that may have records; null where there is none. */
  #older(query: Query, year: number): string | null {
    for (let older = year - 1; older >= yearOf(query.from); older -= 1) {
      if (!this.#empty.has(`${this.#listOf(query)} ${older}`)) return `${older}|`
    }
    return null
  }

  /** Nothing is added any more to a year before the last, so it need not be requested again. */
  #noteEmpty(query: Query, { year, from }: YearSpan): void {
    const isWhole = from === startOf(year)
    if (isWhole && year < yearOf(query.now) - 1) this.#empty.add(`${this.#listOf(query)} ${year}`)
  }
}

const isEmpty = ({ rows, unreadable }: RecordPage<unknown>): boolean =>
  rows.length === 0 && unreadable === 0

const optionsFor = (why: 'background' | undefined): CallOptions =>
  why === undefined ? READ : { priority: why }

/** Creates the reader of what the broker recorded (TRADING-4.8, TRADING-5). */
export function createRecords(caller: Caller): RecordsPort {
  const cash = recordsOf(caller, ACTIVITY_OPERATIONS.listCashActivities, toCashActivity)
  const executions = recordsOf(caller, ACTIVITY_OPERATIONS.listExecutions, toExecution)
  const transfers = recordsOf(caller, ACTIVITY_OPERATIONS.listTransfers, toTransfer)
  const lots = recordsOf(caller, ACTIVITY_OPERATIONS.getPositionLots, toPositionLot)
  type CashQuery = RecordRange & {
    readonly accountId: AccountId
    readonly kinds: readonly ActivityKind[]
    readonly why?: 'background'
  }
  const cashYears = new YearPages(
    (query: CashQuery, { from, to }, cursor) =>
      cash.read(
        {
          account_id: query.accountId,
          ...(query.kinds.length === 0 ? {} : { activity_types: toActivityTypes(query.kinds) }),
          start_time: isoTime(from),
          ...(to === null ? {} : { end_time: isoTime(to) }),
        },
        cursor,
        optionsFor(query.why),
      ),
    ({ accountId, kinds }) => `${accountId} ${kinds.join(',')}`,
  )
  return {
    async cashActivities(accountId, query, cursor) {
      return answered(await cashYears.page({ ...query, accountId }, cursor))
    },
    async executions(accountId, { from, to }, cursor, why) {
      const days = {
        start_date: exchangeClock(from).day,
        ...(to === null ? {} : { end_date: exchangeClock(to).day }),
      }
      return answered(
        await executions.read({ account_id: accountId, ...days }, cursor, optionsFor(why)),
      )
    },
    async transfers(accountId, { from, to, filters = ALL_TRANSFERS }, cursor) {
      const params = {
        account_id: accountId,
        ...toTransferFilters(filters),
        start_time: isoTime(from),
        ...(to === null ? {} : { end_time: isoTime(to) }),
      }
      const page = await transfers.read(params, cursor, READ)
      if (!page.ok) return answered(page)
      // A broker that ignores a filter lists other transfers too.
      const rows = page.value.rows.filter((row) => matchesFilters(row, filters))
      return ok({ ...page.value, rows })
    },
    async positionLots(accountId, key, cursor) {
      const id = await findInstrumentId(caller, key, READ)
      if (!id.ok) return answered(id)
      if (id.value === null) return ok(null)
      const params = { account_id: accountId, instrument_id: id.value }
      return answered(await lots.read(params, cursor, READ))
    },
    async transfer(accountId, transferId) {
      const params = { account_id: accountId, transfer_id: transferId }
      const answer = await caller.call(ACTIVITY_OPERATIONS.getTransfer, params, READ)
      return answer.ok ? ok(toTransfer(answer.value)) : err(toProviderFailure(answer.error))
    },
  }
}
