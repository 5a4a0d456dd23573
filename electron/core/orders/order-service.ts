import {
  clientOrderId as asClientOrderId,
  type AccountId,
  type ClientOrderId,
} from '../../../shared/domain/ids.js'
import type {
  MemberChange,
  Order,
  OrderChange,
  OrderDraft,
} from '../../../shared/domain/orders/order.js'
import { isFinal, isUncertain, isWorking } from '../../../shared/domain/orders/order-state.js'
import { err, ok, type Result } from '../../../shared/domain/result.js'
import type { EpochMs } from '../../../shared/domain/time.js'
import type { TradeOutcome } from '../../../shared/domain/orders/trade-outcome.js'
import { appError, type AppError } from '../../../shared/domain/app/app-error.js'
import { randomHex } from '../hex.js'
import type { ClockPort, LogPort, RandomPort, TimerPort } from '../ports.js'
import {
  belowFilled,
  checkLimits,
  denialText,
  draftOfReplacement,
  sameDraft,
  type Denial,
  type RiskLimits,
} from '../risk/risk-limits.js'
import { replaceDenial, batchReplaceDenial } from '../risk/replace-rules.js'
import { withDeadline } from './deadline.js'
import { checkOrder, type OrderCheckDeps, type CheckedOrder } from './pre-trade-check.js'
import type { OrderJournal } from './order-journal.js'
import type { OrderProjection } from './order-projection.js'
import { placeFact, type TicketEntry } from './recovery.js'
import type { Reconciler } from './reconciler.js'
import type { TradePort, WriteOutcome } from './trade-port.js'

/**
 * How long a caller waits for the provider. After it the request continues and its outcome is
 * unknown.
 */
const TRADE_DEADLINE_MS = 15_000
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
  readonly timers: TimerPort
  readonly random: RandomPort
  readonly log: LogPort
}

/** The only module that may call Place, Replace or Cancel. */
export interface OrderService {
  /** Restores the state recovered from the journal at a start; nothing is submitted before that. */
  restore(tickets: ReadonlyMap<string, TicketEntry>, trading: 'active' | 'halted'): void
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
  /**
   * Takes effect immediately; orders that already passed the checks are checked again before they
   * are sent.
   */
  setTrading(state: 'active' | 'halted'): void
}

/** Skip these limits for closing orders: enforcing them would keep the larger risk. */
const SKIPPED_WHEN_CLOSING: ReadonlySet<Denial['code']> = new Set<Denial['code']>([
  'halted',
  'max-quantity',
  'max-notional',
  'max-open-orders',
  'stale-quote',
])

const denied = (reasons: readonly Denial[]): TradeOutcome => ({
  outcome: 'denied',
  reasons: reasons.map(denialText),
})

/** A change that passed every check, and the order that would result. */
interface CheckedChange extends MemberChange {
  readonly order: Order
  readonly draft: OrderDraft
  readonly checked: CheckedOrder
}
/** `ended`: why the order cannot be changed, or not now. */
type ChangeCheck =
  | { readonly passed: CheckedChange }
  | { readonly ended: Result<TradeOutcome, AppError> }

