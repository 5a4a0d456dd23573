import type { Order, OrderDraft } from '../../../../shared/domain/orders/order.js'
import { isUncertain } from '../../../../shared/domain/orders/order-state.js'
import type { TradeOutcome } from '../../../../shared/domain/orders/trade-outcome.js'
import { sameDraft } from '../../risk/risk-limits.js'
import type { OrderProjection } from '../order-projection.js'
import type { TicketEntry } from '../recovery.js'
import { denied } from './denied.js'
import { foreign, message } from '../../../../shared/messages/make-message.js'

interface RunningTicket {
  readonly draft: OrderDraft
  readonly result: Promise<TradeOutcome>
}

/** Returns the current outcome of a ticket; `order` is the row of its order. */
export function ticketOutcome(entry: TicketEntry, order: Order | undefined): TradeOutcome {
  if (order === undefined) return { outcome: 'denied', reasons: [...entry.reasons] }
  if (isUncertain(order.status)) return { outcome: 'unknown', order }
  if (order.status === 'rejected') {
    return { outcome: 'rejected', order, code: 'REJECTED', reason: order.note ?? foreign('') }
  }
  if (order.status === 'not-placed' || order.status === 'denied') {
    return { outcome: 'denied', reasons: [order.note ?? message('orders.notPlaced')] }
  }
  return { outcome: 'acknowledged', order }
}

/** The tickets of submitted orders: each sends at most once (REL-29). */
export class OrderTickets {
  readonly #projection: Pick<OrderProjection, 'get'>
  readonly #entries = new Map<string, TicketEntry>()
  readonly #running = new Map<string, RunningTicket>()

  constructor(projection: Pick<OrderProjection, 'get'>) {
    this.#projection = projection
  }

  /** Adds the tickets that the journal holds. */
  restore(entries: ReadonlyMap<string, TicketEntry>): void {
    for (const [ticket, entry] of entries) this.#entries.set(ticket, entry)
  }

  set(ticket: string, entry: TicketEntry): void {
    this.#entries.set(ticket, entry)
  }

  /** Runs `place` for a new ticket; a known one returns its outcome, in flight and afterwards. */
  async run(
    ticket: string,
    draft: OrderDraft,
    place: () => Promise<TradeOutcome>,
  ): Promise<TradeOutcome> {
    const running = this.#running.get(ticket)
    const entry = this.#entries.get(ticket)
    const known = running ?? entry
    if (known !== undefined && !sameDraft(known.draft, draft)) {
      return denied({ code: 'ticket-reused', message: message('orders.ticketTaken') })
    }
    if (running !== undefined) return running.result
    if (entry !== undefined) return this.#outcomeOf(entry)
    const result = place()
    this.#running.set(ticket, { draft, result })
    try {
      return await result
    } finally {
      this.#running.delete(ticket)
    }
  }

  /** Returns the outcome of a ticket; null for an unknown one. */
  async outcome(ticket: string): Promise<TradeOutcome | null> {
    const running = this.#running.get(ticket)
    if (running !== undefined) return running.result
    const entry = this.#entries.get(ticket)
    return entry === undefined ? null : this.#outcomeOf(entry)
  }

  #outcomeOf(entry: TicketEntry): TradeOutcome {
    const id = entry.clientOrderId
    return ticketOutcome(entry, id === null ? undefined : this.#projection.get(id))
  }
}
