import type { Disposer } from '../../../../shared/domain/brand.js'
import type { Money } from '../../../../shared/domain/decimal.js'
import type { Instruction } from '../../../../shared/domain/instructions/instruction.js'
import type { InstructionAction } from '../../../../shared/domain/instructions/instruction.schema.js'
import type { InstructionId } from '../../../../shared/domain/ids.js'
import type { Order } from '../../../../shared/domain/orders/order.js'
import type { EpochMs } from '../../../../shared/domain/time.js'
import type { TradeOutcome } from '../../../../shared/domain/orders/trade-outcome.js'
import type { Appending } from '../../audit/audit-port.js'
import { memberTicket } from '../../orders/gateway/member-ticket.js'
import type { PendingApproval } from '../../orders/gateway/pending-approval.js'
import { accountOf, comboOfAction, withAmendment } from '../requests/action.js'
import { changeOutcome } from './gateway/change-outcome.js'
import {
  awaitsOrder,
  outcomeOfOrder,
  outcomeOfTicket,
  type DispatchOutcome,
} from './gateway/dispatch-outcome.js'
import { SOURCE_UNREACHABLE } from './hosted-gate.js'
import type { InstructionServiceDeps } from './instruction-service-deps.js'
import type { Press } from './press-evidence-port.js'
import type { InstructionStore } from './instruction-store.js'
import { nullLogged } from '../../described-error.js'
import { newOrdersOf, submitInstruction, submitMeanwhile } from './gateway/submit-instruction.js'
import { affectedOrderIds } from '../requests/order-changes.js'
import { actionSummary } from '../order-text/order-summary.js'
import { inEnglish } from '../../../../shared/messages/format-message.js'
import { foreign, message } from '../../../../shared/messages/make-message.js'
import type { Message } from '../../../../shared/messages/message.js'
import { INSTRUCTION_TICKET } from '../../orders/journal/order-sender.js'

/** The delay before the outcome of a ticket is queried again, in ms. */
const QUERY_AGAIN_MS = 2_000
const TEXT_CHARS = 500
/** How long the broker's parts may disagree on whether an order exists, in ms. */
const SETTLING_MS = 60_000
/**
 * How long window updates wait for an order that is being sent, in ms: usually longer than sending
 * takes, shorter than a person notices.
 */
export const QUIET_MS = 40

type ChangeAction = Exclude<InstructionAction, { readonly kind: 'place' }>

/** Returns the one ticket of an instruction, which prevents it from being sent twice. */
export const ticketOf = (id: InstructionId): string => `${INSTRUCTION_TICKET}${id}`

/** Returns the ticket under which the order of an instruction is found: a combination's entry. */
const orderTicketOf = (id: InstructionId, action: InstructionAction): string =>
  comboOfAction(action) === null ? ticketOf(id) : memberTicket(ticketOf(id), 0)

/** The reason to stop an authorized instruction before it is sent. */
export interface Stop {
  readonly why: 'withdrawn' | 'revoked'
  readonly detail: string
}

export interface Authorization {
  readonly why: 'approved' | 'allowed-by-rule'
  readonly detail: string
  readonly exposure: Money
  /** The digest of the displayed card; null for an auto-approve rule. */
  readonly digest: string | null
  /** What shows that a person pressed approve; null for an auto-approve rule. */
  readonly press: Press | null
  readonly requestDigest: string
}

const NOT_RECORDED: Stop = { why: 'withdrawn', detail: inEnglish(message('outcomes.notRecorded')) }

const SESSION_ENDED: Stop = {
  why: 'withdrawn',
  detail: inEnglish(message('outcomes.sessionEnded')),
}

const stoppedOutcome = ({ detail }: Stop): DispatchOutcome => ({
  state: 'denied',
  clientOrderId: null,
  text: detail,
})

/** The moment when an order has been sent, or when writing may delay it no more. */
interface Quiet {
  readonly promise: Promise<void>
  readonly end: () => void
}

