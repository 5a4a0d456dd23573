import type { AccountProduct } from '../../../shared/domain/instruments/account-products.js'
import type { AccountId, ClientOrderId } from '../../../shared/domain/ids.js'
import type {
  ComboDraft,
  MemberChange,
  OrderChange,
  OrderDraft,
} from '../../../shared/domain/orders/order.js'
import { isFinal } from '../../../shared/domain/orders/order-state.js'
import { err, ok, type Result } from '../../../shared/domain/result.js'
import {
  isPriceQuestion,
  type ComboReply,
  type OrderReply,
  type PriceQuestion,
} from '../../../shared/domain/orders/price-question.js'
import type {
  ComboOutcome,
  Denied,
  TradeOutcome,
} from '../../../shared/domain/orders/trade-outcome.js'
import { appError, type AppError } from '../../../shared/domain/app/app-error.js'
import { randomHex } from '../hex.js'
import type { StoredDayCount } from '../limits/order-counts.js'
import type { PortfolioPort } from '../portfolio/portfolio-port.js'
import type { Denial, RiskLimits } from '../risk/risk-limits.js'
import { changeTarget } from './gateway/change-check.js'
import { denied } from './gateway/denied.js'
import { ComboPlacement } from './gateway/combo-placement.js'
import { OrderLimits, type PersonalLimitReader, type SessionBlock } from './gateway/order-limits.js'
import {
  ID_BYTES,
  OrderPlacement,
  type PlacementDeps,
  type PlacementOptions,
} from './gateway/order-placement.js'
import { OrderTickets, type TicketArchive } from './gateway/order-tickets.js'
import { OrderReplacement } from './gateway/order-replacement.js'
import { OutcomeRecorder } from './gateway/outcome-recorder.js'
import {
  PriceQuestions,
  type ConfirmedPrices,
  type PersonRequest,
} from './gateway/price-questions.js'
import type { PendingApproval } from './gateway/pending-approval.js'
import { ReducingOrders } from './gateway/reducing-orders.js'
import { sendCancel, sendOnce, withDeadline } from './gateway/send-once.js'
import type { OrderCheckDeps } from './pre-trade-check.js'
import type { ReadPositions } from './read-positions.js'
import type { Reconciler } from './reconcile/reconciler.js'
import type { TicketEntry } from './recovery.js'
import { message } from '../../../shared/messages/make-message.js'
import type { OrderSender } from './journal/order-sender.js'

/** How long a cancel waits for its journal record before it is sent without it (REL-36). */
const CANCEL_JOURNAL_WAIT_MS = 500

export interface OrderServiceDeps extends OrderCheckDeps, PlacementDeps {
  readonly reconciler: Reconciler
  readonly limits: RiskLimits
  /** The person's own limits; without them only `limits` hold. */
  readonly personal?: PersonalLimitReader | undefined
  /** Reads positions, to prove that an order over a limit only reduces one. */
  readonly positions?: PortfolioPort['positions'] | undefined
}

/** A new order, or a change of one or several orders, that is only checked. */
export type OrderCheckRequest =
  | { readonly kind: 'place'; readonly draft: OrderDraft }
  | { readonly kind: 'combo'; readonly combo: ComboDraft }
  | {
      readonly kind: 'replace'
      readonly accountId: AccountId
      readonly changes: readonly MemberChange[]
    }

type OrderResult = Result<TradeOutcome, AppError>

/** The only module that may call Place, Replace or Cancel. */
export class OrderService {
  readonly #deps: OrderServiceDeps
  readonly #limits: OrderLimits
  readonly #tickets: OrderTickets
  readonly #outcomes: OutcomeRecorder
  readonly #placement: OrderPlacement
  readonly #combos: ComboPlacement
  readonly #replacement: OrderReplacement
  /** Requests on their way, as `kind:clientOrderId`. */
  readonly #requested = new Set<string>()

  /** Creates the service. It submits nothing before `restore` was called. */
  constructor(deps: OrderServiceDeps) {
    this.#deps = deps
    this.#limits = new OrderLimits(deps)
    this.#tickets = new OrderTickets(deps.projection)
    this.#outcomes = new OutcomeRecorder(deps)
    const state = {
      limits: this.#limits,
      reducing: new ReducingOrders(deps),
      tickets: this.#tickets,
      outcomes: this.#outcomes,
      questions: new PriceQuestions(deps),
    }
    this.#placement = new OrderPlacement(deps, state)
    this.#combos = new ComboPlacement(deps, state, this.#placement)
    this.#replacement = new OrderReplacement(deps, state)
  }

