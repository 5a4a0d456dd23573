import type { Disposer } from '../../../../shared/domain/brand.js'
import { isZero } from '../../../../shared/domain/decimal.js'
import type { AccountId, ClientOrderId } from '../../../../shared/domain/ids.js'
import { isWorking } from '../../../../shared/domain/orders/order-state.js'
import type { ClockPort, LogPort, TimerPort } from '../../ports.js'
import type { Result } from '../../../../shared/domain/result.js'
import { message } from '../../../../shared/messages/make-message.js'
import type { ProviderFailure } from '../../provider-failure.js'
import { Absence } from './absence.js'
import { MissedEvents } from './missed-events.js'
import { OpenOrderLists, type ListProgress, type OpenOrderList } from './open-order-lists.js'
import { createOrderReports, type OrderReport, type OrderReports } from './order-reports.js'
import { journalText } from '../journal/journal-record.js'
import type { OrderJournal } from '../order-journal.js'
import type { OrderObservation } from '../order-observation.js'
import type { RequestBudgetPort } from '../request-budget-port.js'
import type { OrderReadsPort } from '../order-reads-port.js'
import type { OrderProjection } from '../order-projection.js'
import type { OpenRequest } from '../recovery.js'
import { Settlement } from './settlement.js'
import { differsFromRow, OrderPoller } from './order-poller.js'

export interface ReconcilerDeps {
  readonly reads: OrderReadsPort
  /** How much polling the request budgets allow; without it, polling has no limit. */
  readonly requestBudget?: Pick<RequestBudgetPort, 'pollDelayMs'>
  readonly projection: OrderProjection
  readonly journal: OrderJournal
  readonly clock: ClockPort
  readonly timers: TimerPort
  readonly log: LogPort
  readonly eventsHealthy: () => boolean
  /** Called when an order changed that no event reported; the event stream may be dead. */
  readonly onMissedEvent?: () => void
  /** Every account; the one that a person looks at comes first. */
  readonly accounts: () => readonly AccountId[]
}

/** Keeps the local state of orders consistent with the provider's. */
export class Reconciler {
  readonly reports: OrderReports
  readonly #deps: ReconcilerDeps
  readonly #settlement: Settlement
  readonly #poller: OrderPoller
  readonly #lists: OpenOrderLists
  readonly #absence: Absence
  readonly #missed: MissedEvents
  #disposed = false
  #hasSubscribed = false
  #endRecovery: () => void = () => undefined