function createQuiet(): Quiet {
  let end = (): void => undefined
  const promise = new Promise<void>((resolve) => {
    end = resolve
  })
  return { promise, end }
}

/** The records of an approval that are being written. None of them rejects. */
interface ApprovalRecords {
  /** Null once the decision is on disk; otherwise the stop that came first, or that it is not. */
  readonly decided: Promise<Stop | null>
  /** True once the queue's own record is on disk. */
  readonly committed: Promise<boolean>
  /** True once a head that covers the decision is on disk. */
  readonly proved: Promise<boolean>
}

const toReason = (stop: Stop | null): Message | null =>
  stop === null ? null : foreign(stop.detail)

/** The dispatch to the session's order gateway. */
export class Dispatch {
  readonly #deps: InstructionServiceDeps
  readonly #store: InstructionStore
  readonly #stopRows: Disposer
  /** The instructions between decision and order gateway, with the stop that came meanwhile. */
  readonly #inFlight = new Map<InstructionId, Stop | null>()
  readonly #running = new Map<InstructionId, Promise<void>>()
  #disposed = false
  /**
   * True once the order gateway has answered in this run. Before that its rows are still being
   * replayed from the journal and may show an intermediate state, such as an order that is working
   * until its cancellation is read.
   */
  #isCaughtUp = false

