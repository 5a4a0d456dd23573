import type { Position } from '../../../../shared/domain/account/account.js'
import {
  clientOrderId as asClientOrderId,
  type AccountId,
  type ClientOrderId,
} from '../../../../shared/domain/ids.js'
import { withRollMark } from '../../../../shared/domain/orders/effect/roll.js'
import type { OrderDraft } from '../../../../shared/domain/orders/order.js'
import type { OrderReply } from '../../../../shared/domain/orders/price-question.js'
import type { Denied, TradeOutcome } from '../../../../shared/domain/orders/trade-outcome.js'
import type { EpochMs } from '../../../../shared/domain/time.js'
import { message } from '../../../../shared/messages/make-message.js'
import { randomHex } from '../../hex.js'
import type { ClockPort, LogPort, RandomPort, TimerPort } from '../../ports.js'
import { denialMessage, type Denial } from '../../risk/risk-limits.js'
import { journalText } from '../journal/journal-record.js'
import type { OrderJournal } from '../order-journal.js'
import type { OrderProjection } from '../order-projection.js'
import type { ReadPositions } from '../read-positions.js'
import type { TradePort } from '../trade-port.js'
import { denied, joinedReasons, JOURNAL_FAILED } from './denied.js'
import {
  NO_PROOF,
  passesIfReducing,
  type OrderLimits,
  type Proof,
  type TimedCheck,
} from './order-limits.js'
import type { OrderTickets } from './order-tickets.js'
import type { OutcomeRecorder } from './outcome-recorder.js'
import type { PendingApproval } from './pending-approval.js'
import {
  confirmedPriceOf,
  onlyStalePrices,
  type ConfirmedPrices,
  type PersonRequest,
  type PriceQuestions,
} from './price-questions.js'
import type { ReducingOrders } from './reducing-orders.js'
import { deniedAtLast, LastCheck, sendOnce } from './send-once.js'

export const ID_BYTES = 16

export interface PlacementDeps {
  readonly trade: TradePort
  readonly journal: OrderJournal
  readonly projection: OrderProjection
  readonly clock: ClockPort
  /** Returns the exchange's time; the practice exchange has a clock of its own. */
  readonly exchangeNow: () => EpochMs
  readonly timers: TimerPort
  /** Returns the positions, null while they are not known; absent where no order is a roll. */
  readonly heldNow?: ((accountId: AccountId) => readonly Position[] | null) | undefined
  readonly random: RandomPort
  readonly log: LogPort
}

/** What placing an order is checked against and recorded in; the service's other parts share it. */
export interface PlacementState {
  readonly limits: OrderLimits
  readonly reducing: ReducingOrders
  readonly tickets: OrderTickets
  readonly outcomes: OutcomeRecorder
  readonly questions: PriceQuestions
}

/** Whether a new order may be sent now: it may when `denials` is empty. */
interface PlacementDecision {
  readonly denials: readonly Denial[]
  readonly proof: Proof
}

/**
 * What the checks of a new order found. `decide` counts the other orders at the moment of its call,
 * because several tickets may be checked at the same time.
 */
export interface EvaluatedPlacement {
  readonly checked: TimedCheck
  readonly decide: () => PlacementDecision
}

/** An order that passed the checks, and what they were made with. */
interface Placement {
  readonly ticket: string
  readonly draft: OrderDraft
  readonly id: ClientOrderId
  readonly checked: TimedCheck
  readonly proof: Proof
  /** The positions that a closing order was proved against; null for another order. */
  readonly closing: ReadPositions | null
  readonly confirmed: ConfirmedPrices | null
}

/** What else a new order comes with. */
export interface PlacementOptions {
  /**
   * The positions of a closing order; its proof is repeated with them until it is sent. Absent for
   * another order.
   */
  readonly closing?: ReadPositions | undefined
  /** The client order id, when it was announced in advance. */
  readonly presetId?: ClientOrderId | undefined
  /** The approval that must be on disk before the order is journaled and sent. */
  readonly approval?: PendingApproval | undefined
  /** The prices that the person acknowledged with an approval that is on disk; absent without. */
  readonly confirmed?: ConfirmedPrices | null | undefined
  /** A person waits for the answer and may confirm a price that is not current; absent without. */
  readonly person?: PersonRequest | undefined
}

/** The positions of a closing order, and the prices that the person confirmed; absent without. */
interface EvaluationOptions {
  readonly closing?: ReadPositions | undefined
  readonly confirmed?: ConfirmedPrices | null | undefined
}

/** Places one order: checks it, journals it, checks it again and sends it once. */
export class OrderPlacement {
  readonly #deps: PlacementDeps
  readonly #state: PlacementState

  constructor(deps: PlacementDeps, state: PlacementState) {
    this.#deps = deps
    this.#state = state
  }

