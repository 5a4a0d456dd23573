import {
  clientOrderId as asClientOrderId,
  type AccountId,
  type ClientOrderId,
} from '../../../shared/domain/ids.js'
import type { MemberChange, Order, OrderChange, OrderDraft } from '../../../shared/domain/order.js'
import { isFinal, isUncertain, isWorking } from '../../../shared/domain/order-state.js'
import { err, ok, type Result } from '../../../shared/domain/result.js'
import type { EpochMs } from '../../../shared/domain/time.js'
import type { TradeOutcome } from '../../../shared/ipc/contract.js'
import { appError, type AppError } from '../../../shared/ipc/errors.js'
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
} from '../risk/limits.js'
import { replaceDenial, togetherDenial } from '../risk/replaceable.js'
import { withDeadline } from './deadline.js'
import { judgeDraft, type JudgeDeps, type Judged } from './judge.js'
import type { OrderJournal } from './journal.js'
import type { OrderProjection } from './projection.js'
import { placeFact, type TicketEntry } from './recovery.js'
import type { Reconciler } from './reconciler.js'
import type { TradePort, WriteOutcome } from './trade-port.js'

/** How long a caller waits for the provider. Passing it ends the wait, not the intent. */
const TRADE_DEADLINE_MS = 15_000
const ID_BYTES = 16

export interface OrderDeskDeps extends JudgeDeps {
  readonly trade: TradePort
  readonly journal: OrderJournal
  readonly projection: OrderProjection
  readonly reconciler: Reconciler
  readonly limits: RiskLimits
  readonly clock: ClockPort
  /** What the exchange's clock shows; practice runs on its own. */
  readonly exchangeNow: () => EpochMs
  readonly timers: TimerPort
  readonly random: RandomPort
  readonly log: LogPort
}

/** The one door to Place, Replace and Cancel. */
export interface OrderDesk {
  /** Takes over what the journal told at a start; before that nothing is submitted. */
  restore(tickets: ReadonlyMap<string, TicketEntry>, trading: 'active' | 'halted'): void
  /**
   * The same ticket brings the same result: while in flight, afterwards and after a restart.
   * `name`: the order's id where somebody had to
   * be told it before; never that of another order.
   */
  submit(ticket: string, draft: OrderDraft, name?: ClientOrderId): Promise<TradeOutcome>
  /**
   * Like `submit` for an order that the caller has proved to make a position smaller: no halt and
   * no limit on size holds it back.
   */
  close(ticket: string, draft: OrderDraft): Promise<TradeOutcome>
  /** What became of a ticket; null for one that never came here. Sends nothing. */
  outcome(ticket: string): Promise<TradeOutcome | null>
  /**
   * `others`: further orders of the same combination that change in the same request, all or none;
   * the answer is of the first.
   */
  replace(
    accountId: AccountId,
    clientOrderId: ClientOrderId,
    change: OrderChange,
    others?: readonly MemberChange[],
  ): Promise<Result<TradeOutcome, AppError>>
  /**
   * Passes also when trading is halted and when the journal is broken: it can only make the risk
   * smaller.
   */
  cancel(
    accountId: AccountId,
    clientOrderId: ClientOrderId,
  ): Promise<Result<TradeOutcome, AppError>>
  readonly trading: 'active' | 'halted'
  /** Takes effect at once; what passed the checks already is checked again before it leaves. */
  setTrading(state: 'active' | 'halted'): void
}

