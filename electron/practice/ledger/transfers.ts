import type { ExchangeDay } from '../../../shared/domain/market/exchange-time.js'
import type { EpochMs } from '../../../shared/domain/time.js'
import type {
  W_ACATS_TYPES,
  W_TRANSFER_DIRECTIONS,
  W_TRANSFER_METHODS,
  W_TRANSFER_STATUSES,
} from '../../../shared/wire/enums.js'
import type { PriceUnits, Scale, SizeUnits } from '../model/units.js'
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

/** Coins moved between a wallet elsewhere and the account. */
export interface TransferredCoins {
  /** The pair of the position, for example BTCUSD. */
  readonly symbol: string
  readonly scale: Scale
  readonly size: SizeUnits
  /** What the network took besides; only of coins sent. */
  readonly feeSize: SizeUnits
  /** The price that becomes the cost of coins received; null for coins sent. */
  readonly price: PriceUnits | null
  /** Null until the transaction is on the chain. */
  readonly hash: string | null
  readonly from: string
  readonly to: string
}

/** How a pending transfer will end, and on which trading day. */
export interface TransferPlan {
  readonly day: ExchangeDay
  readonly status: 'COMPLETED' | 'REJECTED' | 'FAILED' | 'CANCELLED'
  readonly reason: string | null
}

/** The facts that only transfers between brokers have (ACATS). */
export interface AcatsDetail {
  readonly type: (typeof W_ACATS_TYPES)[number]
  /** Several records of one transfer share this number. */
  readonly associatedNumber: string
  readonly controlNumber: string
  readonly contra: ContraBroker
  /** Signed: negative is outgoing. */
  readonly cents: Cents
  readonly shares: readonly TransferredShares[]
}

/** One record of a transfer: of an account between brokers (ACATS), or of coins. */
export interface Transfer {
  readonly transferId: string
  readonly accountId: string
  readonly method: (typeof W_TRANSFER_METHODS)[number]
  readonly direction: (typeof W_TRANSFER_DIRECTIONS)[number]
  readonly status: (typeof W_TRANSFER_STATUSES)[number]
  /** Set only for a rejected or failed transfer. */
  readonly failureReason: string | null
  readonly createdAt: EpochMs
  readonly updatedAt: EpochMs
  /** Null until the transfer is completed. */
  readonly settlementDay: ExchangeDay | null
  /** Null for coins. */
  readonly acats: AcatsDetail | null
  /** Null for a transfer between brokers. */
  readonly coins: TransferredCoins | null
  /** Null once the transfer has ended. */
  readonly plan: TransferPlan | null
}