/** Creates the service. It submits nothing before `restore` was called. */
export function createOrderService(deps: OrderServiceDeps): OrderService {
  const { trade, journal, projection, reconciler, limits, clock } = deps
  const tickets = new Map<string, TicketEntry>()
  const inFlight = new Map<
    string,
    { readonly draft: OrderDraft; readonly result: Promise<TradeOutcome> }
  >()
  const requested = new Set<string>()
  let recent: { readonly draft: OrderDraft; readonly at: ReturnType<ClockPort['now']> }[] = []
  let trading: 'active' | 'halted' = 'halted'

  const rowOf = (id: ClientOrderId): Order => {
    const order = projection.get(id)
    if (order === undefined) throw new Error('an order of the desk has no row')
    return order
  }

  /** Returns the current outcome of a known ticket. */
  const outcomeOf = (entry: TicketEntry): TradeOutcome => {
    const order = entry.clientOrderId === null ? undefined : projection.get(entry.clientOrderId)
    if (order === undefined) return { outcome: 'denied', reasons: [...entry.reasons] }
    if (isUncertain(order.status)) return { outcome: 'unknown', order }
    if (order.status === 'rejected') {
      return { outcome: 'rejected', order, code: 'REJECTED', reason: order.note ?? '' }
    }
    if (order.status === 'not-placed' || order.status === 'denied') {
      return { outcome: 'denied', reasons: [order.note ?? 'Not placed'] }
    }
    return { outcome: 'acknowledged', order }
  }

  const limitDenials = (
    draft: OrderDraft,
    { quote, pricing }: Pick<CheckedOrder, 'quote' | 'pricing'>,
    except: ClientOrderId | null,
    closing = false,
  ): readonly Denial[] => {
    const now = clock.now()
    recent = recent.filter((sent) => now - sent.at < limits.duplicateWindowMs)
    const found = checkLimits(
      draft,
      {
        trading,
        now,
        quote,
        pricing,
        recent: except === null ? recent : [],
        openOrders: [...projection.working(), ...projection.uncertain()].filter(
          (order) => order.clientOrderId !== except,
        ).length,
        uncertain: projection.uncertain().filter((order) => order.clientOrderId !== except),
      },
      limits,
    )
    return closing ? found.filter(({ code }) => !SKIPPED_WHEN_CLOSING.has(code)) : found
  }

  /** Runs every check on a draft. */
  const checkDraft = async (
    draft: OrderDraft,
    except: ClientOrderId | null,
    closing = false,
  ): Promise<CheckedOrder> => {
    if (trading === 'halted' && !closing) {
      return {
        denials: [{ code: 'halted', message: 'Trading is halted' }],
        quote: null,
        pricing: undefined,
        currency: '',
      }
    }
    const checked = await checkOrder(draft, limits.staleQuoteMs, deps)
    return checked.denials.length > 0
      ? checked
      : { ...checked, denials: limitDenials(draft, checked, except, closing) }
  }

  /** Sends with a deadline for the wait. When the port throws, the outcome is unknown. */
  const send = (
    call: () => Promise<WriteOutcome>,
    onLate: (outcome: WriteOutcome) => void,
  ): Promise<WriteOutcome> =>
    withDeadline({
      run: async () => {
        try {
          return await call()
        } catch {
          return { outcome: 'unknown', reason: 'The request broke off' }
        }
      },
      timers: deps.timers,
      ms: TRADE_DEADLINE_MS,
      onLate,
      expired: { outcome: 'unknown', reason: 'The provider did not answer in time' },
    })

  const record = (request: string, clientOrderId: ClientOrderId, outcome: WriteOutcome): void => {
    void journal.append({
      kind: 'outcome',
      of: request,
      clientOrderId,
      outcome: outcome.outcome,
      at: clock.now(),
      orderId: outcome.outcome === 'acknowledged' ? outcome.orderId : null,
      code: outcome.outcome === 'rejected' ? outcome.code : null,
      reason: 'reason' in outcome ? outcome.reason.slice(0, 500) : null,
    })
  }

  const recordPlacement = (
    draft: OrderDraft,
    id: ClientOrderId,
    outcome: WriteOutcome,
  ): TradeOutcome => {
    record(id, id, outcome)
    projection.apply(
      placeFact({
        clientOrderId: id,
        outcome: outcome.outcome,
        at: clock.now(),
        orderId: outcome.outcome === 'acknowledged' ? outcome.orderId : null,
        reason: 'reason' in outcome ? outcome.reason.slice(0, 500) : null,
      }),
    )
    deps.log.event('info', 'order.placed', { outcome: outcome.outcome })
    switch (outcome.outcome) {
      case 'unknown':
        // An event or a listing may have reported the order before the wait ended.
        if (!isUncertain(rowOf(id).status)) {
          return outcomeOf({ draft, clientOrderId: id, reasons: [] })
        }
        reconciler.settle({
          request: id,
          kind: 'place',
          accountId: draft.accountId,
          clientOrderId: id,
          change: null,
          acknowledged: false,
        })
        return { outcome: 'unknown', order: rowOf(id) }
      case 'rejected':
        return {
          outcome: 'rejected',
          order: rowOf(id),
          code: outcome.code.slice(0, 120),
          reason: outcome.reason.slice(0, 500),
        }
      case 'not-sent':
        return denied([{ code: 'not-sent', message: outcome.reason }])
      default:
        // No event reports an acceptance (EVENTS-3), so query the order.
        reconciler.queryOrder(draft.accountId, id)
        return { outcome: 'acknowledged', order: rowOf(id) }
    }
  }

  const refuse = (ticket: string, draft: OrderDraft, denials: readonly Denial[]): TradeOutcome => {
    const reasons = denials.map(denialText)
    tickets.set(ticket, { draft, clientOrderId: null, reasons })
    if (!journal.failed) {
      void journal.append({ kind: 'denied', ticket, draft, reasons, at: clock.now() })
    }
    deps.log.event('info', 'order.denied', { code: denials[0]?.code ?? '' })
    return { outcome: 'denied', reasons }
  }

  const place = async (
    ticket: string,
    draft: OrderDraft,
    closing: boolean,
    presetId?: ClientOrderId,
  ): Promise<TradeOutcome> => {
    const checked = await checkDraft(draft, null, closing)
    if (checked.denials.length > 0) return refuse(ticket, draft, checked.denials)
    // Another ticket may have passed the checks while this one waited for a quote.
    const limitsBeforeJournal = limitDenials(draft, checked, null, closing)
    if (limitsBeforeJournal.length > 0) return refuse(ticket, draft, limitsBeforeJournal)
    if (journal.failed) {
      return refuse(ticket, draft, [
        { code: 'journal-failed', message: 'The order journal cannot be written' },
      ])
    }
    if (presetId !== undefined && projection.get(presetId) !== undefined) {
      return refuse(ticket, draft, [
        { code: 'ticket-reused', message: 'This id is the name of another order' },
      ])
    }
    const id = presetId ?? asClientOrderId(randomHex(deps.random, ID_BYTES))
    const now = clock.now()
    tickets.set(ticket, { draft, clientOrderId: id, reasons: [] })
    const placedAt = deps.exchangeNow()
    projection.apply({ fact: 'intent', clientOrderId: id, draft, at: now, placedAt })
    // Count the order from here, so that a second ticket cannot pass while this one is being
    // journaled.
    recent = [...recent, { draft, at: now }]
    const written = await journal.append({
      kind: 'intent',
      ticket,
      clientOrderId: id,
      draft,
      at: now,
      placedAt,
    })
    const limitsBeforeSend = written.ok
      ? recheckLimits(draft, checked, id, closing)
      : [{ code: 'journal-failed' as const, message: 'The order journal cannot be written' }]
    if (limitsBeforeSend.length > 0) {
      recordPlacement(draft, id, {
        outcome: 'not-sent',
        reason: limitsBeforeSend.map(denialText).join('; '),
      })
      return denied(limitsBeforeSend)
    }
    return recordPlacement(
      draft,
      id,
      await send(
        () => trade.place(draft, id),
        (outcome) => void recordPlacement(draft, id, outcome),
      ),
    )
  }

  /**
   * Checks the limits again before sending, because trading may have been halted during the disk
   * write.
   */
  const recheckLimits = (
    draft: OrderDraft,
    checked: CheckedOrder,
    id: ClientOrderId,
    closing = false,
  ): readonly Denial[] =>
    journal.failed
      ? [{ code: 'journal-failed', message: 'The order journal cannot be written' }]
      : limitDenials(draft, checked, id, closing)

  /** Returns the order of a replace or cancel, or why it cannot be changed. */
  const target = (accountId: AccountId, id: ClientOrderId): Result<Order, AppError> => {
    const order = projection.get(id)
    if (order === undefined || order.accountId !== accountId) {
      return err(appError('order/not-found', 'This order is not known'))
    }
    if (isFinal(order.status)) {
      return err(appError('order/already-final', `The order is ${order.status} already`))
    }
    return ok(order)
  }

  const recordChange = (
    request: {
      readonly id: string
      readonly kind: 'replace' | 'cancel'
      readonly change: OrderChange | null
    },
    order: Order,
    outcome: WriteOutcome,
  ): TradeOutcome => {
    const { clientOrderId, accountId } = order
    record(request.id, clientOrderId, outcome)
    deps.log.event('info', `order.${request.kind}`, { outcome: outcome.outcome })
    const open = {
      request: request.id,
      kind: request.kind,
      accountId,
      clientOrderId,
      change: request.change,
    }
    switch (outcome.outcome) {
      case 'acknowledged':
      case 'repeated':
        reconciler.settle({ ...open, acknowledged: true })
        reconciler.queryOrder(accountId, clientOrderId)
        return { outcome: 'acknowledged', order: rowOf(clientOrderId) }
      case 'unknown':
        projection.apply({
          fact: 'request',
          clientOrderId,
          kind: request.kind,
          state: 'unknown',
          at: clock.now(),
        })
        reconciler.settle({ ...open, acknowledged: false })
        return { outcome: 'unknown', order: rowOf(clientOrderId) }
      case 'rejected':
      case 'not-sent': {
        const action = request.kind === 'cancel' ? 'Cancel' : 'Replace'
        projection.apply({
          fact: 'request-end',
          clientOrderId,
          kind: request.kind,
          note: `${action} ${outcome.outcome === 'rejected' ? 'refused' : 'not sent'}: ${outcome.reason}`.slice(
            0,
            500,
          ),
          at: clock.now(),
        })
        if (outcome.outcome === 'not-sent') {
          return denied([{ code: 'not-sent', message: outcome.reason }])
        }
        // The usual reason is that the order ended in the meantime.
        reconciler.queryOrder(accountId, clientOrderId)
        return {
          outcome: 'rejected',
          order: rowOf(clientOrderId),
          code: outcome.code.slice(0, 120),
          reason: outcome.reason.slice(0, 500),
        }
      }
    }
  }

  /**
   * Allows one request of each kind per order at a time, until the row shows it as pending. A
   * cancel does not wait for a replace.
   */
  const withRequestLock = async (
    ids: readonly string[],
    run: () => Promise<Result<TradeOutcome, AppError>>,
  ): Promise<Result<TradeOutcome, AppError>> => {
    if (ids.some((id) => requested.has(id))) {
      return err(appError('order/request-pending', 'Another request on this order is on its way'))
    }
    for (const id of ids) requested.add(id)
    try {
      return await run()
    } finally {
      for (const id of ids) requested.delete(id)
    }
  }

  const checkChange = async (
    accountId: AccountId,
    { clientOrderId: id, change }: MemberChange,
  ): Promise<ChangeCheck> => {
    const stop = (...reasons: readonly Denial[]): ChangeCheck => ({ ended: ok(denied(reasons)) })
    const found = target(accountId, id)
    if (!found.ok) return { ended: found }
    const order = found.value
    if (order.pending !== null) {
      return {
        ended: err(
          appError(
            'order/request-pending',
            `A ${order.pending.kind} of this order has no outcome yet`,
          ),
        ),
      }
    }
    if (!isWorking(order.status)) {
      return stop({
        code: 'uncertain-order',
        message: 'It is not known yet whether this order was placed',
      })
    }
    const draft = draftOfReplacement(order, change)
    if (draft === null) {
      return stop({
        code: 'draft-invalid',
        message:
          order.quantity === null
            ? 'An order of an amount cannot be replaced'
            : 'The order has parts that this desk does not know, or its legs would not come out whole',
      })
    }
    if (Object.values(change).every((value) => value === undefined)) {
      return stop({ code: 'draft-invalid', message: 'Nothing to change' })
    }
    if (belowFilled(order, change.quantity)) {
      return stop({
        code: 'draft-invalid',
        message: 'The quantity must be above what has filled already',
      })
    }
    const fixed = replaceDenial(order, change)
    if (fixed !== null) return stop(fixed)
    const checked = await checkDraft(draft, id)
    return checked.denials.length > 0
      ? stop(...checked.denials)
      : { passed: { clientOrderId: id, change, order, draft, checked } }
  }

  /**
   * Replaces one order, or several of a combination in one request. Each is checked, journaled and
   * settled as an order of its own.
   */
  const replaceNow = async (
    accountId: AccountId,
    changes: readonly MemberChange[],
  ): Promise<Result<TradeOutcome, AppError>> => {
    const apart = batchReplaceDenial(
      changes.flatMap(({ clientOrderId }) => projection.get(clientOrderId) ?? []),
    )
    if (apart !== null) return ok(denied([apart]))
    const passed: CheckedChange[] = []
    for (const memberChange of changes) {
      const checked = await checkChange(accountId, memberChange)
      if ('ended' in checked) return checked.ended
      passed.push(checked.passed)
    }
    const written: { readonly request: string; readonly member: CheckedChange }[] = []
    const giveUp = (reason: string): void => {
      for (const { request, member } of written) {
        record(request, member.clientOrderId, { outcome: 'not-sent', reason })
      }
    }
    for (const member of passed) {
      const request = `r-${randomHex(deps.random, ID_BYTES)}`
      written.push({ request, member })
      const appended = await journal.append({
        kind: 'replace',
        request,
        accountId,
        clientOrderId: member.clientOrderId,
        change: member.change,
        at: clock.now(),
      })
      const limitsBeforeSend = appended.ok
        ? passed.flatMap((other) => recheckLimits(other.draft, other.checked, other.clientOrderId))
        : [{ code: 'journal-failed' as const, message: 'The order journal cannot be written' }]
      if (limitsBeforeSend.length === 0) continue
      giveUp(limitsBeforeSend.map(denialText).join('; '))
      return ok(denied(limitsBeforeSend))
    }
    const still = passed.map(({ clientOrderId }) => target(accountId, clientOrderId))
    const gone = still.find((result) => !result.ok)
    if (gone !== undefined) {
      giveUp('The order ended meanwhile')
      return gone
    }
    const [first, ...others] = passed
    if (first === undefined) {
      return ok(denied([{ code: 'draft-invalid', message: 'Nothing to change' }]))
    }
    for (const { clientOrderId } of passed) {
      projection.apply({
        fact: 'request',
        clientOrderId,
        kind: 'replace',
        state: 'sent',
        at: clock.now(),
      })
    }
    // One response covers all of them; Order Detail of each order shows its effect.
    const recordOutcome = (outcome: WriteOutcome): TradeOutcome | undefined =>
      written.map(({ request, member }) =>
        recordChange(
          { id: request, kind: 'replace', change: member.change },
          rowOf(member.clientOrderId),
          outcome,
        ),
      )[0]
    const { combo } = first.order.terms ?? {}
    const group =
      combo === null || combo === undefined
        ? []
        : ([
            {
              combo,
              others: others.map(({ clientOrderId, change }) => ({ clientOrderId, change })),
            },
          ] as const)
    const outcome = recordOutcome(
      await send(
        () => trade.replace(accountId, first.clientOrderId, first.change, ...group),
        (lateOutcome) => void recordOutcome(lateOutcome),
      ),
    )
    return outcome === undefined
      ? ok(denied([{ code: 'draft-invalid', message: 'Nothing to change' }]))
      : ok(outcome)
  }

  const cancelNow = async (
    accountId: AccountId,
    id: ClientOrderId,
  ): Promise<Result<TradeOutcome, AppError>> => {
    const found = target(accountId, id)
    if (!found.ok) return found
    const order = found.value
    if (order.pending?.kind === 'cancel' && order.pending.state === 'sent') {
      return err(appError('order/request-pending', 'A cancel of this order is on its way'))
    }
    const request = `c-${randomHex(deps.random, ID_BYTES)}`
    // A journal that fails halts trading, but never blocks a cancel.
    await journal.append({ kind: 'cancel', request, accountId, clientOrderId: id, at: clock.now() })
    projection.apply({
      fact: 'request',
      clientOrderId: id,
      kind: 'cancel',
      state: 'sent',
      at: clock.now(),
    })
    const cancelRequest = { id: request, kind: 'cancel' as const, change: null }
    const combo = order.terms?.combo == null ? [] : ([order.terms.combo] as const)
    return ok(
      recordChange(
        cancelRequest,
        order,
        await send(
          () => trade.cancel(accountId, id, ...combo),
          (outcome) => void recordChange(cancelRequest, order, outcome),
        ),
      ),
    )
  }

  const submitOnce = async (
    ticket: string,
    draft: OrderDraft,
    closing: boolean,
    presetId?: ClientOrderId,
  ): Promise<TradeOutcome> => {
    const running = inFlight.get(ticket)
    const known = running ?? tickets.get(ticket)
    if (known !== undefined && !sameDraft(known.draft, draft)) {
      return denied([{ code: 'ticket-reused', message: 'This ticket was used for another order' }])
    }
    if (running !== undefined) return running.result
    const entry = tickets.get(ticket)
    if (entry !== undefined) return outcomeOf(entry)
    const result = place(ticket, draft, closing, presetId)
    inFlight.set(ticket, { draft, result })
    try {
      return await result
    } finally {
      inFlight.delete(ticket)
    }
  }

  return {
    restore(known, state) {
      for (const [ticket, entry] of known) tickets.set(ticket, entry)
      trading = state
    },
    submit: (ticket, draft, presetId) => submitOnce(ticket, draft, false, presetId),
    close: (ticket, draft) => submitOnce(ticket, draft, true),
    async outcome(ticket) {
      const running = inFlight.get(ticket)
      if (running !== undefined) return running.result
      const entry = tickets.get(ticket)
      return entry === undefined ? null : outcomeOf(entry)
    },
    replace(accountId, clientOrderId, change, others = []) {
      const changes = [{ clientOrderId, change }, ...others]
      return withRequestLock(
        changes.map((member) => `replace:${member.clientOrderId}`),
        () => replaceNow(accountId, changes),
      )
    },
    cancel: (accountId, id) => withRequestLock([`cancel:${id}`], () => cancelNow(accountId, id)),
    get trading() {
      return trading
    },
    setTrading(state) {
      trading = state
    },
  }
}