  /** Places a draft under a new ticket. */
  async place(
    ticket: string,
    draft: OrderDraft,
    options: PlacementOptions = {},
  ): Promise<OrderReply> {
    const { closing, presetId, approval, person } = options
    const { journal, projection, random } = this.#deps
    const { outcomes, limits, questions } = this.#state
    const request = JSON.stringify(['place', ticket, draft])
    const confirmed =
      (person === undefined
        ? (approval?.confirmed ?? options.confirmed)
        : questions.use(person, request)) ?? null
    const { checked, decide } = await this.evaluate(draft, { closing, confirmed })
    const undecided = (await approval?.decided) ?? null
    if (undecided !== null) return denied({ code: 'not-sent', message: undecided })
    // Another ticket may have passed the checks while this one waited for a quote. From here to the
    // record in the journal nothing may wait.
    const { denials, proof } = decide()
    if (denials.some(({ code }) => code === 'not-closing')) {
      // Nothing is recorded: the same ticket may be tried again once the positions show more.
      return denied(...denials)
    }
    const stale = person === undefined ? null : onlyStalePrices(denials)
    if (stale !== null) return questions.ask(request, stale)
    if (denials.length > 0) return this.refuse(ticket, draft, denials)
    if (journal.failed) return this.refuse(ticket, draft, [JOURNAL_FAILED])
    if (presetId !== undefined && projection.get(presetId) !== undefined) {
      return this.refuse(ticket, draft, [
        { code: 'ticket-reused', message: message('orders.idTaken') },
      ])
    }
    const id = presetId ?? asClientOrderId(randomHex(random, ID_BYTES))
    const held = this.#deps.heldNow?.(draft.accountId) ?? []
    const marked = withRollMark(draft, held)
    const placement: Placement = {
      ticket,
      draft: marked,
      id,
      checked,
      proof,
      closing: closing ?? null,
      confirmed,
    }
    const limitsBeforeSend = await this.#journal(placement, approval)
    if (limitsBeforeSend.length === 0) return this.#send(placement)
    limits.closings.end(id)
    const reason = joinedReasons(limitsBeforeSend)
    outcomes.placement(marked, id, { outcome: 'not-sent', reason })
    return denied(...limitsBeforeSend)
  }

  /**
   * Runs every check of a new order without recording or sending anything (CONFIRM-38).
   * @param confirmed the prices that the person confirmed although they are not current
   */
  async evaluate(
    draft: OrderDraft,
    { closing, confirmed }: EvaluationOptions = {},
  ): Promise<EvaluatedPlacement> {
    const { limits, reducing } = this.#state
    const first: Proof = closing === undefined ? NO_PROOF : proofOf('closes', draft, closing)
    const checked = await limits.check(draft, { except: [], proof: first, confirmed })
    const held = passesIfReducing(checked.denials) ? await reducing.placement(draft) : null
    const proof = held === null ? first : proofOf('reduces', draft, held)
    const decide = (): PlacementDecision => ({
      denials:
        checked.denials.length > 0 && held === null
          ? checked.denials
          : limits.denials(draft, checked, { except: [], proof, confirmed }),
      proof,
    })
    return { checked, decide }
  }

  /** Records that a draft was refused before it was journaled; nothing was sent. */
  refuse(ticket: string, draft: OrderDraft, denials: readonly Denial[]): Denied {
    const { journal, clock, log } = this.#deps
    const reasons = denials.map(denialMessage)
    this.#state.tickets.set(ticket, { draft, clientOrderId: null, reasons })
    if (!journal.failed) {
      const journaled = reasons.map(journalText)
      void journal.append({ kind: 'denied', ticket, draft, reasons: journaled, at: clock.now() })
    }
    log.event('info', 'order.denied', { code: denials[0]?.code ?? '' })
    return { outcome: 'denied', reasons }
  }

  /**
   * Journals the intent (REL-28); returns why it must not be sent after the disk write, and after
   * the records of its approval.
   */
  async #journal(
    { ticket, draft, id, checked, proof, closing, confirmed }: Placement,
    approval: PendingApproval | undefined,
  ): Promise<readonly Denial[]> {
    const { journal, projection, clock, exchangeNow } = this.#deps
    const { tickets, limits } = this.#state
    const now = clock.now()
    tickets.set(ticket, { draft, clientOrderId: id, reasons: [] })
    const placedAt = exchangeNow()
    projection.apply({ fact: 'intent', clientOrderId: id, draft, at: now, placedAt })
    // Count the order from here, so that a second ticket cannot pass while this one is being
    // journaled.
    limits.countSent(draft, now)
    if (closing !== null) limits.closings.add(id, closing)
    const written = await journal.append({
      kind: 'intent',
      ticket,
      clientOrderId: id,
      draft,
      at: now,
      placedAt,
      ...confirmedPriceOf(confirmed, draft),
    })
    if (!written.ok) return [JOURNAL_FAILED]
    const withheld = (await approval?.release()) ?? null
    if (withheld !== null) return [{ code: 'not-sent', message: withheld }]
    return limits.denialsBeforeSend(draft, checked, { except: [id], proof, confirmed })
  }

  async #send({ draft, id, checked, proof, confirmed }: Placement): Promise<TradeOutcome> {
    const { trade, timers, log } = this.#deps
    const { outcomes, limits } = this.#state
    const leaving = new LastCheck(() =>
      limits.denialsBeforeSend(draft, checked, { except: [id], proof, confirmed }),
    )
    const outcome = await sendOnce(
      {
        timers,
        log,
        onLate: (late) => void outcomes.placement(draft, id, leaving.explained(late)),
      },
      () => trade.place(draft, id, () => leaving.passes()),
    )
    limits.closings.end(id)
    const recorded = outcomes.placement(draft, id, leaving.explained(outcome))
    return deniedAtLast(leaving, outcome) ?? recorded
  }
}

/** Returns a proof with positions, which is repeated whenever it is needed. */
export const proofOf = (
  kind: 'closes' | 'reduces',
  draft: OrderDraft,
  positions: ReadPositions,
): Proof => ({ kind, problem: (own) => positions.problem(draft, own) })
