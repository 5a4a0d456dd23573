import { eq } from '../../../../shared/domain/decimal.js'
import type { Disposer } from '../../../../shared/domain/brand.js'
import type { AccountId, ClientOrderId } from '../../../../shared/domain/ids.js'
import type { Order } from '../../../../shared/domain/orders/order.js'
import { isFinal, isWorking } from '../../../../shared/domain/orders/order-state.js'
import type { ClockPort, TimerPort } from '../../ports.js'
import { EndedOrders } from './ended-orders.js'
import { ListTurns } from './list-turns.js'
import type { OpenOrderLists } from './open-order-lists.js'
import type { OrderReports } from './order-reports.js'
import { QueryQueue, type QueryTarget } from './query-queue.js'
import type { OrderObservation } from '../order-observation.js'
import type { PolledQuery, RequestBudgetPort } from '../request-budget-port.js'
import type { OrderReadsPort, ReadPriority } from '../order-reads-port.js'
import type { OrderProjection } from '../order-projection.js'
import { ABSENT_AGAIN_MS } from './absence.js'

/**
 * One query per second for working orders leaves half of Order Detail's limit (2 in 2 s) to
 * settlement.
 */
const QUERY_EVERY_MS = 1_000
/** A working order that was queried within this time is not queried again. */
const FRESH_MS = 1_500
/** A new order is pending only briefly, and no event reports the end of that state (EVENTS-3). */
const PENDING_MS = 450
/** So many queries of pending orders may follow each other while another one is due. */
const MAX_PENDING_TURNS = 2
/** Pauses after lists that could not be read, while none was; the last one repeats. */
const LIST_RETRY_MS = [250, 500, 1_000, 2_000, 5_000] as const
/** The same once a list was read. */
const LIST_FAILED_MS = 2_500

export interface OrderPollerDeps {
  readonly reads: Pick<OrderReadsPort, 'detail' | 'history'>
  readonly requestBudget?: Pick<RequestBudgetPort, 'pollDelayMs'>
  readonly lists: OpenOrderLists
  readonly projection: OrderProjection
  readonly reports: OrderReports
  readonly clock: ClockPort
  readonly timers: TimerPort
  /** Every account; the one that a person looks at comes first. */
  readonly accounts: () => readonly AccountId[]
  /** Receives an answer of Order Detail that there is no such order. */
  readonly onAbsent: (clientOrderId: ClientOrderId) => 'proved' | 'query-again'
}

/** Polls working orders, so that the loss of an event is corrected within about three seconds. */
export class OrderPoller {
  readonly #deps: OrderPollerDeps
  /** Orders to query before any other. */
  readonly #queue: QueryQueue
  readonly #queriedAt = new Map<ClientOrderId, number>()
  /** How many queries of pending orders followed each other. */
  #pendingTurns = 0
  /** True when the last query was for an order of the queue. */
  #wasQueued = false
  readonly #laterQueries = new Map<ClientOrderId, Disposer>()
  #running = false
  #disposed = false
  #querying = false
  /**
   * Events may be lost unnoticed, and none reports that another client placed an order, so open
   * orders are also listed.
   */
  readonly #turns: ListTurns
  readonly #ended: EndedOrders
  #listing = false
  #failedLists = 0
  #cancelQuery: Disposer = () => undefined
  #cancelList: Disposer = () => undefined

