import {
  clientOrderId as asClientOrderId,
  type AccountId,
  type ClientOrderId,
} from '../../../shared/domain/ids.js'
import type { MemberChange, OrderChange, OrderDraft } from '../../../shared/domain/orders/order.js'
import { err, ok, type Result } from '../../../shared/domain/result.js'
import type { EpochMs } from '../../../shared/domain/time.js'
import type { TradeOutcome } from '../../../shared/domain/orders/trade-outcome.js'
import { appError, type AppError } from '../../../shared/domain/app/app-error.js'
import { randomHex } from '../hex.js'
import type { DayCount } from '../limits/order-counts.js'
import type { ClockPort, LogPort, RandomPort, TimerPort } from '../ports.js'
import type { PortfolioPort } from '../portfolio/portfolio-port.js'
import { batchReplaceDenial } from '../risk/replace-rules.js'
import { denialMessage, type Denial, type RiskLimits } from '../risk/risk-limits.js'
import {
  changeTarget,
  checkChange,
  comboChange,
  type CheckedChange,
} from './gateway/change-check.js'
import { withDeadline } from './gateway/deadline.js'
import { denied, JOURNAL_FAILED } from './gateway/denied.js'
import {
  OrderLimits,
  passesIfReducing,
  type PersonalLimitReader,
  type ReductionProof,
} from './gateway/order-limits.js'
import { OrderTickets, type TicketArchive } from './gateway/order-tickets.js'
import { OutcomeRecorder } from './gateway/outcome-recorder.js'
import { ReducingOrders } from './gateway/reducing-orders.js'
import type { OrderJournal } from './order-journal.js'
import type { OrderProjection } from './order-projection.js'
import type { CheckedOrder, OrderCheckDeps } from './pre-trade-check.js'
import type { Reconciler } from './reconcile/reconciler.js'
import type { TicketEntry } from './recovery.js'
import type { TradePort } from './trade-port.js'
import type { WriteOutcome } from './write-outcome.js'
import { message } from '../../../shared/messages/make-message.js'
import type { Message } from '../../../shared/messages/message.js'
import { journalText } from './journal/journal-record.js'

/**
 * How long a caller waits for the provider. After it the request continues and its outcome is
 * unknown.
 */
const TRADE_DEADLINE_MS = 15_000
/** How long a cancel waits for its journal record before it is sent without it (REL-36). */
const CANCEL_JOURNAL_WAIT_MS = 500
const ID_BYTES = 16

export interface OrderServiceDeps extends OrderCheckDeps {
  readonly trade: TradePort
  readonly journal: OrderJournal
  readonly projection: OrderProjection
  readonly reconciler: Reconciler
  readonly limits: RiskLimits
  readonly clock: ClockPort
  /** Returns the exchange's time; the practice exchange has a clock of its own. */
  readonly exchangeNow: () => EpochMs
  /** The person's own limits; without them only `limits` hold. */
  readonly personal?: PersonalLimitReader | undefined
  /** Reads positions, to prove that an order over a limit only reduces one. */
  readonly positions?: PortfolioPort['positions'] | undefined
  readonly timers: TimerPort
  readonly random: RandomPort
  readonly log: LogPort
}

/** The only module that may call Place, Replace or Cancel. */
export interface OrderService {
  /** Restores the state recovered from the journal at a start; nothing is submitted before that. */
  restore(
    tickets: ReadonlyMap<string, TicketEntry>,
    trading: 'active' | 'halted',
    archived?: TicketArchive,
    orderDays?: readonly DayCount[],
  ): void
  /**
   * Submits a draft. The same ticket returns the same result: in flight, afterwards and after a
   * restart. `presetId`: the client order id, when it was announced in advance; an id of another
   * order is refused.
   */
  submit(ticket: string, draft: OrderDraft, presetId?: ClientOrderId): Promise<TradeOutcome>
  /**
   * Like `submit`, for an order that the caller has proved to reduce a position: halts and size
   * limits do not apply.
   */
  close(ticket: string, draft: OrderDraft): Promise<TradeOutcome>
  /** Returns the outcome of a ticket; null for an unknown one. Sends nothing. */
  outcome(ticket: string): Promise<TradeOutcome | null>
  /**
   * Replaces an order. `others`: further orders of the same combination that change in the same
   * request, all or none; the outcome is that of the first.
   */
  replace(
    accountId: AccountId,
    clientOrderId: ClientOrderId,
    change: OrderChange,
    others?: readonly MemberChange[],
  ): Promise<Result<TradeOutcome, AppError>>
  /**
   * Cancels an order, also while trading is halted or the journal has failed, because a cancel can
   * only reduce risk.
   */
  cancel(
    accountId: AccountId,
    clientOrderId: ClientOrderId,
  ): Promise<Result<TradeOutcome, AppError>>
  readonly trading: 'active' | 'halted'
  /** The orders that were journaled to be sent today in New York. */
  readonly ordersToday: number
  /**
   * Takes effect immediately; orders that already passed the checks are checked again before they
   * are sent.
   */
  setTrading(state: 'active' | 'halted'): void
}

