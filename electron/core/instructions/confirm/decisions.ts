import { cardNaming } from '../policy/card-effect.js'
import { eq } from '../../../../shared/domain/decimal.js'
import type {
  Amendment,
  Decision,
} from '../../../../shared/domain/instructions/instruction.schema.js'
import type { Instruction } from '../../../../shared/domain/instructions/instruction.js'
import type { InstructionId } from '../../../../shared/domain/ids.js'
import { err, ok, type Result } from '../../../../shared/domain/result.js'
import { epochMs } from '../../../../shared/domain/time.js'
import { typedNumber } from '../../../../shared/domain/typed-number.js'
import type { AuditPort } from '../../audit/audit-port.js'
import { appError, type AppError, type AppResult } from '../../../../shared/domain/app/app-error.js'
import type { ConfirmView } from '../../../../shared/domain/instructions/card.js'
import {
  withAmendment,
  requestIdentity,
  isEmptyAmendment,
  numberToType,
  readAmendment,
} from '../requests/action.js'
import { issuedState, type CardState, type IssuedState } from './card-state.js'
import type { CardStore } from './card-store.js'
import type { PolicyVerdict } from '../policy/policy-types.js'
import type { InstructionServiceDeps } from '../queue/instruction-service-deps.js'
import { digestOf } from '../requests/digest.js'
import type { Authorization, Dispatch } from '../queue/dispatch.js'
import type { InstructionStore } from '../queue/instruction-store.js'
import { actionSummary } from '../order-text/order-summary.js'
import { declinedTwice, PAUSE_MINUTES } from '../connections/automatic-pauses.js'
import type { ConfirmController } from './confirm-controller.js'
import { formatReason } from '../order-text/plain-text.js'
import { inEnglish } from '../../../../shared/messages/format-message.js'
import { message } from '../../../../shared/messages/make-message.js'
import type { Message } from '../../../../shared/messages/message.js'

const refused = (why: Message) => err(appError('instruction/refused', why, { order: 'not-placed' }))
const CHANGED = err(
  appError('instruction/changed', message('decisions.changed'), {
    order: 'not-placed',
  }),
)
const notSaved = (why: Message) => err(appError('storage/failed', why, { order: 'not-placed' }))
const ENDED = err(
  appError('instruction/ended', message('decisions.ended'), {
    order: 'not-placed',
  }),
)

export interface DecisionContext {
  /** Expires the instruction if it is due. True when it is no longer pending. */
  readonly hasEnded: (id: InstructionId) => boolean
  readonly extensionMs: (instruction: Instruction) => number
  readonly extend: (id: InstructionId, expiresAt: Instruction['expiresAt']) => void
}

export interface DecisionParts {
  readonly store: InstructionStore
  readonly cards: CardStore
  readonly controller: ConfirmController
  readonly dispatch: Dispatch
  readonly context: DecisionContext
}

/** True for the digest of a state that the card had since its order last changed. */
const hasShown = (card: CardState, digest: string): boolean =>
  [...card.issued.values()].some((state) => state.digest === digest)

/** An instruction that can be decided, with its current orders, and its card. */
interface OpenCard {
  readonly instruction: Instruction
  readonly card: CardState
}

/** The handlers of the person's decisions on the cards of one queue. */
export class Decisions {
  readonly #deps: InstructionServiceDeps
  readonly #store: InstructionStore
  readonly #cards: CardStore
  readonly #controller: ConfirmController
  readonly #dispatch: Dispatch
  readonly #context: DecisionContext

  /**
   * Creates the handlers of the person's decisions. The window names ids and digests; the order
   * comes from main's own store (CONFIRM-1, CONFIRM-2, CONFIRM-3).
   */
  constructor(deps: InstructionServiceDeps, parts: DecisionParts) {
    this.#deps = deps
    this.#store = parts.store
    this.#cards = parts.cards
    this.#controller = parts.controller
    this.#dispatch = parts.dispatch
    this.#context = parts.context
  }

