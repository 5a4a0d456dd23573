import {
  clientOrderId as asClientOrderId,
  type ClientOrderId,
} from '../../../../shared/domain/ids.js'
import {
  comboProblems,
  masterOf,
  structuralExits,
} from '../../../../shared/domain/orders/combo-rules.js'
import type { Combo } from '../../../../shared/domain/orders/order-terms.js'
import type { ComboRole } from '../../../../shared/domain/orders/order-types.js'
import type { ComboDraft, Order, OrderDraft } from '../../../../shared/domain/orders/order.js'
import type { ComboReply } from '../../../../shared/domain/orders/price-question.js'
import type {
  ComboOutcome,
  Denied,
  TradeOutcome,
} from '../../../../shared/domain/orders/trade-outcome.js'
import { message } from '../../../../shared/messages/make-message.js'
import { randomHex } from '../../hex.js'
import { sameDraft, type Denial } from '../../risk/risk-limits.js'
import { rowOfIntent } from '../order-row.js'
import type { ReadPositions } from '../read-positions.js'
import type { TicketEntry } from '../recovery.js'
import type { WriteOutcome } from '../write-outcome.js'
import { denied, joinedReasons, JOURNAL_FAILED } from './denied.js'
import {
  NO_PROOF,
  passesIfReducing,
  type CheckScope,
  type Proof,
  type TimedCheck,
} from './order-limits.js'
import {
  ID_BYTES,
  proofOf,
  type OrderPlacement,
  type PlacementDeps,
  type PlacementState,
} from './order-placement.js'
import type { PendingApproval } from './pending-approval.js'
import {
  confirmedPriceOf,
  onlyStalePrices,
  type ConfirmedPrices,
  type PersonRequest,
} from './price-questions.js'
import { deniedAtLast, LastCheck, sendOnce } from './send-once.js'
import { memberTicket, TICKET_UNREADABLE, TICKET_TAKEN } from './order-tickets.js'

/** One order of a combination that passed the checks, and what they were made with. */
interface Member {
  readonly ticket: string
  readonly draft: OrderDraft
  readonly role: ComboRole
  readonly id: ClientOrderId
  readonly checked: TimedCheck
  readonly proof: Proof
  readonly confirmed: ConfirmedPrices | null
}

/**
 * A checked order without an id. `positions`: those that it only reduces; null for an order that
 * passes without this proof.
 */
interface CheckedMember {
  readonly checked: TimedCheck
  readonly known: Proof
  readonly positions: ReadPositions | null
}

/** The approval of linked orders, or the person who waits for their answer; absent without. */
interface ComboOptions {
  readonly approval?: PendingApproval | undefined
  readonly person?: PersonRequest | undefined
}

interface RunningCombo {
  readonly combo: ComboDraft
  readonly result: Promise<ComboReply>
}

/** Says which of the linked orders the denials are about; the first has number 1. */
const ofMember = (index: number, denials: readonly Denial[]): readonly Denial[] =>
  denials.map(({ message: denial, ...rest }) => ({
    ...rest,
    member: index,
    message: message('orders.ofLinked', { number: index + 1, denial }),
  }))

/** Returns why the orders do not fit together. */
const problemsOf = (combo: ComboDraft): readonly Denial[] =>
  comboProblems(combo).map(({ problem }) => ({
    code: 'draft-invalid',
    message: message(`combo.${problem}`),
  }))
/** The combination of orders that are only checked. */
const UNSENT = 'unsent'
const NOT_PLACED = message('orders.notPlaced')

const sameCombo = (a: ComboDraft, b: ComboDraft): boolean =>
  a.accountId === b.accountId &&
  a.orders.length === b.orders.length &&
  a.orders.every(({ role, draft }, index) => {
    const other = b.orders[index]
    return other !== undefined && role === other.role && sameDraft(draft, other.draft)
  })

/**
 * Combines the outcomes of the orders of one combination. They are sent in one request; later they
 * may differ, for example when one of them was canceled.
 */
