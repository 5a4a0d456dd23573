import type { Order } from '../../../shared/domain/orders/order.js'
import type { Disposer } from '../../../shared/domain/brand.js'
import type { ConnectionId, InstructionId } from '../../../shared/domain/ids.js'
import type { Instruction } from '../../../shared/domain/instructions/instruction.js'
import {
  MAX_INSTRUCTION_ROWS,
  type InstructionRow,
} from '../../../shared/domain/instructions/instruction-row.js'
import type { Refusal } from '../../../shared/domain/instructions/refusal.js'
import { createEmitter } from '../../../shared/domain/emitter.js'
import { ok, type Result } from '../../../shared/domain/result.js'
import type { LiveRows } from '../live-values.js'
import type { FileError } from '../ports.js'
import type { CardState } from './confirm/card-state.js'
import { CardReview } from './confirm/card-review.js'
import { CardStore } from './confirm/card-store.js'
import { ConfirmController } from './confirm/confirm-controller.js'
import { Decisions } from './confirm/decisions.js'
import type { PolicyUsage, PolicyVerdict } from './policy/policy-types.js'
import { Dispatch } from './queue/dispatch.js'
import { Endings, PULSE_MS } from './queue/endings.js'
import { InstructionIntake } from './queue/intake/instruction-intake.js'
import { createInstructionLog, type InstructionLog } from './queue/instruction-log.js'
import { rowOf } from './queue/instruction-row.js'
import { InstructionPolicy } from './queue/instruction-policy.js'
import type { InstructionServiceDeps } from './queue/instruction-service-deps.js'
import type { InstructionService } from './queue/instruction-service-port.js'
import { createInstructionStore, type InstructionStore } from './queue/instruction-store.js'
import type { EvaluatedInstruction } from './queue/intake/intake-evaluation.js'
import { storedRequestDigest } from './requests/request-digest.js'
import { orderIdOf, presentOrder } from './requests/present-order.js'
import { inEnglish } from '../../../shared/messages/format-message.js'
import { message } from '../../../shared/messages/make-message.js'

const STARTING: Refusal = { code: 'not-ready', message: message('refusals.starting') }
const LOCKED: Refusal = { code: 'locked', message: message('refusals.locked') }
const SESSION_ENDED: Refusal = { code: 'not-ready', message: message('refusals.sessionEnded') }
const UNREADABLE: Refusal = { code: 'unavailable', message: message('refusals.storeUnreadable') }

/** Why pending instructions are withdrawn after a change of their connection. */
export const WITHDRAWN = {
  paused: inEnglish(message('outcomes.assistantPaused')),
  revoked: inEnglish(message('outcomes.connectionRevoked')),
  policy: inEnglish(message('outcomes.policyChanged')),
  renewed: inEnglish(message('outcomes.keyRenewed')),
} as const

/**
 * Creates the instruction queue of one session. Refuses every request until `restore` has read the
 * records of the last run.
 */
export const createInstructionService = (deps: InstructionServiceDeps): InstructionService =>
  new SessionInstructionService(deps)

/** The queue of one session: joins the intake, the confirm window and the dispatch. */
class SessionInstructionService implements InstructionService {
  readonly rows: LiveRows<InstructionRow> = {
    all: () =>
      this.#store
        .all()
        .slice(-MAX_INSTRUCTION_ROWS)
        .map((instruction) => this.#rowOf(instruction)),
    subscribe: (listener) => this.#rowsChanged.add(listener),
  }
  readonly intake: InstructionIntake
  readonly decisions: Decisions
  readonly review: CardReview
  readonly endings: Endings
  readonly confirm: ConfirmController
  readonly #deps: InstructionServiceDeps
  readonly #log: InstructionLog
  readonly #store: InstructionStore
  readonly #policy: InstructionPolicy
  readonly #cards: CardStore
  readonly #dispatch: Dispatch
  readonly #rowsChanged = createEmitter<readonly InstructionRow[]>()
  readonly #removers: readonly Disposer[]
  #closedReason: Refusal | null = STARTING
  #locked = false
  #disposed = false

  constructor(deps: InstructionServiceDeps) {
    this.#deps = deps
    this.#log = createInstructionLog(deps.journal)
    this.#store = createInstructionStore(
      this.#log,
      deps.archive ?? null,
      ({ kind }) => deps.log.event('warn', 'instruction.archive-failed', { kind }),
      storedRequestDigest(deps.crypto),
    )
    this.#policy = new InstructionPolicy(deps, this.#store)
    this.#cards = new CardStore(deps, this.#store, this.#policy)
    this.#dispatch = new Dispatch(deps, this.#store)
    this.endings = new Endings(deps, {
      store: this.#store,
      dispatch: this.#dispatch,
      onWake: () => this.confirm.rearm(),
    })
    this.confirm = this.#createController()
    const parts = {
      store: this.#store,
      cards: this.#cards,
      policy: this.#policy,
      controller: this.confirm,
      dispatch: this.#dispatch,
      endings: this.endings,
    }
    this.decisions = new Decisions(deps, parts)
    this.review = new CardReview(deps, parts)
    this.intake = this.#createIntake()
    this.#removers = this.#subscribe()
  }

