import { productOf } from '../../../shared/domain/instruments/account-products.js'
import type { AccountId, ClientOrderId } from '../../../shared/domain/ids.js'
import type { OrderChange, OrderDraft } from '../../../shared/domain/orders/order.js'
import { isFinal, isUncertain } from '../../../shared/domain/orders/order-state.js'
import type { EpochMs } from '../../../shared/domain/time.js'
import { noteOfRecord, type JournalRecord } from './journal/journal-record.js'
import type { CheckpointState } from './journal/journal-checkpoint.js'
import { OrderCounts, type StoredDayCount } from '../limits/order-counts.js'
import type { OrderFact } from './order-fact.js'
import { createProjection, type OrderProjection } from './order-projection.js'
import { foreign, message } from '../../../shared/messages/make-message.js'
import type { Message } from '../../../shared/messages/message.js'
import { storedMessage } from '../../../shared/messages/stored-message.js'

/** The result of a ticket: an order, or a refusal by the pre-trade check. */
export interface TicketEntry {
  readonly draft: OrderDraft
  readonly clientOrderId: ClientOrderId | null
  readonly reasons: readonly Message[]
}

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

/** The state recovered from the journal at a start. */
export interface Recovered {
  readonly tickets: ReadonlyMap<string, TicketEntry>
  readonly trading: { readonly state: 'active' | 'halted'; readonly why: Message }
  /** Requests whose outcome was unknown when the last run ended. */
  readonly open: readonly OpenRequest[]
  /** Orders journaled to be sent, by day in New York. */
  readonly orderDays?: readonly StoredDayCount[]
}

type RecordOf<Kind extends JournalRecord['kind']> = Extract<JournalRecord, { readonly kind: Kind }>
type RequestRecord = RecordOf<'replace' | 'cancel'>
type OutcomeRecord = RecordOf<'outcome'>

/** Converts the outcome of a placement into a fact for its row. */
export const placeFact = (
  record: Pick<OutcomeRecord, 'clientOrderId' | 'outcome' | 'orderId' | 'at'> & {
    readonly note: Message | null
  },
): OrderFact => ({
  fact: 'answer',
  clientOrderId: record.clientOrderId,
  orderId: record.orderId,
  note: record.note,
  at: record.at,
  event:
    record.outcome === 'acknowledged' || record.outcome === 'repeated'
      ? 'acknowledged'
      : record.outcome === 'rejected'
        ? 'refused'
        : record.outcome === 'not-sent'
          ? 'proved-absent'
          : 'outcome-lost',
})

/** A replace or cancel of which only the journal's record is known. */
const requestFact = ({ clientOrderId, kind, at: sentAt }: RequestRecord): OrderFact => ({
  fact: 'request',
  clientOrderId,
  kind,
  state: 'unknown',
  at: sentAt,
})

/** A request without an end, and whether it was acknowledged. */
interface OpenRecord {
  readonly record: RequestRecord
  readonly isAcknowledged: boolean
}

/** Returns the ticket of a record and its entry; null for a record without one. */
export function ticketOf(
  record: JournalRecord,
): { readonly ticket: string; readonly entry: TicketEntry } | null {
  if (record.kind === 'denied') {
    const { ticket, draft, reasons } = record
    return { ticket, entry: { draft, clientOrderId: null, reasons: reasons.map(foreign) } }
  }
  if (record.kind !== 'intent') return null
  const { ticket, draft, clientOrderId } = record
  return { ticket, entry: { draft, clientOrderId, reasons: [] } }
}

/**
 * The fold over the journal's records, oldest first, into a projection of its own. An intent
 * without an outcome is unknown: the application ended before it was recorded, and the request may
 * have left this computer.
 */
export class JournalReplay {
  readonly #projection: OrderProjection
  readonly #tickets = new Map<string, TicketEntry>()
  /** Replaces and cancels that no later record has ended. */
  readonly #requests = new Map<string, OpenRecord>()
  #trading: CheckpointState['trading'] = null
  readonly #counts = new OrderCounts()

  constructor(projection: OrderProjection = createProjection()) {
    this.#projection = projection
  }

  apply(record: JournalRecord): void {
    switch (record.kind) {
      case 'intent':
        return this.#applyIntent(record)
      case 'denied':
        this.#setTicket(record)
        return
      case 'replace':
      case 'cancel':
        return this.#applyRequest(record)
      case 'outcome':
        return this.#applyOutcome(record)
      case 'settled':
        return this.#applySettled(record)
      case 'observation':
        this.#projection.apply({ fact: 'observed', observation: record.observation })
        return
      case 'trading':
        this.#trading = { state: record.state, why: record.why }
        return
      case 'checkpoint':
        this.#restore(record.state)
    }
  }