  /** Creates the only path from a decision to the order gateway. */
  constructor(deps: InstructionServiceDeps, store: InstructionStore) {
    this.#deps = deps
    this.#store = store
    this.#stopRows = deps.orderGateway.streams.orders.subscribe((rows) => {
      for (const row of rows) this.#followOrder(row)
    })
  }

  /**
   * Sends an approved instruction. Writes the decision and the `sent` record to the audit chain
   * with one write; then, in parallel, the head that proves them, the queue's own record and the
   * order's journal record; and releases the order when all of them are on disk. A change, a
   * cancellation and a hosted instruction reach the order gateway only then. If any step fails
   * nothing is sent, and the chain records that. `onDecided` is called once the decision is
   * recorded, before the order is sent.
   */
  send(
    instruction: Instruction,
    authorization: Authorization,
    onDecided: () => void = () => undefined,
  ): Promise<void> {
    const { id } = instruction
    this.#inFlight.set(id, null)
    const done = this.#run(instruction, authorization, onDecided).finally(() => {
      this.#inFlight.delete(id)
      this.#running.delete(id)
    })
    this.#running.set(id, done)
    return done
  }

  /**
   * Stops an instruction between its decision and the order gateway. Resolves when that is
   * recorded; null when it is not there.
   */
  stop(id: InstructionId, stop: Stop): Promise<void> | null {
    if (!this.#inFlight.has(id)) return null
    this.#inFlight.set(id, this.#inFlight.get(id) ?? stop)
    return this.#running.get(id) ?? Promise.resolve()
  }

  isRunning(id: InstructionId): boolean {
    return this.#inFlight.has(id)
  }

  /** Queries every outcome that the last run did not learn. Sends nothing. */
  recover(): void {
    for (const instruction of this.#store.all()) {
      const { id, outcome } = instruction
      if (outcome?.state === 'unknown') void this.#queryOutcome(id)
      if (outcome?.state !== 'sending') continue
      const action = withAmendment(instruction)
      void this.#recordOutcome(id, {
        state: 'unknown',
        clientOrderId: action.kind === 'place' ? null : action.clientOrderId,
        text: inEnglish(message('outcomes.endedWhileSending')),
      })
    }
  }

  dispose(): void {
    this.#disposed = true
    this.#stopRows()
  }

  /** Records the decision and the sending, and sends unless a stop comes meanwhile. */
  async #run(
    instruction: Instruction,
    authorization: Authorization,
    onDecided: () => void,
  ): Promise<void> {
    const { id } = instruction
    const quiet = createQuiet()
    const records = this.#beginRecords(instruction, authorization, quiet.promise)
    const submitted = this.#submit(instruction, records)
    const early = (await records.decided) ?? ((await records.committed) ? null : NOT_RECORDED)
    if (early !== null) {
      quiet.end()
      return this.#recordStop(id, early)
    }
    onDecided()
    const cancelNotify = this.#deps.timers.after(QUIET_MS, () => {
      quiet.end()
      this.#store.notify(id)
    })
    const outcome = await submitted
    cancelNotify()
    quiet.end()
    await this.#recordOutcome(id, outcome)
  }

  /**
   * Begins to write the records of an approval. The decision comes first, so that neither the queue
   * nor the order journal ever holds more than the chain. The key store's checkpoint follows after
   * `quiet`: while the order is being sent, or after a moment.
   */
  #beginRecords(
    instruction: Instruction,
    authorization: Authorization,
    quiet: Promise<void>,
  ): ApprovalRecords {
    const { id } = instruction
    const { written, proved } = this.#beginChain(instruction, authorization, quiet)
    const decided = written.then(
      ({ ok: isWritten }) => this.#inFlight.get(id) ?? (isWritten ? null : NOT_RECORDED),
    )
    return {
      decided,
      committed: decided.then((stop) => stop === null && this.#commitSending(id, authorization)),
      proved: proved.then(({ ok: isProved }) => isProved),
    }
  }

  #beginChain(
    instruction: Instruction,
    authorization: Authorization,
    quiet: Promise<void>,
  ): Appending {
    const { id: subject, connectionId } = instruction
    const line = inEnglish(actionSummary(withAmendment(instruction), null))
    const decision = {
      decision: 'approve',
      by: authorization.why === 'approved' ? 'person' : 'rule',
      press: authorization.press,
      shown: authorization.digest,
      request: authorization.requestDigest,
      worth: authorization.exposure as unknown as string,
      connection: connectionId,
    }
    const sending = { ticket: ticketOf(subject), shown: authorization.digest }
    return this.#deps.audit.beginAll(
      [
        { kind: 'decided', subject, line, body: decision },
        { kind: 'sent', subject, line, body: sending },
      ],
      quiet,
    )
  }

  /** Writes the queue's own record of the decision. True when the instruction may be sent. */
  async #commitSending(id: InstructionId, authorization: Authorization): Promise<boolean> {
    const written = await this.#store.commit({
      kind: 'sending',
      id,
      why: authorization.why,
      detail: authorization.detail.slice(0, TEXT_CHARS),
      worth: authorization.exposure,
      at: this.#deps.clock.now(),
    })
    return written.ok && this.#store.get(id)?.status === 'APPROVED'
  }

  /**
   * Acquires a hosted instruction. The source decides between this approval, a revocation there and
   * another desktop; without its consent nothing is sent.
   */
  async #acquireAtSource({ id, sourceId }: Instruction): Promise<Stop | null> {
    if (sourceId === undefined) return null
    const acquired = await this.#deps.hosted
      ?.acquire(sourceId, id)
      .catch(nullLogged(this.#deps.log, 'instruction.acquire-threw'))
    return acquired?.ok === true
      ? null
      : {
          why: 'withdrawn',
          detail: inEnglish(
            message('outcomes.notSent', {
              reason: foreign(acquired?.error ?? SOURCE_UNREACHABLE),
            }),
          ),
        }
  }

  /** Passes the instruction to the order gateway; returns its outcome. Never rejects. */
  async #submit(instruction: Instruction, records: ApprovalRecords): Promise<DispatchOutcome> {
    const orders = newOrdersOf(instruction)
    if (orders !== null) return this.#submitMeanwhile(instruction, orders, records)
    const stop = (await records.decided) ?? (await this.#release(instruction, records))
    if (stop !== null) return stoppedOutcome(stop)
    const outcome = await submitInstruction(
      this.#deps.orderGateway,
      instruction,
      ticketOf(instruction.id),
      this.#deps.log,
    )
    this.#isCaughtUp = true
    return outcome
  }

  /** Has new orders checked and journaled while the records of their approval are written. */
  async #submitMeanwhile(
    instruction: Instruction,
    orders: NonNullable<ReturnType<typeof newOrdersOf>>,
    records: ApprovalRecords,
  ): Promise<DispatchOutcome> {
    let withheld = null as Stop | null
    const approval: PendingApproval = {
      decided: records.decided.then(toReason),
      release: async () => {
        withheld = await this.#release(instruction, records)
        return toReason(withheld)
      },
    }
    const { orderGateway, log } = this.#deps
    const ticket = ticketOf(instruction.id)
    const outcome = await submitMeanwhile(orderGateway, ticket, orders, approval, log)
    this.#isCaughtUp = true
    return withheld === null ? outcome : stoppedOutcome(withheld)
  }

  /**
   * Resolves with null once every record is on disk and nothing has stopped the instruction. It is
   * no longer in flight from then on, so a stop either prevents the order or comes too late.
   */
  async #release(instruction: Instruction, records: ApprovalRecords): Promise<Stop | null> {
    const { id } = instruction
    const [isCommitted, isProved] = await Promise.all([records.committed, records.proved])
    const stopped = this.#inFlight.get(id) ?? (isCommitted && isProved ? null : NOT_RECORDED)
    const refused = stopped ?? (await this.#acquireAtSource(instruction))
    // A stop during the request to the source also counts.
    const stop = this.#inFlight.get(id) ?? refused ?? (this.#disposed ? SESSION_ENDED : null)
    if (stop === null) this.#inFlight.delete(id)
    return stop
  }

  async #recordOutcome(id: InstructionId, outcome: DispatchOutcome): Promise<void> {
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

  async #recordStop(id: InstructionId, stop: Stop): Promise<void> {
    const { audit, clock } = this.#deps
    const recorded = audit.append('ended', id, stop.detail.slice(0, 300), { ending: stop.why })
    const detail = stop.detail.slice(0, TEXT_CHARS)
    await this.#store.appendAlways(
      { kind: 'ended', id, why: stop.why, detail, at: clock.now() },
      recorded,
    )
  }

  /** Queries the outcome of an instruction until it is certain. Sends nothing. */
  async #queryOutcome(id: InstructionId): Promise<void> {
    const instruction = this.#store.get(id)
    if (this.#disposed || instruction?.outcome?.state !== 'unknown') return
    const action = withAmendment(instruction)
    const known = await this.#deps.orderGateway.queries
      .outcome(orderTicketOf(id, action))
      .catch(nullLogged(this.#deps.log, 'instruction.outcome-threw'))
    if (known?.ok === true) {
      this.#isCaughtUp = true
      if (action.kind === 'place') return this.#settlePlace(instruction, action, known.value)
      const found =
        changeOutcome(action, (order) => this.#rowOf(action.accountId, order)) ??
        (await this.#fetchMissing(action, instruction.outcome.at))
      if (found !== null) return this.#recordOutcome(id, found)
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
    known: TradeOutcome | null,
  ): Promise<void> {
    const outcome = outcomeOfTicket(known)
    if (outcome.state !== 'unknown' || outcome.clientOrderId !== before?.clientOrderId) {
      return this.#recordOutcome(id, outcome)
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
      if (outcome !== null) void this.#recordOutcome(instruction.id, outcome)
    }
  }

  /** Includes the account, because order ids of other programs may collide across accounts. */
  #rowOf(accountId: Order['accountId'], id: Order['clientOrderId']): Order | undefined {
    return this.#deps.orderGateway.streams.orders
      .all()
      .find((row) => row.accountId === accountId && row.clientOrderId === id)
  }
}
