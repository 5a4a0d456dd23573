import type {
  ActivityKind,
  CashActivity,
  Execution,
  PositionLot,
  Transfer,
} from '../../../shared/domain/account/activity.js'
import type { TransferFilters } from '../../../shared/domain/account/transfer-filters.schema.js'
import type { AccountId } from '../../../shared/domain/ids.js'
import type { InstrumentKey } from '../../../shared/domain/instruments/instrument-key.js'
import type { EpochMs } from '../../../shared/domain/time.js'
import type { ProviderResult } from '../provider-failure.js'

/** One page of a list of records, newest first. */
export interface RecordPage<T> {
  readonly rows: readonly T[]
  /** Where the next page begins; null after the last one. Valid for the same query only. */
  readonly cursor: string | null
  /** Rows that the broker sent and that could not be read. */
  readonly unreadable: number
}

/** Both ends are included. `to` null: up to now. */
export interface RecordRange {
  readonly from: EpochMs
  readonly to: EpochMs | null
  /** The present time at the exchange. */
  readonly now: EpochMs
}

/** What the broker recorded on an account. */
export interface RecordsPort {
  /** `kinds` empty: all of them. `background`: nobody waits for it. */
  cashActivities(
    accountId: AccountId,
    query: RecordRange & {
      readonly kinds: readonly ActivityKind[]
      readonly why?: 'background'
    },
    cursor: string | null,
  ): ProviderResult<RecordPage<CashActivity>>
  /** `background`: nobody waits for it, so that it yields to all other reads. */
  executions(
    accountId: AccountId,
    range: RecordRange,
    cursor: string | null,
    why?: 'background',
  ): ProviderResult<RecordPage<Execution>>
  /** Rows without the members of their detail; all transfers of the range without filters. */
  transfers(
    accountId: AccountId,
    query: RecordRange & { readonly filters?: TransferFilters },
    cursor: string | null,
  ): ProviderResult<RecordPage<Transfer>>
  /**
   * The open lots of one instrument as the broker keeps them; null for an instrument that the
   * broker lists no more.
   */
  positionLots(
    accountId: AccountId,
    key: InstrumentKey,
    cursor: string | null,
  ): ProviderResult<RecordPage<PositionLot> | null>
  /** One transfer with its detail. */
  transfer(accountId: AccountId, transferId: string): ProviderResult<Transfer>
}
