import type { ExchangeDay } from '../../../shared/domain/market/exchange-time.js'
import type { EpochMs } from '../../../shared/domain/time.js'
import type {
  W_ACATS_TYPES,
  W_TRANSFER_DIRECTIONS,
  W_TRANSFER_STATUSES,
} from '../../../shared/wire/enums.js'
import type { PriceUnits, SizeUnits } from '../model/units.js'
import type { Cents } from './money.js'

/** The other broker of a transfer. */
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
  /** Cost basis per share at the other broker. */
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
  /** Set only for a rejected or failed transfer. */
  readonly failureReason: string | null
  readonly associatedNumber: string
  readonly controlNumber: string
  readonly createdAt: EpochMs
  readonly updatedAt: EpochMs
  /** Null until the transfer is completed. */
  readonly settlementDay: ExchangeDay | null
  readonly contra: ContraBroker
  /** Signed: negative is outgoing. */
  readonly cents: Cents
  readonly shares: readonly TransferredShares[]
}
