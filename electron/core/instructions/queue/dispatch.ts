import type { Money } from '../../../../shared/domain/decimal.js'
import type { Instruction } from '../../../../shared/domain/instructions/instruction.js'
import type { InstructionId } from '../../../../shared/domain/ids.js'
import type { Appending } from '../../audit/audit-port.js'
import type { ConfirmedPrices } from '../../orders/gateway/price-questions.js'
import type { PendingApproval } from '../../orders/gateway/pending-approval.js'
import { withAmendment } from '../requests/action.js'
import { ticketOf, type DispatchOutcome } from './gateway/dispatch-outcome.js'
import { SOURCE_UNREACHABLE } from './hosted-gate.js'
import type { InstructionServiceDeps } from './instruction-service-deps.js'
import type { Press } from './press-evidence-port.js'
import type { InstructionStore } from './instruction-store.js'
import { nullLogged } from '../../described-error.js'
import { newOrdersOf, submitInstruction, submitMeanwhile } from './gateway/submit-instruction.js'
import { OutcomeTracker } from './gateway/outcome-tracker.js'
import { actionSummary } from '../order-text/order-summary.js'
import { inEnglish } from '../../../../shared/messages/format-message.js'
import { foreign, message } from '../../../../shared/messages/make-message.js'
import type { Message } from '../../../../shared/messages/message.js'

const TEXT_CHARS = 500
/**
 * How long window updates wait for an order that is being sent, in ms: usually longer than sending
 * takes, shorter than a person notices.
 */
export const QUIET_MS = 40

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
  /** The prices that the person acknowledged although they are not current; absent without. */
  readonly confirmed?: ConfirmedPrices | null | undefined
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
  /** Follows what became of what was sent. */
  readonly outcomes: OutcomeTracker
  /** The instructions between decision and order gateway, with the stop that came meanwhile. */
  readonly #inFlight = new Map<InstructionId, Stop | null>()
  readonly #running = new Map<InstructionId, Promise<void>>()
  #disposed = false

  /** Creates the only path from a decision to the order gateway. */
  constructor(deps: InstructionServiceDeps, store: InstructionStore) {
    this.#deps = deps
    this.#store = store
    this.outcomes = new OutcomeTracker(deps, store)
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

  dispose(): void {
    this.#disposed = true
    this.outcomes.dispose()
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
    const submitted = this.#submit(instruction, records, authorization.confirmed ?? null)
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
    await this.outcomes.record(id, outcome)
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
  async #submit(
    instruction: Instruction,
    records: ApprovalRecords,
    confirmed: ConfirmedPrices | null,
  ): Promise<DispatchOutcome> {
    const orders = newOrdersOf(instruction)
    if (orders !== null) return this.#submitMeanwhile(instruction, orders, records, confirmed)
    const stop = (await records.decided) ?? (await this.#release(instruction, records))
    if (stop !== null) return stoppedOutcome(stop)
    const outcome = await submitInstruction(
      this.#deps.orderGateway,
      instruction,
      ticketOf(instruction.id),
      { log: this.#deps.log, confirmed },
    )
    this.outcomes.gatewayAnswered()
    return outcome
  }

  /** Has new orders checked and journaled while the records of their approval are written. */
  async #submitMeanwhile(
    instruction: Instruction,
    orders: NonNullable<ReturnType<typeof newOrdersOf>>,
    records: ApprovalRecords,
    confirmed: ConfirmedPrices | null,
  ): Promise<DispatchOutcome> {
    let withheld = null as Stop | null
    const approval: PendingApproval = {
      confirmed,
      decided: records.decided.then(toReason),
      release: async () => {
        withheld = await this.#release(instruction, records)
        return toReason(withheld)
      },
    }
    const ticket = ticketOf(instruction.id)
    const outcome = await submitMeanwhile(this.#deps, ticket, orders, approval)
    this.outcomes.gatewayAnswered()
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

  async #recordStop(id: InstructionId, stop: Stop): Promise<void> {
    const { audit, clock } = this.#deps
    const recorded = audit.append('ended', id, stop.detail.slice(0, 300), { ending: stop.why })
    const detail = stop.detail.slice(0, TEXT_CHARS)
    await this.#store.appendAlways(
      { kind: 'ended', id, why: stop.why, detail, at: clock.now() },
      recorded,
    )
  }
}