  /** Creates the poller; nothing is polled before `start`. */
  constructor(deps: OrderPollerDeps) {
    this.#deps = deps
    this.#queue = new QueryQueue((id) => deps.projection.get(id))
    const { projection, reports } = deps
    this.#ended = new EndedOrders({
      ...deps,
      observe: (seen) => reports.observe(seen),
      onEnded: (id) => this.#queue.remove(id),
    })
    this.#turns = new ListTurns({
      ...deps,
      isBusy: () => projection.working().length > 0,
      hasWorking: (accountId) => projection.working().some((row) => row.accountId === accountId),
    })
  }

  /** Starts to poll; the orders of the last run that are not final are queried first. */
  start(): void {
    if (this.#running) return
    this.#running = true
    for (const { accountId, clientOrderId, unconfirmed } of this.#deps.projection.orders.all()) {
      if (unconfirmed === true) this.#queue.addUnconfirmed(accountId, clientOrderId)
    }
    void this.#listOnce()
    void this.#queryOnce()
  }

  /** Queries Order Detail for this order next. */
  queryOrder(accountId: AccountId, clientOrderId: ClientOrderId): void {
    this.#queue.add(accountId, clientOrderId)
    void this.#queryOnce()
  }

  /** A report of this order arrived: it need not be queried to be confirmed. */
  onReported(clientOrderId: ClientOrderId): void {
    this.#queue.confirm(clientOrderId)
  }

  /**
   * Lists open orders now, after a reconnect, and queries the working orders that no report has
   * confirmed since.
   */
  refresh(): void {
    this.#turns.restart()
    // The lists confirm most of them sooner than one query after another.
    for (const order of this.#deps.projection.working()) {
      this.#queue.addUnconfirmed(order.accountId, order.clientOrderId)
    }
    void this.#listOnce()
    void this.#queryOnce()
  }

  dispose(): void {
    this.#disposed = true
    this.#cancelQuery()
    this.#cancelList()
    for (const cancel of this.#laterQueries.values()) cancel()
    this.#laterQueries.clear()
    this.#ended.dispose()
  }

  /** Queries the next order and schedules the one after it. */
  async #queryOnce(): Promise<void> {
    this.#cancelQuery()
    if (this.#querying || this.#disposed || !this.#running) return
    const target = this.#nextTarget()
    const isAnswered = target === null || (await this.#query(target))
    if (this.#disposed) return
    // A provider that cannot be reached may fail at once: do not ask it in a tight loop.
    const delayMs = isAnswered ? this.#nextQueryDelayMs(target) : QUERY_EVERY_MS
    this.#cancelQuery = this.#deps.timers.after(delayMs, () => void this.#queryOnce())
  }

  /**
   * Returns the order to query next: one of the queue, which other clients' orders may fill for
   * long. A pending one that was not queried in time takes turns with them, because it would be
   * shown as pending while it works.
   */
  #nextTarget(): QueryTarget | null {
    const overdue = this.#wasQueued ? this.#oldestPending(FRESH_MS) : null
    const queued = overdue === null ? this.#queue.take() : null
    this.#wasQueued = queued !== null
    if (queued !== null) return queued
    if (overdue === null) return this.#oldestDue()
    this.#pendingTurns += 1
    return watched(overdue)
  }

  /** Queries one order; returns false when the provider gave no answer. */
  async #query(target: QueryTarget): Promise<boolean> {
    const { accountId, clientOrderId, isUrgent } = target
    const { reads, reports, clock, onAbsent } = this.#deps
    this.#querying = true
    const answer = await reads.detail(accountId, clientOrderId, isUrgent ? 'settle' : 'watch')
    this.#querying = false
    if (this.#disposed) return false
    this.#queriedAt.set(clientOrderId, clock.monotonic())
    if (!answer.ok) {
      // An order must not stay unconfirmed because one query failed.
      if (target.untilConfirmed) this.#queue.addUnconfirmed(accountId, clientOrderId)
    } else if (answer.value.seen === 'found') reports.observe(answer.value.observation)
    else if (onAbsent(clientOrderId) === 'query-again') this.#queryLater(accountId, clientOrderId)
    return answer.ok
  }

  /** Queries an order once more after a while, however many answers demand it until then. */
  #queryLater(accountId: AccountId, clientOrderId: ClientOrderId): void {
    if (this.#laterQueries.has(clientOrderId)) return
    const cancel = this.#deps.timers.after(ABSENT_AGAIN_MS, () => {
      this.#laterQueries.delete(clientOrderId)
      this.queryOrder(accountId, clientOrderId)
    })
    this.#laterQueries.set(clientOrderId, cancel)
  }

  /**
   * Queued orders are queried without a pause, except final ones; the port enforces the provider's
   * rate limit.
   */
  #nextQueryDelayMs(queried: QueryTarget | null): number {
    if (this.#queue.hasUrgent()) return 0
    const status =
      queried === null ? null : this.#deps.projection.get(queried.clientOrderId)?.status
    return this.#atLeast('detail', status === 'pending' ? PENDING_MS : QUERY_EVERY_MS)
  }

  /** Returns the delay, or a longer one that leaves the request budget to orders. */
  #atLeast(query: PolledQuery, delayMs: number): number {
    return Math.max(delayMs, this.#deps.requestBudget?.pollDelayMs(query) ?? 0)
  }

  /**
   * Returns the working order whose last query is the longest ago; one that was never queried, such
   * as one that a list showed for the first time, precedes. Pending ones come first, because only a
   * query reports the end of that state, but others get every third turn. Null when none is due.
   */
  #oldestDue(): QueryTarget | null {
    const { projection } = this.#deps
    for (const id of Array.from(this.#queriedAt.keys())) {
      const known = projection.get(id)
      if (known === undefined || isFinal(known.status)) this.#queriedAt.delete(id)
    }
    const pending = this.#oldestPending(PENDING_MS)
    const working = this.#oldestOf(({ status }) => status !== 'pending', FRESH_MS)
    const isTurnOfPending = working === null || this.#pendingTurns < MAX_PENDING_TURNS
    const next = isTurnOfPending ? (pending ?? working) : working
    this.#pendingTurns = next !== null && next === pending ? this.#pendingTurns + 1 : 0
    return next === null ? null : watched(next)
  }

  /** Returns the pending order that was queried the longest ago, at least so long; null if none. */
  #oldestPending(dueMs: number): Order | null {
    return this.#oldestOf(({ status }) => status === 'pending', dueMs)
  }

  /** The same among the working orders that match. */
  #oldestOf(matches: (order: Order) => boolean, dueMs: number): Order | null {
    const now = this.#deps.clock.monotonic()
    const queriedAt = ({ clientOrderId }: Order): number =>
      this.#queriedAt.get(clientOrderId) ?? Number.NEGATIVE_INFINITY
    let oldest: Order | null = null
    for (const order of this.#deps.projection.working()) {
      // A timer may fire a fraction of a millisecond early: round up, or this turn would be lost.
      const isDue = matches(order) && Math.ceil(now - queriedAt(order)) >= dueMs
      if (isDue && (oldest === null || queriedAt(order) < queriedAt(oldest))) oldest = order
    }
    return oldest
  }

  /** Lists the open orders of the account whose turn it is, and schedules the next list. */
  async #listOnce(): Promise<void> {
    this.#cancelList()
    if (this.#listing || this.#disposed || !this.#running) return
    const accountId = this.#turns.next()
    if (accountId !== null) {
      this.#listing = true
      const priority = this.#turns.isCatchUp(accountId) ? 'catch-up' : 'watch'
      this.#turns.begin(accountId)
      const isRead = await this.#listAccount(accountId, priority)
      this.#listing = false
      if (this.#disposed) return
      this.#failedLists = isRead ? 0 : this.#failedLists + 1
      if (!isRead) this.#turns.fail(accountId)
    }
    this.#cancelList = this.#deps.timers.after(this.#nextListDelayMs(), () => void this.#listOnce())
  }

  #nextListDelayMs(): number {
    const { accounts, lists } = this.#deps
    if (this.#failedLists > 0) {
      const isUnread = !accounts().some((accountId) => lists.progress(accountId).hasPage)
      return isUnread
        ? (LIST_RETRY_MS[Math.min(this.#failedLists, LIST_RETRY_MS.length) - 1] ?? LIST_FAILED_MS)
        : LIST_FAILED_MS
    }
    const next = this.#turns.next()
    // What a gap may have hidden is read as fast as the provider allows; polling leaves it a rest.
    if (next !== null && this.#turns.isCatchUp(next)) return 0
    return this.#atLeast('open-orders', this.#turns.delayMs())
  }

  /** Lists one account; returns false when it could not be read to its end. */
  async #listAccount(accountId: AccountId, priority: ReadPriority): Promise<boolean> {
    const list = await this.#deps.lists.fresh(accountId, priority)
    if (!list.ok) return false
    const { requestedAt, ids } = list.value
    const missing = this.#deps.projection
      .working()
      .filter(
        (order) =>
          order.accountId === accountId &&
          !ids.has(order.clientOrderId) &&
          order.updatedAt < requestedAt,
      )
    for (const { clientOrderId } of missing) this.queryOrder(accountId, clientOrderId)
    void this.#ended.find(accountId, missing)
    return true
  }
}

const watched = ({ accountId, clientOrderId }: Order): QueryTarget => ({
  accountId,
  clientOrderId,
  isUrgent: false,
  untilConfirmed: false,
})

/**
 * True when a listed order is filled differently than known. A list only triggers the query,
 * because lists lag.
 */
export function differsFromRow(known: Order, seen: OrderObservation): boolean {
  if (!isWorking(known.status)) return false
  return seen.filledQuantity !== null && !eq(seen.filledQuantity, known.filledQuantity)
}
