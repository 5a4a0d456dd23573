import type { Disposer } from '../../../../shared/domain/brand.js'
import { isZero } from '../../../../shared/domain/decimal.js'
import type { AccountId, ClientOrderId } from '../../../../shared/domain/ids.js'
import { isFinal } from '../../../../shared/domain/orders/order-state.js'
import type { ClockPort, LogPort, TimerPort } from '../../ports.js'
import { RetryPause } from '../../retry-pause.js'
import { createOrderReports, type OrderReport, type OrderReports } from './order-reports.js'
import type { OrderJournal } from '../order-journal.js'
import type { OrderReadsPort } from '../order-reads-port.js'
import type { OrderProjection } from '../order-projection.js'
import { createSettlement, type OpenRequest, type Settlement } from './settlement.js'
import { createOrderPoller, type OrderPoller } from './order-poller.js'

/** Pauses between attempts to reach the provider at a start; the last one repeats. */
const RECOVER_RETRY_MS = [250, 500, 1_000, 2_000, 5_000] as const

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
export const createReconciler = (deps: ReconcilerDeps): Reconciler => new ReconcilerImpl(deps)

class ReconcilerImpl implements Reconciler {
  readonly reports: OrderReports
  readonly #deps: ReconcilerDeps
  readonly #settlement: Settlement
  readonly #poller: OrderPoller
  readonly #pause: RetryPause
  #disposed = false

  constructor(deps: ReconcilerDeps) {
    const reports = createOrderReports(deps)
    this.reports = reports
    this.#deps = deps
    this.#settlement = createSettlement({ ...deps, reports })
    this.#poller = createOrderPoller({ ...deps, reports })
    this.#pause = new RetryPause(deps.timers, RECOVER_RETRY_MS)
    reports.onIncomplete((accountId, clientOrderId) => this.queryOrder(accountId, clientOrderId))
    reports.onReport((report) => this.#onReport(report))
  }

  get unsettled(): number {
    return this.#settlement.size
  }

  settle(request: OpenRequest): void {
    this.#settlement.open(request)
  }

  queryOrder(accountId: AccountId, clientOrderId: ClientOrderId): void {
    this.#poller.queryOrder(accountId, clientOrderId)
  }

  async recover(open: readonly OpenRequest[]): Promise<boolean> {
    for (const request of open) this.#settlement.open(request)
    for (const order of this.#deps.projection.orders.all()) {
      if (isFinal(order.status)) continue
      await this.#queryUntilAnswered(order.accountId, order.clientOrderId)
      if (this.#disposed) return false
    }
    this.#poller.start()
    return !this.#disposed
  }

  onSubscribed(): void {
    this.#settlement.probeNow()
    this.#poller.refresh()
  }

  dispose(): void {
    this.#disposed = true
    this.#pause.end()
    this.#settlement.dispose()
    this.#poller.dispose()
  }

  #onReport(report: OrderReport): void {
    this.#settlement.onReport(report)
    // The event of a replace does not carry the order's new terms, and no event carries the fees of
    // fills; only Order Detail does (EVENTS-3).
    const { eventType, applied, observation } = report
    const charged =
      (eventType === 'final-fill' || eventType === 'cancel-done') &&
      applied.order !== null &&
      !isZero(applied.order.filledQuantity)
    if (charged || eventType === 'replace-done' || eventType === 'cancel-refused') {
      this.queryOrder(observation.accountId, observation.clientOrderId)
    }
  }

  async #queryUntilAnswered(accountId: AccountId, clientOrderId: ClientOrderId): Promise<void> {
    for (let attempt = 0; !this.#disposed; attempt += 1) {
      const answer = await this.#deps.reads.detail(accountId, clientOrderId, 'settle')
      if (this.#disposed) return
      if (answer.ok) {
        if (answer.value.seen === 'found') this.reports.observe(answer.value.observation)
        return
      }
      await this.#pause.wait(attempt)
    }
  }
}