/** What holds back an order that makes the risk smaller would keep the larger one. */
const NOT_FOR_CLOSING: ReadonlySet<Denial['code']> = new Set<Denial['code']>([
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

/** A change that passed every check of this desk, and the order that it would leave. */
interface Passed extends MemberChange {
  readonly order: Order
  readonly draft: OrderDraft
  readonly judged: Judged
}
/** `ended`: why there is nothing to change any more, or not now. */
type Checked = { readonly passed: Passed } | { readonly ended: Result<TradeOutcome, AppError> }

/** Makes the desk. It submits nothing until `restore` was called. */
export function createOrderDesk(deps: OrderDeskDeps): OrderDesk {
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

  /** What a ticket that was seen before answers now. */
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
    { quote, pricing }: Pick<Judged, 'quote' | 'pricing'>,
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
    return closing ? found.filter(({ code }) => !NOT_FOR_CLOSING.has(code)) : found
  }

  /** Everything this desk has against a draft. */
  const judge = async (
    draft: OrderDraft,
    except: ClientOrderId | null,
    closing = false,
  ): Promise<Judged> => {
    if (trading === 'halted' && !closing) {
      return {
        denials: [{ code: 'halted', message: 'Trading is halted' }],
        quote: null,
        pricing: undefined,
        currency: '',
      }
    }
    const judged = await judgeDraft(draft, limits.staleQuoteMs, deps)
    return judged.denials.length > 0
      ? judged
      : { ...judged, denials: limitDenials(draft, judged, except, closing) }
  }

  /**
   * Sends, with a deadline for the wait. A port that throws is a port whose outcome is not known.
   */
  const send = (
    call: () => Promise<WriteOutcome>,
    late: (outcome: WriteOutcome) => void,
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
      late,
      expired: { outcome: 'unknown', reason: 'The provider did not answer in time' },
    })

  const record = (of: string, clientOrderId: ClientOrderId, outcome: WriteOutcome): void => {
    void journal.append({
      kind: 'outcome',
      of,
      clientOrderId,
      outcome: outcome.outcome,
      at: clock.now(),
      orderId: outcome.outcome === 'acknowledged' ? outcome.orderId : null,
      code: outcome.outcome === 'rejected' ? outcome.code : null,
      reason: 'reason' in outcome ? outcome.reason.slice(0, 500) : null,
    })
  }

  const placed = (draft: OrderDraft, id: ClientOrderId, outcome: WriteOutcome): TradeOutcome => {
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
        // An event or a listing may have shown the order before the wait ended.
        if (!isUncertain(rowOf(id).status)) {
          return outcomeOf({ draft, clientOrderId: id, reasons: [] })
        }
        reconciler.settle({
          request: id,
          kind: 'place',
          accountId: draft.accountId,
          clientOrderId: id,
          change: null,
          taken: false,
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
        // No event tells of an acceptance (contract/trade-events.md): ask.
        reconciler.look(draft.accountId, id)
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
    name?: ClientOrderId,
  ): Promise<TradeOutcome> => {
    const judged = await judge(draft, null, closing)
    if (judged.denials.length > 0) return refuse(ticket, draft, judged.denials)
    // Another ticket may have come this far while this one waited for a price.
    const crossed = limitDenials(draft, judged, null, closing)
    if (crossed.length > 0) return refuse(ticket, draft, crossed)
    if (journal.failed) {
      return refuse(ticket, draft, [
        { code: 'journal-failed', message: 'The order journal cannot be written' },
      ])
    }
    if (name !== undefined && projection.get(name) !== undefined) {
      return refuse(ticket, draft, [
        { code: 'ticket-reused', message: 'This id is the name of another order' },
      ])
    }
    const id = name ?? asClientOrderId(randomHex(deps.random, ID_BYTES))
    const at = clock.now()
    tickets.set(ticket, { draft, clientOrderId: id, reasons: [] })
    const placedAt = deps.exchangeNow()
    projection.apply({ fact: 'intent', clientOrderId: id, draft, at, placedAt })
    // Counted from here, so that a second ticket cannot slip past while this one is being written
    // down.
    recent = [...recent, { draft, at }]
    const written = await journal.append({
      kind: 'intent',
      ticket,
      clientOrderId: id,
      draft,
      at,
      placedAt,
    })
    const again = written.ok
      ? secondCheck(draft, judged, id, closing)
      : [{ code: 'journal-failed' as const, message: 'The order journal cannot be written' }]
    if (again.length > 0) {
      placed(draft, id, { outcome: 'not-sent', reason: again.map(denialText).join('; ') })
      return denied(again)
    }
    return placed(
      draft,
      id,
      await send(
        () => trade.place(draft, id),
        (outcome) => void placed(draft, id, outcome),
      ),
    )
  }

  /** The limits hold at the moment of sending too: a halt may have come while the disk was busy. */
  const secondCheck = (
    draft: OrderDraft,
    judged: Judged,
    id: ClientOrderId,
    closing = false,
  ): readonly Denial[] =>
    journal.failed
      ? [{ code: 'journal-failed', message: 'The order journal cannot be written' }]
      : limitDenials(draft, judged, id, closing)

  /** The order of a replace or cancel, or why there is nothing to change. */
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

  const changed = (
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
        reconciler.settle({ ...open, taken: true })
        reconciler.look(accountId, clientOrderId)
        return { outcome: 'acknowledged', order: rowOf(clientOrderId) }
      case 'unknown':
        projection.apply({
          fact: 'request',
          clientOrderId,
          kind: request.kind,
          state: 'unknown',
          at: clock.now(),
        })
        reconciler.settle({ ...open, taken: false })
        return { outcome: 'unknown', order: rowOf(clientOrderId) }
      case 'rejected':
      case 'not-sent': {
        const what = request.kind === 'cancel' ? 'Cancel' : 'Replace'
        projection.apply({
          fact: 'request-end',
          clientOrderId,
          kind: request.kind,
          note: `${what} ${outcome.outcome === 'rejected' ? 'refused' : 'not sent'}: ${outcome.reason}`.slice(
            0,
            500,
          ),
          at: clock.now(),
        })
        if (outcome.outcome === 'not-sent') {
          return denied([{ code: 'not-sent', message: outcome.reason }])
        }
        // The usual reason is that the order ended meanwhile.
        reconciler.look(accountId, clientOrderId)
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
   * One request of a kind per order at a time; this covers the moments before the row shows it. A
   * cancel does not wait for a replace.
   */
  const exclusively = async (
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
  ): Promise<Checked> => {
    const stop = (...reasons: readonly Denial[]): Checked => ({ ended: ok(denied(reasons)) })
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
    const judged = await judge(draft, id)
    return judged.denials.length > 0
      ? stop(...judged.denials)
      : { passed: { clientOrderId: id, change, order, draft, judged } }
  }

  /**
   * One order, or several of a combination in one request: each is checked, written down and
   * followed as an order of its own.
   */
  const replaceNow = async (
    accountId: AccountId,
    changes: readonly MemberChange[],
  ): Promise<Result<TradeOutcome, AppError>> => {
    const apart = togetherDenial(
      changes.flatMap(({ clientOrderId }) => projection.get(clientOrderId) ?? []),
    )
    if (apart !== null) return ok(denied([apart]))
    const passed: Passed[] = []
    for (const one of changes) {
      const checked = await checkChange(accountId, one)
      if ('ended' in checked) return checked.ended
      passed.push(checked.passed)
    }
    const written: { readonly request: string; readonly of: Passed }[] = []
    const giveUp = (reason: string): void => {
      for (const { request, of } of written) {
        record(request, of.clientOrderId, { outcome: 'not-sent', reason })
      }
    }
    for (const of of passed) {
      const request = `r-${randomHex(deps.random, ID_BYTES)}`
      written.push({ request, of })
      const kept = await journal.append({
        kind: 'replace',
        request,
        accountId,
        clientOrderId: of.clientOrderId,
        change: of.change,
        at: clock.now(),
      })
      const again = kept.ok
        ? passed.flatMap((each) => secondCheck(each.draft, each.judged, each.clientOrderId))
        : [{ code: 'journal-failed' as const, message: 'The order journal cannot be written' }]
      if (again.length === 0) continue
      giveUp(again.map(denialText).join('; '))
      return ok(denied(again))
    }
    const still = passed.map(({ clientOrderId }) => target(accountId, clientOrderId))
    const gone = still.find((each) => !each.ok)
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
    // One answer holds for all of them; what it means for each is found out by each order's own
    // detail.
    const told = (outcome: WriteOutcome): TradeOutcome | undefined =>
      written.map(({ request, of }) =>
        changed(
          { id: request, kind: 'replace', change: of.change },
          rowOf(of.clientOrderId),
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
    const outcome = told(
      await send(
        () => trade.replace(accountId, first.clientOrderId, first.change, ...group),
        (late) => void told(late),
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
    // A journal that fails halts trading, but never holds a cancel back.
    await journal.append({ kind: 'cancel', request, accountId, clientOrderId: id, at: clock.now() })
    projection.apply({
      fact: 'request',
      clientOrderId: id,
      kind: 'cancel',
      state: 'sent',
      at: clock.now(),
    })
    const what = { id: request, kind: 'cancel' as const, change: null }
    const combo = order.terms?.combo == null ? [] : ([order.terms.combo] as const)
    return ok(
      changed(
        what,
        order,
        await send(
          () => trade.cancel(accountId, id, ...combo),
          (outcome) => void changed(what, order, outcome),
        ),
      ),
    )
  }

  const once = async (
    ticket: string,
    draft: OrderDraft,
    closing: boolean,
    name?: ClientOrderId,
  ): Promise<TradeOutcome> => {
    const flying = inFlight.get(ticket)
    const known = flying ?? tickets.get(ticket)
    if (known !== undefined && !sameDraft(known.draft, draft)) {
      return denied([{ code: 'ticket-reused', message: 'This ticket was used for another order' }])
    }
    if (flying !== undefined) return flying.result
    const entry = tickets.get(ticket)
    if (entry !== undefined) return outcomeOf(entry)
    const result = place(ticket, draft, closing, name)
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
    submit: (ticket, draft, name) => once(ticket, draft, false, name),
    close: (ticket, draft) => once(ticket, draft, true),
    async outcome(ticket) {
      const flying = inFlight.get(ticket)
      if (flying !== undefined) return flying.result
      const entry = tickets.get(ticket)
      return entry === undefined ? null : outcomeOf(entry)
    },
    replace(accountId, clientOrderId, change, others = []) {
      const changes = [{ clientOrderId, change }, ...others]
      return exclusively(
        changes.map((one) => `replace:${one.clientOrderId}`),
        () => replaceNow(accountId, changes),
      )
    },
    cancel: (accountId, id) => exclusively([`cancel:${id}`], () => cancelNow(accountId, id)),
    get trading() {
      return trading
    },
    setTrading(state) {
      trading = state
    },
  }
}
