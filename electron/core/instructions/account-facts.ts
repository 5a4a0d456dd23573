import type { Balance, Position } from '../../../shared/domain/account.js'
import type { AccountId } from '../../../shared/domain/ids.js'
import type { Order } from '../../../shared/domain/order.js'
import { ok, type Result } from '../../../shared/domain/result.js'
import type { AppError } from '../../../shared/ipc/errors.js'
import type { LiveRows } from '../live.js'
import type { ClockPort } from '../ports.js'
import type { LookUps } from '../session/look-ups.js'

/** The provider answers these twice in two seconds (contract/limits-errors.md 1): what was asked for so lately serves several cards. */
const SHARED_MS = 1_000

/** What an account holds. `ageMs`: since it was asked for, which is before it was so. */
export interface AccountFacts {
  readonly positions: readonly Position[]
  readonly balance: Balance
  readonly ageMs: number
}

interface Asked {
  readonly at: number
  /** The account's orders as they stood when it was asked for: a fill makes the answer an old one. */
  readonly orders: string
  readonly answer: Promise<Result<Omit<AccountFacts, 'ageMs'>, AppError>>
  settled: boolean
}

/** Looks up what an account holds, once for everybody who wants it at the same time or within a second. What failed is asked for again. */
export function createAccountFacts(deps: { readonly lookUps: Pick<LookUps, 'balance' | 'positions'>; readonly orders: Pick<LiveRows<Order>, 'all'>; readonly clock: ClockPort }): (accountId: AccountId) => Promise<Result<AccountFacts, AppError>> {
  const { lookUps, clock } = deps
  const asked = new Map<AccountId, Asked>()

  const ordersOf = (accountId: AccountId): string => {
    const own = deps.orders.all().filter((order) => order.accountId === accountId)
    return `${own.length} ${own.reduce((latest, { updatedAt }) => Math.max(latest, updatedAt), 0)}`
  }

  const ask = (accountId: AccountId, orders: string): Asked => {
    const both = async (): Promise<Result<Omit<AccountFacts, 'ageMs'>, AppError>> => {
      const [positions, balance] = await Promise.all([lookUps.positions(accountId), lookUps.balance(accountId)])
      if (!positions.ok) return positions
      return balance.ok ? ok({ positions: positions.value, balance: balance.value }) : balance
    }
    const one: Asked = { at: clock.monotonic(), orders, answer: both(), settled: false }
    asked.set(accountId, one)
    const forget = (): void => { if (asked.get(accountId) === one) asked.delete(accountId) }
    void one.answer.then(({ ok: fine }) => {
      one.settled = true
      if (!fine) forget()
    }, forget)
    return one
  }

  return async (accountId) => {
    const orders = ordersOf(accountId)
    const last = asked.get(accountId)
    const age = last === undefined ? 0 : clock.monotonic() - last.at
    const serves = last !== undefined && last.orders === orders && (!last.settled || age <= SHARED_MS)
    const found = await (serves ? last : ask(accountId, orders)).answer
    return found.ok ? ok({ ...found.value, ageMs: serves ? age : 0 }) : found
  }
}
