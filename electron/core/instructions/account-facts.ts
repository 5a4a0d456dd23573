import type { Balance, Position } from '../../../shared/domain/account.js'
import { eq, isPositive, ZERO_QUANTITY, type Quantity } from '../../../shared/domain/decimal.js'
import type { AccountId, ClientOrderId } from '../../../shared/domain/ids.js'
import { isFinal } from '../../../shared/domain/order-state.js'
import type { Order } from '../../../shared/domain/order.js'
import { ok, type Result } from '../../../shared/domain/result.js'
import type { AppError } from '../../../shared/ipc/errors.js'
import type { LiveRows } from '../live.js'
import type { ClockPort } from '../ports.js'
import type { LookUps } from '../session/look-ups.js'

/**
 * The provider answers these twice in two seconds (contract/limits-errors.md 1): what was asked for
 * so lately serves several cards.
 */
const SHARED_MS = 1_000

/**
 * Nobody tells when a fill shows in the positions: an event may be here before them. After so long
 * it does.
 */
const FILL_SHOWS_MS = 10_000

/** What an account holds. `ageMs`: since it was asked for, which is before it was so. */
export interface AccountFacts {
  readonly positions: readonly Position[]
  readonly balance: Balance
  /**
   * How much of each order had filled for long enough when the positions were asked for: that much
   * they show.
   */
  readonly settled: ReadonlyMap<ClientOrderId, Quantity>
  readonly ageMs: number
}

/** A filled quantity, since when it is known, and what of it was old enough then. */
interface Heard {
  readonly filled: Quantity
  readonly at: number
  readonly before: Quantity
}

interface Asked {
  readonly at: number
  /**
   * The account's orders as they stood when it was asked for: a fill makes the answer an old one.
   */
  readonly orders: string
  readonly answer: Promise<Result<Omit<AccountFacts, 'ageMs'>, AppError>>
  settled: boolean
}

/**
 * Looks up what an account holds, once for everybody who wants it at the same time or within a
 * second. What failed is asked for again.
 */
export function createAccountFacts(deps: {
  readonly lookUps: Pick<LookUps, 'balance' | 'positions'>
  readonly orders: LiveRows<Order>
  readonly clock: ClockPort
}): (accountId: AccountId) => Promise<Result<AccountFacts, AppError>> {
  const { lookUps, clock } = deps
  const asked = new Map<AccountId, Asked>()
  /** By account: other programs choose their ids as they like. */
  const fills = new Map<AccountId, Map<ClientOrderId, Heard>>()

  // By the clock that nobody can set: what was heard of a fill before is remembered until the newer
  // one has been known for long enough.
  const hear = (rows: readonly Order[]): void => {
    for (const { accountId, clientOrderId, filledQuantity, status } of rows) {
      const own = fills.get(accountId) ?? new Map<ClientOrderId, Heard>()
      fills.set(accountId, own)
      const known = own.get(clientOrderId)
      if (isFinal(status)) own.delete(clientOrderId)
      else if (
        isPositive(filledQuantity) &&
        (known === undefined || !eq(known.filled, filledQuantity))
      ) {
        own.set(clientOrderId, {
          filled: filledQuantity,
          at: clock.monotonic(),
          before: known === undefined ? ZERO_QUANTITY : settledOf(known),
        })
      }
    }
  }
  const settledOf = ({ filled, at, before }: Heard): Quantity =>
    clock.monotonic() - at >= FILL_SHOWS_MS ? filled : before
  const settled = (accountId: AccountId): ReadonlyMap<ClientOrderId, Quantity> =>
    new Map([...(fills.get(accountId) ?? [])].map(([id, heard]) => [id, settledOf(heard)]))
  hear(deps.orders.all())
  // For as long as the session: its rows end with it.
  deps.orders.subscribe(hear)

  const ordersOf = (accountId: AccountId): string => {
    const own = deps.orders.all().filter((order) => order.accountId === accountId)
    return `${own.length} ${own.reduce((latest, { updatedAt }) => Math.max(latest, updatedAt), 0)}`
  }

  const ask = (accountId: AccountId, orders: string): Asked => {
    const both = async (): Promise<Result<Omit<AccountFacts, 'ageMs'>, AppError>> => {
      const shown = settled(accountId)
      const [positions, balance] = await Promise.all([
        lookUps.positions(accountId),
        lookUps.balance(accountId),
      ])
      if (!positions.ok) return positions
      return balance.ok
        ? ok({ positions: positions.value, balance: balance.value, settled: shown })
        : balance
    }
    const one: Asked = { at: clock.monotonic(), orders, answer: both(), settled: false }
    asked.set(accountId, one)
    const forget = (): void => {
      if (asked.get(accountId) === one) asked.delete(accountId)
    }
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
    const serves =
      last !== undefined && last.orders === orders && (!last.settled || age <= SHARED_MS)
    const found = await (serves ? last : ask(accountId, orders)).answer
    return found.ok ? ok({ ...found.value, ageMs: serves ? age : 0 }) : found
  }
}
