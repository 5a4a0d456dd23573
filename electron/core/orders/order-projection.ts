import type { ClientOrderId } from '../../../shared/domain/ids.js'
import type { Fill, Order } from '../../../shared/domain/orders/order.js'
import { isFinal, isUncertain, isWorking } from '../../../shared/domain/orders/order-state.js'
import { FORGET_ABOVE, ordersToForget } from '../../../shared/domain/orders/retained-orders.js'
import type { LiveEvents, LiveRows } from '../live-values.js'
import { createEmitter } from '../../../shared/domain/emitter.js'
import { newLinkedEnds } from './reconcile/linked-ends.js'
import type { OrderFact } from './order-fact.js'
import type { Tracked } from './order-row.js'
import { reduceOrder, type Reduction } from './reduce-order.js'
import type { Message } from '../../../shared/messages/message.js'

const MAX_FILLS = 2_000

type RequestFact = Extract<OrderFact, { readonly fact: 'request' }>

/** Keeps a request for an order without a row until it ends. */
function rememberRequest(early: Map<ClientOrderId, RequestFact>, fact: OrderFact): void {
  if (fact.fact === 'request') early.set(fact.clientOrderId, fact)
  if (fact.fact === 'request-end') early.delete(fact.clientOrderId)
}

/** Adds a request to the first row of its order. */
const withRequest = (first: Reduction, request: RequestFact | undefined): Reduction =>
  first.tracked === null || request === undefined
    ? first
    : { ...first, tracked: reduceOrder(first.tracked, request).tracked }

/** The result of `apply`; listeners were notified before it returns. */
export interface Applied {
  readonly order: Order | null
  readonly changed: boolean
  /** True when the order is unknown and the observation is not sufficient to create its row. */
  readonly incomplete: boolean
}

/** The content of a projection: its rows in their order, and its recent fills. */
export interface StoredProjection {
  readonly rows: readonly Tracked[]
  readonly fills: readonly Fill[]
}

/** All known orders, as a fold over facts from every source. */
export interface OrderProjection {
  readonly orders: LiveRows<Order>
  readonly fills: LiveEvents<Fill>
  apply(fact: OrderFact): Applied
  /** Returns the content; `restore` of another projection continues from it. */
  stored(): StoredProjection
  /** Adds stored content. A row that is already known stays. Reports no anomaly again. */
  restore(content: StoredProjection): void
  get(clientOrderId: ClientOrderId): Order | undefined
  working(): readonly Order[]
  uncertain(): readonly Order[]
  /** Subscribes to contradictory reports; the order keeps its last valid state. */
  onAnomaly(
    listener: (found: { readonly order: Order; readonly what: Message }) => void,
  ): () => void
}

/**
 * The newest fills. Their list is made when somebody reads it: copying all of them with every fill
 * would take longer than the fill itself.
 */
class RecentFills {
  #stored: Fill[] = []
  #listed: readonly Fill[] | null = null

  readonly list = (): readonly Fill[] => (this.#listed ??= this.#stored.slice(-MAX_FILLS))

  add(fills: readonly Fill[]): void {
    if (fills.length === 0) return
    this.#stored.push(...fills)
    if (this.#stored.length > 2 * MAX_FILLS) this.#stored = this.#stored.slice(-MAX_FILLS)
    this.#listed = null
  }

  /** Adds fills that are older than all others. */
  prepend(fills: readonly Fill[]): void {
    this.#stored = [...fills, ...this.#stored].slice(-MAX_FILLS)
    this.#listed = null
  }
}

/** Creates an empty projection. */
export function createProjection(): OrderProjection {
  const rows = new Map<ClientOrderId, Tracked>()
  const changed = createEmitter<readonly Order[]>()
  const happened = createEmitter<readonly Fill[]>()
  const anomalies = createEmitter<{ readonly order: Order; readonly what: Message }>()
  const fills = new RecentFills()
  let finalRows = 0
  /** The rows as a list; null after a change. */
  let listed: readonly Order[] | null = null
  /** The requests for orders that have no row yet: its first row shows them as pending. */
  const early = new Map<ClientOrderId, RequestFact>()
  /** Listeners read these after every change of any order, so they are not searched for. */
  const uncertain = new Set<ClientOrderId>()

  const setRow = (id: ClientOrderId, known: Tracked | null, next: Tracked): void => {
    rows.set(id, next)
    listed = null
    const wasFinal = known !== null && isFinal(known.order.status)
    finalRows += Number(isFinal(next.order.status)) - Number(wasFinal)
    if (isUncertain(next.order.status)) uncertain.add(id)
    else uncertain.delete(id)
  }

  const all = (): readonly Order[] =>
    (listed ??= Array.from(rows.values(), (tracked) => tracked.order))

  /** Notes on linked orders which fill canceled them; returns those that it changed. */
  const explainLinked = (order: Order): readonly Order[] => {
    const explained = newLinkedEnds(order, all)
    for (const other of explained) {
      const tracked = rows.get(other.clientOrderId)
      if (tracked !== undefined) setRow(other.clientOrderId, tracked, { ...tracked, order: other })
    }
    return explained
  }

  const forgetOldest = (): void => {
    if (finalRows <= FORGET_ABOVE) return
    const old = ordersToForget(all())
    for (const id of old) rows.delete(id)
    finalRows -= old.length
    listed = null
  }

  return {
    orders: { all, subscribe: (listener) => changed.add(listener) },
    fills: { recent: fills.list, subscribe: (listener) => happened.add(listener) },
    onAnomaly: (listener) => anomalies.add(listener),
    get: (id) => rows.get(id)?.order,
    working: () => all().filter((order) => isWorking(order.status)),
    uncertain: () => [...uncertain].flatMap((id) => rows.get(id)?.order ?? []),
    stored: () => ({ rows: Array.from(rows.values()), fills: fills.list() }),
    restore(content) {
      const added = content.rows.filter(({ order }) => !rows.has(order.clientOrderId))
      for (const tracked of added) setRow(tracked.order.clientOrderId, null, tracked)
      fills.prepend(content.fills)
      if (added.length > 0) changed.emit(added.map(({ order }) => order))
      if (content.fills.length > 0) happened.emit(content.fills)
    },
    apply(fact) {
      const id = fact.fact === 'observed' ? fact.observation.clientOrderId : fact.clientOrderId
      const last = rows.get(id) ?? null
      if (last === null) rememberRequest(early, fact)
      const next = withRequest(reduceOrder(last, fact), last === null ? early.get(id) : undefined)
      if (next.tracked !== null) early.delete(id)
      if (next.tracked === null) return { order: null, changed: false, incomplete: next.incomplete }
      setRow(id, last, next.tracked)
      if (next.changed || next.fills.length > 0) {
        if (last === null) forgetOldest()
        fills.add(next.fills)
        const others = explainLinked(next.tracked.order).filter((row) => row.clientOrderId !== id)
        changed.emit([rows.get(id)?.order ?? next.tracked.order, ...others])
        if (next.fills.length > 0) happened.emit(next.fills)
      }
      if (next.anomaly !== null) anomalies.emit({ order: next.tracked.order, what: next.anomaly })
      const order = rows.get(id)?.order ?? next.tracked.order
      return { order, changed: next.changed, incomplete: false }
    },
  }
}