  /** Restores the state recovered from the journal at a start; nothing is submitted before that. */
  restore(
    tickets: ReadonlyMap<string, TicketEntry>,
    trading: 'active' | 'halted',
    archived?: TicketArchive,
    orderDays: readonly StoredDayCount[] = [],
  ): void {
    this.#tickets.restore(tickets, archived)
    this.#limits.restoreCounts(orderDays)
    this.#limits.setTrading(trading)
  }

  /** Returns who sent an order, of any time; null for one that Countersign did not send. */
  senderOf(id: ClientOrderId): OrderSender | null {
    return this.#tickets.senderOf(id)
  }

  /**
   * Submits a draft. The same ticket returns the same result: in flight, afterwards and after a
   * restart. `presetId`: the client order id, when it was announced in advance; an id of another
   * order is refused. `confirmed`: the prices that the person acknowledged with its approval.
   */
  submit(
    ticket: string,
    draft: OrderDraft,
    presetId?: ClientOrderId,
    confirmed?: ConfirmedPrices,
  ): Promise<TradeOutcome> {
    return this.#place(ticket, draft, { presetId, confirmed })
  }

  /**
   * Like `submit`, for a person who waits for the answer: where only a price is not current, the
   * answer is a question, and the same request with that question's id is sent (REL-46).
   */
  submitForPerson(ticket: string, draft: OrderDraft, person: PersonRequest): Promise<OrderReply> {
    return this.#tickets.run(ticket, draft, () => this.#placement.place(ticket, draft, { person }))
  }

  /**
   * Like `submit`, for an order whose approval is still being written to disk: it is checked
   * meanwhile, and sent only once the approval is released.
   */
  submitApproved(
    ticket: string,
    draft: OrderDraft,
    approval: PendingApproval,
  ): Promise<TradeOutcome> {
    return this.#place(ticket, draft, { approval })
  }