/** Creates the service. It submits nothing before `restore` was called. */
export const createOrderService = (deps: OrderServiceDeps): OrderService =>
  new OrderServiceImpl(deps)

type OrderResult = Result<TradeOutcome, AppError>

/** An order that passed the checks, and what they were made with. */
interface Placement {
  readonly ticket: string
  readonly draft: OrderDraft
  readonly id: ClientOrderId
  readonly checked: CheckedOrder
  readonly proof: ReductionProof
}

/** A checked change that is in the journal under `request`. */
interface JournaledChange {
  readonly request: string
  readonly member: CheckedChange
}

const NOTHING_TO_CHANGE: Denial = {
  code: 'draft-invalid',
  message: message('orders.nothingToChange'),
}

const joinedReasons = (denials: readonly Denial[]): Message =>
  message('orders.reasons', { reasons: denials.map(denialMessage) })

class OrderServiceImpl implements OrderService {
  readonly #deps: OrderServiceDeps
  readonly #limits: OrderLimits
  readonly #reducing: ReducingOrders
  readonly #tickets: OrderTickets
  readonly #outcomes: OutcomeRecorder
  /** Requests on their way, as `kind:clientOrderId`. */
  readonly #requested = new Set<string>()

  constructor(deps: OrderServiceDeps) {
    this.#deps = deps
    this.#limits = new OrderLimits(deps)
    this.#reducing = new ReducingOrders(deps)
    this.#tickets = new OrderTickets(deps.projection)
    this.#outcomes = new OutcomeRecorder(deps)
  }

  restore(
    tickets: ReadonlyMap<string, TicketEntry>,
    trading: 'active' | 'halted',
    archived?: TicketArchive,
    orderDays: readonly DayCount[] = [],
  ): void {
    this.#tickets.restore(tickets, archived)
    this.#limits.restoreCounts(orderDays)
    this.#limits.setTrading(trading)
  }

  submit(ticket: string, draft: OrderDraft, presetId?: ClientOrderId): Promise<TradeOutcome> {
    return this.#tickets.run(ticket, draft, () => this.#place(ticket, draft, false, presetId))
  }

  close(ticket: string, draft: OrderDraft): Promise<TradeOutcome> {
    return this.#tickets.run(ticket, draft, () => this.#place(ticket, draft, true))
  }

  outcome(ticket: string): Promise<TradeOutcome | null> {
    return this.#tickets.outcome(ticket)
  }