  /** Combines order reports, settlement and poller. */
  constructor(deps: ReconcilerDeps) {
    const reports = createOrderReports(deps)
    this.reports = reports
    this.#deps = deps
    this.#settlement = new Settlement({ ...deps, reports })
    this.#absence = new Absence(deps.clock)
    this.#missed = new MissedEvents(deps.timers, () => {
      if (deps.eventsHealthy()) deps.onMissedEvent?.()
    })
    this.#lists = new OpenOrderLists({
      ...deps,
      observe: (listed) => this.#onListed(listed),
      onComplete: (list) => this.#settlement.onList(list),
    })
    this.#poller = new OrderPoller({
      ...deps,
      reports,
      lists: this.#lists,
      onAbsent: (clientOrderId) => this.#onAbsent(clientOrderId),
    })
    reports.onIncomplete((accountId, clientOrderId) => this.queryOrder(accountId, clientOrderId))
    reports.onReport((report) => this.#onReport(report))
  }

  get unsettled(): number {
    return this.#settlement.size
  }

  /** Determines the outcome of a request. */
  settle(request: OpenRequest): void {
    this.#settlement.open(request)
  }

  /** Queries Order Detail for this order next. */
  queryOrder(accountId: AccountId, clientOrderId: ClientOrderId): void {
    this.#poller.queryOrder(accountId, clientOrderId)
  }

  /**
   * Begins to list and query, at a start. Resolves true once the broker answered the first list of
   * open orders; the orders of the last run are confirmed afterwards, newest and largest first,
   * and are marked until then. False when disposed before.
   */
  async recover(open: readonly OpenRequest[]): Promise<boolean> {
    for (const request of open) this.#settlement.open(request)
    this.#poller.start()
    await this.#firstPage()
    return !this.#disposed
  }

  /** Reads an account's list of open orders to its end, beginning after this call. */
  listOpenOrders(
    accountId: AccountId,
    isProof: boolean,
  ): Promise<Result<OpenOrderList, ProviderFailure>> {
    return this.#lists.fresh(accountId, 'settle', isProof)
  }

  /** How much of an account's list has been read since the start. */
  listProgress(accountId: AccountId): ListProgress {
    return this.#lists.progress(accountId)
  }

  /** Subscribes to every page of a list that is answered. */
  onListPage(listener: (accountId: AccountId) => void): Disposer {
    return this.#lists.onPage(listener)
  }

  /** The event stream is live (again): earlier events were missed. */
  onSubscribed(): void {
    if (this.#hasSubscribed) this.#doubtWorking()
    this.#hasSubscribed = true
    this.#settlement.probeNow()
    this.#poller.refresh()
  }

  /** The computer slept: events of that time arrive late, or never. */
  onAwake(): void {
    this.#doubtWorking()
  }

  /** Requests that had no answer may have one now. */
  onNetworkBack(): void {
    this.#settlement.queryNow()
  }

  dispose(): void {
    this.#disposed = true
    this.#endRecovery()
    this.#lists.dispose()
    this.#missed.dispose()
    this.#settlement.dispose()
    this.#poller.dispose()
  }

  /** Marks working orders until the broker reports them again: they are shown as of before. */
  #doubtWorking(): void {
    const { projection } = this.#deps
    for (const { clientOrderId } of projection.working()) {
      projection.apply({ fact: 'unreported', clientOrderId })
    }
  }

  #onReport(report: OrderReport): void {
    this.#settlement.onReport(report)
    this.#missed.onReport(report)
    const { order } = report.applied
    this.#poller.onReported(report.observation.clientOrderId)
    this.#absence.onReport(report.observation, order !== null && isWorking(order.status))
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

  /** Waits for the first page of the first account's list, or for the end. */
  #firstPage(): Promise<void> {
    const [first] = this.#deps.accounts()
    if (first === undefined || this.#lists.progress(first).hasPage) return Promise.resolve()
    return new Promise((resolve) => {
      const stopListening = this.#lists.onPage((accountId) => {
        if (accountId === first) this.#endRecovery()
      })
      this.#endRecovery = () => {
        stopListening()
        resolve()
      }
    })
  }

  #onListed(listed: OrderObservation): void {
    const { accountId, clientOrderId } = listed
    const known = this.#deps.projection.get(clientOrderId)
    if (known !== undefined && differsFromRow(known, listed)) {
      this.#poller.queryOrder(accountId, clientOrderId)
    }
    this.reports.observe(listed)
  }

  /** Ends an order that the broker does not know any more, once that is proved. */
  #onAbsent(clientOrderId: ClientOrderId): 'proved' | 'query-again' {
    const { projection, journal, clock, log, eventsHealthy } = this.#deps
    const order = projection.get(clientOrderId)
    if (order === undefined || !isWorking(order.status)) return 'proved'
    if (!eventsHealthy()) {
      this.#absence.forget(clientOrderId)
      return 'query-again'
    }
    const apartMs = this.#absence.confirm(order)
    if (apartMs === null) return 'query-again'
    const note = message('orders.notKnownToBroker', { seconds: Math.round(apartMs / 1_000) })
    const now = clock.now()
    if (order.ours) {
      const record = { kind: 'settled', of: clientOrderId, clientOrderId, as: 'not-found' } as const
      void journal.append({ ...record, note: journalText(note), at: now })
    }
    log.event('warn', 'order.not-found')
    projection.apply({ fact: 'vanished', clientOrderId, note, at: now })
    return 'proved'
  }
}