  /** Returns the state after the records so far. */
  state(): CheckpointState {
    return {
      ...this.#projection.stored(),
      tickets: Array.from(this.#tickets, ([ticket, entry]) => ({ ticket, ...entry })),
      requests: Array.from(this.#requests.values(), ({ record, isAcknowledged }) => ({
        record,
        isAcknowledged,
      })),
      trading: this.#trading,
      orderDays: this.#counts.days(),
    }
  }

  /** Drops tickets that a checkpoint does not hold in full. */
  dropTickets(tickets: Iterable<string>): void {
    for (const ticket of tickets) this.#tickets.delete(ticket)
  }

  /**
   * Stores the state in the projection, marks there what had no outcome when the last run ended,
   * and returns the recovered state.
   */
  finish(projection: OrderProjection): Recovered {
    if (projection !== this.#projection) projection.restore(this.#projection.stored())
    const open = [...openPlacements(projection), ...this.#openRequests(projection)]
    for (const { clientOrderId } of projection.orders.all()) {
      projection.apply({ fact: 'unreported', clientOrderId })
    }
    const trading =
      this.#trading === null
        ? ({ state: 'active', why: foreign('') } as const)
        : { state: this.#trading.state, why: storedMessage(this.#trading.why) }
    return { tickets: new Map(this.#tickets), trading, open, orderDays: this.#counts.days() }
  }

  #restore({ rows, fills, tickets, requests, trading, orderDays }: CheckpointState): void {
    this.#counts.restore(orderDays)
    this.#projection.restore({ rows, fills })
    for (const { ticket, ...entry } of tickets) this.#tickets.set(ticket, entry)
    for (const request of requests) this.#requests.set(request.record.request, request)
    this.#trading = trading
  }

  #setTicket(record: JournalRecord): void {
    const found = ticketOf(record)
    if (found !== null) this.#tickets.set(found.ticket, found.entry)
  }

  #applyIntent(record: RecordOf<'intent'>): void {
    const { clientOrderId, draft, combo, ...times } = record
    this.#setTicket(record)
    this.#counts.add(productOf(draft.assetClass), times.placedAt ?? times.at)
    this.#projection.apply({
      fact: 'intent',
      clientOrderId,
      draft,
      at: times.at,
      placedAt: times.placedAt,
      combo,
    })
  }

  #applyRequest(record: RequestRecord): void {
    this.#requests.set(record.request, { record, isAcknowledged: false })
    this.#projection.apply(requestFact(record))
  }

  #applyOutcome(record: OutcomeRecord): void {
    const request = this.#requests.get(record.of)?.record
    if (request === undefined) {
      const isPlacement = record.of === (record.clientOrderId as string)
      if (isPlacement) {
        this.#projection.apply(placeFact({ ...record, note: noteOfRecord(record.reason) }))
      }
    } else if (record.outcome === 'rejected' || record.outcome === 'not-sent') {
      this.#end(request, noteOfRecord(record.reason), record.at)
    } else if (record.outcome === 'acknowledged') {
      this.#requests.set(record.of, { record: request, isAcknowledged: true })
    }
  }

  #applySettled(record: RecordOf<'settled'>): void {
    const request = this.#requests.get(record.of)?.record
    if (request !== undefined) this.#end(request, noteOfRecord(record.note), record.at)
    else if (record.as === 'not-found') {
      this.#projection.apply({
        fact: 'vanished',
        clientOrderId: record.clientOrderId,
        note: noteOfRecord(record.note) ?? foreign(''),
        at: record.at,
      })
    } else if (record.as === 'absent') {
      this.#projection.apply({
        fact: 'answer',
        clientOrderId: record.clientOrderId,
        event: 'proved-absent',
        orderId: null,
        note: noteOfRecord(record.note),
        at: record.at,
      })
    }
  }

  #end({ request, clientOrderId, kind }: RequestRecord, note: Message | null, time: EpochMs): void {
    this.#requests.delete(request)
    this.#projection.apply({ fact: 'request-end', clientOrderId, kind, note, at: time })
  }

  #openRequests(projection: OrderProjection): readonly OpenRequest[] {
    return Array.from(this.#requests.values()).flatMap(
      ({ record, isAcknowledged }): readonly OpenRequest[] => {
        const { request, kind, accountId, clientOrderId } = record
        const order = projection.get(clientOrderId)
        // Reports of another client's order are not in the journal, so it has no row; what became
        // of it is asked all the same.
        if (order === undefined) projection.apply(requestFact(record))
        else if (isFinal(order.status)) return []
        else if (order.pending?.kind !== kind && !isUncertain(order.status)) return []
        const change = record.kind === 'replace' ? record.change : null
        return [{ request, kind, accountId, clientOrderId, change, acknowledged: isAcknowledged }]
      },
    )
  }
}

/** Returns the placements whose outcome is unknown; those still being sent become unknown. */
const openPlacements = (projection: OrderProjection): readonly OpenRequest[] =>
  projection.uncertain().map(({ status, clientOrderId, accountId, updatedAt }) => {
    if (status === 'sending') {
      projection.apply({
        fact: 'answer',
        clientOrderId,
        event: 'outcome-lost',
        orderId: null,
        note: message('orders.endedBeforeAnswer'),
        at: updatedAt,
      })
    }
    return {
      request: clientOrderId,
      kind: 'place',
      accountId,
      clientOrderId,
      change: null,
      acknowledged: false,
    }
  })
