import type { ClientOrderId } from '../../../../shared/domain/ids.js'
import type { Order, OrderChange, OrderDraft } from '../../../../shared/domain/orders/order.js'
import { isUncertain } from '../../../../shared/domain/orders/order-state.js'
import type { TradeOutcome } from '../../../../shared/domain/orders/trade-outcome.js'
import type { ClockPort, LogPort } from '../../ports.js'
import { journalNote } from '../journal/journal-record.js'
import type { OrderJournal } from '../order-journal.js'
import type { OrderProjection } from '../order-projection.js'
import { placeFact, type OpenRequest } from '../recovery.js'
import type { Reconciler } from '../reconcile/reconciler.js'
import type { WriteOutcome } from '../write-outcome.js'
import { denied } from './denied.js'
import { orderOutcome } from './order-tickets.js'
import { message } from '../../../../shared/messages/make-message.js'
import type { Message } from '../../../../shared/messages/message.js'

export interface OutcomeRecorderDeps {
  readonly journal: OrderJournal
  readonly projection: OrderProjection
  readonly reconciler: Pick<Reconciler, 'settle' | 'queryOrder'>
  readonly clock: ClockPort
  readonly log: LogPort
}

/** A replace or a cancel that was journaled under `id`. */
export interface ChangeRequest {
  readonly id: string
  readonly kind: 'replace' | 'cancel'
  readonly change: OrderChange | null
}

type Rejected = Extract<WriteOutcome, { readonly outcome: 'rejected' }>
type Unanswered = Extract<WriteOutcome, { readonly outcome: 'rejected' | 'not-sent' }>

const orderIdOf = (outcome: WriteOutcome): Order['orderId'] =>
  outcome.outcome === 'acknowledged' ? outcome.orderId : null
const reasonOf = (outcome: WriteOutcome): Message | null =>
  'reason' in outcome ? outcome.reason : null

/** Records what became of a request: in the journal, in the order's row and for the caller. */
export class OutcomeRecorder {
  readonly #deps: OutcomeRecorderDeps

  constructor(deps: OutcomeRecorderDeps) {
    this.#deps = deps
  }

  /** Returns the row of an order that was placed here. */
  rowOf(id: ClientOrderId): Order {
    const order = this.#deps.projection.get(id)
    if (order === undefined) throw new Error('an order placed here has no row')
    return order
  }

  /** Shows in an order's row that a replace or cancel is on its way. */
  markSent(clientOrderId: ClientOrderId, kind: ChangeRequest['kind']): void {
    const { projection, clock } = this.#deps
    projection.apply({ fact: 'request', clientOrderId, kind, state: 'sent', at: clock.now() })
  }

  /** Appends the outcome of a journaled request to the journal. */
  journal(request: string, clientOrderId: ClientOrderId, outcome: WriteOutcome): void {
    void this.#deps.journal.append({
      kind: 'outcome',
      of: request,
      clientOrderId,
      outcome: outcome.outcome,
      at: this.#deps.clock.now(),
      orderId: orderIdOf(outcome),
      code: outcome.outcome === 'rejected' ? outcome.code : null,
      reason: journalNote(reasonOf(outcome)),
    })
  }

  /** Records the outcome of a placement, also one that arrives after the caller's wait. */
  placement(draft: OrderDraft, id: ClientOrderId, outcome: WriteOutcome): TradeOutcome {
    const { projection, reconciler, clock, log } = this.#deps
    this.journal(id, id, outcome)
    projection.apply(
      placeFact({
        clientOrderId: id,
        outcome: outcome.outcome,
        at: clock.now(),
        orderId: orderIdOf(outcome),
        note: reasonOf(outcome),
      }),
    )
    log.event('info', 'order.placed', { outcome: outcome.outcome })
    switch (outcome.outcome) {
      case 'unknown':
        return this.#unknownPlacement(draft, id)
      case 'rejected':
        return this.#rejected(id, outcome)
      case 'not-sent':
        return denied({ code: 'not-sent', message: outcome.reason })
      case 'acknowledged':
      case 'repeated':
        // No event reports an acceptance (EVENTS-3), so query the order.
        reconciler.queryOrder(draft.accountId, id)
        return { outcome: 'acknowledged', order: this.rowOf(id) }
    }
  }

  /** Records the outcome of a replace or cancel, also one that arrives after the caller's wait. */
  change(request: ChangeRequest, order: Order, outcome: WriteOutcome): TradeOutcome {
    const { projection, reconciler, clock, log } = this.#deps
    const { clientOrderId, accountId } = order
    const { kind } = request
    this.journal(request.id, clientOrderId, outcome)
    log.event('info', `order.${kind}`, { outcome: outcome.outcome })
    const open: Omit<OpenRequest, 'acknowledged'> = {
      request: request.id,
      kind,
      accountId,
      clientOrderId,
      change: request.change,
    }
    switch (outcome.outcome) {
      case 'acknowledged':
      case 'repeated':
        reconciler.settle({ ...open, acknowledged: true })
        reconciler.queryOrder(accountId, clientOrderId)
        return { outcome: 'acknowledged', order: this.rowOf(clientOrderId) }
      case 'unknown':
        projection.apply({
          fact: 'request',
          clientOrderId,
          kind,
          state: 'unknown',
          at: clock.now(),
        })
        reconciler.settle({ ...open, acknowledged: false })
        return { outcome: 'unknown', order: this.rowOf(clientOrderId) }
      case 'rejected':
      case 'not-sent':
        return this.#unchanged(kind, order, outcome)
    }
  }

  #unknownPlacement(draft: OrderDraft, id: ClientOrderId): TradeOutcome {
    const order = this.rowOf(id)
    // An event or a listing may have reported the order before the wait ended.
    if (!isUncertain(order.status)) return orderOutcome(order)
    this.#deps.reconciler.settle({
      request: id,
      kind: 'place',
      accountId: draft.accountId,
      clientOrderId: id,
      change: null,
      acknowledged: false,
    })
    return { outcome: 'unknown', order: this.rowOf(id) }
  }

  /** Ends a request that left the order as it was. */
  #unchanged(kind: ChangeRequest['kind'], order: Order, outcome: Unanswered): TradeOutcome {
    const { projection, reconciler, clock } = this.#deps
    const { clientOrderId, accountId } = order
    const { reason } = outcome
    projection.apply({
      fact: 'request-end',
      clientOrderId,
      kind,
      note:
        outcome.outcome === 'rejected'
          ? message('orders.changeRefusedBecause', { kind, reason })
          : message('orders.changeNotSent', { kind, reason }),
      at: clock.now(),
    })
    if (outcome.outcome === 'not-sent') {
      return denied({ code: 'not-sent', message: outcome.reason })
    }
    // The usual reason is that the order ended in the meantime.
    reconciler.queryOrder(accountId, clientOrderId)
    return this.#rejected(clientOrderId, outcome)
  }

  #rejected(id: ClientOrderId, { code, reason }: Rejected): TradeOutcome {
    return {
      outcome: 'rejected',
      order: this.rowOf(id),
      code: code.slice(0, 120),
      reason,
    }
  }
}
