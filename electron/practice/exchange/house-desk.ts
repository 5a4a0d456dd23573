import type { W_ACTIVITY_TYPES } from '../../../shared/wire/enums.js'
import { stockClass } from '../ledger/ledger.js'
import type { Cents } from '../ledger/money.js'
import type { AccountOpening } from './api.js'
import type { Core } from './core.js'
import { tradeDate } from './schedule.js'

/** Money that moves without a trade, by order of the house. */
export interface CashMovement {
  readonly accountId: string
  /** Signed: what the account gains. */
  readonly cents: Cents
  readonly type: (typeof W_ACTIVITY_TYPES)[number]
  readonly subType: string
}

/** What the house itself does with its customers' accounts. */
export interface HouseDesk {
  /** Opens an account; does nothing when it is open already. */
  openAccount(opening: Omit<AccountOpening, 'depositCents'>): void
  /** Books it now. The account must exist. */
  moveCash(movement: CashMovement): void
  /** What may leave the account now; null for an unknown one. */
  withdrawable(accountId: string): Cents | null
  /** True when an account holds neither money nor positions nor open orders. */
  isEmpty(accountId: string): boolean
}

/** `present` brings the exchange to the present before anything is done. */
export const houseDesk = (present: () => Core): HouseDesk => ({
  openAccount(opening) {
    const core = present()
    if (!core.ledger.accounts.has(opening.accountId)) core.ledger.open({ ...opening, accountClass: opening.accountClass ?? stockClass(opening.type), depositCents: 0 }, core.time, tradeDate(core.time))
  },
  moveCash(movement) {
    const core = present()
    core.ledger.move({ ...movement, symbol: null, time: core.time, day: tradeDate(core.time) })
  },
  withdrawable: (accountId) => present().value(accountId)?.withdrawable ?? null,
  isEmpty(accountId) {
    const core = present()
    const account = core.ledger.accounts.get(accountId)
    if (account === undefined) return true
    return account.cash === 0 && [...account.positions.values()].every(({ size }) => size === 0) && [...core.open.values()].every((order) => order.accountId !== accountId)
  },
})
