import type { AppError, AppResult } from '../../../../shared/domain/app/app-error.js'
import { appError } from '../../../../shared/domain/app/app-error.js'
import type { InstructionId } from '../../../../shared/domain/ids.js'
import type { ConfirmView } from '../../../../shared/domain/instructions/card.js'
import type { Amendment } from '../../../../shared/domain/instructions/instruction.schema.js'
import type { Instruction } from '../../../../shared/domain/instructions/instruction.js'
import { err, ok, type Result } from '../../../../shared/domain/result.js'
import { epochMs } from '../../../../shared/domain/time.js'
import { inEnglish } from '../../../../shared/messages/format-message.js'
import { message } from '../../../../shared/messages/make-message.js'
import type { Message } from '../../../../shared/messages/message.js'
import type { AuditPort } from '../../audit/audit-port.js'
import { actionSummary } from '../order-text/order-summary.js'
import { cardNaming } from '../policy/card-effect.js'
import type { InstructionServiceDeps } from '../queue/instruction-service-deps.js'
import type { InstructionStore } from '../queue/instruction-store.js'
import { isEmptyAmendment, readAmendment, withAmendment } from '../requests/action.js'
import type { CardState } from './card-state.js'
import { openCard, type DecisionParts } from './decisions.js'
import { CARD_CHANGED, INSTRUCTION_ENDED, refused } from './refusals.js'

const notSaved = (why: Message) => err(appError('storage/failed', why, { order: 'not-placed' }))

/** True for the digest of a state that the card had since its order last changed. */
const hasShown = (card: CardState, digest: string): boolean =>
  [...card.issued.values()].some((state) => state.digest === digest)

/**
 * What the person does with a card before the decision: amend its order, refresh its quote, extend
 * its time. Nothing is sent.
 */
export class CardReview {
  readonly #deps: Pick<InstructionServiceDeps, 'audit' | 'clock'>
  readonly #parts: Omit<DecisionParts, 'dispatch'>

  constructor(
    deps: Pick<InstructionServiceDeps, 'audit' | 'clock'>,
    parts: Omit<DecisionParts, 'dispatch'>,
  ) {
    this.#deps = deps
    this.#parts = parts
  }

  async amend(id: InstructionId, digest: string, amendment: Amendment): AppResult<ConfirmView> {
    const open = openCard(this.#parts, id)
    if (open === null) return INSTRUCTION_ENDED
    const { instruction, card } = open
    // The market changes the card while the person types. An amendment may therefore name any state
    // since the last change of the order: it sends nothing, and leads to a card to review.
    if (card.changing || !hasShown(card, digest)) return CARD_CHANGED
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
    await this.#parts.controller.refresh(card, true)
    return this.#view()
  }

  async requote(id: InstructionId): AppResult<ConfirmView> {
    const open = openCard(this.#parts, id)
    if (open === null) return INSTRUCTION_ENDED
    await this.#parts.controller.refresh(open.card, false)
    this.#parts.controller.rearm()
    return this.#view()
  }

  async extend(id: InstructionId): AppResult<ConfirmView> {
    const open = openCard(this.#parts, id)
    if (open === null) return INSTRUCTION_ENDED
    if (open.card.changing) return CARD_CHANGED
    const { audit, clock } = this.#deps
    const expiresAt = epochMs(clock.now() + this.#parts.endings.extensionMs(open.instruction))
    if (expiresAt <= open.instruction.expiresAt) {
      return refused(message('decisions.notExtendable'))
    }
    const saved = await this.#saveChange(
      open.card,
      () => audit.append('extended', id, 'Time extended by the person', { until: expiresAt }),
      { kind: 'extended', id, expiresAt, at: clock.now() },
    )
    if (!saved) return notSaved(message('decisions.extensionNotSaved'))
    if (this.#parts.store.get(id)?.status !== 'PENDING') return INSTRUCTION_ENDED
    this.#parts.endings.deadlines.set(id, expiresAt)
    await this.#parts.controller.refresh(open.card, false)
    this.#parts.controller.rearm()
    return this.#view()
  }

  #view(): Result<ConfirmView, never> {
    return ok(this.#parts.controller.live.get())
  }

  /** Returns the amended instruction, or why it stays as it was. */
  #amended(
    instruction: Instruction,
    card: CardState,
    amendment: Amendment,
  ): Result<Instruction, AppError> {
    // The form holds the current values; omitted fields stay unchanged.
    const changed = readAmendment(instruction.action, { ...instruction.amendment, ...amendment })
    if (changed === null) return refused(message('decisions.notChangeable'))
    const next: Instruction = {
      ...instruction,
      amendment: isEmptyAmendment(changed) ? null : changed,
    }
    // An amendment that the policy denies is refused with its reason, and the instruction stays
    // pending.
    const verdict = this.#parts.policy.verdictOf(next, card.facts)
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
      return (await record()).ok && (await this.#parts.store.append(step)).ok
    } finally {
      card.changing = false
      this.#parts.cards.renewNonce(card)
      this.#parts.controller.notify()
    }
  }
}
