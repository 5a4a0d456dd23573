import {
  asMoney,
  asPrice,
  asQuantity,
  dec,
  fromInteger,
  type Quantity,
} from '../../../shared/domain/decimal.js'
import { clientOrderId, orderId, type ClientOrderId } from '../../../shared/domain/ids.js'
import type { OrderChange, OrderDraft } from '../../../shared/domain/orders/order.js'
import { err, ok } from '../../../shared/domain/result.js'
import { providerFailure } from '../../../electron/core/provider-failure.js'
import type {
  TradeEventsListener,
  TradeEventsPort,
  TradeEventType,
} from '../../../electron/core/orders/trade-events-port.js'
import type {
  ObservedStatus,
  OrderObservation,
} from '../../../electron/core/orders/order-observation.js'
import type { OrderPage } from '../../../electron/core/orders/order-reads-port.js'
import type { TradePort } from '../../../electron/core/orders/trade-port.js'
import type { WriteOutcome } from '../../../electron/core/orders/write-outcome.js'
import type { Simulation } from './simulation.js'
import { foreign } from '../../../shared/messages/make-message.js'

interface SimulatedOrder {
  draft: OrderDraft
  id: ClientOrderId
  number: number
  quantity: number
  filled: number
  limit: string
  status: ObservedStatus
  readonly history: { readonly at: number; readonly seen: OrderObservation }[]
}

/** How often each kind of fault occurs, from 0 to 1. */
export interface Faults {
  write: number
  read: number
  event: number
  staleListing: boolean
  /** True when the exchange refuses a client order id that it has seen. */
  dedupe: boolean
}

export const NO_FAULTS: Faults = { write: 0, read: 0, event: 0, staleListing: false, dedupe: true }

const PRICE = dec('100')

/**
 * The provider in memory: the true orders, behind a connection that drops, delays, repeats and
 * reorders.
 */
export class FakeExchange {
  faults: Faults
  readonly #simulation: Simulation
  readonly orders = new Map<ClientOrderId, SimulatedOrder>()
  /** Every request that left the client, whether or not it arrived. */
  readonly sent: { readonly kind: 'place' | 'replace' | 'cancel'; readonly id: ClientOrderId }[] =
    []
  /** The number of orders created per client order id; more than one is a failure of the client. */
  readonly created = new Map<ClientOrderId, number>()
  listener: TradeEventsListener | null = null
  streamHealthy = true
  /** The number of orders on a page of the listing. */
  pageSize = Number.POSITIVE_INFINITY
  /** Runs before an order leaves, as a wait for a rate limit does. */
  beforeLeaving: (() => Promise<void>) | null = null
  onSend: (kind: 'place' | 'replace' | 'cancel', id: ClientOrderId) => void = () => undefined
  #numbers = 0
  #elsewhere = 0

  constructor(simulation: Simulation, faults: Faults) {
    this.faults = faults
    this.#simulation = simulation
  }

  observation(simulated: SimulatedOrder, source: OrderObservation['source']): OrderObservation {
    return {
      source,
      accountId: simulated.draft.accountId,
      clientOrderId: simulated.id,
      orderId: orderId(`ORDER${simulated.number}`),
      assetClass: source === 'event' ? null : 'stock',
      symbol: simulated.draft.symbol,
      side: simulated.draft.side,
      type: simulated.draft.type,
      timeInForce: source === 'event' ? null : simulated.draft.timeInForce,
      session: source === 'event' ? null : simulated.draft.session,
      status: simulated.status,
      quantity: asQuantity(fromInteger(simulated.quantity)),
      amount: null,
      filledQuantity: asQuantity(fromInteger(simulated.filled)),
      averageFillPrice: simulated.filled > 0 ? asPrice(PRICE) : null,
      limitPrice: source === 'event' ? null : asPrice(dec(simulated.limit)),
      stopPrice: null,
      trail: null,
      fees: source === 'event' ? null : asMoney(dec('0')),
      placedAt: null,
      filledAt: null,
      reason: null,
      observedAt: this.#simulation.wall(),
    }
  }

