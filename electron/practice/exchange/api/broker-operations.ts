import type { W_ACTIVITY_TYPES } from '../../../../shared/wire/enums.js'
import type { AccountClass } from '../../ledger/ledger.js'
import type { Cents } from '../../ledger/money.js'

export interface AccountOpening {
  readonly userId: string
  readonly accountId: string
  readonly accountNumber: string
  readonly type: 'MARGIN' | 'CASH'
  /** Absent: the stock account of that type. */
  readonly accountClass?: AccountClass
  /** First deposit in cents. */
  readonly depositCents: number
}

/** Money that moves without a trade, by order of the house. */
export interface CashMovement {
  readonly accountId: string
  /** Signed: what the account gains. */
  readonly cents: Cents
  readonly type: (typeof W_ACTIVITY_TYPES)[number]
  readonly subType: string
}

/** What the house itself does with its customers' accounts. */
export interface BrokerOperations {
  /** Opens an account; does nothing when it is open already. */
  openAccount(opening: Omit<AccountOpening, 'depositCents'>): void
  /** Books it now. The account must exist. */
  moveCash(movement: CashMovement): void
  /** What may leave the account now; null for an unknown one. */
  withdrawable(accountId: string): Cents | null
  /** True when an account holds neither money nor positions nor open orders. */
  isEmpty(accountId: string): boolean
}
