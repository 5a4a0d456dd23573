import type { ClientOrderId } from '../../../shared/domain/ids.js'
import type { OrderDraft } from '../../../shared/domain/orders/order.js'
import { isFinal, isUncertain } from '../../../shared/domain/orders/order-state.js'
import type { JournalRecord } from './order-journal.js'
import type { OrderFact } from './order-fact.js'
import type { OrderProjection } from './order-projection.js'
import type { OpenRequest } from './settlement.js'

/** The result of a ticket: an order, or a refusal by the pre-trade check. */
export interface TicketEntry {
  readonly draft: OrderDraft
  readonly clientOrderId: ClientOrderId | null
  readonly reasons: readonly string[]
}

/** The state recovered from the journal at a start. */
export interface Recovered {
  readonly tickets: ReadonlyMap<string, TicketEntry>
  readonly trading: { readonly state: 'active' | 'halted'; readonly why: string }
  /** Requests whose outcome was unknown when the last run ended. */
  readonly open: readonly OpenRequest[]
}

type RequestRecord = Extract<JournalRecord, { readonly kind: 'replace' | 'cancel' }>
type OutcomeRecord = Extract<JournalRecord, { readonly kind: 'outcome' }>

/** Converts the outcome of a placement into a fact for its row. */
export const placeFact = (
  record: Pick<OutcomeRecord, 'clientOrderId' | 'outcome' | 'orderId' | 'reason' | 'at'>,
): OrderFact => ({
  fact: 'answer',
  clientOrderId: record.clientOrderId,
  orderId: record.orderId,
  note: record.reason,
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
  const tickets = new Map<string, TicketEntry>()
  const requests = new Map<string, RequestRecord>()
  const acknowledged = new Set<string>()
  let trading: Recovered['trading'] = { state: 'active', why: '' }

  const end = (request: RequestRecord, note: string | null, time: RequestRecord['at']): void => {
    requests.delete(request.request)
    projection.apply({
      fact: 'request-end',
      clientOrderId: request.clientOrderId,
      kind: request.kind,
      note,
      at: time,
    })
  }

  for (const record of records) {
    switch (record.kind) {
      case 'intent':
        tickets.set(record.ticket, {
          draft: record.draft,
          clientOrderId: record.clientOrderId,
          reasons: [],
        })
        projection.apply({
          fact: 'intent',
          clientOrderId: record.clientOrderId,
          draft: record.draft,
          at: record.at,
          placedAt: record.placedAt,
        })
        break
      case 'denied':
        tickets.set(record.ticket, {
          draft: record.draft,
          clientOrderId: null,
          reasons: record.reasons,
        })
        break
      case 'replace':
      case 'cancel':
        requests.set(record.request, record)
        projection.apply({
          fact: 'request',
          clientOrderId: record.clientOrderId,
          kind: record.kind,
          state: 'unknown',
          at: record.at,
        })
        break
      case 'outcome': {
        const request = requests.get(record.of)
        if (request === undefined) {
          if (record.of === (record.clientOrderId as string)) projection.apply(placeFact(record))
        } else if (record.outcome === 'rejected' || record.outcome === 'not-sent') {
          end(request, record.reason, record.at)
        } else if (record.outcome === 'acknowledged') acknowledged.add(record.of)
        break
      }
      case 'settled': {
        const request = requests.get(record.of)
        if (request !== undefined) end(request, record.note, record.at)
        else if (record.as === 'absent') {
          projection.apply({
            fact: 'answer',
            clientOrderId: record.clientOrderId,
            event: 'proved-absent',
            orderId: null,
            note: record.note,
            at: record.at,
          })
        }
        break
      }
      case 'observation':
        projection.apply({ fact: 'observed', observation: record.observation })
        break
      case 'trading':
        trading = { state: record.state, why: record.why }
        break
    }
  }

  const open: OpenRequest[] = []
  for (const order of projection.uncertain()) {
    if (order.status === 'sending') {
      projection.apply({
        fact: 'answer',
        clientOrderId: order.clientOrderId,
        event: 'outcome-lost',
        orderId: null,
        note: 'The app ended before an answer came',
        at: order.updatedAt,
      })
    }
    open.push({
      request: order.clientOrderId,
      kind: 'place',
      accountId: order.accountId,
      clientOrderId: order.clientOrderId,
      change: null,
      acknowledged: false,
    })
  }
  for (const request of requests.values()) {
    const order = projection.get(request.clientOrderId)
    if (
      order === undefined ||
      isFinal(order.status) ||
      (order.pending?.kind !== request.kind && !isUncertain(order.status))
    ) {
      continue
    }
    open.push({
      request: request.request,
      kind: request.kind,
      accountId: request.accountId,
      clientOrderId: request.clientOrderId,
      change: request.kind === 'replace' ? request.change : null,
      acknowledged: acknowledged.has(request.request),
    })
  }
  return { tickets, trading, open }
}