  #recordHistory(held: SimulatedOrder): void {
    held.history.push({ at: this.#simulation.now, seen: this.observation(held, 'listing') })
  }

  #emit(held: SimulatedOrder, eventType: TradeEventType): void {
    const simulation = this.#simulation
    const notice = { eventType, observation: this.observation(held, 'event') }
    const copies = simulation.chance() < this.faults.event ? (simulation.chance() < 0.5 ? 0 : 2) : 1
    for (let copy = 0; copy < copies; copy += 1) {
      simulation.schedule(
        simulation.between(1, this.faults.event > 0 ? 900 : 30),
        () => {
          if (!this.streamHealthy) return
          this.listener?.onOrder({
            eventType,
            observation: { ...notice.observation, observedAt: simulation.wall() },
          })
        },
        -1,
      )
    }
  }

  #accept(draft: OrderDraft, id: ClientOrderId): WriteOutcome {
    if (this.faults.dedupe && this.orders.has(id)) return { outcome: 'repeated' }
    this.created.set(id, (this.created.get(id) ?? 0) + 1)
    this.#numbers += 1
    const simulated: SimulatedOrder = {
      draft,
      id,
      number: this.#numbers,
      quantity:
        draft.size.kind === 'quantity' ? Number(draft.size.quantity as unknown as string) : 1,
      filled: 0,
      limit: (draft.limitPrice as unknown as string | null) ?? '100',
      status: 'pending',
      history: [],
    }
    this.orders.set(id, simulated)
    this.#recordHistory(simulated)
    this.#simulation.record(`exchange takes ${id.slice(0, 6)}`)
    this.#scheduleFills(simulated)
    return { outcome: 'acknowledged', orderId: orderId(`ORDER${simulated.number}`) }
  }

  /** Schedules fills, partial fills or rest, independent of the client. */
  #scheduleFills(simulated: SimulatedOrder): void {
    const simulation = this.#simulation
    simulation.schedule(
      simulation.between(1, 40),
      () => {
        if (simulated.status !== 'pending') return
        simulated.status = 'working'
        this.#recordHistory(simulated)
        const step = (): void => {
          if (simulated.status !== 'working' && simulated.status !== 'partially-filled') return
          const left = simulated.quantity - simulated.filled
          if (left <= 0) return
          simulated.filled +=
            simulation.chance() < 0.4 ? left : Math.max(1, Math.floor(left * simulation.chance()))
          simulated.status = simulated.filled === simulated.quantity ? 'filled' : 'partially-filled'
          this.#recordHistory(simulated)
          simulation.record(
            `fill ${simulated.id.slice(0, 6)} ${simulated.filled}/${simulated.quantity}`,
          )
          this.#emit(simulated, simulated.status === 'filled' ? 'final-fill' : 'partial-fill')
          if (simulated.status !== 'filled') {
            simulation.schedule(simulation.between(100, 20_000), step, -1)
          }
        }
        if (simulation.chance() < 0.7) simulation.schedule(simulation.between(20, 40_000), step, -1)
      },
      -1,
    )
  }

  #doCancel(id: ClientOrderId): WriteOutcome {
    const simulated = this.orders.get(id)
    if (simulated === undefined) {
      return {
        outcome: 'rejected',
        code: 'OPENAPI_ORDER_NOT_FOUND',
        reason: foreign('no such order'),
      }
    }
    if (
      simulated.status === 'filled' ||
      simulated.status === 'cancelled' ||
      simulated.status === 'failed'
    ) {
      return {
        outcome: 'rejected',
        code: 'OPENAPI_ORDER_CAN_NOT_BE_CANCEL',
        reason: foreign('final'),
      }
    }
    simulated.status = 'cancelled'
    this.#recordHistory(simulated)
    this.#emit(simulated, 'cancel-done')
    return { outcome: 'acknowledged', orderId: null }
  }

  #doReplace(id: ClientOrderId, change: OrderChange): WriteOutcome {
    const simulated = this.orders.get(id)
    if (
      simulated === undefined ||
      simulated.status === 'filled' ||
      simulated.status === 'cancelled' ||
      simulated.status === 'failed'
    ) {
      return { outcome: 'rejected', code: 'OPENAPI_ORDER_NOT_FOUND', reason: foreign('gone') }
    }
    const quantity =
      change.quantity === undefined
        ? simulated.quantity
        : Number(change.quantity as unknown as string)
    if (quantity <= simulated.filled) {
      return { outcome: 'rejected', code: 'INVALID_PARAMETER', reason: foreign('less than filled') }
    }
    simulated.quantity = quantity
    if (change.limitPrice !== undefined) simulated.limit = change.limitPrice as unknown as string
    this.#recordHistory(simulated)
    this.#emit(simulated, 'replace-done')
    return { outcome: 'acknowledged', orderId: null }
  }

  /**
   * Sends one write: it may be lost before or after its effect, take effect late, or never answer.
   */
  #write(
    kind: 'place' | 'replace' | 'cancel',
    id: ClientOrderId,
    effect: () => WriteOutcome,
  ): Promise<WriteOutcome> {
    const simulation = this.#simulation
    this.sent.push({ kind, id })
    this.onSend(kind, id)
    simulation.record(`send ${kind} ${id.slice(0, 6)}`)
    const { epoch } = simulation
    const trouble =
      simulation.chance() < this.faults.write ? Math.floor(simulation.chance() * 7) : -1
    return new Promise((resolve) => {
      const answer = (outcome: WriteOutcome): void => {
        simulation.schedule(simulation.between(1, 30), () => resolve(outcome), epoch)
      }
      const arrive = (then: (outcome: WriteOutcome) => void): void => {
        simulation.schedule(simulation.between(1, 30), () => then(effect()), -1)
      }
      const lost: WriteOutcome = { outcome: 'unknown', reason: foreign('connection reset') }
      switch (trouble) {
        case 0:
          answer(lost)
          break
        case 1:
          arrive(() => answer(lost))
          break
        // Delayed on the way: it arrives long after the client gave up.
        case 2:
          simulation.schedule(simulation.between(1_000, 45_000), () => void effect(), -1)
          answer(lost)
          break
        case 3:
          arrive(() => undefined)
          break
        case 4:
          break
        case 5:
          answer({
            outcome: 'rejected',
            code: 'OPENAPI_DAY_BUYING_POWER_INSUFFICIENT',
            reason: foreign('too poor'),
          })
          break
        case 6:
          answer({ outcome: 'not-sent', reason: foreign('connection refused') })
          break
        default:
          arrive(answer)
      }
    })
  }

  #read<T>(
    produce: () => T,
  ): Promise<{ ok: true; value: T } | { ok: false; error: ReturnType<typeof providerFailure> }> {
    const simulation = this.#simulation
    return new Promise((resolve) => {
      const { epoch } = simulation
      const fails = simulation.chance() < this.faults.read
      simulation.schedule(
        simulation.between(1, 60),
        () => {
          const value = fails ? null : produce()
          simulation.schedule(
            simulation.between(1, 60),
            () =>
              resolve(
                fails ? err(providerFailure('timeout', foreign('no answer'))) : ok(value as T),
              ),
            epoch,
          )
        },
        -1,
      )
    })
  }

  /** Returns the listing as it was some seconds ago. */
  #listing(): OrderObservation[] {
    const listedAt = this.faults.staleListing
      ? this.#simulation.now - this.#simulation.between(0, 8_000)
      : this.#simulation.now
    const rows: OrderObservation[] = []
    for (const held of this.orders.values()) {
      const then = held.history.filter((entry) => entry.at <= listedAt).at(-1)
      if (
        then === undefined ||
        then.seen.status === 'filled' ||
        then.seen.status === 'cancelled' ||
        then.seen.status === 'failed'
      ) {
        continue
      }
      rows.push({ ...then.seen, observedAt: this.#simulation.wall() })
    }
    return rows
  }

  /** Returns a page of the listing; the cursor is the position of its first order. */
  #listPage(cursor: string | null): OrderPage {
    const rows = this.#listing()
    const start = cursor === null ? 0 : Number(cursor)
    const next = start + this.pageSize
    return {
      orders: rows.slice(start, next),
      cursor: next < rows.length ? String(next) : null,
      unreadable: 0,
    }
  }

  /** Works resting orders that another client placed; no event reports them. */
  placeElsewhere(count: number, draft: OrderDraft): readonly ClientOrderId[] {
    return Array.from({ length: count }, () => {
      const id = `elsewhere-${this.#elsewhere}` as ClientOrderId
      this.#elsewhere += 1
      this.#numbers += 1
      const simulated: SimulatedOrder = {
        draft,
        id,
        number: this.#numbers,
        quantity: 10,
        filled: 0,
        limit: '90',
        status: 'working',
        history: [],
      }
      this.orders.set(id, simulated)
      this.#recordHistory(simulated)
      return id
    })
  }

  /** The number of orders that can still fill. */
  get openCount(): number {
    return [...this.orders.values()].filter(
      ({ status }) => status !== 'filled' && status !== 'cancelled' && status !== 'failed',
    ).length
  }

  readonly trade: TradePort = {
    place: (draft, id, maySend) => {
      const leave = (): Promise<WriteOutcome> =>
        maySend?.() === false
          ? Promise.resolve({ outcome: 'not-sent', reason: foreign('held back') })
          : this.#write('place', id, () => this.#accept(draft, id))
      return this.beforeLeaving === null ? leave() : this.beforeLeaving().then(leave)
    },
    placeCombo: ({ orders }, comboId, ids) =>
      this.#write('place', clientOrderId(comboId), () => {
        for (const [index, { draft }] of orders.entries()) {
          const id = ids[index]
          if (id !== undefined) this.#accept(draft, id)
        }
        return { outcome: 'acknowledged', orderId: null }
      }),
    replace: (_account, id, change) =>
      this.#write('replace', id, () => this.#doReplace(id, change)),
    cancel: (_account, id) => this.#write('cancel', id, () => this.#doCancel(id)),
    preview: () =>
      Promise.resolve(ok({ cost: asMoney(dec('0')), fees: asMoney(dec('0')), currency: 'USD' })),
    detail: async (_account, id) => {
      const answer = await this.#read(() => {
        const held = this.orders.get(id)
        return held === undefined
          ? ({ seen: 'absent' } as const)
          : ({ seen: 'found', observation: this.observation(held, 'detail') } as const)
      })
      if (!answer.ok || answer.value.seen === 'absent') return answer
      return ok({
        seen: 'found',
        observation: { ...answer.value.observation, observedAt: this.#simulation.wall() },
      })
    },
    openOrders: (_account, cursor) => this.#read(() => this.#listPage(cursor)),
    history: () => this.#read(() => ({ orders: [], cursor: null, unreadable: 0 })),
  }

  readonly events: TradeEventsPort = {
    start: (_accounts, listener) => {
      this.listener = listener
      return () => {
        if (this.listener === listener) this.listener = null
      }
    },
  }

  /** Breaks the event stream for a while; events in between are not replayed. */
  breakStream(ms: number): void {
    this.streamHealthy = false
    this.#simulation.schedule(
      ms,
      () => {
        this.streamHealthy = true
        this.listener?.onSubscribed()
      },
      -1,
    )
  }
}

export const quantityOf = (units: number): Quantity => asQuantity(fromInteger(units))
