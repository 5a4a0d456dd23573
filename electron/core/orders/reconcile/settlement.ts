import type { Disposer } from '../../../../shared/domain/brand.js'
import type { Order } from '../../../../shared/domain/orders/order.js'
import { isFinal, isUncertain } from '../../../../shared/domain/orders/order-state.js'
import type { ClockPort, LogPort, TimerPort } from '../../ports.js'
import { showsChange, type OrderReports, type OrderReport } from './order-reports.js'
import { journalNote } from '../journal/journal-record.js'
import type { OrderJournal } from '../order-journal.js'
import type { OpenRequest } from '../recovery.js'
import type { OpenOrderList } from './open-order-lists.js'
import type { DetailAnswer, OrderReadsPort } from '../order-reads-port.js'
import type { ProviderFailure } from '../../provider-failure.js'
import type { Result } from '../../../../shared/domain/result.js'
import type { OrderProjection } from '../order-projection.js'
import { message } from '../../../../shared/messages/make-message.js'
import type { Message } from '../../../../shared/messages/message.js'

/** Delays between the first Order Detail queries for a request with an unknown outcome. */
const PROBE_DELAYS_MS: readonly number[] = [500, 1_000, 2_000, 4_000, 8_000, 15_000, 30_000]
/** The delay after these, and the longest one. */
const MAX_PROBE_DELAY_MS = 60_000
/**
 * What shows no effect is final only after this many answers over this time, while events were
 * connected: an order that is absent, or one that is found as it was. The latter says more, and
 * after a storm many changes are unsettled at once, while the provider limits the queries.
 */
const PROBES: Readonly<Record<OpenRequest['kind'], number>> = { place: 6, replace: 3, cancel: 3 }
const NO_EFFECT_AFTER_MS = 60_000
/** Time between the two complete lists that prove that a cancel had no effect. */
const LISTED_AGAIN_MS = 5_000
/** The provider answers about one query a second, so that many searches query more seldom. */
const PACE_MS = 1_000
/**
 * So many queries run at once; the others wait here, so that one whose search has ended in the
 * meantime is never sent.
 */
const MAX_QUERIES = 4

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

interface Search {
  readonly request: OpenRequest
  /** Start of the period in which Order Detail has reported absence while events were connected. */
  since: number
  probes: number
  /**
   * How new the state is that the first complete list showed with the order still open, by the
   * monotonic clock; null before.
   */
  listedAt: number | null
  attempt: number
  requesting: boolean
  cancelTimer: Disposer
}

const keyOf = (request: OpenRequest): string => `${request.kind}:${request.clientOrderId}`

/** What became of a request: `done`, or not. `note` is shown with the order; null for none. */
interface Ended {
  readonly as: 'done' | 'not-done'
  readonly note: Message | null
}

/**
 * Returns how an order, or the newest report of it, ends one of its requests; null when it does
 * not.
 */
function endedBy(
  request: OpenRequest,
  order: Order | undefined,
  report: OrderReport | null,
): Ended | null {
  if (order === undefined) return null
  if (request.kind === 'place') return isUncertain(order.status) ? null : { as: 'done', note: null }
  if (isFinal(order.status)) {
    const cancelled = request.kind === 'cancel' && order.status === 'cancelled'
    return { as: cancelled ? 'done' : 'not-done', note: null }
  }
  if (report === null) return null
  if (request.kind === 'cancel') {
    return report.eventType === 'cancel-refused'
      ? { as: 'not-done', note: message('orders.changeRefused', { kind: 'cancel' }) }
      : null
  }
  if (report.eventType === 'replace-refused') {
    return { as: 'not-done', note: message('orders.changeRefused', { kind: 'replace' }) }
  }
  if (report.eventType === 'replace-done') return { as: 'done', note: null }
  const isShown =
    report.observation.source === 'detail' &&
    request.change !== null &&
    showsChange(report.observation, request.change)
  return isShown ? { as: 'done', note: null } : null
}

/** Describes a change of which the provider has shown no effect. */
function noEffectNote(kind: 'replace' | 'cancel', acknowledged: boolean): Message {
  return acknowledged
    ? message('orders.changeWithoutEffect', { kind })
    : message('orders.changeNotReceived', { kind })
}

