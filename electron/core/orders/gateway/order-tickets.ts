import type { Order, OrderDraft } from '../../../../shared/domain/orders/order.js'
import { isUncertain } from '../../../../shared/domain/orders/order-state.js'
import type { OrderReply } from '../../../../shared/domain/orders/price-question.js'
import { ok } from '../../../../shared/domain/result.js'
import type { TradeOutcome } from '../../../../shared/domain/orders/trade-outcome.js'
import { sameDraft } from '../../risk/risk-limits.js'
import type { OrderProjection } from '../order-projection.js'
import type { ArchivedTickets } from '../journal/archived-tickets.js'
import type { TicketEntry } from '../recovery.js'
import { denied } from './denied.js'
import { foreign, message } from '../../../../shared/messages/make-message.js'
import type { ClientOrderId } from '../../../../shared/domain/ids.js'
import { senderOfTicket, type OrderSender } from '../journal/order-sender.js'

interface RunningTicket {
  readonly draft: OrderDraft
  readonly result: Promise<OrderReply>
}

/** The answer for a ticket that another order has. */
export const TICKET_TAKEN = denied({
  code: 'ticket-reused',
  message: message('orders.ticketTaken'),
})
/** The answer for a ticket whose order is in an archived file that cannot be read. */
export const TICKET_UNREADABLE = denied({
  code: 'ticket-reused',
  message: message('orders.ticketUnreadable'),
})

/** The tickets that only the journal's archive holds. */
export type TicketArchive = Pick<ArchivedTickets, 'has' | 'find' | 'senderOf' | 'onArchived'>
const NO_ARCHIVE: TicketArchive = {
  has: () => false,
  find: () => Promise.resolve(ok(null)),
  senderOf: () => null,
  onArchived: () => () => undefined,
}

/** Returns the ticket of one order of a combination. */
export const memberTicket = (ticket: string, index: number): string => `${ticket}#${index + 1}`

/** Returns the current outcome of an order that was submitted. */
export function orderOutcome(order: Order): TradeOutcome {
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
  /** Who sent each order; also for tickets that moved to the archive in this run. */
  readonly #senders = new Map<ClientOrderId, OrderSender>()
  #archived: TicketArchive = NO_ARCHIVE

  constructor(projection: Pick<OrderProjection, 'get'>) {
    this.#projection = projection
  }

  /**
   * Adds the tickets that the journal and its archive hold. Those that move to the archive later
   * are looked up there from then on.
   */
  restore(entries: ReadonlyMap<string, TicketEntry>, archived: TicketArchive = NO_ARCHIVE): void {
    this.#archived = archived
    for (const [ticket, entry] of entries) this.set(ticket, entry)
    archived.onArchived((tickets) => {
      for (const ticket of tickets) this.#entries.delete(ticket)
    })
  }

  set(ticket: string, entry: TicketEntry): void {
    this.#entries.set(ticket, entry)
    const { clientOrderId } = entry
    if (clientOrderId !== null) this.#senders.set(clientOrderId, senderOfTicket(ticket))
  }

  /** Returns who sent an order, of any time; null for one that Countersign did not send. */
  senderOf(id: ClientOrderId): OrderSender | null {
    return this.#senders.get(id) ?? this.#archived.senderOf(id)
  }

  /** Number of the tickets that are held in full. */
  get size(): number {
    return this.#entries.size
  }

  /** Runs `place` for a new ticket; a known one returns its outcome, in flight and afterwards. */
  async run(
    ticket: string,
    draft: OrderDraft,
    place: () => Promise<OrderReply>,
  ): Promise<OrderReply> {
    const running = this.#running.get(ticket)
    const entry = this.#entries.get(ticket)
    const known = running ?? entry
    if (known !== undefined && !sameDraft(known.draft, draft)) {
      return TICKET_TAKEN
    }
    if (running !== undefined) return running.result
    if (entry !== undefined) return this.outcomeOf(entry)
    const result = this.#archived.has(ticket) ? this.#runArchived(ticket, draft, place) : place()
    this.#running.set(ticket, { draft, result })
    try {
      return await result
    } finally {
      this.#running.delete(ticket)
    }
  }

  /** Returns the outcome of a ticket; null for an unknown one, and for one that was not sent. */
  async outcome(ticket: string): Promise<TradeOutcome | null> {
    const running = this.#running.get(ticket)
    if (running !== undefined) {
      const reply = await running.result
      return reply.outcome === 'price-question' ? null : reply
    }
    const found = await this.find(ticket)
    if (!found.ok) return TICKET_UNREADABLE
    return found.value === null ? null : this.outcomeOf(found.value)
  }

  /** Returns the entry of a ticket; null for an unknown one, an error when it cannot be read. */
  async find(ticket: string): ReturnType<TicketArchive['find']> {
    const entry = this.#entries.get(ticket)
    if (entry !== undefined) return ok(entry)
    return this.#archived.has(ticket) ? this.#archived.find(ticket) : ok(null)
  }

  /** Returns the current outcome of a ticket's order, or the reasons of its refusal. */
  outcomeOf({ clientOrderId, reasons }: TicketEntry): TradeOutcome {
    if (clientOrderId === null) return { outcome: 'denied', reasons }
    const order = this.#projection.get(clientOrderId)
    // The order of an old ticket has left the list; the broker's history has it.
    return order === undefined
      ? { outcome: 'denied', reasons: [message('orders.ticketOld')] }
      : orderOutcome(order)
  }

  /** Runs `place` unless the archive holds the ticket, or may hold it. */
  async #runArchived(
    ticket: string,
    draft: OrderDraft,
    place: () => Promise<OrderReply>,
  ): Promise<OrderReply> {
    const found = await this.#archived.find(ticket)
    if (!found.ok) return TICKET_UNREADABLE
    if (found.value === null) return place()
    return sameDraft(found.value.draft, draft) ? this.outcomeOf(found.value) : TICKET_TAKEN
  }
}
