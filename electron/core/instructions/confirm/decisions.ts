import { eq } from '../../../../shared/domain/decimal.js'
import type { Decision } from '../../../../shared/domain/instructions/instruction.schema.js'
import type { Instruction } from '../../../../shared/domain/instructions/instruction.js'
import type { InstructionId } from '../../../../shared/domain/ids.js'
import { ok, type Result } from '../../../../shared/domain/result.js'
import { typedNumber } from '../../../../shared/domain/typed-number.js'
import type { AppResult } from '../../../../shared/domain/app/app-error.js'
import type { ConfirmView } from '../../../../shared/domain/instructions/card.js'
import {
  withAmendment,
  requestIdentity,
  isEmptyAmendment,
  numberToType,
} from '../requests/action.js'
import type { CardStore } from './card-store.js'
import { acknowledgedPrices } from './acknowledged-prices.js'
import type { ConfirmController } from './confirm-controller.js'
import { issuedState, type CardState, type IssuedState } from './card-state.js'
import { CARD_CHANGED, INSTRUCTION_ENDED, refused } from './refusals.js'
import type { PolicyVerdict } from '../policy/policy-types.js'
import type { InstructionPolicy } from '../queue/instruction-policy.js'
import type { InstructionServiceDeps } from '../queue/instruction-service-deps.js'
import type { InstructionStore } from '../queue/instruction-store.js'
import { digestOf } from '../requests/digest.js'
import type { Authorization, Dispatch } from '../queue/dispatch.js'
import type { Endings } from '../queue/endings.js'
import { actionSummary } from '../order-text/order-summary.js'
import { declinedTwice, PAUSE_MINUTES } from '../connections/automatic-pauses.js'
import { formatReason } from '../order-text/plain-text.js'
import { inEnglish } from '../../../../shared/messages/format-message.js'
import { message } from '../../../../shared/messages/make-message.js'
import type { Message } from '../../../../shared/messages/message.js'

export interface DecisionParts {
  readonly store: InstructionStore
  readonly cards: CardStore
  readonly policy: InstructionPolicy
  readonly controller: ConfirmController
  readonly dispatch: Dispatch
  readonly endings: Endings
}

/** An instruction that can be decided, with its current orders, and its card. */
interface OpenCard {
  readonly instruction: Instruction
  readonly card: CardState
}

/** Returns the pending instruction and its card; null when it is over or being decided. */
export function openCard(
  { store, cards, endings }: Pick<DecisionParts, 'store' | 'cards' | 'endings'>,
  id: InstructionId,
): OpenCard | null {
  const ended = endings.hasEnded(id)
  const [instruction, card] = [store.get(id), cards.get(id)]
  return ended || instruction === undefined || card === undefined || card.deciding
    ? null
    : { instruction: cards.withCurrentOrders(instruction), card }
}

/** The handlers of the person's decisions on the cards of one queue. */
export class Decisions {
  readonly #deps: InstructionServiceDeps
  readonly #parts: DecisionParts

  /**
   * Creates the handlers of the person's decisions. The window names ids and digests; the order
   * comes from main's own store (CONFIRM-1, CONFIRM-2, CONFIRM-3).
   */
  constructor(deps: InstructionServiceDeps, parts: DecisionParts) {
    this.#deps = deps
    this.#parts = parts
  }

  async decide(decision: Decision): AppResult<ConfirmView> {
    const open = openCard(this.#parts, decision.id)
    if (open === null) {
      return this.#refuseSuspicious(decision, 'it is not pending any more', INSTRUCTION_ENDED)
    }
    const { instruction, card } = open
    if (card.changing) return this.#refuseSuspicious(decision, 'it is being changed', CARD_CHANGED)
    // A decline may name an earlier state of the card. An approval names the current one, or one
    // that differs in moving context alone and whose estimate is still recent (CONFIRM-2,
    // CONFIRM-51).
    const named = issuedState(card, decision.nonce, decision.digest)
    if (named === undefined) {
      return this.#refuseSuspicious(
        decision,
        'it names something else than this card',
        CARD_CHANGED,
      )
    }
    if (decision.decision === 'decline') return this.#decline(instruction, card, decision)
    if (card.nonce !== decision.nonce || !this.#parts.cards.isStillShown(card, named)) {
      return this.#refuseSuspicious(decision, 'it names an older state of this card', CARD_CHANGED)
    }
    return this.#approve(instruction, card, decision, named)
  }

  #view(): Result<ConfirmView, never> {
    return ok(this.#parts.controller.live.get())
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
    await this.#parts.store.appendAlways(
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
      this.#parts.store.all(),
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
    this.#parts.cards.renewNonce(card)
    if (obstacle !== null) {
      this.#parts.controller.notify()
      return this.#refuseSuspicious(
        decision,
        inEnglish(obstacle),
        refused(message('decisions.notSent', { reason: obstacle })),
      )
    }
    if (!this.#parts.controller.isFresh(card) || !this.#parts.controller.isFresh(named)) {
      return this.#showLatest(card)
    }
    const connection = this.#deps.connections.get(instruction.connectionId)
    const verdict = this.#parts.policy.verdictOf(instruction, card.facts)
    if (verdict?.refusal?.code === 'unavailable') return this.#showLatest(card)
    if (verdict === null || verdict.result === 'deny' || connection?.state !== 'active') {
      return this.#withdrawDenied(card.id, verdict)
    }
    card.verdict = verdict
    if (this.#parts.controller.cardChanged(card.id, 'soon')) return CARD_CHANGED
    const { digest } = decision
    const { exposure } = verdict
    const confirmed = acknowledgedPrices(instruction, card, this.#deps.clock.now())
    return this.#send(instruction, card, { digest, press, exposure, confirmed })
  }

  /** Refreshes a card whose numbers are missing or too old, for a decision of its own. */
  async #showLatest(card: CardState): AppResult<ConfirmView> {
    await this.#parts.controller.refresh(card, true)
    return CARD_CHANGED
  }

  /**
   * Returns why an approval does not count, apart from outdated numbers; null when nothing prevents
   * it.
   */
  #obstacleTo(instruction: Instruction, card: CardState, decision: Decision): Message | null {
    const controller = this.#parts.controller
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
    await this.#parts.store.appendAlways(
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
    approved: Pick<Authorization, 'digest' | 'press' | 'exposure' | 'confirmed'>,
  ): AppResult<ConfirmView> {
    card.deciding = true
    const sending = this.#parts.dispatch.send(instruction, {
      why: 'approved',
      detail: isEmptyAmendment(instruction.amendment)
        ? inEnglish(message('outcomes.approved'))
        : inEnglish(message('outcomes.approvedAmended')),
      ...approved,
      requestDigest: instruction.requestDigest,
    })
    // The page itself shows that approve was pressed, so notifying windows must not delay the
    // order.
    this.#parts.controller.cardChanged(card.id, 'soon')
    await sending
    this.#parts.controller.cardChanged(card.id)
    return this.#view()
  }
}
