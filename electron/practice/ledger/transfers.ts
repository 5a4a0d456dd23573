import type { ExchangeDay } from '../../../shared/domain/market/exchange-time.js'
import type { EpochMs } from '../../../shared/domain/time.js'
import type {
  W_ACATS_TYPES,
  W_TRANSFER_DIRECTIONS,
  W_TRANSFER_STATUSES,
} from '../../../shared/wire/enums.js'
import type { PriceUnits, SizeUnits } from '../model/units.js'
import type { Cents } from './money.js'

/** The broker on the other side of a transfer. */
export interface ContraBroker {
  readonly name: string
  readonly dtcNumber: string
  readonly accountType: string
  readonly accountNumber: string
}

export interface TransferredShares {
  readonly symbol: string
  readonly name: string
  readonly cusip: string
  readonly size: SizeUnits
  /** Cost basis of a share at the other broker. */
  readonly price: PriceUnits
}

/**
 * One record of an account transfer between brokers (ACATS). Several records of one transfer share
 * its associated number.
 */
export interface Transfer {
  readonly transferId: string
  readonly accountId: string
  readonly direction: (typeof W_TRANSFER_DIRECTIONS)[number]
  readonly status: (typeof W_TRANSFER_STATUSES)[number]
  readonly type: (typeof W_ACATS_TYPES)[number]
  /** Told only where it was rejected or failed. */
  readonly failureReason: string | null
  readonly associatedNumber: string
  readonly controlNumber: string
  readonly createdAt: EpochMs
  readonly updatedAt: EpochMs
  /** Null until it is completed. */
  readonly settlementDay: ExchangeDay | null
  readonly contra: ContraBroker
  /** Signed: negative goes out. */
  readonly cents: Cents
  readonly shares: readonly TransferredShares[]
}
