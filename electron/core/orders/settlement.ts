import type { Disposer } from '../../../shared/domain/brand.js'
import type { AccountId, ClientOrderId } from '../../../shared/domain/ids.js'
import type { OrderChange } from '../../../shared/domain/orders/order.js'
import { isFinal, isUncertain } from '../../../shared/domain/orders/order-state.js'
import type { ClockPort, LogPort, TimerPort } from '../ports.js'
import { showsChange, type OrderReports, type OrderReport } from './order-reports.js'
import type { OrderJournal } from './order-journal.js'
import type { OrderReadsPort } from './order-reads-port.js'
import type { OrderProjection } from './order-projection.js'

/**
 * Delays between Order Detail queries for a request with an unknown outcome; the last one repeats.
 */
const PROBE_DELAYS_MS: readonly number[] = [500, 1_000, 2_000, 4_000, 8_000, 15_000, 30_000, 60_000]
/** Absence is final only after this many answers over this time, while events were connected. */
const ABSENT_PROBES = 6
const ABSENT_AFTER_MS = 60_000

/**
 * A request with an unknown outcome. `acknowledged`: the provider accepted it, but has not shown
 * its effect yet.
 */
export interface OpenRequest {
  /** The request's id in the journal; for a placement the client order id. */
  readonly request: string
  readonly kind: 'place' | 'replace' | 'cancel'
  readonly accountId: AccountId
  readonly clientOrderId: ClientOrderId
  readonly change: OrderChange | null
  readonly acknowledged: boolean
}

export interface SettlementDeps {
  readonly reads: Pick<OrderReadsPort, 'detail'>
  readonly projection: OrderProjection
  readonly journal: OrderJournal
  readonly reports: OrderReports
  readonly clock: ClockPort
  readonly timers: TimerPort
  readonly log: LogPort
  readonly eventsHealthy: () => boolean
}

/**
 * Determines the outcome of requests by Order Detail only (REL-31); events may end a search sooner.
 */
export interface Settlement {
  open(request: OpenRequest): void
  /** Checks whether a report of an order ends one of its requests. */
  onReport(report: OrderReport): void
  /** Queries every open request now, as after a reconnect. */
  probeNow(): void
  readonly size: number
  dispose: Disposer
}

interface Search {
  readonly request: OpenRequest
  /** Start of the period in which Order Detail has reported absence while events were connected. */
  since: number
  probes: number
  attempt: number
  requesting: boolean
  cancelTimer: Disposer
}

const keyOf = (request: OpenRequest): string => `${request.kind}:${request.clientOrderId}`