export function comboOutcome(outcomes: readonly TradeOutcome[]): ComboOutcome {
  const orders = outcomes.flatMap((outcome): readonly Order[] =>
    outcome.outcome === 'denied' || outcome.order === null ? [] : [outcome.order],
  )
  if (outcomes.some(({ outcome }) => outcome === 'unknown')) return { outcome: 'unknown', orders }
  if (outcomes.some(({ outcome }) => outcome === 'acknowledged')) {
    return { outcome: 'acknowledged', orders }
  }
  const rejected = outcomes.find((outcome) => outcome.outcome === 'rejected')
  if (rejected !== undefined) {
    return { outcome: 'rejected', orders, code: rejected.code, reason: rejected.reason }
  }
  const refused = outcomes.find((outcome) => outcome.outcome === 'denied')
  return { outcome: 'denied', reasons: refused?.reasons ?? [] }
}

/**
 * Places linked orders: checks all of them, journals all of them, checks them again and sends them
 * in one request. If one is refused, none is sent. Each has a ticket and a row of its own.
 */
export class ComboPlacement {
  readonly #deps: PlacementDeps
  readonly #state: PlacementState
  readonly #single: Pick<OrderPlacement, 'refuse'>
  readonly #running = new Map<string, RunningCombo>()

  constructor(deps: PlacementDeps, state: PlacementState, single: Pick<OrderPlacement, 'refuse'>) {
    this.#deps = deps
    this.#state = state
    this.#single = single
  }

  /**
   * Places a combination under a new ticket; a known one returns its outcome and sends nothing.
   * @param approval the approval that must be on disk before the orders are journaled and sent
   */
  async submit(ticket: string, combo: ComboDraft, options: ComboOptions = {}): Promise<ComboReply> {
    const running = this.#running.get(ticket)
    if (running !== undefined) {
      return sameCombo(running.combo, combo) ? running.result : TICKET_TAKEN
    }
    const result = this.#submitOnce(ticket, combo, options)
    this.#running.set(ticket, { combo, result })
    try {
      return await result
    } finally {
      this.#running.delete(ticket)
    }
  }

  /** Waits while the combination with this order is on its way: it may have no tickets yet. */
  async settled(memberTicketId: string): Promise<void> {
    await this.#running.get(memberTicketId.replace(/#\d+$/, ''))?.result
  }

