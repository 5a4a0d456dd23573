import { eq } from '../../../shared/domain/decimal.js'
import type { Disposer } from '../../../shared/domain/brand.js'
import type { AccountId, ClientOrderId } from '../../../shared/domain/ids.js'
import { isFinal, isWorking } from '../../../shared/domain/orders/order-state.js'
import type { ClockPort, TimerPort } from '../ports.js'
import type { OrderReports } from './order-reports.js'
import type { OrderObservation } from './order-observation.js'
import type { OrderReadsPort } from './order-reads-port.js'
import type { OrderProjection } from './order-projection.js'

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

/** Creates the poller; nothing is polled before `start`. */
export function createOrderPoller(deps: OrderPollerDeps): OrderPoller {
  const hinted = new Map<ClientOrderId, AccountId>()
  const queriedAt = new Map<ClientOrderId, number>()
  let running = false
  let disposed = false
  let querying = false
  let listing = false
  let listAgain = false
  let cancelQuery: Disposer = () => undefined
  let cancelList: Disposer = () => undefined

  const isOver = (clientOrderId: ClientOrderId): boolean => {
    const known = deps.projection.get(clientOrderId)
    return known !== undefined && isFinal(known.status)
  }

  const next = (): {
    readonly accountId: AccountId
    readonly clientOrderId: ClientOrderId
    readonly urgent: boolean
  } | null => {
    const hints = Array.from(hinted)
    // A final order only lacks its fees and can wait; an order in doubt cannot.
    const hint = hints.find(([clientOrderId]) => !isOver(clientOrderId)) ?? hints[0]
    if (hint !== undefined) {
      const [clientOrderId, accountId] = hint
      hinted.delete(clientOrderId)
      return { clientOrderId, accountId, urgent: !isOver(clientOrderId) }
    }
    const working = deps.projection.working()
    for (const id of Array.from(queriedAt.keys())) {
      if (!working.some((order) => order.clientOrderId === id)) queriedAt.delete(id)
    }
    const now = deps.clock.monotonic()
    const due = working.filter(
      (order) =>
        now - (queriedAt.get(order.clientOrderId) ?? Number.NEGATIVE_INFINITY) >=
        (order.status === 'pending' ? PENDING_MS : FRESH_MS),
    )
    due.sort(
      (a, b) => (queriedAt.get(a.clientOrderId) ?? -1) - (queriedAt.get(b.clientOrderId) ?? -1),
    )
    const oldest = due[0]
    return oldest === undefined
      ? null
      : { accountId: oldest.accountId, clientOrderId: oldest.clientOrderId, urgent: false }
  }

  const queryOnce = async (): Promise<void> => {
    cancelQuery()
    if (querying || disposed || !running) return
    const target = next()
    if (target !== null) {
      querying = true
      const answer = await deps.reads.detail(
        target.accountId,
        target.clientOrderId,
        target.urgent ? 'settle' : 'watch',
      )
      querying = false
      if (disposed) return
      queriedAt.set(target.clientOrderId, deps.clock.monotonic())
      if (answer.ok && answer.value.seen === 'found') deps.reports.observe(answer.value.observation)
    }
    // Hinted orders are queried without a pause, except final ones; the port enforces the
    // provider's rate limit.
    const pending =
      target !== null && deps.projection.get(target.clientOrderId)?.status === 'pending'
    cancelQuery = deps.timers.after(
      Array.from(hinted.keys()).some((id) => !isOver(id))
        ? 0
        : pending
          ? PENDING_MS
          : QUERY_EVERY_MS,
      () => void queryOnce(),
    )
  }

  /**
   * True when a listed order differs from the known one. A listing only triggers a query, because
   * listings lag.
   */
  const differs = (seen: OrderObservation): boolean => {
    const known = deps.projection.get(seen.clientOrderId)
    if (known === undefined) return true
    if (!isWorking(known.status)) return false
    return seen.filledQuantity !== null && !eq(seen.filledQuantity, known.filledQuantity)
  }

  const listAccount = async (accountId: AccountId): Promise<void> => {
    const present = new Set<ClientOrderId>()
    const requestedAt = deps.clock.now()
    let cursor: string | null = null
    for (let page = 0; page < MAX_PAGES; page += 1) {
      const answer = await deps.reads.openOrders(accountId, cursor)
      if (disposed || !answer.ok) return
      for (const seen of answer.value.orders) {
        present.add(seen.clientOrderId)
        if (differs(seen)) hinted.set(seen.clientOrderId, accountId)
        deps.reports.observe(seen)
      }
      cursor = answer.value.cursor
      if (cursor === null) break
    }
    for (const order of deps.projection.working()) {
      if (
        order.accountId === accountId &&
        !present.has(order.clientOrderId) &&
        order.updatedAt < requestedAt
      ) {
        hinted.set(order.clientOrderId, accountId)
      }
    }
  }

  const listOnce = async (): Promise<void> => {
    cancelList()
    if (disposed || !running) return
    if (listing) {
      listAgain = true
      return
    }
    listing = true
    do {
      listAgain = false
      for (const accountId of deps.accounts()) {
        await listAccount(accountId)
        if (disposed) return
      }
    } while (listAgain)
    listing = false
    if (hinted.size > 0) void queryOnce()
    cancelList = deps.timers.after(
      deps.projection.working().length > 0 ? LIST_BUSY_MS : LIST_IDLE_MS,
      () => void listOnce(),
    )
  }

  return {
    start() {
      if (running) return
      running = true
      void listOnce()
      void queryOnce()
    },
    queryOrder(accountId, clientOrderId) {
      hinted.set(clientOrderId, accountId)
      void queryOnce()
    },
    refresh() {
      for (const order of deps.projection.working()) {
        hinted.set(order.clientOrderId, order.accountId)
      }
      void listOnce()
      void queryOnce()
    },
    dispose() {
      disposed = true
      cancelQuery()
      cancelList()
    },
  }
}