  replace(
    accountId: AccountId,
    clientOrderId: ClientOrderId,
    change: OrderChange,
    others: readonly MemberChange[] = [],
  ): Promise<OrderResult> {
    const changes = [{ clientOrderId, change }, ...others]
    return this.#withRequestLock(
      changes.map((member) => `replace:${member.clientOrderId}`),
      () => this.#replace(accountId, changes),
    )
  }

  cancel(accountId: AccountId, clientOrderId: ClientOrderId): Promise<OrderResult> {
    return this.#withRequestLock([`cancel:${clientOrderId}`], () =>
      this.#cancel(accountId, clientOrderId),
    )
  }

  get trading(): 'active' | 'halted' {
    return this.#limits.trading
  }

  get ordersToday(): number {
    return this.#limits.ordersToday
  }

  setTrading(state: 'active' | 'halted'): void {
    this.#limits.setTrading(state)
  }

  /** Checks a draft, then journals and sends it. */
  async #place(
    ticket: string,
    draft: OrderDraft,
    isProved: boolean,
    presetId?: ClientOrderId,
  ): Promise<TradeOutcome> {
    const { journal, projection, random } = this.#deps
    const checked = await this.#limits.check(draft, {
      except: null,
      proof: isProved ? 'closes' : 'none',
    })
    const proof = passesIfReducing(checked.denials) ? await this.#reducing.placement(draft) : null
    const reduces = proof?.() === true
    if (checked.denials.length > 0 && !reduces) return this.#refuse(ticket, draft, checked.denials)
    const proved: ReductionProof = isProved ? 'closes' : reduces ? 'reduces' : 'none'
    // Another ticket may have passed the checks while this one waited for a quote.
    const limitsBeforeJournal = this.#limits.denials(draft, checked, {
      except: null,
      proof: proved,
    })
    if (limitsBeforeJournal.length > 0) return this.#refuse(ticket, draft, limitsBeforeJournal)
    if (journal.failed) return this.#refuse(ticket, draft, [JOURNAL_FAILED])
    if (presetId !== undefined && projection.get(presetId) !== undefined) {
      return this.#refuse(ticket, draft, [
        { code: 'ticket-reused', message: message('orders.idTaken') },
      ])
    }
    const id = presetId ?? asClientOrderId(randomHex(random, ID_BYTES))
    const placement: Placement = { ticket, draft, id, checked, proof: proved }
    const limitsBeforeSend = await this.#journalPlacement(placement)
    if (limitsBeforeSend.length === 0) return this.#sendPlacement(placement)
    const reason = joinedReasons(limitsBeforeSend)
    this.#outcomes.placement(draft, id, { outcome: 'not-sent', reason })
    return denied(...limitsBeforeSend)
  }

  /** Journals the intent (REL-28); returns why it must not be sent after the disk write. */
  async #journalPlacement({
    ticket,
    draft,
    id,
    checked,
    proof,
  }: Placement): Promise<readonly Denial[]> {
    const { journal, projection, clock, exchangeNow } = this.#deps
    const now = clock.now()
    this.#tickets.set(ticket, { draft, clientOrderId: id, reasons: [] })
    const placedAt = exchangeNow()
    projection.apply({ fact: 'intent', clientOrderId: id, draft, at: now, placedAt })
    // Count the order from here, so that a second ticket cannot pass while this one is being
    // journaled.
    this.#limits.countSent(draft, now)
    const written = await journal.append({
      kind: 'intent',
      ticket,
      clientOrderId: id,
      draft,
      at: now,
      placedAt,
    })
    return written.ok
      ? this.#limits.denialsBeforeSend(draft, checked, { except: id, proof })
      : [JOURNAL_FAILED]
  }

  async #sendPlacement({ draft, id }: Placement): Promise<TradeOutcome> {
    return this.#outcomes.placement(
      draft,
      id,
      await this.#send(
        () => this.#deps.trade.place(draft, id),
        (late) => void this.#outcomes.placement(draft, id, late),
      ),
    )
  }

  #refuse(ticket: string, draft: OrderDraft, denials: readonly Denial[]): TradeOutcome {
    const { journal, clock, log } = this.#deps
    const reasons = denials.map(denialMessage)
    this.#tickets.set(ticket, { draft, clientOrderId: null, reasons })
    if (!journal.failed) {
      const journaled = reasons.map(journalText)
      void journal.append({ kind: 'denied', ticket, draft, reasons: journaled, at: clock.now() })
    }
    log.event('info', 'order.denied', { code: denials[0]?.code ?? '' })
    return { outcome: 'denied', reasons }
  }

  /**
   * Replaces one order, or several of a combination in one request. Each is checked, journaled and
   * settled as an order of its own.
   */
  async #replace(accountId: AccountId, changes: readonly MemberChange[]): Promise<OrderResult> {
    const { projection } = this.#deps
    const batchDenial = batchReplaceDenial(
      changes.flatMap(({ clientOrderId }) => projection.get(clientOrderId) ?? []),
    )
    if (batchDenial !== null) return ok(denied(batchDenial))
    const passed: CheckedChange[] = []
    for (const memberChange of changes) {
      const checked = await checkChange(
        { projection, limits: this.#limits, reducing: this.#reducing },
        accountId,
        memberChange,
      )
      if ('ended' in checked) return checked.ended
      passed.push(checked.passed)
    }
    const journaled = await this.#journalChanges(accountId, passed)
    if (!journaled.ok) return ok(denied(...journaled.error))
    for (const { clientOrderId } of passed) {
      const found = changeTarget(projection, accountId, clientOrderId)
      if (found.ok) continue
      this.#recordNotSent(journaled.value, message('orders.endedMeanwhile'))
      return found
    }
    return ok(await this.#sendChanges(accountId, journaled.value))
  }

  /** Journals every change; returns why none of them may be sent after the disk writes. */
  async #journalChanges(
    accountId: AccountId,
    changes: readonly CheckedChange[],
  ): Promise<Result<readonly JournaledChange[], readonly Denial[]>> {
    const { journal, random, clock } = this.#deps
    const journaled: JournaledChange[] = []
    for (const member of changes) {
      const { clientOrderId, change } = member
      const request = `r-${randomHex(random, ID_BYTES)}`
      journaled.push({ request, member })
      const appended = await journal.append({
        kind: 'replace',
        request,
        accountId,
        clientOrderId,
        change,
        at: clock.now(),
      })
      const limitsBeforeSend = appended.ok
        ? changes.flatMap((other) => this.#limitsBeforeReplace(other))
        : [JOURNAL_FAILED]
      if (limitsBeforeSend.length === 0) continue
      this.#recordNotSent(journaled, joinedReasons(limitsBeforeSend))
      return err(limitsBeforeSend)
    }
    return ok(journaled)
  }

  #limitsBeforeReplace({ draft, checked, clientOrderId, proof }: CheckedChange): readonly Denial[] {
    const scope = { except: clientOrderId, proof, replaces: true } as const
    return this.#limits.denialsBeforeSend(draft, checked, scope)
  }

  #recordNotSent(changes: readonly JournaledChange[], reason: Message): void {
    for (const { request, member } of changes) {
      this.#outcomes.journal(request, member.clientOrderId, { outcome: 'not-sent', reason })
    }
  }

  /** Sends journaled changes in one request; returns the outcome of the first. */
  async #sendChanges(
    accountId: AccountId,
    changes: readonly JournaledChange[],
  ): Promise<TradeOutcome> {
    const [first, ...others] = changes.map(({ member }) => member)
    if (first === undefined) return denied(NOTHING_TO_CHANGE)
    for (const { member } of changes) this.#markSent(member.clientOrderId, 'replace')
    const group = comboChange(first, others)
    const outcome = this.#recordChanges(
      changes,
      await this.#send(
        () => this.#deps.trade.replace(accountId, first.clientOrderId, first.change, ...group),
        (late) => void this.#recordChanges(changes, late),
      ),
    )
    return outcome ?? denied(NOTHING_TO_CHANGE)
  }

  /** One response covers all of them; Order Detail of each order shows its effect. */
  #recordChanges(
    changes: readonly JournaledChange[],
    outcome: WriteOutcome,
  ): TradeOutcome | undefined {
    const outcomes = changes.map(({ request, member }) =>
      this.#outcomes.change(
        { id: request, kind: 'replace', change: member.change },
        this.#outcomes.rowOf(member.clientOrderId),
        outcome,
      ),
    )
    return outcomes[0]
  }

  async #cancel(accountId: AccountId, clientOrderId: ClientOrderId): Promise<OrderResult> {
    const { projection, journal, random, clock, timers } = this.#deps
    const found = changeTarget(projection, accountId, clientOrderId)
    if (!found.ok) return found
    const order = found.value
    if (order.pending?.kind === 'cancel' && order.pending.state === 'sent') {
      return err(appError('order/request-pending', message('orders.cancelOnItsWay')))
    }
    const request = {
      id: `c-${randomHex(random, ID_BYTES)}`,
      kind: 'cancel',
      change: null,
    } as const
    this.#markSent(clientOrderId, 'cancel')
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
    const outcome = await this.#send(
      () => this.#deps.trade.cancel(accountId, clientOrderId, ...combo),
      (late) => void this.#outcomes.change(request, order, late),
    )
    return ok(this.#outcomes.change(request, order, outcome))
  }

  #markSent(clientOrderId: ClientOrderId, kind: 'replace' | 'cancel'): void {
    const { projection, clock } = this.#deps
    projection.apply({ fact: 'request', clientOrderId, kind, state: 'sent', at: clock.now() })
  }

  /** Sends with a deadline for the wait. When the port throws, the outcome is unknown. */
  #send(
    call: () => Promise<WriteOutcome>,
    onLate: (outcome: WriteOutcome) => void,
  ): Promise<WriteOutcome> {
    return withDeadline({
      run: async () => {
        try {
          return await call()
        } catch {
          return { outcome: 'unknown', reason: message('orders.requestBroken') }
        }
      },
      timers: this.#deps.timers,
      ms: TRADE_DEADLINE_MS,
      onLate,
      expired: { outcome: 'unknown', reason: message('orders.timeout') },
    })
  }

  /**
   * Allows one request of each kind per order at a time, until the row shows it as pending. A
   * cancel does not wait for a replace.
   */
  async #withRequestLock(
    keys: readonly string[],
    run: () => Promise<OrderResult>,
  ): Promise<OrderResult> {
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