  async decide(decision: Decision): AppResult<ConfirmView> {
    const found = this.#findOpen(decision.id)
    if (found === null) {
      return this.#refuseSuspicious(decision, 'it is not pending any more', ENDED)
    }
    const { instruction, card } = found
    if (card.changing) return this.#refuseSuspicious(decision, 'it is being changed', CHANGED)
    // A decline may name an earlier state of the card. An approval names the current one, or one
    // that differs in moving context alone and whose estimate is still recent (CONFIRM-2,
    // CONFIRM-51).
    const named = issuedState(card, decision.nonce, decision.digest)
    if (named === undefined) {
      return this.#refuseSuspicious(decision, 'it names something else than this card', CHANGED)
    }
    if (decision.decision === 'decline') return this.#decline(instruction, card, decision)
    if (card.nonce !== decision.nonce || !this.#cards.isStillShown(card, named)) {
      return this.#refuseSuspicious(decision, 'it names an older state of this card', CHANGED)
    }
    return this.#approve(instruction, card, decision, named)
  }

  async amend(id: InstructionId, digest: string, amendment: Amendment): AppResult<ConfirmView> {
    const found = this.#findOpen(id)
    if (found === null) return ENDED
    const { instruction, card } = found
    // The market changes the card while the person types. An amendment may therefore name any state
    // since the last change of the order: it sends nothing, and leads to a card to review.
    if (card.changing || !hasShown(card, digest)) return CHANGED
    const amended = this.#amended(instruction, card, amendment)
    if (!amended.ok) return amended
    const next = amended.value
    const saved = await this.#saveChange(
      card,
      () =>
        this.#deps.audit.append(
          'amended',
          id,
          inEnglish(
            actionSummary(
              withAmendment(next),
              card.facts.instrument,
              cardNaming(withAmendment(next), card.facts),
            ),
          ),
          { shown: digest },
        ),
      { kind: 'amended', id, amendment: next.amendment, at: this.#deps.clock.now() },
    )
    if (!saved) return notSaved(message('decisions.changeNotSaved'))
    card.pricedAt = null
    card.seenCost = null
    card.moved = null
    await this.#controller.refresh(card, true)
    return this.#view()
  }

  async requote(id: InstructionId): AppResult<ConfirmView> {
    const found = this.#findOpen(id)
    if (found === null) return ENDED
    await this.#controller.refresh(found.card, false)
    this.#controller.rearm()
    return this.#view()
  }

  async extend(id: InstructionId): AppResult<ConfirmView> {
    const openCard = this.#findOpen(id)
    if (openCard === null) return ENDED
    if (openCard.card.changing) return CHANGED
    const { audit, clock } = this.#deps
    const expiresAt = epochMs(clock.now() + this.#context.extensionMs(openCard.instruction))
    if (expiresAt <= openCard.instruction.expiresAt) {
      return refused(message('decisions.notExtendable'))
    }
    const saved = await this.#saveChange(
      openCard.card,
      () => audit.append('extended', id, 'Time extended by the person', { until: expiresAt }),
      { kind: 'extended', id, expiresAt, at: clock.now() },
    )
    if (!saved) return notSaved(message('decisions.extensionNotSaved'))
    if (this.#store.get(id)?.status !== 'PENDING') return ENDED
    this.#context.extend(id, expiresAt)
    await this.#controller.refresh(openCard.card, false)
    this.#controller.rearm()
    return this.#view()
  }

  #view(): Result<ConfirmView, never> {
    return ok(this.#controller.live.get())
  }

  /** Returns the pending instruction and its card; null when it is over or being decided. */
  #findOpen(id: InstructionId): OpenCard | null {
    const ended = this.#context.hasEnded(id)
    const [instruction, card] = [this.#store.get(id), this.#cards.get(id)]
    return ended || instruction === undefined || card === undefined || card.deciding
      ? null
      : { instruction: this.#cards.withCurrentOrders(instruction), card }
  }

  /**
   * Refuses a decision and records it in the audit log, because it may come from a compromised
   * window or a bug.
   */
  async #refuseSuspicious<T>(
    decision: Pick<Decision, 'id' | 'digest' | 'decision'>,
    why: string,
    answer: T,
  ): Promise<T> {
    this.#deps.log.event('warn', 'instruction.decision-refused', { why })
    await this.#deps.audit.append('decided', decision.id, `Refused: ${why}`, {
      decision: decision.decision,
      refused: true,
      shown: decision.digest,
    })
    return answer
  }

  async #decline(
    instruction: Instruction,
    card: CardState,
    decision: Decision,
  ): AppResult<ConfirmView> {
    card.issued.clear()
    const why = decision.why === null ? '' : formatReason(decision.why)
    const recorded = this.#deps.audit.append(
      'decided',
      instruction.id,
      inEnglish(actionSummary(withAmendment(instruction), null)),
      { decision: 'decline', by: 'person', shown: decision.digest, why },
    )
    await this.#store.appendAlways(
      {
        kind: 'ended',
        id: instruction.id,
        why: 'declined',
        detail: why === '' ? inEnglish(message('outcomes.declined')) : why,
        at: this.#deps.clock.now(),
      },
      recorded,
    )
    await this.#pauseAfterDecline(instruction, decision.pauseMinutes)
    return this.#view()
  }

  /**
   * Pauses the connection at the person's request, or because the same order was declined twice in
   * a row.
   */
  async #pauseAfterDecline(instruction: Instruction, minutes: number | null): Promise<void> {
    const { connections } = this.#deps
    const twice = this.#isDeclinedTwice(instruction)
    const id = instruction.connectionId
    if (minutes !== null) {
      await connections.pause(id, minutes, message('assistants.pausedWithDecline'))
    } else if (twice) {
      await connections.pause(id, PAUSE_MINUTES, message('assistants.pausedAfterDeclines'))
    }
  }

  #isDeclinedTwice(instruction: Instruction): boolean {
    const identityDigest = (candidate: Instruction): string =>
      digestOf(this.#deps.crypto, requestIdentity(candidate.action))
    return declinedTwice(
      this.#store.all(),
      instruction,
      (a, b) => identityDigest(a) === identityDigest(b),
    )
  }

  async #approve(
    instruction: Instruction,
    card: CardState,
    decision: Decision,
    named: IssuedState,
  ): AppResult<ConfirmView> {
    const press = this.#deps.presses.use(decision.nonce)
    const obstacle =
      this.#obstacleTo(instruction, card, decision) ??
      (press === null ? message('decisions.notPressed') : null)
    // The nonces are cleared before the first await, so a decision is used once, whatever its
    // result (CONFIRM-3).
    card.issued.clear()
    this.#cards.renewNonce(card)
    if (obstacle !== null) {
      this.#controller.notify()
      return this.#refuseSuspicious(
        decision,
        inEnglish(obstacle),
        refused(message('decisions.notSent', { reason: obstacle })),
      )
    }
    if (!this.#controller.isFresh(card) || !this.#controller.isFresh(named)) {
      return this.#showLatest(card)
    }
    const connection = this.#deps.connections.get(instruction.connectionId)
    const verdict = this.#cards.verdictOf(instruction, card.facts)
    if (verdict?.refusal?.code === 'unavailable') return this.#showLatest(card)
    if (verdict === null || verdict.result === 'deny' || connection?.state !== 'active') {
      return this.#withdrawDenied(card.id, verdict)
    }
    card.verdict = verdict
    if (this.#controller.cardChanged(card.id, 'soon')) return CHANGED
    const { digest } = decision
    return this.#send(instruction, card, { digest, press, exposure: verdict.exposure })
  }

  /** Refreshes a card whose numbers are missing or too old, for a decision of its own. */
  async #showLatest(card: CardState): AppResult<ConfirmView> {
    await this.#controller.refresh(card, true)
    return CHANGED
  }

  /**
   * Returns why an approval does not count, apart from outdated numbers; null when nothing prevents
   * it.
   */
  #obstacleTo(instruction: Instruction, card: CardState, decision: Decision): Message | null {
    const controller = this.#controller
    if (!controller.isShown(card.id) || !controller.isDrawn(card.id)) {
      return message('decisions.notShown')
    }
    if (!controller.arming.armed) return message('decisions.notArmed')
    if (card.verdict.dangers.some(({ code }) => !decision.acknowledged.includes(code))) {
      return message('decisions.notAcknowledged')
    }
    if (card.verdict.tier !== 'largest') return null
    const wanted = numberToType(withAmendment(instruction))
    const typed = decision.typedQuantity === null ? null : typedNumber(decision.typedQuantity)
    return wanted === null || (typed !== null && eq(typed, wanted))
      ? null
      : message('decisions.wrongQuantity')
  }

  /** Withdraws an instruction that the policy no longer allows. */
  async #withdrawDenied(id: InstructionId, verdict: PolicyVerdict | null): AppResult<ConfirmView> {
    const why = verdict?.refusal?.message ?? message('outcomes.connectionInactive')
    const recorded = this.#deps.audit.append('ended', id, inEnglish(why).slice(0, 300), {
      ending: 'withdrawn',
    })
    await this.#store.appendAlways(
      {
        kind: 'ended',
        id,
        why: 'withdrawn',
        detail: inEnglish(message('outcomes.notAllowed', { reason: why })).slice(0, 500),
        at: this.#deps.clock.now(),
      },
      recorded,
    )
    return refused(why)
  }

  /** Sends the approved instruction and waits for the outcome. */
  async #send(
    instruction: Instruction,
    card: CardState,
    approved: Pick<Authorization, 'digest' | 'press' | 'exposure'>,
  ): AppResult<ConfirmView> {
    card.deciding = true
    const sending = this.#dispatch.send(instruction, {
      why: 'approved',
      detail: isEmptyAmendment(instruction.amendment)
        ? inEnglish(message('outcomes.approved'))
        : inEnglish(message('outcomes.approvedAmended')),
      ...approved,
      requestDigest: instruction.requestDigest,
    })
    // The page itself shows that approve was pressed, so notifying windows must not delay the
    // order.
    this.#controller.cardChanged(card.id, 'soon')
    await sending
    this.#controller.cardChanged(card.id)
    return this.#view()
  }

  /** Returns the amended instruction, or why it stays as it was. */
  #amended(
    instruction: Instruction,
    card: CardState,
    amendment: Amendment,
  ): Result<Instruction, AppError> {
    // The form holds the current values; omitted fields stay unchanged.
    const wanted = readAmendment(instruction.action, { ...instruction.amendment, ...amendment })
    if (wanted === null) return refused(message('decisions.notChangeable'))
    const next: Instruction = {
      ...instruction,
      amendment: isEmptyAmendment(wanted) ? null : wanted,
    }
    // An amendment that the policy denies is refused with its reason, and the instruction stays
    // pending.
    const verdict = this.#cards.verdictOf(next, card.facts)
    return verdict?.result === 'deny' && verdict.refusal?.code !== 'unavailable'
      ? refused(
          message('decisions.staysAsItWas', {
            reason: verdict.refusal?.message ?? message('decisions.policyDenies'),
          }),
        )
      : ok(next)
  }

  /**
   * Writes a change to the audit chain and then to the queue's log. No decision is accepted
   * meanwhile. False when either failed.
   */
  async #saveChange(
    card: CardState,
    record: () => ReturnType<AuditPort['append']>,
    step: Parameters<InstructionStore['append']>[0],
  ): Promise<boolean> {
    card.changing = true
    card.issued.clear()
    try {
      return (await record()).ok && (await this.#store.append(step)).ok
    } finally {
      card.changing = false
      this.#cards.renewNonce(card)
      this.#controller.notify()
    }
  }
}