/**
 * Determines the outcome of requests by Order Detail (REL-31); events may end a search sooner. A
 * page of open orders answers as much about cancels as a hundred queries of Order Detail, so that
 * lists may end those searches too: they prove that an order is still open, never that it is not.
 */
export class Settlement {
  readonly #deps: SettlementDeps
  readonly #searches = new Map<string, Search>()
  /** The searches whose next query is due, oldest first. */
  readonly #due = new Set<Search>()
  #queries = 0
  /** Since when no event was missed, by the monotonic clock. */
  #subscribedAt = Number.NEGATIVE_INFINITY
  #disposed = false

  /** Creates the settlement without open requests. */
  constructor(deps: SettlementDeps) {
    this.#deps = deps
  }

  get size(): number {
    return this.#searches.size
  }

  open(request: OpenRequest): void {
    const known = this.#searches.get(keyOf(request))
    if (known !== undefined) this.#forget(known)
    const search: Search = {
      request,
      since: this.#deps.clock.monotonic(),
      probes: 0,
      listedAt: null,
      attempt: 0,
      requesting: false,
      cancelTimer: () => undefined,
    }
    this.#searches.set(keyOf(request), search)
    // An event may have arrived before the response to the request.
    const ended = this.#endedBy(search, null)
    if (ended === null) this.#schedule(search)
    else this.#conclude(search, ended)
  }

  /** Checks whether a report of an order ends one of its requests. */
  onReport(report: OrderReport): void {
    for (const kind of ['place', 'replace', 'cancel'] as const) {
      const search = this.#searches.get(`${kind}:${report.observation.clientOrderId}`)
      if (search === undefined) continue
      const ended = this.#endedBy(search, report)
      if (ended !== null) this.#conclude(search, ended)
    }
  }

