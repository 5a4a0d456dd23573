import { eq } from '../../../../shared/domain/decimal.js'
import type { Disposer } from '../../../../shared/domain/brand.js'
import type { AccountId, ClientOrderId } from '../../../../shared/domain/ids.js'
import { isFinal, isWorking } from '../../../../shared/domain/orders/order-state.js'
import type { ClockPort, TimerPort } from '../../ports.js'
import type { OrderReports } from './order-reports.js'
import type { OrderObservation } from '../order-observation.js'
import type { OrderReadsPort } from '../order-reads-port.js'
import type { OrderProjection } from '../order-projection.js'

/**
 * One query per second for working orders leaves half of Order Detail's limit (2 in 2 s) to
 * settlement.
 */
const QUERY_EVERY_MS = 1_000
/** A working order that was queried within this time is not queried again. */
const FRESH_MS = 1_500
/** A new order is pending only briefly, and no event reports the end of that state (EVENTS-3). */
const PENDING_MS = 450
/**
 * Events may be lost unnoticed, so open orders are also listed: often while an order is working,
 * otherwise slowly.
 */
const LIST_BUSY_MS = 2_500
const LIST_IDLE_MS = 15_000
const MAX_PAGES = 20

export interface OrderPollerDeps {
  readonly reads: Pick<OrderReadsPort, 'detail' | 'openOrders'>
  readonly projection: OrderProjection
  readonly reports: OrderReports
  readonly clock: ClockPort
  readonly timers: TimerPort
  readonly accounts: () => readonly AccountId[]
}

/** Polls working orders, so that the loss of an event is corrected within about three seconds. */
export interface OrderPoller {
  start(): void
  /** Queries Order Detail for this order next. */
  queryOrder(accountId: AccountId, clientOrderId: ClientOrderId): void
  /** Lists open orders and queries every working order now, after a reconnect. */
  refresh(): void
  dispose: Disposer
}

/** An order to query. `urgent`: it is not final and may be in doubt. */
interface QueryTarget {
  readonly accountId: AccountId
  readonly clientOrderId: ClientOrderId
  readonly urgent: boolean
}

/** Creates the poller; nothing is polled before `start`. */
export const createOrderPoller = (deps: OrderPollerDeps): OrderPoller => new OrderPollerImpl(deps)

class OrderPollerImpl implements OrderPoller {
  readonly #deps: OrderPollerDeps
  /** Orders to query before any other. */
  readonly #hinted = new Map<ClientOrderId, AccountId>()
  readonly #queriedAt = new Map<ClientOrderId, number>()
  #running = false
  #disposed = false
  #querying = false
  #listing = false
  #listAgain = false
  #cancelQuery: Disposer = () => undefined
  #cancelList: Disposer = () => undefined

  constructor(deps: OrderPollerDeps) {
    this.#deps = deps
  }

  start(): void {
    if (this.#running) return
    this.#running = true
    void this.#listOnce()
    void this.#queryOnce()
  }

  queryOrder(accountId: AccountId, clientOrderId: ClientOrderId): void {
    this.#hinted.set(clientOrderId, accountId)
    void this.#queryOnce()
  }

  refresh(): void {
    for (const order of this.#deps.projection.working()) {
      this.#hinted.set(order.clientOrderId, order.accountId)
    }
    void this.#listOnce()
    void this.#queryOnce()
  }

  dispose(): void {
    this.#disposed = true
    this.#cancelQuery()
    this.#cancelList()
  }

  #isOver(clientOrderId: ClientOrderId): boolean {
    const known = this.#deps.projection.get(clientOrderId)
    return known !== undefined && isFinal(known.status)
  }

