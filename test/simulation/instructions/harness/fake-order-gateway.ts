import type { OrderGateway } from '../../../../electron/core/instructions/queue/instruction-service-deps.js'
import type { Position } from '../../../../shared/domain/account/account.js'
import { createEmitter } from '../../../../shared/domain/emitter.js'
import { asMoney, asQuantity, dec } from '../../../../shared/domain/decimal.js'
import {
  accountId,
  clientOrderId,
  symbol,
  type ClientOrderId,
} from '../../../../shared/domain/ids.js'
import { comboOutcome } from '../../../../electron/core/orders/gateway/combo-placement.js'
import type { PendingApproval } from '../../../../electron/core/orders/gateway/pending-approval.js'
import type { ConfirmedPrices } from '../../../../electron/core/orders/gateway/price-questions.js'
import { memberTicket } from '../../../../electron/core/orders/gateway/order-tickets.js'
import type {
  ComboDraft,
  Order,
  OrderChange,
  OrderDraft,
} from '../../../../shared/domain/orders/order.js'
import { err, ok, type Result } from '../../../../shared/domain/result.js'
import type { ComboOutcome, TradeOutcome } from '../../../../shared/domain/orders/trade-outcome.js'
import { appError, type AppError } from '../../../../shared/domain/app/app-error.js'
import { epochMs } from '../../../../shared/domain/time.js'
import type { Denial } from '../../../../electron/core/risk/risk-limits.js'
import { waitForApproval } from '../../../fakes/pending-approval.js'
import type { Simulation } from '../../core/simulation.js'
import { foreign } from '../../../../shared/messages/make-message.js'

type GatewayAnswer = Result<TradeOutcome, AppError>
/**
 * How the order gateway answers. `hold`: only after `release`; `break`: the call throws after the
 * order was created.
 */
export type GatewayBehavior =
  | 'take'
  | 'refuse'
  | 'deny'
  | 'unknown'
  | 'hold'
  | 'break'
  | 'may-exist'
  | 'error'

export const orderRow = (draft: OrderDraft, id: string, over: Partial<Order> = {}): Order => ({
  clientOrderId: clientOrderId(id),
  orderId: null,
  accountId: draft.accountId,
  assetClass: draft.assetClass,
  symbol: draft.symbol,
  side: draft.side,
  type: draft.type,
  timeInForce: draft.timeInForce,
  session: draft.session,
  quantity: draft.size.kind === 'quantity' ? draft.size.quantity : null,
  amount: draft.size.kind === 'amount' ? draft.size.amount : null,
  filledQuantity: asQuantity(dec('0')),
  averageFillPrice: null,
  limitPrice: draft.limitPrice,
  stopPrice: draft.stopPrice,
  trail: draft.trail,
  status: 'working',
  note: null,
  pending: null,
  fees: null,
  ours: true,
  source: 'answer',
  placedAt: epochMs(0),
  updatedAt: epochMs(0),
  ...over,
})

/** A long position in the instrument of an order. */
export const held = (
  { accountId, symbol: name, assetClass }: OrderDraft,
  quantity: string,
): Position => ({
  positionId: `held-${name}`,
  accountId,
  symbol: name,
  assetClass,
  currency: 'USD',
  quantity: asQuantity(dec(quantity)),
  averageCost: null,
  multiplier: dec('1'),
  lastPrice: null,
  pricedAt: null,
  marketValue: null,
  unrealizedPnl: null,
  unrealizedPnlRatio: null,
  dayPnl: null,
})

/**
 * An order gateway that outlives the queue's process; `sent` lists everything that reached it, in
 * sequence.
 */