/** Creates the settlement without open requests. */
export function createSettlement(deps: SettlementDeps): Settlement {
  const searches = new Map<string, Search>()
  let disposed = false

  const forget = (search: Search): void => {
    search.cancelTimer()
    if (searches.get(keyOf(search.request)) === search) searches.delete(keyOf(search.request))
  }

  const conclude = (
    search: Search,
    as: 'absent' | 'done' | 'not-done',
    note: string | null,
  ): void => {
    const { request } = search
    forget(search)
    // The journal already holds the observation that shows the placed order.
    if (request.kind === 'place' && as !== 'absent') return
    void deps.journal.append({
      kind: 'settled',
      of: request.request,
      clientOrderId: request.clientOrderId,
      as,
      note,
      at: deps.clock.now(),
    })
    deps.log.event('info', 'order.settled', { kind: request.kind, as })
    if (request.kind === 'place') {
      deps.projection.apply({
        fact: 'answer',
        clientOrderId: request.clientOrderId,
        event: 'proved-absent',
        orderId: null,
        note,
        at: deps.clock.now(),
      })
      return
    }
    deps.projection.apply({
      fact: 'request-end',
      clientOrderId: request.clientOrderId,
      kind: request.kind,
      note,
      at: deps.clock.now(),
    })
  }

  /** Returns how the order's row settles the request; null when it does not. */
  const endedBy = (
    search: Search,
    report: OrderReport | null,
  ): { readonly as: 'done' | 'not-done'; readonly note: string | null } | null => {
    const { request } = search
    const order = deps.projection.get(request.clientOrderId)
    if (order === undefined) return null
    if (request.kind === 'place') {
      return isUncertain(order.status) ? null : { as: 'done', note: null }
    }
    if (isFinal(order.status)) {
      return {
        as: request.kind === 'cancel' && order.status === 'cancelled' ? 'done' : 'not-done',
        note: null,
      }
    }
    if (report === null) return null
    if (request.kind === 'cancel') {
      return report.eventType === 'cancel-refused'
        ? { as: 'not-done', note: 'Cancel refused' }
        : null
    }
    if (report.eventType === 'replace-refused') return { as: 'not-done', note: 'Replace refused' }
    if (report.eventType === 'replace-done') return { as: 'done', note: null }
    const shown =
      report.observation.source === 'detail' &&
      request.change !== null &&
      showsChange(report.observation, request.change)
    return shown ? { as: 'done', note: null } : null
  }

  const notYet = (search: Search): void => {
    const { request } = search
    if (!deps.eventsHealthy()) {
      // While events are disconnected, the absence of updates means nothing; restart the count.
      search.probes = 0
      search.since = deps.clock.monotonic()
      return
    }
    search.probes += 1
    if (search.probes < ABSENT_PROBES || deps.clock.monotonic() - search.since < ABSENT_AFTER_MS) {
      return
    }
    if (request.kind === 'place') {
      conclude(search, 'absent', 'Not placed, as far as the provider reports')
    } else {
      const action = request.kind === 'cancel' ? 'Cancel' : 'Replace'
      conclude(
        search,
        'not-done',
        request.acknowledged
          ? `${action} was taken by the provider, but shows no effect`
          : `${action} did not arrive, as far as the provider reports`,
      )
    }
  }

  const probe = async (search: Search): Promise<void> => {
    if (search.requesting || disposed) return
    // A late response may have settled it in the meantime.
    const ended = endedBy(search, null)
    if (ended !== null) {
      conclude(search, ended.as, ended.note)
      return
    }
    search.requesting = true
    const { accountId, clientOrderId } = search.request
    const answer = await deps.reads.detail(accountId, clientOrderId, 'settle')
    search.requesting = false
    if (disposed || searches.get(keyOf(search.request)) !== search) return
    if (answer.ok && answer.value.seen === 'found') deps.reports.observe(answer.value.observation)
    if (searches.get(keyOf(search.request)) !== search) return
    if (answer.ok) notYet(search)
    if (searches.get(keyOf(search.request)) === search) schedule(search)
  }

  const schedule = (search: Search): void => {
    const delay = PROBE_DELAYS_MS[Math.min(search.attempt, PROBE_DELAYS_MS.length - 1)] ?? 60_000
    search.attempt += 1
    search.cancelTimer()
    search.cancelTimer = deps.timers.after(delay, () => void probe(search))
  }

  return {
    open(request) {
      const known = searches.get(keyOf(request))
      if (known !== undefined) forget(known)
      const search: Search = {
        request,
        since: deps.clock.monotonic(),
        probes: 0,
        attempt: 0,
        requesting: false,
        cancelTimer: () => undefined,
      }
      searches.set(keyOf(request), search)
      // An event may have arrived before the response to the request.
      const ended = endedBy(search, null)
      if (ended === null) schedule(search)
      else conclude(search, ended.as, ended.note)
    },
    onReport(report) {
      for (const kind of ['place', 'replace', 'cancel'] as const) {
        const search = searches.get(`${kind}:${report.observation.clientOrderId}`)
        if (search === undefined) continue
        const ended = endedBy(search, report)
        if (ended !== null) conclude(search, ended.as, ended.note)
      }
    },
    probeNow() {
      for (const search of Array.from(searches.values())) {
        // Queries made while events were disconnected do not count, so restart the series of
        // delays.
        search.attempt = 0
        void probe(search)
      }
    },
    get size() {
      return searches.size
    },
    dispose() {
      disposed = true
      for (const search of searches.values()) search.cancelTimer()
      searches.clear()
    },
  }
}
