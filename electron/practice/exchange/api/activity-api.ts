import type { Result } from '../../../../shared/domain/result.js'
import type {
  W_ACATS_TYPES,
  W_ACTIVITY_TYPES,
  W_EXECUTION_STATUSES,
  W_TRANSFER_DIRECTIONS,
  W_TRANSFER_METHODS,
  W_TRANSFER_STATUSES,
} from '../../../../shared/wire/enums.js'
import type { Refusal } from './refusals.js'
import type { PageRecord, WireOrderType, WireSide } from '../../model/wire-records.js'

/** One fill, without fees (TRADING-4.8). */
export interface ExecutionRecord {
  readonly execution_id: string
  readonly order_id: string
  readonly client_order_id: string
  readonly symbol: string
  readonly execution_time: string
  readonly status: (typeof W_EXECUTION_STATUSES)[number]
  readonly side: WireSide
  readonly order_type: WireOrderType
  readonly total_quantity: string
  readonly limit_price?: string
  readonly filled_quantity: string
  readonly filled_price: string
  readonly leaves_qty: string
  readonly total_filled_qty: string
  readonly execution_type: string
}

/** A cash activity (TRADING-5). */
export interface CashActivityRecord {
  readonly id: string
  readonly account_id: string
  readonly activity_type: (typeof W_ACTIVITY_TYPES)[number]
  readonly activity_sub_type: string
  readonly currency: 'USD'
  readonly market: 'US'
  readonly symbol?: string
  readonly trade_date: string
  readonly net_amount: string
  readonly biz_time: string
}

/** A transfer as listed (TRADING-5). The members of ACATS are absent for coins. */
export interface TransferRecord {
  readonly account_id: string
  readonly transfer_method: (typeof W_TRANSFER_METHODS)[number]
  readonly transfer_id: string
  readonly direction: (typeof W_TRANSFER_DIRECTIONS)[number]
  readonly status: (typeof W_TRANSFER_STATUSES)[number]
  readonly failure_reason?: string
  readonly acats_associated_number?: string
  readonly acats_transfer_types?: (typeof W_ACATS_TYPES)[number]
  readonly create_time: string
  readonly update_time: string
  readonly transfer_settlement_date?: string
}

/** A transfer in detail (TRADING-5). Settlement dates are present once it is completed. */
export interface TransferDetailRecord extends TransferRecord {
  readonly acats_control_number?: string
  readonly contra_broker?: {
    readonly broker_name: string
    readonly dtc_number: string
    readonly account_type: string
    readonly account_number: string
  }
  readonly crypto_transaction_hash?: string
  readonly crypto_from_address?: string
  readonly crypto_to_address?: string
  /** Null for coins. */
  readonly cash?:
    | readonly {
        readonly amount: string
        readonly currency: 'USD'
        readonly settlement_date?: string
      }[]
    | null
  readonly positions: readonly {
    readonly asset_type: 'EQUITY' | 'CRYPTO'
    readonly symbol: string
    readonly name: string | null
    readonly cusip: string | null
    readonly quantity: string
    /** Only of coins sent. */
    readonly fee_quantity?: string
    readonly total_quantity: string
    /** Only of what came in. */
    readonly transfer_price?: string
    readonly settlement_date?: string
  }[]
}

/** What remains of one purchase, or of one short sale (negative) (TRADING-3). */
export interface PositionLotRecord {
  readonly id: string
  readonly account_id: string
  readonly instrument_id: string
  readonly symbol: string
  readonly symbol_name: string
  readonly currency: 'USD'
  readonly quantity: string
  readonly average_price: string
  readonly market_value: string
  readonly unrealized_pl: string
  readonly base_currency: 'USD'
  readonly fx_rate: '1'
  readonly base_currency_market_value: string
  readonly exchange_code?: string
}

export interface ListQuery {
  readonly accountId: string
  readonly paginationKey?: string | undefined
}

/** Paging with `x-version: v2`: a page size and the last id seen; the answer is a bare array. */
export interface V2Cut {
  readonly pageSize?: string | undefined
  readonly lastId?: string | undefined
}

export interface ExecutionsQuery extends ListQuery {
  readonly clientOrderId?: string | undefined
  /** yyyy-MM-dd, exchange days, both included. Without days and order: the last seven days. */
  readonly startDate?: string | undefined
  readonly endDate?: string | undefined
}

/** ISO 8601 with milliseconds, both included. */
export interface TimeQuery extends ListQuery {
  readonly startTime?: string | undefined
  readonly endTime?: string | undefined
}

/** Without times: the last seven days. Both times must lie in one calendar year (UTC). */
export interface CashActivitiesQuery extends TimeQuery {
  /** Empty means all. */
  readonly types: readonly string[]
}

/** Empty lists and absent members do not filter. */
export interface TransfersQuery extends TimeQuery {
  readonly methods: readonly string[]
  readonly direction?: string | undefined
  readonly statuses: readonly string[]
  readonly acatsTypes: readonly string[]
  readonly associatedNumber?: string | undefined
}

export interface LotsQuery extends ListQuery {
  readonly symbol: string
}

/**
 * Queries for the past activity of accounts. Results are newest first, except lots, which are
 * oldest first.
 */
export interface ActivityReads {
  executions(query: ExecutionsQuery): Result<PageRecord<ExecutionRecord>, Refusal>
  executionsV2(query: ExecutionsQuery & V2Cut): Result<readonly ExecutionRecord[], Refusal>
  cashActivities(query: CashActivitiesQuery): Result<PageRecord<CashActivityRecord>, Refusal>
  cashActivitiesV2(
    query: CashActivitiesQuery & V2Cut,
  ): Result<readonly CashActivityRecord[], Refusal>
  transfers(query: TransfersQuery): Result<PageRecord<TransferRecord>, Refusal>
  /** 417 INVALID_PARAMETER for an id that is not one of the account's. */
  transfer(accountId: string, transferId: string): Result<TransferDetailRecord, Refusal>
  /** Returns the symbol of an instrument that the account traded; undefined for any other. */
  tradedSymbol(accountId: string, instrumentId: string): string | undefined
  /** In order of purchase (FIFO); empty for a symbol without a position. */
  lots(query: LotsQuery): Result<PageRecord<PositionLotRecord>, Refusal>
  lotsV2(query: LotsQuery & V2Cut): Result<readonly PositionLotRecord[], Refusal>
}
