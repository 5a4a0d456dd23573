import { eq } from '../../../../shared/domain/decimal.js'
import type {
  Amendment,
  Instruction,
  InstructionId,
} from '../../../../shared/domain/instructions/instruction.js'
import { err, ok, type Result } from '../../../../shared/domain/result.js'
import { epochMs } from '../../../../shared/domain/time.js'
import { typedNumber } from '../../../../shared/domain/typed-number.js'
import type { AuditPort } from '../../audit/audit-port.js'
import { appError, type AppError } from '../../../../shared/domain/app/app-error.js'
import type { ConfirmView, Decision } from '../../../../shared/domain/instructions/card.js'
import {
  withAmendment,
  requestIdentity,
  isEmptyAmendment,
  numberToType,
  readAmendment,
} from '../requests/action.js'
import type { CardState } from './card-state.js'
import type { CardStore } from './card-store.js'
import type { InstructionServiceDeps } from '../queue/instruction-service-deps.js'
import { digestOf } from '../requests/digest.js'
import type { Dispatch } from '../queue/dispatch.js'
import type { InstructionStore } from '../queue/instruction-store.js'
import { actionSummary } from '../order-text/order-summary.js'
import { declinedTwice, PAUSE_MINUTES } from '../connections/automatic-pauses.js'
import type { ConfirmController } from './confirm-controller.js'
import { formatReason } from '../order-text/plain-text.js'

type Answer = Promise<Result<ConfirmView, AppError>>
const refused = (message: string) =>
  err(appError('instruction/refused', message, { order: 'not-placed' }))
const CHANGED = err(
  appError('instruction/changed', 'What the card shows has changed. Look at it again.', {
    order: 'not-placed',
  }),
)
const ENDED = err(
  appError('instruction/ended', 'This instruction is not waiting any more.', {
    order: 'not-placed',
  }),
)

export interface Decisions {
  decide(decision: Decision): Answer
  amend(id: InstructionId, digest: string, amendment: Amendment): Answer
  requote(id: InstructionId): Answer
  extend(id: InstructionId): Answer
}

export interface DecisionContext {
  /** Expires the instruction if it is due. True when it is no longer pending. */
  readonly hasEnded: (id: InstructionId) => boolean
  readonly extensionMs: (instruction: Instruction) => number
  readonly extend: (id: InstructionId, expiresAt: Instruction['expiresAt']) => void
}

/**
 * Creates the handlers of the person's decisions. The window names ids and digests; the order comes
 * from main's own store (CONFIRM-1, CONFIRM-2, CONFIRM-3).
 */
