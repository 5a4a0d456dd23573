import type { AccountId, ClientOrderId } from '../../../shared/domain/ids.js'
import type {
  MemberChange,
  OrderChange,
  ComboDraft,
  OrderDraft,
} from '../../../shared/domain/orders/order.js'
import type { ComboReply, OrderReply } from '../../../shared/domain/orders/price-question.js'
import { err, ok, type Result } from '../../../shared/domain/result.js'
import type {
  ComboOutcome,
  Denied,
  TradeOutcome,
} from '../../../shared/domain/orders/trade-outcome.js'
import { appError, type AppError } from '../../../shared/domain/app/app-error.js'
import { createCloser } from '../orders/closer.js'
import type { Denial } from '../risk/risk-limits.js'
import type { ConfirmedPrices, PersonRequest } from '../orders/gateway/price-questions.js'
import type { PendingApproval } from '../orders/gateway/pending-approval.js'
import type { TimerPort } from '../ports.js'
import type { OrderReminders } from '../risk/reminders/order-reminders.js'
import type { SessionGraph } from './graph/session-graph.js'
import type { SessionLifecycle } from './session-lifecycle.js'
import type { TradingGate } from './halts/trading-gate.js'
import { message } from '../../../shared/messages/make-message.js'
import type { Message } from '../../../shared/messages/message.js'

type OrderResult = Promise<Result<TradeOutcome, AppError>>

export interface OrderCommandsDeps {
  readonly graph: SessionGraph
  readonly gate: TradingGate
  readonly lifecycle: SessionLifecycle
  readonly timers: TimerPort
  readonly reminders: OrderReminders
}

/** The session's order commands: each checks that the session may trade, then calls the service. */
export class OrderCommands {
  readonly #deps: OrderCommandsDeps
  readonly #close: ReturnType<typeof createCloser>
  /** Reads what a person should know of an order before it is sent. */
  readonly reminders: OrderReminders

