import type { Disposer } from '../../../shared/domain/brand.js'
import { isZero } from '../../../shared/domain/decimal.js'
import type { AccountId, ClientOrderId } from '../../../shared/domain/ids.js'
import { isFinal } from '../../../shared/domain/orders/order-state.js'
import type { ClockPort, LogPort, TimerPort } from '../ports.js'
import { createOrderReports, type OrderReports } from './order-reports.js'
import type { OrderJournal } from './order-journal.js'
import type { OrderReadsPort } from './order-reads-port.js'
import type { OrderProjection } from './order-projection.js'
import { createSettlement, type OpenRequest } from './settlement.js'
import { createOrderPoller } from './order-poller.js'

/** Pauses between attempts to reach the provider at a start; the last one repeats. */
const RECOVER_RETRY_MS: readonly number[] = [250, 500, 1_000, 2_000, 5_000]

export interface ReconcilerDeps {
  readonly reads: OrderReadsPort
  readonly projection: OrderProjection
  readonly journal: OrderJournal
  readonly clock: ClockPort
  readonly timers: TimerPort
  readonly log: LogPort
  readonly eventsHealthy: () => boolean
  readonly accounts: () => readonly AccountId[]
}

/** Keeps the local state of orders consistent with the provider's. */
export interface Reconciler {
  readonly reports: OrderReports
  /** Determines the outcome of a request. */
  settle(request: OpenRequest): void
  /** Queries Order Detail for this order next. */
  queryOrder(accountId: AccountId, clientOrderId: ClientOrderId): void
  /**
   * Queries Order Detail for every order that is not final, at a start, until each has an answer;
   * then resolves true. Absent orders stay uncertain and their settlement continues. False when
   * disposed before.
   */
  recover(open: readonly OpenRequest[]): Promise<boolean>
  /** The event stream is live (again): earlier events were missed. */
  onSubscribed(): void
  readonly unsettled: number
  dispose: Disposer
}

/** Combines order reports, settlement and poller. */
export function createReconciler(deps: ReconcilerDeps): Reconciler {
  const reports = createOrderReports(deps)
  const settlement = createSettlement({ ...deps, reports })
  const poller = createOrderPoller({ ...deps, reports })
  let disposed = false
  let cancelPause: Disposer = () => undefined
  let endPause: () => void = () => undefined

  reports.onIncomplete((accountId, clientOrderId) => poller.queryOrder(accountId, clientOrderId))
  reports.onReport((report) => {
    settlement.onReport(report)
    // The event of a replace does not carry the order's new terms, and no event carries the fees of
    // fills; only Order Detail does (EVENTS-3).
    const { eventType, applied } = report
    const charged =
      (eventType === 'final-fill' || eventType === 'cancel-done') &&
      applied.order !== null &&
      !isZero(applied.order.filledQuantity)
    if (charged || eventType === 'replace-done' || eventType === 'cancel-refused') {
      poller.queryOrder(report.observation.accountId, report.observation.clientOrderId)
    }
  })

  const pause = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      endPause = resolve
      cancelPause = deps.timers.after(ms, resolve)
    })

  const queryUntilAnswered = async (
    accountId: AccountId,
    clientOrderId: ClientOrderId,
  ): Promise<void> => {
    for (let attempt = 0; !disposed; attempt += 1) {
      const answer = await deps.reads.detail(accountId, clientOrderId, 'settle')
      if (disposed) return
      if (answer.ok) {
        if (answer.value.seen === 'found') reports.observe(answer.value.observation)
        return
      }
      await pause(RECOVER_RETRY_MS[Math.min(attempt, RECOVER_RETRY_MS.length - 1)] ?? 5_000)
    }
  }

  return {
    reports,
    settle: (request) => settlement.open(request),
    queryOrder: (accountId, clientOrderId) => poller.queryOrder(accountId, clientOrderId),
    async recover(open) {
      for (const request of open) settlement.open(request)
      for (const order of deps.projection.orders.all()) {
        if (isFinal(order.status)) continue
        await queryUntilAnswered(order.accountId, order.clientOrderId)
        if (disposed) return false
      }
      poller.start()
      return !disposed
    },
    onSubscribed() {
      settlement.probeNow()
      poller.refresh()
    },
    get unsettled() {
      return settlement.size
    },
    dispose() {
      disposed = true
      cancelPause()
      endPause()
      settlement.dispose()
      poller.dispose()
    },
  }
}