  /** Queries the next order and schedules the one after it. */
  async #queryOnce(): Promise<void> {
    this.#cancelQuery()
    if (this.#querying || this.#disposed || !this.#running) return
    const target = this.#takeHint() ?? this.#oldestDue()
    if (target !== null) {
      await this.#query(target)
      if (this.#disposed) return
    }
    const delayMs = this.#nextQueryDelayMs(target)
    this.#cancelQuery = this.#deps.timers.after(delayMs, () => void this.#queryOnce())
  }

  async #query({ accountId, clientOrderId, urgent }: QueryTarget): Promise<void> {
    const { reads, reports, clock } = this.#deps
    this.#querying = true
    const answer = await reads.detail(accountId, clientOrderId, urgent ? 'settle' : 'watch')
    this.#querying = false
    if (this.#disposed) return
    this.#queriedAt.set(clientOrderId, clock.monotonic())
    if (answer.ok && answer.value.seen === 'found') reports.observe(answer.value.observation)
  }

  /**
   * Hinted orders are queried without a pause, except final ones; the port enforces the provider's
   * rate limit.
   */
  #nextQueryDelayMs(queried: QueryTarget | null): number {
    if (Array.from(this.#hinted.keys()).some((id) => !this.#isOver(id))) return 0
    const status =
      queried === null ? null : this.#deps.projection.get(queried.clientOrderId)?.status
    return status === 'pending' ? PENDING_MS : QUERY_EVERY_MS
  }

  /** Removes and returns a hinted order; null when there is none. */
  #takeHint(): QueryTarget | null {
    const hints = Array.from(this.#hinted)
    // A final order only lacks its fees and can wait; an order in doubt cannot.
    const hint = hints.find(([clientOrderId]) => !this.#isOver(clientOrderId)) ?? hints[0]
    if (hint === undefined) return null
    const [clientOrderId, accountId] = hint
    this.#hinted.delete(clientOrderId)
    return { clientOrderId, accountId, urgent: !this.#isOver(clientOrderId) }
  }

  /** Returns the working order whose last query is the longest ago; null when none is due. */
  #oldestDue(): QueryTarget | null {
    const working = this.#deps.projection.working()
    for (const id of Array.from(this.#queriedAt.keys())) {
      if (!working.some((order) => order.clientOrderId === id)) this.#queriedAt.delete(id)
    }
    const now = this.#deps.clock.monotonic()
    const due = working.filter(
      (order) =>
        now - (this.#queriedAt.get(order.clientOrderId) ?? Number.NEGATIVE_INFINITY) >=
        (order.status === 'pending' ? PENDING_MS : FRESH_MS),
    )
    due.sort(
      (a, b) =>
        (this.#queriedAt.get(a.clientOrderId) ?? -1) - (this.#queriedAt.get(b.clientOrderId) ?? -1),
    )
    const oldest = due[0]
    return oldest === undefined
      ? null
      : { accountId: oldest.accountId, clientOrderId: oldest.clientOrderId, urgent: false }
  }

  /** Lists the open orders of every account and schedules the next listing. */
  async #listOnce(): Promise<void> {
    const { accounts, projection, timers } = this.#deps
    this.#cancelList()
    if (this.#disposed || !this.#running) return
    if (this.#listing) {
      this.#listAgain = true
      return
    }
    this.#listing = true
    do {
      this.#listAgain = false
      for (const accountId of accounts()) {
        await this.#listAccount(accountId)
        if (this.#disposed) return
      }
    } while (this.#listAgain)
    this.#listing = false
    if (this.#hinted.size > 0) void this.#queryOnce()
    this.#cancelList = timers.after(
      projection.working().length > 0 ? LIST_BUSY_MS : LIST_IDLE_MS,
      () => void this.#listOnce(),
    )
  }

  async #listAccount(accountId: AccountId): Promise<void> {
    const requestedAt = this.#deps.clock.now()
    const present = await this.#listOpenOrders(accountId)
    if (present === null) return
    for (const order of this.#deps.projection.working()) {
      if (
        order.accountId === accountId &&
        !present.has(order.clientOrderId) &&
        order.updatedAt < requestedAt
      ) {
        this.#hinted.set(order.clientOrderId, accountId)
      }
    }
  }

  /** Reads the account's open orders; returns their ids, or null when they cannot be read. */
  async #listOpenOrders(accountId: AccountId): Promise<ReadonlySet<ClientOrderId> | null> {
    const present = new Set<ClientOrderId>()
    let cursor: string | null = null
    for (let page = 0; page < MAX_PAGES; page += 1) {
      const answer = await this.#deps.reads.openOrders(accountId, cursor)
      if (this.#disposed || !answer.ok) return null
      for (const seen of answer.value.orders) {
        present.add(seen.clientOrderId)
        if (this.#differs(seen)) this.#hinted.set(seen.clientOrderId, accountId)
        this.#deps.reports.observe(seen)
      }
      cursor = answer.value.cursor
      if (cursor === null) break
    }
    return present
  }

  /**
   * True when a listed order differs from the known one. A listing only triggers a query, because
   * listings lag.
   */
  #differs(seen: OrderObservation): boolean {
    const known = this.#deps.projection.get(seen.clientOrderId)
    if (known === undefined) return true
    if (!isWorking(known.status)) return false
    return seen.filledQuantity !== null && !eq(seen.filledQuantity, known.filledQuantity)
  }
}
