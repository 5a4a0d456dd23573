import type { Balance, Position } from '../../../../shared/domain/account/account.js'
import { eq, isPositive, ZERO_QUANTITY, type Quantity } from '../../../../shared/domain/decimal.js'
import type { AccountId, ClientOrderId } from '../../../../shared/domain/ids.js'
import { isFinal } from '../../../../shared/domain/orders/order-state.js'
import type { Order } from '../../../../shared/domain/orders/order.js'
import { ok, type Result } from '../../../../shared/domain/result.js'
import type { AppError } from '../../../../shared/domain/app/app-error.js'
import type { LiveRows } from '../../live-values.js'
import type { ClockPort } from '../../ports.js'
import type { SessionQueries } from '../../session/session-queries.js'

/**
 * The broker allows two of these requests in two seconds (LIMITS-1), so a result this recent is
 * shared by several cards.
 */
const SHARE_MS = 1_000

/**
 * The time after which positions include a fill. The event of a fill may arrive before the
 * positions show it, and the broker does not report when they do.
 */
const FILL_SETTLE_MS = 10_000

/**
 * The positions and balance of an account. `ageMs` counts from the start of the request, before the
 * data was current.
 */
export interface AccountFacts {
  readonly positions: readonly Position[]
  readonly balance: Balance
  /**
   * The filled quantity of each order that was old enough at the request for the positions to
   * include it.
   */
  readonly settled: ReadonlyMap<ClientOrderId, Quantity>
  readonly ageMs: number
}

/**
 * A filled quantity, the time it became known, and the part of it that was already settled then.
 */
interface KnownFill {
  readonly filled: Quantity
  readonly knownAt: number
  readonly settledBefore: Quantity
}

interface AccountQuery {
  readonly startedAt: number
  /**
   * The version of the account's orders when the request started. A later fill makes the result
   * outdated.
   */
  readonly orders: string
  readonly answer: Promise<Result<Omit<AccountFacts, 'ageMs'>, AppError>>
  settled: boolean
}

/**
 * Fetches positions and balance of an account. Concurrent callers, and callers within a second,
 * share one request. A failed request is not reused.
 */
export function createAccountFacts(deps: {
  readonly queries: Pick<SessionQueries, 'balance' | 'positions'>
  readonly orders: LiveRows<Order>
  readonly clock: ClockPort
}): (accountId: AccountId) => Promise<Result<AccountFacts, AppError>> {
  const { queries, clock } = deps
  const recentQueries = new Map<AccountId, AccountQuery>()
  /** By account, because order ids of other programs may collide. */
  const fills = new Map<AccountId, Map<ClientOrderId, KnownFill>>()

  // Uses the monotonic clock, which nobody can change. The earlier filled quantity is remembered
  // until the new one has settled.
  const recordFills = (rows: readonly Order[]): void => {
    for (const { accountId, clientOrderId, filledQuantity, status } of rows) {
      const accountFills = fills.get(accountId) ?? new Map<ClientOrderId, KnownFill>()
      fills.set(accountId, accountFills)
      const known = accountFills.get(clientOrderId)
      if (isFinal(status)) accountFills.delete(clientOrderId)
      else if (
        isPositive(filledQuantity) &&
        (known === undefined || !eq(known.filled, filledQuantity))
      ) {
        accountFills.set(clientOrderId, {
          filled: filledQuantity,
          knownAt: clock.monotonic(),
          settledBefore: known === undefined ? ZERO_QUANTITY : settledOf(known),
        })
      }
    }
  }
  const settledOf = ({ filled, knownAt, settledBefore }: KnownFill): Quantity =>
    clock.monotonic() - knownAt >= FILL_SETTLE_MS ? filled : settledBefore
  const settled = (accountId: AccountId): ReadonlyMap<ClientOrderId, Quantity> =>
    new Map([...(fills.get(accountId) ?? [])].map(([id, fill]) => [id, settledOf(fill)]))
  recordFills(deps.orders.all())
  // Never unsubscribed: the rows end with the session.
  deps.orders.subscribe(recordFills)

  const ordersVersion = (accountId: AccountId): string => {
    const own = deps.orders.all().filter((order) => order.accountId === accountId)
    return `${own.length} ${own.reduce((latest, { updatedAt }) => Math.max(latest, updatedAt), 0)}`
  }

  const startQuery = (accountId: AccountId, orders: string): AccountQuery => {
    const fetchBoth = async (): Promise<Result<Omit<AccountFacts, 'ageMs'>, AppError>> => {
      const settledFills = settled(accountId)
      const [positions, balance] = await Promise.all([
        queries.positions(accountId),
        queries.balance(accountId),
      ])
      if (!positions.ok) return positions
      return balance.ok
        ? ok({ positions: positions.value, balance: balance.value, settled: settledFills })
        : balance
    }
    const query: AccountQuery = {
      startedAt: clock.monotonic(),
      orders,
      answer: fetchBoth(),
      settled: false,
    }
    recentQueries.set(accountId, query)
    const forget = (): void => {
      if (recentQueries.get(accountId) === query) recentQueries.delete(accountId)
    }
    void query.answer.then(({ ok: succeeded }) => {
      query.settled = true
      if (!succeeded) forget()
    }, forget)
    return query
  }

  return async (accountId) => {
    const orders = ordersVersion(accountId)
    const last = recentQueries.get(accountId)
    const age = last === undefined ? 0 : clock.monotonic() - last.startedAt
    const isReusable =
      last !== undefined && last.orders === orders && (!last.settled || age <= SHARE_MS)
    const found = await (isReusable ? last : startQuery(accountId, orders)).answer
    return found.ok ? ok({ ...found.value, ageMs: isReusable ? age : 0 }) : found
  }
}