  async restore(): Promise<void> {
    const read = await this.#readStored()
    if (this.#disposed) return
    if (!read.ok) {
      this.#deps.onUnreadable?.()
      this.#closedReason = UNREADABLE
      this.#deps.log.event('error', 'instruction.store-unreadable', { kind: read.error.kind })
      return
    }
    this.#deps.onReadable?.()
    await Promise.all(
      this.endings
        .pending()
        .map((instruction) => this.endings.end(instruction, 'withdrawn', 'restart')),
    )
    this.#dispatch.outcomes.recover()
    this.#closedReason = null
  }

  async recover(): Promise<Result<void, FileError>> {
    const { unreadable } = this.#deps
    if (this.#closedReason !== UNREADABLE || unreadable === undefined) return ok(undefined)
    const moved = await this.#log.setUnreadableAside(unreadable)
    if (moved.ok) await this.restore()
    this.#rowsChanged.emit(this.rows.all())
    return moved
  }

  /**
   * Reads the records of the last run. A damaged file was set aside by its first reading, so the
   * second one starts empty; assistants are halted then until the person has looked.
   */
  async #readStored(): Promise<Result<void, FileError>> {
    const read = await this.#store.replay(this.#deps.clock.now())
    if (read.ok || read.error.kind !== 'damaged') return read
    return this.#store.replay(this.#deps.clock.now())
  }

  closedReason(): Refusal | null {
    return this.#closedReason ?? (this.#locked ? LOCKED : null)
  }

  hostedInstructions(): readonly Instruction[] {
    return this.#store.all().filter(({ sourceId }) => sourceId !== undefined)
  }

  get(id: InstructionId): Instruction | null {
    return this.#store.get(id) ?? null
  }

  usage(connection: ConnectionId): PolicyUsage {
    return this.#policy.usage(connection, null)
  }

  all(): readonly Instruction[] {
    return this.#store.all()
  }

  byConnection(connection: ConnectionId): readonly Instruction[] {
    return this.#store.all().filter((instruction) => instruction.connectionId === connection)
  }

  onChange(listener: (instruction: Instruction) => void): Disposer {
    return this.#store.onChange(listener)
  }

  markShown(id: InstructionId, digest: string, isComplete: boolean): void {
    if (!this.confirm.markShown(id, digest, isComplete)) return
    const line = this.#cards.get(id)?.body.line
    const text = line === undefined ? '' : inEnglish(line)
    void this.#deps.audit.append('shown', id, text, { shown: digest })
  }

  handleInterruption(why: 'locked' | 'unlocked' | 'resumed'): void {
    if (why === 'resumed') this.endings.expireDue()
    else this.#locked = why === 'locked'
    if (why === 'locked') {
      void this.endings.withdraw(inEnglish(message('outcomes.locked')))
      // The confirm window has no lock, so remove its card: the result appears only in the panel,
      // behind the lock.
      this.confirm.defer(null)
    }
    this.confirm.rearm()
  }

  dispose(): void {
    if (this.#disposed) return
    this.#disposed = true
    this.#closedReason = SESSION_ENDED
    for (const remove of this.#removers) remove()
    this.#dispatch.dispose()
    this.confirm.dispose()
    this.#rowsChanged.clear()
    void this.#log.close()
  }

  #createController(): ConfirmController {
    return new ConfirmController(this.#deps, this.#store, this.#cards, {
      locked: () => this.#locked,
      isExtendable: (instruction) =>
        this.#deps.clock.now() + this.endings.extensionMs(instruction) >
        instruction.expiresAt + PULSE_MS,
      onDenied: (card) => this.#withdrawDenied(card),
    })
  }

  #createIntake(): InstructionIntake {
    return new InstructionIntake(this.#deps, this.#store, this.#policy, {
      reject: async (id, why) => {
        const instruction = this.#store.get(id)
        if (instruction !== undefined) await this.endings.end(instruction, 'withdrawn', why)
      },
      closedReason: () => this.closedReason(),
      showToPerson: (entries) => this.#showToPerson(entries),
      autoApprove: (instruction, verdict) => this.#autoApprove(instruction, verdict),
    })
  }

  #subscribe(): readonly Disposer[] {
    const { connections, halted, hosted, orderGateway, timers } = this.#deps
    return [
      this.#store.onChange((instruction) => this.#onInstructionChange(instruction)),
      connections.onChange(({ id, kind }) => {
        if (kind === 'paused') void this.endings.withdraw(WITHDRAWN.paused, id)
        if (kind === 'revoked') void this.endings.withdraw(WITHDRAWN.revoked, id)
        if (kind === 'policy') void this.endings.withdraw(WITHDRAWN.policy, id)
        if (kind === 'renewed') void this.endings.withdraw(WITHDRAWN.renewed, id)
      }),
      orderGateway.streams.orders.subscribe((changed) => this.#onOrders(changed)),
      hosted?.synced.subscribe(() => this.confirm.rearm()) ?? (() => undefined),
      halted.subscribe(() => {
        if (halted.get()) void this.endings.withdraw(inEnglish(message('outcomes.halted')))
        this.confirm.rearm()
      }),
      timers.every(PULSE_MS, () => this.#pulse()),
    ]
  }

  #onInstructionChange(instruction: Instruction): void {
    if (instruction.status !== 'PENDING') this.endings.deadlines.delete(instruction.id)
    this.confirm.cardChanged(instruction.id)
    this.#rowsChanged.emit([this.#rowOf(instruction)])
  }

  #pulse(): void {
    this.endings.pulse()
    this.confirm.pulse()
  }

  /** Creates the cards of accepted instructions. */
  #showToPerson(entries: readonly EvaluatedInstruction[]): void {
    for (const { instruction, facts, verdict } of entries) {
      this.endings.deadlines.set(instruction.id, instruction.expiresAt)
      this.#cards.create(instruction, facts, verdict)
    }
    // The tier of each card is known only now.
    this.#rowsChanged.emit(
      entries.map(({ instruction }) => this.#rowOf(this.#store.get(instruction.id) ?? instruction)),
    )
    this.confirm.cardsArrived()
  }

  /**
   * Sends an instruction that an auto-approve rule approved. Resolves once that is recorded, so
   * that the answer never asks the assistant to wait for a person.
   */
  #autoApprove(instruction: Instruction, verdict: PolicyVerdict): Promise<void> {
    this.endings.deadlines.set(instruction.id, instruction.expiresAt)
    const authorization = {
      why: 'allowed-by-rule' as const,
      detail: inEnglish(message('outcomes.autoApproved')),
      exposure: verdict.exposure,
      digest: null,
      press: null,
      requestDigest: instruction.requestDigest,
    }
    return new Promise((resolve) => {
      void this.#dispatch.send(instruction, authorization, resolve).finally(resolve)
    })
  }

  /** Withdraws the instruction of a card that the policy no longer allows. */
  #withdrawDenied(card: CardState): void {
    const instruction = this.#store.get(card.id)
    if (instruction === undefined) return
    const reason = card.verdict.refusal?.message ?? message('outcomes.policyNow')
    const detail = inEnglish(message('outcomes.notAllowed', { reason }))
    void this.endings.end(instruction, 'withdrawn', detail)
  }

  #rowOf(instruction: Instruction): InstructionRow {
    const tier = this.#cards.get(instruction.id)?.body.tier ?? null
    const order = presentOrder(instruction, this.#deps.orderGateway.streams.orders.all())
    return rowOf(this.#cards.withCurrentOrders(instruction), tier, order)
  }

  /** Publishes the rows of the instructions whose orders changed (CONFIRM-43). */
  #onOrders(changed: readonly Order[]): void {
    const ids = new Set<string>(changed.map(({ clientOrderId }) => clientOrderId))
    const rows = this.#store.all().flatMap((instruction) => {
      const id = orderIdOf(instruction)
      return id !== null && ids.has(id) ? [this.#rowOf(instruction)] : []
    })
    if (rows.length > 0) this.#rowsChanged.emit(rows)
  }
}