  async #submitOnce(ticket: string, combo: ComboDraft, options: ComboOptions): Promise<ComboReply> {
    const entries: (TicketEntry | null)[] = []
    for (const index of combo.orders.keys()) {
      const found = await this.#state.tickets.find(memberTicket(ticket, index))
      if (!found.ok) return TICKET_UNREADABLE
      entries.push(found.value)
    }
    return entries.some((entry) => entry !== null)
      ? this.#earlierOutcome(combo, entries)
      : this.#place(ticket, combo, options)
  }

  /** Returns the outcome of orders that were journaled, all or some of them, under the ticket. */
  #earlierOutcome(combo: ComboDraft, entries: readonly (TicketEntry | null)[]): ComboOutcome {
    const isSame = combo.orders.every(({ draft }, index) => {
      const entry = entries[index] ?? null
      return entry === null || sameDraft(entry.draft, draft)
    })
    if (!isSame) return TICKET_TAKEN
    return comboOutcome(
      entries.map((entry): TradeOutcome => {
        // A request leaves only after every order is journaled: one without an entry was not sent.
        if (entry === null) return { outcome: 'denied', reasons: [NOT_PLACED] }
        return this.#state.tickets.outcomeOf(entry)
      }),
    )
  }

  /** Runs the checks of `submit` and sends nothing; empty when the orders could be sent now. */
  async check(combo: ComboDraft): Promise<readonly Denial[]> {
    const problems = problemsOf(combo)
    return problems.length > 0 ? problems : ((await this.#checkAll(combo, null)).refused ?? [])
  }

  async #place(
    ticket: string,
    combo: ComboDraft,
    { approval, person }: ComboOptions,
  ): Promise<ComboReply> {
    const { questions } = this.#state
    const request = JSON.stringify(['combo', ticket, combo])
    const confirmed =
      (person === undefined ? approval?.confirmed : questions.use(person, request)) ?? null
    const problems = problemsOf(combo)
    const passed =
      problems.length > 0 ? { refused: problems } : await this.#checkAll(combo, confirmed)
    const undecided = (await approval?.decided) ?? null
    if (undecided !== null) return denied({ code: 'not-sent', message: undecided })
    // Another ticket may have passed the checks meanwhile. From here to the records in the journal
    // nothing may wait.
    const denials = passed.refused ?? this.#limitsBeforeJournal(combo, passed.members, confirmed)
    const stale = person === undefined ? null : onlyStalePrices(denials)
    if (stale !== null) return questions.ask(request, stale)
    if (passed.refused !== null) return this.#refuse(ticket, combo, passed.refused)
    if (denials.length > 0) return this.#refuse(ticket, combo, denials)
    const members = combo.orders.map(({ role, draft }, index): Member => {
      const { checked, known, positions } = passed.members[index] as CheckedMember
      const id = asClientOrderId(randomHex(this.#deps.random, ID_BYTES))
      const proof = positions === null ? known : proofOf('reduces', draft, positions)
      return { ticket: memberTicket(ticket, index), role, draft, id, checked, proof, confirmed }
    })
    const clientComboId = randomHex(this.#deps.random, ID_BYTES)
    const limitsBeforeSend = await this.#journalAll(members, clientComboId, approval)
    if (limitsBeforeSend.length > 0) {
      this.#record(members, { outcome: 'not-sent', reason: joinedReasons(limitsBeforeSend) })
      return denied(...limitsBeforeSend)
    }
    return this.#send(combo, members, clientComboId)
  }

  /**
   * Runs every check on every order. The entry comes first: what can only reduce what it opens
   * need not pass the person's limits once more.
   */
  async #checkAll(
    combo: ComboDraft,
    confirmed: ConfirmedPrices | null,
  ): Promise<
    | { readonly refused: readonly Denial[] }
    | { readonly refused: null; readonly members: readonly CheckedMember[] }
  > {
    const members: CheckedMember[] = []
    const exits = structuralExits(combo)
    const master = masterOf(combo)
    let isMasterProved = false
    const drafts = combo.orders.map(({ draft }, index) => ({ draft, index }))
    const entryFirst = [
      ...drafts.filter(({ draft }) => draft === master),
      ...drafts.filter(({ draft }) => draft !== master),
    ]
    for (const { draft, index } of entryFirst) {
      // An entry that passes only because it closes something would be opened again by its exits.
      const isExit = exits.has(index) && !isMasterProved
      const proof: Proof = !isExit
        ? NO_PROOF
        : { kind: master?.limitPrice == null ? 'reduces' : 'exits' }
      const member = await this.#check(draft, { except: [], proof, confirmed })
      if ('refused' in member) return { refused: ofMember(index, member.refused) }
      if (draft === master) isMasterProved = member.positions !== null
      members[index] = member
    }
    const denials = this.#limitsBeforeJournal(combo, members, confirmed)
    return denials.length > 0 ? { refused: denials } : { refused: null, members }
  }

  /**
   * Checks one order. A price that is not current does not end the check: the person is asked about
   * the prices of all orders at once.
   */
  async #check(
    draft: OrderDraft,
    scope: CheckScope,
  ): Promise<CheckedMember | { readonly refused: readonly Denial[] }> {
    const { limits, reducing } = this.#state
    const { proof } = scope
    const checked = await limits.check(draft, scope)
    if (checked.denials.length === 0 || onlyStalePrices(checked.denials) !== null) {
      return { checked, known: proof, positions: null }
    }
    if (!passesIfReducing(checked.denials)) return { refused: checked.denials }
    const positions = await reducing.placement(draft)
    return positions !== null && positions.problem(draft) === null
      ? { checked, known: proof, positions }
      : { refused: checked.denials }
  }

  /**
   * Other orders may have been sent while these were checked one after the other. The other orders
   * of the combination count as sent: two of them must not close the same quantity.
   */
  #limitsBeforeJournal(
    combo: ComboDraft,
    members: readonly CheckedMember[],
    confirmed: ConfirmedPrices | null,
  ): readonly Denial[] {
    if (this.#deps.journal.failed) return [JOURNAL_FAILED]
    const now = this.#deps.clock.now()
    const rows = combo.orders.map(({ role, draft }, index) => {
      const place: Combo = { role, clientComboId: UNSENT, comboId: null }
      return rowOfIntent(asClientOrderId(`${UNSENT}${index}`), draft, {
        time: now,
        placedAt: now,
        combo: place,
      }).order
    })
    return combo.orders.flatMap(({ draft }, alongside) => {
      const { checked, known, positions } = members[alongside] as CheckedMember
      const own = rows.slice(alongside, alongside + 1).map(({ clientOrderId }) => clientOrderId)
      const proof: Proof =
        positions === null
          ? known
          : { kind: 'reduces', problem: () => positions.problem(draft, own, rows) }
      const scope = { except: [], alongside, proof, confirmed }
      const denials = this.#state.limits.denials(draft, checked, scope)
      return ofMember(alongside, denials)
    })
  }

  /**
   * Journals every intent (REL-28); returns why none may be sent after the disk writes, and after
   * the records of their approval.
   */
  async #journalAll(
    members: readonly Member[],
    clientComboId: string,
    approval: PendingApproval | undefined,
  ): Promise<readonly Denial[]> {
    const { journal, projection, clock, exchangeNow } = this.#deps
    const { tickets, limits } = this.#state
    const [now, placedAt] = [clock.now(), exchangeNow()]
    // All of them count before the first disk write, so that no other ticket passes in between.
    const intents = members.map(({ ticket, draft, id, role, confirmed }) => {
      const combo: Combo = { role, clientComboId, comboId: null }
      tickets.set(ticket, { draft, clientOrderId: id, reasons: [] })
      projection.apply({ fact: 'intent', clientOrderId: id, draft, at: now, placedAt, combo })
      limits.countSent(draft, now)
      return {
        kind: 'intent',
        ticket,
        clientOrderId: id,
        draft,
        at: now,
        placedAt,
        combo,
        ...confirmedPriceOf(confirmed, draft),
      } as const
    })
    const written = await Promise.all(intents.map((intent) => journal.append(intent)))
    if (written.some(({ ok }) => !ok)) return [JOURNAL_FAILED]
    const withheld = (await approval?.release()) ?? null
    if (withheld !== null) return [{ code: 'not-sent', message: withheld }]
    return this.#limitsBeforeSend(members)
  }

  /** Returns why the journaled orders may not be sent now. */
  #limitsBeforeSend(members: readonly Member[]): readonly Denial[] {
    const { limits } = this.#state
    return members.flatMap(({ draft, checked, proof, id, confirmed }, alongside) => {
      const own: Proof =
        proof.problem === undefined
          ? proof
          : { ...proof, problem: () => proof.problem?.([id]) ?? null }
      const except = members.map((member) => member.id)
      const scope = { except, alongside, proof: own, confirmed }
      return ofMember(alongside, limits.denialsBeforeSend(draft, checked, scope))
    })
  }

  async #send(
    combo: ComboDraft,
    members: readonly Member[],
    clientComboId: string,
  ): Promise<ComboOutcome> {
    const { trade, timers, log } = this.#deps
    const ids = members.map(({ id }) => id)
    const leaving = new LastCheck(() => this.#limitsBeforeSend(members))
    const outcome = await sendOnce(
      { timers, log, onLate: (late) => void this.#record(members, leaving.explained(late)) },
      () => trade.placeCombo(combo, clientComboId, ids, () => leaving.passes()),
    )
    const recorded = this.#record(members, leaving.explained(outcome))
    return deniedAtLast(leaving, outcome) ?? recorded
  }

  /** Records the one response for each of the orders. */
  #record(members: readonly Member[], outcome: WriteOutcome): ComboOutcome {
    return comboOutcome(
      members.map(({ draft, id }) => this.#state.outcomes.placement(draft, id, outcome)),
    )
  }

  /** Records the refusal under the first order's ticket, which the same ticket then finds. */
  #refuse(ticket: string, combo: ComboDraft, denials: readonly Denial[]): Denied {
    const [first] = combo.orders
    if (first === undefined) return denied(...denials)
    return this.#single.refuse(memberTicket(ticket, 0), first.draft, denials)
  }
}
