import type { Disposer } from '../../../../../shared/domain/brand.js'
import type { InstructionId } from '../../../../../shared/domain/ids.js'
import type { Instruction } from '../../../../../shared/domain/instructions/instruction.js'
import type { InstructionAction } from '../../../../../shared/domain/instructions/instruction.schema.js'
import type { Order } from '../../../../../shared/domain/orders/order.js'
import type { TradeOutcome } from '../../../../../shared/domain/orders/trade-outcome.js'
import type { EpochMs } from '../../../../../shared/domain/time.js'
import { inEnglish } from '../../../../../shared/messages/format-message.js'
import { message } from '../../../../../shared/messages/make-message.js'
import { nullLogged } from '../../../described-error.js'
import { memberTicket } from '../../../orders/gateway/order-tickets.js'
import { accountOf, comboOfAction, withAmendment } from '../../requests/action.js'
import { affectedOrderIds } from '../../requests/order-changes.js'
import { changeOutcome } from './change-outcome.js'
import {
  awaitsOrder,
  outcomeOfOrder,
  outcomeOfTicket,
  ticketOf,
  type DispatchOutcome,
} from './dispatch-outcome.js'
import type { InstructionServiceDeps } from '../instruction-service-deps.js'
import type { InstructionStore } from '../instruction-store.js'

/** The delay before the outcome of a ticket is queried again, in ms. */
const QUERY_AGAIN_MS = 2_000
const TEXT_CHARS = 500
/** How long the broker's parts may disagree on whether an order exists, in ms. */
const SETTLING_MS = 60_000

type ChangeAction = Exclude<InstructionAction, { readonly kind: 'place' }>

/** Returns the ticket under which the order of an instruction is found: a combination's entry. */
const orderTicketOf = (id: InstructionId, action: InstructionAction): string =>
  comboOfAction(action) === null ? ticketOf(id) : memberTicket(ticketOf(id), 0)

type TrackerDeps = Pick<
  InstructionServiceDeps,
  'audit' | 'clock' | 'log' | 'orderGateway' | 'timers'
>

/** Records what became of instructions that were sent, and queries it while it is unknown. */
export class OutcomeTracker {
  readonly #deps: TrackerDeps
  readonly #store: InstructionStore
  readonly #stopRows: Disposer
  #disposed = false
  /**
   * True once the order gateway has answered in this run. Before that its rows are still being
   * replayed from the journal and may show an intermediate state, such as an order that is working
   * until its cancellation is read.
   */
  #isCaughtUp = false