  /**
   * Submits linked orders in one request: all of them, or none. The same ticket returns the same
   * result, as with `submit`.
   */
  async submitCombo(ticket: string, combo: ComboDraft): Promise<ComboOutcome> {
    return withoutQuestion(await this.#combos.submit(ticket, combo))
  }

  /** Like `submitForPerson`, for linked orders. */
  submitComboForPerson(
    ticket: string,
    combo: ComboDraft,
    person: PersonRequest,
  ): Promise<ComboReply> {
    return this.#combos.submit(ticket, combo, { person })
  }

  /** Like `submitApproved`, for linked orders. */
  async submitApprovedCombo(
    ticket: string,
    combo: ComboDraft,
    approval: PendingApproval,
  ): Promise<ComboOutcome> {
    return withoutQuestion(await this.#combos.submit(ticket, combo, { approval }))
  }

  /**
   * Like `submit`, for an order that only reduces these positions: halts and size limits do not
   * apply. It is proved again at the instant of sending, with all other orders (REL-42).
   */
  close(ticket: string, draft: OrderDraft, closing: ReadPositions): Promise<TradeOutcome> {
    return this.#place(ticket, draft, { closing })
  }

  /**
   * Runs the checks of `submit` or `replace` and sends nothing. Empty when the order could be sent
   * now; an error when it could not be checked.
   */
  async check(request: OrderCheckRequest): Promise<Result<readonly Denial[], AppError>> {
    if (request.kind === 'place') {
      return ok((await this.#placement.evaluate(request.draft)).decide().denials)
    }
    if (request.kind === 'combo') return ok(await this.#combos.check(request.combo))
    const { accountId, changes } = request
    const checked = await this.#replacement.check({ accountId, confirmed: null }, changes)
    if (checked.ok) return ok([])
    return 'error' in checked.error ? err(checked.error.error) : ok(checked.error.denials)
  }

  /** Returns the outcome of a ticket; null for an unknown one. Sends nothing. */
  async outcome(ticket: string): Promise<TradeOutcome | null> {
    await this.#combos.settled(ticket)
    return this.#tickets.outcome(ticket)
  }

  /**
   * Replaces an order. `others`: further orders of the same combination that change in the same
   * request, all or none; returns the outcome of the first.
   */
  async replace(
    accountId: AccountId,
    clientOrderId: ClientOrderId,
    change: OrderChange,
    others: readonly MemberChange[] = [],
  ): Promise<OrderResult> {
    const replaced = await this.#replace(accountId, [{ clientOrderId, change }, ...others])
    return replaced.ok ? ok(withoutQuestion(replaced.value)) : replaced
  }

  /** Like `replace` of one order, for a person who waits for the answer: see `submitForPerson`. */
  replaceForPerson(
    accountId: AccountId,
    { clientOrderId, change }: MemberChange,
    person: PersonRequest,
  ): Promise<Result<OrderReply, AppError>> {
    return this.#replace(accountId, [{ clientOrderId, change }], person)
  }

  /**
   * Cancels an order, also while trading is halted or the journal has failed, because a cancel can
   * only reduce risk.
   */
  cancel(accountId: AccountId, clientOrderId: ClientOrderId): Promise<OrderResult> {
    return this.#withRequestLock([`cancel:${clientOrderId}`], () =>
      this.#cancel(accountId, clientOrderId),
    )
  }

  get trading(): 'active' | 'halted' {
    return this.#limits.trading
  }

  /** The orders that were journaled to be sent on the present trade date of a product. */
  ordersToday(product: AccountProduct): number {
    return this.#limits.ordersToday(product)
  }

  /**
   * Takes effect immediately; orders that already passed the checks are checked again before they
   * are sent.
   */
  setTrading(state: 'active' | 'halted'): void {
    this.#limits.setTrading(state)
  }

  /** Sets what else may block an order at any moment until it is sent: the end of the session. */
  setSessionBlock(block: SessionBlock): void {
    this.#limits.setSessionBlock(block)
  }

  async #place(
    ticket: string,
    draft: OrderDraft,
    options: Omit<PlacementOptions, 'person'>,
  ): Promise<TradeOutcome> {
    return withoutQuestion(
      await this.#tickets.run(ticket, draft, () => this.#placement.place(ticket, draft, options)),
    )
  }

  #replace(
    accountId: AccountId,
    changes: readonly MemberChange[],
    person?: PersonRequest,
  ): Promise<Result<OrderReply, AppError>> {
    return this.#withRequestLock(
      changes.map((member) => `replace:${member.clientOrderId}`),
      () => this.#replacement.replace(accountId, changes, person),
    )
  }

  async #cancel(accountId: AccountId, clientOrderId: ClientOrderId): Promise<OrderResult> {
    const { projection, journal, random, clock, timers } = this.#deps
    const target = changeTarget(projection, accountId, clientOrderId)
    if (!target.ok) return target
    const order = target.value
    if (order.pending?.kind === 'cancel' && order.pending.state === 'sent') {
      return err(appError('order/request-pending', message('orders.cancelOnItsWay')))
    }
    const request = {
      id: `c-${randomHex(random, ID_BYTES)}`,
      kind: 'cancel',
      change: null,
    } as const
    this.#outcomes.markSent(clientOrderId, 'cancel')
    // A journal that fails halts trading, but neither a failed nor a slow one blocks a cancel:
    // after a crash the order is queried in any case.
    await withDeadline({
      run: async () => {
        await journal.append({
          kind: 'cancel',
          request: request.id,
          accountId,
          clientOrderId,
          at: clock.now(),
        })
      },
      timers,
      ms: CANCEL_JOURNAL_WAIT_MS,
      expired: undefined,
      onLate: () => undefined,
    })
    const combo = order.terms?.combo == null ? [] : ([order.terms.combo] as const)
    const outcome = await sendCancel({
      timers,
      send: () =>
        sendOnce(
          {
            timers,
            log: this.#deps.log,
            onLate: (late) => void this.#outcomes.change(request, order, late),
          },
          () => this.#deps.trade.cancel(accountId, clientOrderId, ...combo),
        ),
      isOpen: () => !isFinal(this.#outcomes.rowOf(clientOrderId).status),
      onRepeat: () => this.#outcomes.markSent(clientOrderId, 'cancel'),
    })
    return ok(this.#outcomes.change(request, order, outcome))
  }

  /**
   * Allows one request of each kind per order at a time, until the row shows it as pending. A
   * cancel does not wait for a replace.
   */
  async #withRequestLock<T>(
    keys: readonly string[],
    run: () => Promise<Result<T, AppError>>,
  ): Promise<Result<T, AppError>> {
    if (keys.some((key) => this.#requested.has(key))) {
      return err(appError('order/request-pending', message('orders.requestOnItsWay')))
    }
    for (const key of keys) this.#requested.add(key)
    try {
      return await run()
    } finally {
      for (const key of keys) this.#requested.delete(key)
    }
  }
}

/**
 * Returns the outcome for a request that no person waits for: a question that another request of
 * the same ticket received means that nothing was sent.
 */
const withoutQuestion = <T extends TradeOutcome | ComboOutcome>(
  reply: T | PriceQuestion,
): T | Denied =>
  isPriceQuestion(reply)
    ? denied({ code: 'stale-quote', message: message('risk.noFreshPrice') })
    : reply
