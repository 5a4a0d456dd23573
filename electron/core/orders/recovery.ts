import type { ClientOrderId } from '../../../shared/domain/ids.js'
import type { OrderDraft } from '../../../shared/domain/orders/order.js'
import { isFinal, isUncertain } from '../../../shared/domain/orders/order-state.js'
import type { EpochMs } from '../../../shared/domain/time.js'
import { noteOfRecord, type JournalRecord } from './order-journal.js'
import type { OrderFact } from './order-fact.js'
import type { OrderProjection } from './order-projection.js'
import type { OpenRequest } from './reconcile/settlement.js'
import { foreign, message } from '../../../shared/messages/make-message.js'
import type { Message } from '../../../shared/messages/message.js'
import { storedMessage } from '../../../shared/messages/stored-message.js'

/** The result of a ticket: an order, or a refusal by the pre-trade check. */
export interface TicketEntry {
  readonly draft: OrderDraft
  readonly clientOrderId: ClientOrderId | null
  readonly reasons: readonly Message[]
}

/** The state recovered from the journal at a start. */
export interface Recovered {
  readonly tickets: ReadonlyMap<string, TicketEntry>
  readonly trading: { readonly state: 'active' | 'halted'; readonly why: Message }
  /** Requests whose outcome was unknown when the last run ended. */
  readonly open: readonly OpenRequest[]
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

/**
 * Rebuilds the projection from the journal, oldest record first. An intent without an outcome is
 * unknown: the application ended before it was recorded, and the request may have left this
 * computer.
 */
export function replay(records: readonly JournalRecord[], projection: OrderProjection): Recovered {
  const journalReplay = new JournalReplay(projection)
  for (const record of records) journalReplay.apply(record)
  return journalReplay.finish()
}

class JournalReplay {
  readonly #projection: OrderProjection
  readonly #tickets = new Map<string, TicketEntry>()
  /** Replaces and cancels that no later record has ended. */
  readonly #requests = new Map<string, RequestRecord>()
  readonly #acknowledged = new Set<string>()
  #trading: Recovered['trading'] = { state: 'active', why: foreign('') }

  constructor(projection: OrderProjection) {
    this.#projection = projection
  }

  apply(record: JournalRecord): void {
    switch (record.kind) {
      case 'intent':
        return this.#applyIntent(record)
      case 'denied': {
        const { ticket, draft, reasons } = record
        this.#tickets.set(ticket, { draft, clientOrderId: null, reasons: reasons.map(foreign) })
        return
      }
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
        this.#trading = { state: record.state, why: storedMessage(record.why) }
    }
  }

  /** Marks what had no outcome when the last run ended, and returns the recovered state. */
  finish(): Recovered {
    const open = [...this.#openPlacements(), ...this.#openRequests()]
    for (const { clientOrderId } of this.#projection.orders.all()) {
      this.#projection.apply({ fact: 'restored', clientOrderId })
    }
    return { tickets: this.#tickets, trading: this.#trading, open }
  }

  #applyIntent({ ticket, clientOrderId, draft, ...times }: RecordOf<'intent'>): void {
    this.#tickets.set(ticket, { draft, clientOrderId, reasons: [] })
    this.#projection.apply({
      fact: 'intent',
      clientOrderId,
      draft,
      at: times.at,
      placedAt: times.placedAt,
    })
  }

  #applyRequest(record: RequestRecord): void {
    this.#requests.set(record.request, record)
    this.#projection.apply({
      fact: 'request',
      clientOrderId: record.clientOrderId,
      kind: record.kind,
      state: 'unknown',
      at: record.at,
    })
  }

  #applyOutcome(record: OutcomeRecord): void {
    const request = this.#requests.get(record.of)
    if (request === undefined) {
      const isPlacement = record.of === (record.clientOrderId as string)
      if (isPlacement) {
        this.#projection.apply(placeFact({ ...record, note: noteOfRecord(record.reason) }))
      }
    } else if (record.outcome === 'rejected' || record.outcome === 'not-sent') {
      this.#end(request, noteOfRecord(record.reason), record.at)
    } else if (record.outcome === 'acknowledged') {
      this.#acknowledged.add(record.of)
    }
  }

  #applySettled(record: RecordOf<'settled'>): void {
    const request = this.#requests.get(record.of)
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

  #openPlacements(): readonly OpenRequest[] {
    return this.#projection.uncertain().map(({ status, clientOrderId, accountId, updatedAt }) => {
      if (status === 'sending') {
        this.#projection.apply({
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
  }

  #openRequests(): readonly OpenRequest[] {
    return Array.from(this.#requests.values()).flatMap((record): readonly OpenRequest[] => {
      const { request, kind, accountId, clientOrderId } = record
      const order = this.#projection.get(clientOrderId)
      if (order === undefined || isFinal(order.status)) return []
      if (order.pending?.kind !== kind && !isUncertain(order.status)) return []
      const change = record.kind === 'replace' ? record.change : null
      const acknowledged = this.#acknowledged.has(request)
      return [{ request, kind, accountId, clientOrderId, change, acknowledged }]
    })
  }
}