  constructor(deps: OrderCommandsDeps) {
    this.#deps = deps
    this.reminders = deps.reminders
    deps.graph.orderService.setSessionBlock((accountId, closing) =>
      this.#sessionBlock(accountId, closing),
    )
    this.#close = createCloser({
      positions: (accountId) => deps.graph.provider.portfolio.positions(accountId),
      projection: deps.graph.projection,
      orders: deps.graph.orderService,
    })
  }

  /**
   * Submits an order. The same ticket never sends twice, even after a restart. An error means that
   * nothing was sent. `presetId` is the order's id where it had to be fixed beforehand, `confirmed`
   * the prices that the person acknowledged with its approval.
   */
  async submit(
    ticket: string,
    draft: OrderDraft,
    ...approved: readonly [presetId?: ClientOrderId, confirmed?: ConfirmedPrices]
  ): OrderResult {
    const blocked = this.#blocked(draft.accountId)
    if (blocked !== null) return blocked
    return ok(await this.#deps.graph.orderService.submit(ticket, draft, ...approved))
  }

  /**
   * Like `submit`, for a person who waits for the answer: where only a price is not current, they
   * are asked first.
   */
  async submitForPerson(
    ticket: string,
    draft: OrderDraft,
    person: PersonRequest,
  ): Promise<Result<OrderReply, AppError>> {
    return (
      this.#blocked(draft.accountId) ??
      ok(await this.#deps.graph.orderService.submitForPerson(ticket, draft, person))
    )
  }

  /** Like `submitForPerson`, for linked orders: all of them, or none. */
  async submitComboForPerson(
    ticket: string,
    combo: ComboDraft,
    person: PersonRequest,
  ): Promise<Result<ComboReply, AppError>> {
    return (
      this.#blocked(combo.accountId) ??
      ok(await this.#deps.graph.orderService.submitComboForPerson(ticket, combo, person))
    )
  }

  /** Like `replace` of one order, for a person who waits for the answer. */
  async replaceForPerson(
    accountId: AccountId,
    memberChange: MemberChange,
    person: PersonRequest,
  ): Promise<Result<OrderReply, AppError>> {
    const { lifecycle, gate, graph } = this.#deps
    if (!lifecycle.ready) return this.#notReady()
    const blocked = gate.block()
    return blocked === null
      ? graph.orderService.replaceForPerson(accountId, memberChange, person)
      : ok(blocked)
  }

  /**
   * Submits an order whose approval is still being written. Whether the session may trade is
   * checked again once the decision is on disk, because it may have changed by then.
   */
  async submitApproved(ticket: string, draft: OrderDraft, approval: PendingApproval): OrderResult {
    const blocked = this.#blocked(draft.accountId)
    if (blocked !== null) return blocked
    const { orderService } = this.#deps.graph
    const checked = this.#whileUnblocked(draft.accountId, approval)
    return ok(await orderService.submitApproved(ticket, draft, checked))
  }

  /** Like `submitApproved`, for linked orders. */
  async submitApprovedCombo(
    ticket: string,
    combo: ComboDraft,
    approval: PendingApproval,
  ): Promise<Result<ComboOutcome, AppError>> {
    const blocked = this.#blocked(combo.accountId)
    if (blocked !== null) return blocked
    const { orderService } = this.#deps.graph
    const checked = this.#whileUnblocked(combo.accountId, approval)
    return ok(await orderService.submitApprovedCombo(ticket, combo, checked))
  }

  /** Submits linked orders in one request, all or none; otherwise like `submit`. */
  async submitCombo(ticket: string, combo: ComboDraft): Promise<Result<ComboOutcome, AppError>> {
    return (
      this.#blocked(combo.accountId) ??
      ok(await this.#deps.graph.orderService.submitCombo(ticket, combo))
    )
  }

  /**
   * Submits an order that only reduces a position. It needs no arming and passes a halt
   * (CONFIRM-34). The position is read from the broker at this moment; an order that does anything
   * else is denied.
   */
  async close(ticket: string, draft: OrderDraft): OrderResult {
    const { lifecycle, gate } = this.#deps
    if (!lifecycle.ready || lifecycle.disposed) return this.#notReady()
    const suspended = gate.suspension()
    if (suspended !== null) return ok(suspended)
    if (!this.#owns(draft.accountId)) return unknownAccount()
    return this.#close(ticket, draft)
  }

  /**
   * Replaces an order. `others` are further orders of the same combination that change in the same
   * request, all or none.
   */
  async replace(
    accountId: AccountId,
    clientOrderId: ClientOrderId,
    change: OrderChange,
    memberChanges?: readonly MemberChange[],
  ): OrderResult {
    const { lifecycle, gate, graph } = this.#deps
    if (!lifecycle.ready) return this.#notReady()
    const blocked = gate.block()
    return blocked === null
      ? graph.orderService.replace(accountId, clientOrderId, change, memberChanges)
      : ok(blocked)
  }

  async cancel(accountId: AccountId, clientOrderId: ClientOrderId): OrderResult {
    const { auth, orderService } = this.#deps.graph
    return auth.view().phase === 'signed-in'
      ? orderService.cancel(accountId, clientOrderId)
      : this.#notReady()
  }

  /** Waits at most `withinMs` until no outcome is uncertain. Returns how many remain. */
  settle(withinMs: number): Promise<number> {
    const { projection } = this.#deps.graph
    const uncertain = (): number => projection.uncertain().length
    return new Promise((resolve) => {
      if (uncertain() === 0) return resolve(0)
      const end = (): void => {
        stopTimer()
        stopRows()
        resolve(uncertain())
      }
      const stopTimer = this.#deps.timers.after(withinMs, end)
      const stopRows = projection.orders.subscribe(() => {
        if (uncertain() === 0) end()
      })
    })
  }

  /** Returns why no order may be sent for this account now; null when one may. */
  #blocked(accountId: AccountId): Result<Denied, AppError> | null {
    const { lifecycle, gate } = this.#deps
    if (!lifecycle.ready) return this.#notReady()
    const blocked = gate.block()
    if (blocked !== null) return ok(blocked)
    return this.#owns(accountId) ? null : unknownAccount()
  }

  /** Returns what became a reason not to send while an order waited; null where nothing did. */
  #sessionBlock(accountId: AccountId, closing: boolean): Denial | null {
    const { lifecycle, gate } = this.#deps
    if (!lifecycle.ready || lifecycle.disposed) {
      return { code: 'not-sent', message: message('session.notConnected') }
    }
    const denial = gate.denial(closing)
    if (denial !== null) return denial
    return this.#owns(accountId)
      ? null
      : { code: 'wrong-account', message: message('session.accountUnknown') }
  }

  /** Returns the approval, which counts only while the session may trade for this account. */
  #whileUnblocked(accountId: AccountId, approval: PendingApproval): PendingApproval {
    return {
      ...approval,
      decided: approval.decided.then((reason) => reason ?? this.#blockReason(accountId)),
      release: () => approval.release(),
    }
  }

  /** Returns what the person reads when no order may be sent for this account now. */
  #blockReason(accountId: AccountId): Message | null {
    const blocked = this.#blocked(accountId)
    if (blocked === null) return null
    return blocked.ok ? (blocked.value.reasons[0] ?? null) : blocked.error.message
  }

  /** The page only names an account. Check here that it belongs to this session (SEC-08). */
  #owns(accountId: AccountId): boolean {
    return this.#deps.graph.portfolio.accounts.some((account) => account.accountId === accountId)
  }

  #notReady(): Result<never, AppError> {
    const signedIn = this.#deps.graph.auth.view().phase === 'signed-in'
    return err(
      appError(
        signedIn ? 'session/not-ready' : 'session/signed-out',
        message('session.notConnected'),
        { order: 'not-placed' },
      ),
    )
  }
}

const unknownAccount = (): Result<never, AppError> =>
  err(
    appError('provider/refused', message('session.accountUnknown'), {
      class: 'local',
      order: 'not-placed',
    }),
  )
