import { stockClass } from '../ledger/ledger.js'
import type { Core } from './core.js'
import type { HouseDesk } from './house-api.js'
import { tradeDate } from './schedule.js'

/** `present` brings the exchange to the present before anything is done. */
export const houseDesk = (present: () => Core): HouseDesk => ({
  openAccount(opening) {
    const core = present()
    if (!core.ledger.accounts.has(opening.accountId)) {
      core.ledger.open(
        {
          ...opening,
          accountClass: opening.accountClass ?? stockClass(opening.type),
          depositCents: 0,
        },
        core.time,
        tradeDate(core.time),
      )
    }
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
    return (
      account.cash === 0 &&
      [...account.positions.values()].every(({ size }) => size === 0) &&
      [...core.open.values()].every((order) => order.accountId !== accountId)
    )
  },
})