  constructor(deps: TrackerDeps, store: InstructionStore) {
    this.#deps = deps
    this.#store = store
    this.#stopRows = deps.orderGateway.streams.orders.subscribe((rows) => {
      for (const row of rows) this.#followOrder(row)
    })
  }

  /** Queries every outcome that the last run did not learn. Sends nothing. */
  recover(): void {
    for (const instruction of this.#store.all()) {
      const { id, outcome } = instruction
      if (outcome?.state === 'unknown') void this.#queryOutcome(id)
      if (outcome?.state !== 'sending') continue
      const action = withAmendment(instruction)
      void this.record(id, {
        state: 'unknown',
        clientOrderId: action.kind === 'place' ? null : action.clientOrderId,
        text: inEnglish(message('outcomes.endedWhileSending')),
      })
    }
  }

  /** Records the outcome of an instruction that was sent. */
  async record(id: InstructionId, outcome: DispatchOutcome): Promise<void> {
    const { audit, clock, log } = this.#deps
    const text = outcome.text.slice(0, TEXT_CHARS)
    const recorded = audit.append('outcome', id, text.slice(0, 300), {
      state: outcome.state,
      order: outcome.clientOrderId,
    })
    const written = await this.#store.appendAlways(
      { kind: 'outcome', id, ...outcome, text, at: clock.now() },
      recorded,
    )
    if (!written.ok) {
      log.event('error', 'instruction.outcome-not-saved', { kind: written.error.kind })
    }
    if (outcome.state === 'unknown') void this.#queryOutcome(id)
  }

  /** The order gateway has answered in this run, so its rows are no intermediate states. */
  gatewayAnswered(): void {
    this.#isCaughtUp = true
  }

  dispose(): void {
    this.#disposed = true
    this.#stopRows()
  }

  /** Queries the outcome of an instruction until it is certain. Sends nothing. */
  async #queryOutcome(id: InstructionId): Promise<void> {
    const instruction = this.#store.get(id)
    if (this.#disposed || instruction?.outcome?.state !== 'unknown') return
    const action = withAmendment(instruction)
    const answer = await this.#deps.orderGateway.queries
      .outcome(orderTicketOf(id, action))
      .catch(nullLogged(this.#deps.log, 'instruction.outcome-threw'))
    if (answer?.ok === true) {
      this.#isCaughtUp = true
      if (action.kind === 'place') return this.#settlePlace(instruction, action, answer.value)
      const outcome =
        changeOutcome(action, (order) => this.#rowOf(action.accountId, order)) ??
        (await this.#fetchMissing(action, instruction.outcome.at))
      if (outcome !== null) return this.record(id, outcome)
    }
    if (this.#disposed) return
    this.#deps.timers.after(QUERY_AGAIN_MS, () => void this.#queryOutcome(id))
  }

  /**
   * Requests the orders of a change that have no row: one of another program may have ended while
   * Countersign did not run. Returns the outcome once the broker knows none of them.
   */
  async #fetchMissing(
    action: ChangeAction,
    unknownSince: EpochMs,
  ): Promise<DispatchOutcome | null> {
    const { accountId, clientOrderId } = action
    const missing = affectedOrderIds(action).filter(
      (order) => this.#rowOf(accountId, order) === undefined,
    )
    if (missing.length === 0) return null
    const answers = await Promise.all(
      missing.map((order) =>
        this.#deps.orderGateway.queries
          .order(accountId, order)
          .catch(nullLogged(this.#deps.log, 'instruction.outcome-threw')),
      ),
    )
    const isUnknownToBroker =
      answers.every((answer) => answer?.ok === true && answer.value === null) &&
      this.#deps.clock.now() - unknownSince >= SETTLING_MS
    if (!isUnknownToBroker) {
      return changeOutcome(action, (order) => this.#rowOf(accountId, order))
    }
    return { state: 'rejected', clientOrderId, text: inEnglish(message('outcomes.orderNotFound')) }
  }

  /** Records the outcome of a new order's ticket, or follows its row when that adds nothing. */
  async #settlePlace(
    { id, outcome: before }: Instruction,
    action: InstructionAction,
    ticketOutcome: TradeOutcome | null,
  ): Promise<void> {
    const outcome = outcomeOfTicket(ticketOutcome)
    if (outcome.state !== 'unknown' || outcome.clientOrderId !== before?.clientOrderId) {
      return this.record(id, outcome)
    }
    if (outcome.clientOrderId === null) return
    // From here on the order's row determines the outcome; it may have done so already.
    const row = this.#rowOf(accountOf(action), outcome.clientOrderId)
    if (row !== undefined) this.#followOrder(row)
  }

  /** Records the outcomes that a changed order shows. */
  #followOrder(order: Order): void {
    if (!this.#isCaughtUp) return
    for (const instruction of this.#store.all()) {
      if (!awaitsOrder(instruction, order)) continue
      const outcome = outcomeOfOrder(instruction, order, (id) => this.#rowOf(order.accountId, id))
      if (outcome !== null) void this.record(instruction.id, outcome)
    }
  }

  /** Includes the account, because order ids of other programs may collide across accounts. */
  #rowOf(accountId: Order['accountId'], id: Order['clientOrderId']): Order | undefined {
    return this.#deps.orderGateway.streams.orders
      .all()
      .find((row) => row.accountId === accountId && row.clientOrderId === id)
  }
}