  /** Counts a complete list as an answer about each unsettled cancel whose order it names. */
  onList(list: OpenOrderList): void {
    if (this.#searches.size === 0) return
    const shownAt = this.#shownAt(list)
    for (const search of Array.from(this.#searches.values())) {
      const { kind, accountId, clientOrderId } = search.request
      if (kind !== 'cancel' || accountId !== list.accountId) continue
      if (list.ids.has(clientOrderId)) this.#countListed(search, shownAt)
      else search.listedAt = null
    }
  }

  /** Queries every open request now, as after a reconnect. */
  probeNow(): void {
    this.#subscribedAt = this.#deps.clock.monotonic()
    this.queryNow()
  }

  /** Queries every open request now, because the network may be back. */
  queryNow(): void {
    for (const search of Array.from(this.#searches.values())) {
      // Queries made while events were disconnected do not count, so restart the series of delays.
      search.attempt = 0
      this.#due.add(search)
    }
    this.#queryDue()
  }

  dispose(): void {
    this.#disposed = true
    for (const search of this.#searches.values()) search.cancelTimer()
    this.#searches.clear()
    this.#due.clear()
  }

  #endedBy({ request }: Search, report: OrderReport | null): Ended | null {
    return endedBy(request, this.#deps.projection.get(request.clientOrderId), report)
  }

  /** True while this search, and no later one of the same request, is running. */
  #isOpen(search: Search): boolean {
    return this.#searches.get(keyOf(search.request)) === search
  }

  #forget(search: Search): void {
    search.cancelTimer()
    this.#due.delete(search)
    if (this.#isOpen(search)) this.#searches.delete(keyOf(search.request))
  }

  #schedule(search: Search): void {
    const delay = Math.max(
      PROBE_DELAYS_MS[search.attempt] ?? MAX_PROBE_DELAY_MS,
      search.attempt === 0 ? 0 : Math.min(this.#searches.size * PACE_MS, MAX_PROBE_DELAY_MS),
    )
    search.attempt += 1
    search.cancelTimer()
    search.cancelTimer = this.#deps.timers.after(delay, () => {
      this.#due.add(search)
      this.#queryDue()
    })
  }

  #queryDue(): void {
    for (const search of this.#due) {
      if (this.#queries >= MAX_QUERIES) return
      this.#due.delete(search)
      void this.#probe(search)
    }
  }

  /** Queries Order Detail once and schedules the next query where that does not end the search. */
  async #probe(search: Search): Promise<void> {
    if (search.requesting || this.#disposed) return
    // A late response may have settled it in the meantime.
    const ended = this.#endedBy(search, null)
    if (ended !== null) {
      this.#conclude(search, ended)
      return
    }
    search.requesting = true
    this.#queries += 1
    const { accountId, clientOrderId } = search.request
    const answer = await this.#deps.reads.detail(accountId, clientOrderId, 'settle')
    search.requesting = false
    this.#queries -= 1
    this.#onAnswer(search, answer)
    this.#queryDue()
  }

  #onAnswer(search: Search, answer: Result<DetailAnswer, ProviderFailure>): void {
    if (!this.#isOpen(search)) return
    if (answer.ok && answer.value.seen === 'found') {
      this.#deps.reports.observe(answer.value.observation)
    }
    if (!this.#isOpen(search)) return
    if (answer.ok) this.#countUnchanged(search)
    if (this.#isOpen(search)) this.#schedule(search)
  }

  /**
   * Returns how new the state is that a list shows, by the monotonic clock: lists lag, and one that
   * names an order which had ended before is at least as old as that end.
   */
  #shownAt({ ids, startedAt, requestedAt }: OpenOrderList): number {
    let lagMs = 0
    for (const id of ids) {
      const row = this.#deps.projection.get(id)
      if (row !== undefined && isFinal(row.status)) {
        lagMs = Math.max(lagMs, requestedAt - row.updatedAt)
      }
    }
    return startedAt - lagMs
  }

  /** Counts a list that shows the order still open; two such states prove that nothing happened. */
  #countListed(search: Search, shownAt: number): void {
    const quietSince = Math.max(search.since, this.#subscribedAt)
    if (!this.#deps.eventsHealthy() || shownAt - quietSince < NO_EFFECT_AFTER_MS) {
      search.listedAt = null
      return
    }
    search.listedAt ??= shownAt
    if (shownAt - search.listedAt >= LISTED_AGAIN_MS) this.#concludeWithoutEffect(search)
  }

  /** Counts an answer that does not end the search; enough of them prove that nothing happened. */
  #countUnchanged(search: Search): void {
    const { clock, eventsHealthy } = this.#deps
    const { request } = search
    if (!eventsHealthy()) {
      // While events are disconnected, the absence of updates means nothing; restart the count.
      search.probes = 0
      search.listedAt = null
      search.since = clock.monotonic()
      return
    }
    search.probes += 1
    const waitedMs = clock.monotonic() - search.since
    if (search.probes < PROBES[request.kind] || waitedMs < NO_EFFECT_AFTER_MS) return
    this.#concludeWithoutEffect(search)
  }

  #concludeWithoutEffect(search: Search): void {
    const { request } = search
    this.#conclude(
      search,
      request.kind === 'place'
        ? { as: 'absent', note: message('orders.notPlacedAsReported') }
        : { as: 'not-done', note: noEffectNote(request.kind, request.acknowledged) },
    )
  }

  /** Ends a search: journals its result and applies it to the order. */
  #conclude(
    search: Search,
    { as, note }: { readonly as: Ended['as'] | 'absent'; readonly note: Message | null },
  ): void {
    const { journal, projection, clock, log } = this.#deps
    const { request, kind, clientOrderId } = search.request
    this.#forget(search)
    // The journal already holds the observation that shows the placed order.
    if (kind === 'place' && as !== 'absent') return
    void journal.append({
      kind: 'settled',
      of: request,
      clientOrderId,
      as,
      note: journalNote(note),
      at: clock.now(),
    })
    log.event('info', 'order.settled', { kind, as })
    projection.apply(
      kind === 'place'
        ? {
            fact: 'answer',
            clientOrderId,
            event: 'proved-absent',
            orderId: null,
            note,
            at: clock.now(),
          }
        : { fact: 'request-end', clientOrderId, kind, note, at: clock.now() },
    )
  }
}
