import type { Balance, Position, PositionList } from '../../../../shared/domain/account/account.js'
import { eq, isPositive, ZERO_QUANTITY, type Quantity } from '../../../../shared/domain/decimal.js'
import type { AccountId, ClientOrderId } from '../../../../shared/domain/ids.js'
import type { Order } from '../../../../shared/domain/orders/order.js'
import { ok, type Result } from '../../../../shared/domain/result.js'
import type { AppError } from '../../../../shared/domain/app/app-error.js'
import type { LiveRows } from '../../live-values.js'
import type { ClockPort } from '../../ports.js'
import type { SessionQueries } from '../../session/queries/session-queries.js'

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
  /** Positions that could not be read. */
  readonly unreadable: PositionList['unreadable']
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

export interface AccountFactsDeps {
  readonly queries: Pick<SessionQueries, 'balance' | 'positions'>
  readonly orders: LiveRows<Order>
  readonly clock: ClockPort
}

/** The fills of orders, and which of them positions include by now. */
class FillHistory {
  readonly #clock: ClockPort
  /** By account, because order ids of other programs may collide. */
  readonly #fills = new Map<AccountId, Map<ClientOrderId, KnownFill>>()

  constructor(clock: ClockPort) {
    this.#clock = clock
  }

  /**
   * Records filled quantities. Uses the monotonic clock, which nobody can change. The earlier
   * filled quantity is remembered until the new one has settled. An order that has ended is
   * remembered too: its last fill may be missing from the positions as well.
   */
  record(rows: readonly Order[]): void {
    for (const { accountId, clientOrderId, filledQuantity } of rows) {
      const ofAccount = this.#fills.get(accountId) ?? new Map<ClientOrderId, KnownFill>()
      this.#fills.set(accountId, ofAccount)
      const previousFill = ofAccount.get(clientOrderId)
      if (
        isPositive(filledQuantity) &&
        (previousFill === undefined || !eq(previousFill.filled, filledQuantity))
      ) {
        ofAccount.set(clientOrderId, {
          filled: filledQuantity,
          knownAt: this.#clock.monotonic(),
          settledBefore: previousFill === undefined ? ZERO_QUANTITY : this.#settledOf(previousFill),
        })
      }
    }
  }

  /** Returns the settled quantity of each order of an account. */
  settled(accountId: AccountId): ReadonlyMap<ClientOrderId, Quantity> {
    return new Map(
      [...(this.#fills.get(accountId) ?? [])].map(([id, fill]) => [id, this.#settledOf(fill)]),
    )
  }

  #settledOf({ filled, knownAt, settledBefore }: KnownFill): Quantity {
    return this.#clock.monotonic() - knownAt >= FILL_SETTLE_MS ? filled : settledBefore
  }
}

/**
 * Fetches positions and balance of an account. Concurrent callers, and callers within a second,
 * share one request. A failed request is not reused.
 */
export class AccountFactsSource {
  readonly #deps: AccountFactsDeps
  readonly #fills: FillHistory
  readonly #recentQueries = new Map<AccountId, AccountQuery>()

  constructor(deps: AccountFactsDeps) {
    this.#deps = deps
    this.#fills = new FillHistory(deps.clock)
    this.#fills.record(deps.orders.all())
    // Never unsubscribed: the rows end with the session.
    deps.orders.subscribe((rows) => this.#fills.record(rows))
  }

  async fetch(accountId: AccountId): Promise<Result<AccountFacts, AppError>> {
    const orders = this.#ordersVersion(accountId)
    const last = this.#recentQueries.get(accountId)
    const age = last === undefined ? 0 : this.#deps.clock.monotonic() - last.startedAt
    const isReusable =
      last !== undefined && last.orders === orders && (!last.settled || age <= SHARE_MS)
    const found = await (isReusable ? last : this.#startQuery(accountId, orders)).answer
    return found.ok ? ok({ ...found.value, ageMs: isReusable ? age : 0 }) : found
  }

  /** Returns a text that changes with the account's orders. */
  #ordersVersion(accountId: AccountId): string {
    const own = this.#deps.orders.all().filter((order) => order.accountId === accountId)
    return `${own.length} ${own.reduce((latest, { updatedAt }) => Math.max(latest, updatedAt), 0)}`
  }

  #startQuery(accountId: AccountId, orders: string): AccountQuery {
    const query: AccountQuery = {
      startedAt: this.#deps.clock.monotonic(),
      orders,
      answer: this.#fetchBoth(accountId),
      settled: false,
    }
    this.#recentQueries.set(accountId, query)
    const forget = (): void => {
      if (this.#recentQueries.get(accountId) === query) this.#recentQueries.delete(accountId)
    }
    void query.answer.then(({ ok: succeeded }) => {
      query.settled = true
      if (!succeeded) forget()
    }, forget)
    return query
  }

  async #fetchBoth(accountId: AccountId): AccountQuery['answer'] {
    const { queries } = this.#deps
    const settled = this.#fills.settled(accountId)
    const [positions, balance] = await Promise.all([
      queries.positions(accountId),
      queries.balance(accountId),
    ])
    if (!positions.ok) return positions
    return balance.ok ? ok({ ...positions.value, balance: balance.value, settled }) : balance
  }
}
