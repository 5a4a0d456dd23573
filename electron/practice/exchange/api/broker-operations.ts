import type { W_ACTIVITY_TYPES } from '../../../../shared/wire/enums.js'
import type { AccountClass } from '../../ledger/ledger.js'
import type { Cents } from '../../ledger/money.js'

export interface AccountOpening {
  readonly userId: string
  readonly accountId: string
  readonly accountNumber: string
  readonly type: 'MARGIN' | 'CASH'
  /** Absent: the class of a stock account of that type. */
  readonly accountClass?: AccountClass
  /** First deposit, in cents. */
  readonly depositCents: number
}

/** Money that the broker moves without a trade. */
export interface CashMovement {
  readonly accountId: string
  /** Signed: positive is credited to the account. */
  readonly cents: Cents
  readonly type: (typeof W_ACTIVITY_TYPES)[number]
  readonly subType: string
}

/** What the broker itself does with its customers' accounts. */
export interface BrokerOperations {
  /** Opens an account; does nothing when it is already open. */
  openAccount(opening: Omit<AccountOpening, 'depositCents'>): void
  /** Books the movement at the present time. The account must exist. */
  moveCash(movement: CashMovement): void
  /** Returns the cash that may be withdrawn now; null for an unknown account. */
  withdrawable(accountId: string): Cents | null
  /**
   * True when an account has no money, no positions and no open orders. An unknown account is
   * empty.
   */
  isEmpty(accountId: string): boolean
}
