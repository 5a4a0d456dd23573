import {
  clientOrderId as asClientOrderId,
  type ClientOrderId,
} from '../../../../shared/domain/ids.js'
import type { OrderDraft } from '../../../../shared/domain/orders/order.js'
import type { Denied, TradeOutcome } from '../../../../shared/domain/orders/trade-outcome.js'
import type { EpochMs } from '../../../../shared/domain/time.js'
import { message } from '../../../../shared/messages/make-message.js'
import { randomHex } from '../../hex.js'
import type { ClockPort, LogPort, RandomPort, TimerPort } from '../../ports.js'
import { denialMessage, type Denial } from '../../risk/risk-limits.js'
import { journalText } from '../journal/journal-record.js'
import type { OrderJournal } from '../order-journal.js'
import type { OrderProjection } from '../order-projection.js'
import type { CheckedOrder } from '../pre-trade-check.js'
import type { TradePort } from '../trade-port.js'
import { denied, joinedReasons, JOURNAL_FAILED } from './denied.js'
import { passesIfReducing, type OrderLimits, type ReductionProof } from './order-limits.js'
import type { OrderTickets } from './order-tickets.js'
import type { OutcomeRecorder } from './outcome-recorder.js'
import type { PendingApproval } from './pending-approval.js'
import type { ReducingOrders } from './reducing-orders.js'
import { sendOnce } from './send-once.js'

export const ID_BYTES = 16

export interface PlacementDeps {
  readonly trade: TradePort
  readonly journal: OrderJournal
  readonly projection: OrderProjection
  readonly clock: ClockPort
  /** Returns the exchange's time; the practice exchange has a clock of its own. */
  readonly exchangeNow: () => EpochMs
  readonly timers: TimerPort
  readonly random: RandomPort
  readonly log: LogPort
}

/** What placing an order is checked against and recorded in; the service's other parts share it. */
export interface PlacementState {
  readonly limits: OrderLimits
  readonly reducing: ReducingOrders
  readonly tickets: OrderTickets
  readonly outcomes: OutcomeRecorder
}

/** Whether a new order may be sent now: it may when `denials` is empty. */
interface PlacementDecision {
  readonly denials: readonly Denial[]
  readonly proof: ReductionProof
}

/**
 * What the checks of a new order found. `decide` counts the other orders at the moment of its call,
 * because several tickets may be checked at the same time.
 */
export interface EvaluatedPlacement {
  readonly checked: CheckedOrder
  readonly decide: () => PlacementDecision
}

/** An order that passed the checks, and what they were made with. */
interface Placement {
  readonly ticket: string
  readonly draft: OrderDraft
  readonly id: ClientOrderId
  readonly checked: CheckedOrder
  readonly proof: ReductionProof
}

/** Places one order: checks it, journals it, checks it again and sends it once. */
export class OrderPlacement {
  readonly #deps: PlacementDeps
  readonly #state: PlacementState

  constructor(deps: PlacementDeps, state: PlacementState) {
    this.#deps = deps
    this.#state = state
  }

  /**
   * Places a draft under a new ticket.
   * @param isProved true when the caller has proved that it is a closing order
   * @param presetId the client order id, when it was announced in advance
   * @param approval the approval that must be on disk before the order is journaled and sent
   */
  async place(
    ticket: string,
    draft: OrderDraft,
    isProved: boolean,
    presetId?: ClientOrderId,
    approval?: PendingApproval,
  ): Promise<TradeOutcome> {
    const { journal, projection, random } = this.#deps
    const { outcomes } = this.#state
    const { checked, decide } = await this.evaluate(draft, isProved)
    const undecided = (await approval?.decided) ?? null
    if (undecided !== null) return denied({ code: 'not-sent', message: undecided })
    // Another ticket may have passed the checks while this one waited for a quote. From here to the
    // record in the journal nothing may wait.
    const { denials, proof } = decide()
    if (denials.length > 0) return this.refuse(ticket, draft, denials)
    if (journal.failed) return this.refuse(ticket, draft, [JOURNAL_FAILED])
    if (presetId !== undefined && projection.get(presetId) !== undefined) {
      return this.refuse(ticket, draft, [
        { code: 'ticket-reused', message: message('orders.idTaken') },
      ])
    }
    const id = presetId ?? asClientOrderId(randomHex(random, ID_BYTES))
    const placement: Placement = { ticket, draft, id, checked, proof }
    const limitsBeforeSend = await this.#journal(placement, approval)
    if (limitsBeforeSend.length === 0) return this.#send(placement)
    const reason = joinedReasons(limitsBeforeSend)
    outcomes.placement(draft, id, { outcome: 'not-sent', reason })
    return denied(...limitsBeforeSend)
  }

  /**
   * Runs every check of a new order without recording or sending anything (CONFIRM-38).
   * @param isProved true when the caller has proved that it is a closing order
   */
  async evaluate(draft: OrderDraft, isProved: boolean): Promise<EvaluatedPlacement> {
    const { limits, reducing } = this.#state
    const checked = await limits.check(draft, { except: [], proof: isProved ? 'closes' : 'none' })
    const reduction = passesIfReducing(checked.denials) ? await reducing.placement(draft) : null
    const decide = (): PlacementDecision => {
      const reduces = reduction?.() === true
      const proof: ReductionProof = isProved ? 'closes' : reduces ? 'reduces' : 'none'
      const denials =
        checked.denials.length > 0 && !reduces
          ? checked.denials
          : limits.denials(draft, checked, { except: [], proof })
      return { denials, proof }
    }
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
    { ticket, draft, id, checked, proof }: Placement,
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
    const written = await journal.append({
      kind: 'intent',
      ticket,
      clientOrderId: id,
      draft,
      at: now,
      placedAt,
    })
    if (!written.ok) return [JOURNAL_FAILED]
    const withheld = (await approval?.release()) ?? null
    if (withheld !== null) return [{ code: 'not-sent', message: withheld }]
    return limits.denialsBeforeSend(draft, checked, { except: [id], proof })
  }

  async #send({ draft, id, proof }: Placement): Promise<TradeOutcome> {
    const { trade, timers } = this.#deps
    const { outcomes, limits } = this.#state
    const outcome = await sendOnce(
      timers,
      () => trade.place(draft, id, () => limits.mayStillSend(proof)),
      (late) => void outcomes.placement(draft, id, late),
    )
    return outcomes.placement(draft, id, outcome)
  }
}