export class FakeOrderGateway {
  readonly #simulation: Simulation
  readonly sent: { readonly ticket: string; readonly draft: OrderDraft }[] = []
  readonly changes: {
    readonly kind: 'replace' | 'cancel'
    readonly id: ClientOrderId
    readonly change: OrderChange | null
  }[] = []
  readonly previews: OrderDraft[] = []
  /** The prices that the person acknowledged with each approval of new orders. */
  readonly confirmed: (ConfirmedPrices | null)[] = []
  behavior: GatewayBehavior = 'take'
  cost = '1875.00'
  fees = '0'
  /** Returns the price of a preview; null makes the preview fail. */
  price: (draft: OrderDraft) => string | null = () => this.cost
  readonly #rows = new Map<string, Order>()
  readonly #tickets = new Map<string, string>()
  readonly #changed = createEmitter<readonly Order[]>()
  #waiting: (() => void)[] = []

  constructor(simulation: Simulation) {
    this.#simulation = simulation
  }

  readonly orders = {
    all: (): readonly Order[] => [...this.#rows.values()],
    subscribe: (listener: (rows: readonly Order[]) => void) => this.#changed.add(listener),
  }

  /** The parts of a session that this gateway plays. */
  readonly parts: OrderGateway = { orders: this, queries: this, streams: { orders: this.orders } }

  setOrder(order: Order): void {
    this.#rows.set(order.clientOrderId, order)
    this.#changed.emit([order])
  }

  /** Changes the order of a ticket and publishes its row. */
  updateOrder(ticket: string, over: Partial<Order>): void {
    const row = this.#rows.get(this.#tickets.get(ticket) ?? ticket)
    if (row === undefined) throw new Error('no such order')
    this.setOrder({ ...row, ...over })
  }

  release(): void {
    for (const go of this.#waiting.splice(0)) go()
  }

  #outcomeOf(order: Order): TradeOutcome {
    if (order.status === 'rejected') {
      return { outcome: 'rejected', order, code: 'NO', reason: order.note ?? foreign('no') }
    }
    return { outcome: order.status === 'unknown' ? 'unknown' : 'acknowledged', order }
  }

  /** Submits each order under a ticket of its own, as the order service does. */
  async submitApprovedCombo(
    ticket: string,
    combo: ComboDraft,
    approval: PendingApproval,
  ): Promise<Result<ComboOutcome, AppError>> {
    this.confirmed.push(approval.confirmed ?? null)
    const withheld = await waitForApproval(approval)
    if (withheld !== null) return ok({ outcome: 'denied', reasons: [withheld] })
    const outcomes: TradeOutcome[] = []
    for (const [index, { draft }] of combo.orders.entries()) {
      const answer = await this.submit(memberTicket(ticket, index), draft)
      if (!answer.ok) return answer
      outcomes.push(answer.value)
    }
    return ok(comboOutcome(outcomes))
  }

  async submitApproved(
    ticket: string,
    draft: OrderDraft,
    approval: PendingApproval,
  ): Promise<GatewayAnswer> {
    this.confirmed.push(approval.confirmed ?? null)
    const withheld = await waitForApproval(approval)
    return withheld === null
      ? this.submit(ticket, draft)
      : ok({ outcome: 'denied', reasons: [withheld] })
  }

  async submit(ticket: string, draft: OrderDraft): Promise<GatewayAnswer> {
    this.sent.push({ ticket, draft })
    if (this.behavior === 'deny') return ok({ outcome: 'denied', reasons: [foreign('too much')] })
    if (this.behavior === 'error') {
      return err(appError('session/not-ready', foreign('not connected'), { order: 'not-placed' }))
    }
    const id = ticket.slice(2).replace('#', 'm')
    this.#tickets.set(ticket, id)
    const status =
      this.behavior === 'refuse'
        ? ('rejected' as const)
        : this.behavior === 'unknown' || this.behavior === 'may-exist'
          ? ('unknown' as const)
          : ('working' as const)
    this.setOrder(
      orderRow(draft, id, {
        status,
        note: status === 'rejected' ? foreign('too poor') : null,
        placedAt: this.#simulation.wall(),
        sentAt: this.#simulation.wall(),
      }),
    )
    if (this.behavior === 'hold') {
      await new Promise<void>((go) => {
        this.#waiting.push(go)
      })
    }
    if (this.behavior === 'break') throw new Error('broke off')
    if (this.behavior === 'may-exist') {
      return err(
        appError('provider/unavailable', foreign('gone'), {
          class: 'ambiguous',
          order: 'may-exist',
        }),
      )
    }
    return ok(this.#outcomeOf(this.#rows.get(id) ?? orderRow(draft, id)))
  }

  async #change(
    kind: 'replace' | 'cancel',
    id: ClientOrderId,
    change: OrderChange | null,
  ): Promise<GatewayAnswer> {
    this.changes.push({ kind, id, change })
    const row = this.#rows.get(id)
    if (row === undefined) {
      return err(appError('order/not-found', foreign('This order is not known')))
    }
    if (this.behavior === 'hold') {
      await new Promise<void>((go) => {
        this.#waiting.push(go)
      })
    }
    if (this.behavior === 'refuse') {
      return ok({ outcome: 'rejected', order: row, code: 'NO', reason: foreign('too late') })
    }
    if (this.behavior === 'unknown') {
      this.setOrder({ ...row, pending: { kind, state: 'unknown', since: this.#simulation.wall() } })
      return ok({ outcome: 'unknown', order: row })
    }
    const { quantity, limitPrice } = change ?? {}
    this.setOrder(
      kind === 'cancel'
        ? { ...row, status: 'cancelled' }
        : { ...row, quantity: quantity ?? row.quantity, limitPrice: limitPrice ?? row.limitPrice },
    )
    return ok({ outcome: 'acknowledged', order: this.#rows.get(id) ?? row })
  }

  replace(_account: unknown, id: ClientOrderId, change: OrderChange): Promise<GatewayAnswer> {
    return this.#change('replace', id, change)
  }
  cancel(_account: unknown, id: ClientOrderId): Promise<GatewayAnswer> {
    return this.#change('cancel', id, null)
  }

  order(_account: unknown, id: ClientOrderId): ReturnType<OrderGateway['queries']['order']> {
    return Promise.resolve(ok(this.#rows.get(id) ?? null))
  }

  preview(draft: OrderDraft): ReturnType<OrderGateway['queries']['preview']> {
    this.previews.push(draft)
    const cost = this.price(draft)
    return Promise.resolve(
      cost === null
        ? err(appError('provider/unavailable', foreign('no preview now')))
        : ok({
            cost: asMoney(dec(cost)),
            fees: asMoney(dec(this.fees)),
            currency: 'USD',
            asOf: this.#simulation.wall(),
            source: 'provider' as const,
          }),
    )
  }

  /** What the checks of the send path find. */
  denials: readonly Denial[] = []
  check(): ReturnType<OrderGateway['queries']['check']> {
    return Promise.resolve(ok(this.denials))
  }

  outcome(ticket: string): Promise<Result<TradeOutcome | null, AppError>> {
    const row = this.#rows.get(this.#tickets.get(ticket) ?? '')
    return Promise.resolve(ok(row === undefined ? null : this.#outcomeOf(row)))
  }
}

export const draft = (
  limit = '187.50',
  quantity = '10',
  over: Partial<OrderDraft> = {},
): OrderDraft => ({
  accountId: accountId('ACC1'),
  assetClass: 'stock',
  symbol: symbol('AAPL'),
  side: 'buy',
  type: 'limit',
  timeInForce: 'day',
  session: 'core',
  size: { kind: 'quantity', quantity: asQuantity(dec(quantity)) },
  limitPrice: dec(limit) as OrderDraft['limitPrice'],
  stopPrice: null,
  trail: null,
  expireDate: null,
  ...over,
})
export const market = (quantity = '10'): OrderDraft =>
  draft('1', quantity, { type: 'market', limitPrice: null })