export function createDecisions(
  deps: InstructionServiceDeps,
  parts: {
    readonly store: InstructionStore
    readonly cards: CardStore
    readonly controller: ConfirmController
    readonly dispatch: Dispatch
    readonly context: DecisionContext
  },
): Decisions {
  const { audit, clock, connections, crypto } = deps
  const { store, cards, controller, dispatch, context } = parts
  const view = () => ok(controller.live.get())

  /**
   * Refuses a decision and records it in the audit log, because it may come from a compromised
   * window or a bug.
   */
  const refuseSuspicious = async <T>(
    decision: Pick<Decision, 'id' | 'digest' | 'decision'>,
    why: string,
    answer: T,
  ): Promise<T> => {
    deps.log.event('warn', 'instruction.decision-refused', { why })
    await audit.append('decided', decision.id, `Refused: ${why}`, {
      decision: decision.decision,
      refused: true,
      shown: decision.digest,
    })
    return answer
  }

  const decline = async (instruction: Instruction, card: CardState, decision: Decision): Answer => {
    card.issuedNonces.clear()
    const why = decision.why === null ? '' : formatReason(decision.why)
    const recorded = audit.append(
      'decided',
      instruction.id,
      actionSummary(withAmendment(instruction), null),
      { decision: 'decline', by: 'person', shown: decision.digest, why },
    )
    await store.appendAlways(
      {
        kind: 'ended',
        id: instruction.id,
        why: 'declined',
        detail: why === '' ? 'Declined by the person' : why,
        at: clock.now(),
      },
      recorded,
    )
    const identityDigest = (candidate: Instruction): string =>
      digestOf(crypto, requestIdentity(candidate.action))
    const twice = declinedTwice(
      store.all(),
      instruction,
      (a, b) => identityDigest(a) === identityDigest(b),
    )
    if (decision.pauseMinutes !== null) {
      await connections.pause(
        instruction.connectionId,
        decision.pauseMinutes,
        'Paused by the person with a decline.',
      )
    } else if (twice) {
      await connections.pause(
        instruction.connectionId,
        PAUSE_MINUTES,
        'The same order was declined twice in a row.',
      )
    }
    return view()
  }

  /**
   * Returns why an approval does not count, apart from outdated numbers; null when nothing prevents
   * it.
   */
  const obstacleTo = (
    instruction: Instruction,
    card: CardState,
    decision: Decision,
  ): string | null => {
    if (!controller.isShown(card.id) || !controller.isDrawn(card.id, decision.digest)) {
      return 'this card is not the one that is shown'
    }
    if (!controller.arming.armed) return 'approve is not armed yet'
    if (card.verdict.dangers.some(({ code }) => !decision.acknowledged.includes(code))) {
      return 'a danger was not acknowledged'
    }
    if (card.verdict.tier !== 'largest') return null
    const wanted = numberToType(withAmendment(instruction))
    const typed = decision.typedQuantity === null ? null : typedNumber(decision.typedQuantity)
    return wanted === null || (typed !== null && eq(typed, wanted))
      ? null
      : 'the typed quantity is not the one of this order'
  }

  const approve = async (instruction: Instruction, card: CardState, decision: Decision): Answer => {
    const obstacle = obstacleTo(instruction, card, decision)
    // The nonces are cleared before the first await, so a decision is used once, whatever its
    // result (CONFIRM-3).
    card.issuedNonces.clear()
    cards.renewNonce(card)
    if (obstacle !== null) {
      controller.notify()
      return refuseSuspicious(decision, obstacle, refused(`Nothing was sent: ${obstacle}.`))
    }
    if (!controller.isFresh(card)) {
      await controller.refresh(card, true)
      return CHANGED
    }
    const connection = connections.get(instruction.connectionId)
    const verdict = cards.verdictOf(instruction, card.facts)
    if (verdict?.refusal?.code === 'unavailable') {
      await controller.refresh(card, true)
      return CHANGED
    }
    if (verdict === null || verdict.result === 'deny' || connection?.state !== 'active') {
      const why = verdict?.refusal?.message ?? 'The connection is not active any more.'
      const recorded = audit.append('ended', card.id, why.slice(0, 300), { ending: 'withdrawn' })
      await store.appendAlways(
        {
          kind: 'ended',
          id: card.id,
          why: 'withdrawn',
          detail: `Not allowed any more: ${why}`.slice(0, 500),
          at: clock.now(),
        },
        recorded,
      )
      return refused(why)
    }
    card.verdict = verdict
    if (controller.cardChanged(card.id, 'soon')) return CHANGED
    card.deciding = true
    const sending = dispatch.send(instruction, {
      why: 'approved',
      detail: isEmptyAmendment(instruction.amendment)
        ? 'Approved by the person'
        : 'Approved by the person with changes',
      exposure: verdict.exposure,
      digest: decision.digest,
      requestDigest: instruction.requestDigest,
    })
    // The page itself shows that approve was pressed, so notifying windows must not delay the
    // order.
    controller.cardChanged(card.id, 'soon')
    await sending
    controller.cardChanged(card.id)
    return view()
  }

  /**
   * Writes a change to the audit chain and then to the queue's log. No decision is accepted
   * meanwhile. False when either failed.
   */
  const saveChange = async (
    card: CardState,
    record: () => ReturnType<AuditPort['append']>,
    step: Parameters<InstructionStore['append']>[0],
  ): Promise<boolean> => {
    card.changing = true
    card.issuedNonces.clear()
    try {
      return (await record()).ok && (await store.append(step)).ok
    } finally {
      card.changing = false
      cards.renewNonce(card)
      controller.notify()
    }
  }

  /** Returns the pending instruction and its card; null when it is over or being decided. */
  const findOpen = (
    id: InstructionId,
  ): { readonly instruction: Instruction; readonly card: CardState } | null => {
    const ended = context.hasEnded(id)
    const [instruction, card] = [store.get(id), cards.get(id)]
    return ended || instruction === undefined || card === undefined || card.deciding
      ? null
      : { instruction: cards.withCurrentOrders(instruction), card }
  }

  return {
    async decide(decision) {
      const found = findOpen(decision.id)
      if (found === null) return refuseSuspicious(decision, 'it is not waiting any more', ENDED)
      const { instruction, card } = found
      if (card.changing) return refuseSuspicious(decision, 'it is being changed', CHANGED)
      // A decline may name an earlier state of the card, an approval only the current one.
      if (card.issuedNonces.get(decision.nonce) !== decision.digest) {
        return refuseSuspicious(decision, 'it names something else than this card', CHANGED)
      }
      if (decision.decision === 'decline') return decline(instruction, card, decision)
      if (card.digest !== decision.digest || card.nonce !== decision.nonce) {
        return refuseSuspicious(decision, 'it names an older state of this card', CHANGED)
      }
      return approve(instruction, card, decision)
    },
    async amend(id, digest, amendment) {
      const found = findOpen(id)
      if (found === null) return ENDED
      const { instruction, card } = found
      if (card.digest !== digest || card.changing) return CHANGED
      // The form holds the current values; omitted fields stay unchanged.
      const wanted = readAmendment(instruction.action, { ...instruction.amendment, ...amendment })
      if (wanted === null) return refused('This cannot be changed so.')
      const next: Instruction = {
        ...instruction,
        amendment: isEmptyAmendment(wanted) ? null : wanted,
      }
      // An amendment that the policy denies is refused with its reason, and the instruction stays
      // pending.
      const verdict = cards.verdictOf(next, card.facts)
      if (verdict?.result === 'deny' && verdict.refusal?.code !== 'unavailable') {
        return refused(
          `It stays as it was: ${verdict.refusal?.message ?? 'the policy does not allow it'}.`,
        )
      }
      const saved = await saveChange(
        card,
        () =>
          audit.append('amended', id, actionSummary(withAmendment(next), card.facts.instrument), {
            shown: digest,
          }),
        { kind: 'amended', id, amendment: next.amendment, at: clock.now() },
      )
      if (!saved) {
        return err(
          appError('storage/failed', 'The change could not be written down.', {
            order: 'not-placed',
          }),
        )
      }
      card.pricedAt = null
      card.seenCost = null
      card.moved = null
      await controller.refresh(card, true)
      return view()
    },
    async requote(id) {
      const found = findOpen(id)
      if (found === null) return ENDED
      await controller.refresh(found.card, false)
      controller.rearm()
      return view()
    },
    async extend(id) {
      const found = findOpen(id)
      if (found === null) return ENDED
      if (found.card.changing) return CHANGED
      const ms = context.extensionMs(found.instruction)
      const expiresAt = epochMs(clock.now() + ms)
      if (expiresAt <= found.instruction.expiresAt) {
        return refused('It cannot wait any longer: the trading day ends.')
      }
      const saved = await saveChange(
        found.card,
        () => audit.append('extended', id, 'More time, by the person', { until: expiresAt }),
        { kind: 'extended', id, expiresAt, at: clock.now() },
      )
      if (!saved) {
        return err(
          appError('storage/failed', 'The longer time could not be written down.', {
            order: 'not-placed',
          }),
        )
      }
      if (store.get(id)?.status !== 'PENDING') return ENDED
      context.extend(id, expiresAt)
      await controller.refresh(found.card, false)
      controller.rearm()
      return view()
    },
  }
}
