import { appError, type AppResult } from '../../../shared/domain/app/app-error.js'
import {
  type ActivityKind,
  type CashActivity,
  type Execution,
  type PositionLot,
  type Transfer,
} from '../../../shared/domain/account/activity.js'
import { ALL_TRANSFERS } from '../../../shared/domain/account/transfer-filters.js'
import type { TransferFilters } from '../../../shared/domain/account/transfer-filters.schema.js'
import type { AccountId } from '../../../shared/domain/ids.js'
import type { InstrumentKey } from '../../../shared/domain/instruments/instrument-key.js'
import { err, ok, type Result } from '../../../shared/domain/result.js'
import { epochMs, type EpochMs } from '../../../shared/domain/time.js'
import { message } from '../../../shared/messages/make-message.js'
import type { ProviderFailure } from '../provider-failure.js'
import { readPages } from '../read-pages.js'
import { readError } from '../read-error.js'
import type { LoggedRequest } from '../../../shared/domain/session/request-log.js'
import type { RequestLog } from './request-log.js'
import type { RecordPage, RecordRange, RecordsPort } from './records-port.js'

/** The first day of which the broker has records (TRADING-4.6). */
export const EARLIEST_RECORD = epochMs(Date.UTC(2018, 4, 21))

/** A query for a page of records. `from` null: from the first record on. */
export interface RecordQuery {
  readonly accountId: AccountId
  readonly from: EpochMs | null
  readonly to: EpochMs | null
  readonly cursor: string | null
}

/** A query for a page of the transfers that match all filters. */
export type TransfersQuery = RecordQuery & { readonly filters: TransferFilters }

/** A query for a page of the open lots of one instrument. */
export interface LotsQuery {
  readonly accountId: AccountId
  readonly key: InstrumentKey
  readonly cursor: string | null
}

export interface RecordQueriesDeps {
  readonly records: (() => Promise<RecordsPort>) | undefined
  readonly requests: Pick<RequestLog, 'page'> | undefined
  readonly exchangeNow: () => EpochMs
}

/** Reads what the broker recorded; nothing of it is cached. */
export class RecordQueries {
  readonly #deps: RecordQueriesDeps

  constructor(deps: RecordQueriesDeps) {
    this.#deps = deps
  }

  cashActivities({
    accountId,
    kinds,
    ...query
  }: RecordQuery & { readonly kinds: readonly ActivityKind[] }): AppResult<
    RecordPage<CashActivity>
  > {
    return this.#read((port) =>
      port.cashActivities(accountId, { ...this.#range(query), kinds }, query.cursor),
    )
  }

  executions({ accountId, ...query }: RecordQuery): AppResult<RecordPage<Execution>> {
    return this.#read((port) => port.executions(accountId, this.#range(query), query.cursor))
  }

  transfers({ accountId, filters, ...query }: TransfersQuery): AppResult<RecordPage<Transfer>> {
    return this.#read((port) =>
      port.transfers(accountId, { ...this.#range(query), filters }, query.cursor),
    )
  }

  transfer(accountId: AccountId, transferId: string): AppResult<Transfer> {
    return this.#read((port) => port.transfer(accountId, transferId))
  }

  /** Every record of one ACATS transfer, of any date, newest first, without details. */
  transferParts(accountId: AccountId, group: string): AppResult<readonly Transfer[]> {
    const query = {
      ...this.#range({ from: null, to: null }),
      filters: { ...ALL_TRANSFERS, group },
    }
    return this.#read(async (port) => {
      const parts: Transfer[] = []
      const end = await readPages(
        (cursor) => port.transfers(accountId, query, cursor),
        ({ rows }) => {
          parts.push(...rows)
          return true
        },
      )
      return end.ok ? ok(parts) : end
    })
  }

  /** The broker's open lots of one instrument, oldest first. */
  async positionLots({ accountId, key, cursor }: LotsQuery): AppResult<RecordPage<PositionLot>> {
    const page = await this.#read((port) => port.positionLots(accountId, key, cursor))
    if (!page.ok) return page
    return page.value === null
      ? err(
          appError('provider/refused', message('session.instrumentNotListed'), { class: 'local' }),
        )
      : ok(page.value)
  }

  /** The last requests to the broker, newest first; none where its client keeps no log. */
  requests(cursor: string | null): RecordPage<LoggedRequest> {
    return this.#deps.requests?.page(cursor) ?? { rows: [], cursor: null, unreadable: 0 }
  }

  #range({ from, to }: Pick<RecordQuery, 'from' | 'to'>): RecordRange {
    return { from: from ?? EARLIEST_RECORD, to, now: this.#deps.exchangeNow() }
  }

  async #read<T>(
    request: (port: RecordsPort) => Promise<Result<T, ProviderFailure>>,
  ): AppResult<T> {
    const port = await this.#deps.records?.()
    if (port === undefined) {
      return err(
        appError('provider/unavailable', message('session.notOffered'), { class: 'local' }),
      )
    }
    const answer = await request(port)
    return answer.ok ? ok(answer.value) : err(readError(answer.error))
  }
}
