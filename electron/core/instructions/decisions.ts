import { eq } from '../../../shared/domain/decimal.js'
import type { Amendment, Instruction, InstructionId } from '../../../shared/domain/instruction.js'
import { err, ok, type Result } from '../../../shared/domain/result.js'
import { epochMs } from '../../../shared/domain/time.js'
import { typedNumber } from '../../../shared/domain/typed-number.js'
import type { AuditPort } from '../audit/audit-port.js'
import { appError, type AppError } from '../../../shared/ipc/errors.js'
import type { ConfirmView, Decision } from '../../../shared/ipc/instructions.js'
import { effective, essence, isEmpty, numberToType, readAmendment } from './action.js'
import type { CardRoom, HeldCard } from './card-room.js'
import type { InstructionDeskDeps } from './desk-deps.js'
import { digestOf } from './digest.js'
import type { Dispatch } from './dispatch.js'
import type { Ledger } from './ledger.js'
import { actionLine } from './line.js'
import { declinedTwice, PAUSE_MINUTES } from './pauses.js'
import type { Reading } from './reading.js'
import { reasonWords } from './words.js'

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

export interface DecisionWorld {
  /** Ends it if its time is over; true when it is not waiting any more. */
  readonly over: (id: InstructionId) => boolean
  readonly extended: (instruction: Instruction) => number
  readonly extend: (id: InstructionId, expiresAt: Instruction['expiresAt']) => void
}

/**
 * What the person says to a card. The window names ids and digests; what is done stands in main's
 * own record (rules 1 to 3).
 */
export function createDecisions(
  deps: InstructionDeskDeps,
  of: {
    readonly ledger: Ledger
    readonly cards: CardRoom
    readonly reading: Reading
    readonly dispatch: Dispatch
    readonly world: DecisionWorld
  },
): Decisions {
  const { audit, clock, connections, crypto } = deps
  const { ledger, cards, reading, dispatch, world } = of
  const view = () => ok(reading.live.get())

  /** Refused decisions are on the record: they are what a lying window or a bug would look like. */
  const suspicious = async <T>(
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

  const decline = async (instruction: Instruction, card: HeldCard, decision: Decision): Answer => {
    card.issued.clear()
    const why = decision.why === null ? '' : reasonWords(decision.why)
    const recorded = audit.append(
      'decided',
      instruction.id,
      actionLine(effective(instruction), null),
      { decision: 'decline', by: 'person', shown: decision.digest, why },
    )
    await ledger.force(
      {
        kind: 'ended',
        id: instruction.id,
        why: 'declined',
        detail: why === '' ? 'Declined by the person' : why,
        at: clock.now(),
      },
      recorded,
    )
    const order = (of: Instruction): string => digestOf(crypto, essence(of.action))
    const twice = declinedTwice(ledger.all(), instruction, (a, b) => order(a) === order(b))
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

  /** What keeps an approval from counting, apart from the numbers; null when nothing does. */
  const objection = (
    instruction: Instruction,
    card: HeldCard,
    decision: Decision,
  ): string | null => {
    if (!reading.shows(card.id) || !reading.drawn(card.id, decision.digest)) {
      return 'this card is not the one that is shown'
    }
    if (!reading.arming.armed) return 'approve is not armed yet'
    if (card.verdict.dangers.some(({ code }) => !decision.acknowledged.includes(code))) {
      return 'a danger was not acknowledged'
    }
    if (card.verdict.tier !== 'largest') return null
    const wanted = numberToType(effective(instruction))
    const typed = decision.typedQuantity === null ? null : typedNumber(decision.typedQuantity)
    return wanted === null || (typed !== null && eq(typed, wanted))
      ? null
      : 'the typed quantity is not the one of this order'
  }

  const approve = async (instruction: Instruction, card: HeldCard, decision: Decision): Answer => {
    const against = objection(instruction, card, decision)
    // From here to the function's first wait nothing else can run: the decision is taken once,
    // whatever comes of it (rule 3).
    card.issued.clear()
    cards.renew(card)
    if (against !== null) {
      reading.tell()
      return suspicious(decision, against, refused(`Nothing was sent: ${against}.`))
    }
    if (!reading.fresh(card)) {
      await reading.refresh(card, true)
      return CHANGED
    }
    const connection = connections.get(instruction.connectionId)
    const verdict = cards.judged(instruction, card.facts)
    if (verdict?.refusal?.code === 'unavailable') {
      await reading.refresh(card, true)
      return CHANGED
    }
    if (verdict === null || verdict.result === 'deny' || connection?.state !== 'active') {
      const why = verdict?.refusal?.message ?? 'The connection is not active any more.'
      const recorded = audit.append('ended', card.id, why.slice(0, 300), { ending: 'withdrawn' })
      await ledger.force(
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
    if (reading.changed(card.id, 'soon')) return CHANGED
    card.deciding = true
    const sending = dispatch.send(instruction, {
      why: 'approved',
      detail: isEmpty(instruction.amendment)
        ? 'Approved by the person'
        : 'Approved by the person with changes',
      worth: verdict.worth,
      digest: decision.digest,
      asked: instruction.requestDigest,
    })
    // The page shows by itself that it was pressed: what main says of it need not stand in the way
    // of the order.
    reading.changed(card.id, 'soon')
    await sending
    reading.changed(card.id)
    return view()
  }

  /**
   * Audit chain, then the queue's file; meanwhile nothing else is decided on this card. False when
   * one of them failed.
   */
  const written = async (
    card: HeldCard,
    record: () => ReturnType<AuditPort['append']>,
    step: Parameters<Ledger['note']>[0],
  ): Promise<boolean> => {
    card.changing = true
    card.issued.clear()
    try {
      return (await record()).ok && (await ledger.note(step)).ok
    } finally {
      card.changing = false
      cards.renew(card)
      reading.tell()
    }
  }

  /** The pending instruction and its card; null when it is over or being decided. */
  const open = (
    id: InstructionId,
  ): { readonly instruction: Instruction; readonly card: HeldCard } | null => {
    const over = world.over(id)
    const [instruction, card] = [ledger.get(id), cards.get(id)]
    return over || instruction === undefined || card === undefined || card.deciding
      ? null
      : { instruction: cards.standing(instruction), card }
  }

  return {
    async decide(decision) {
      const found = open(decision.id)
      if (found === null) return suspicious(decision, 'it is not waiting any more', ENDED)
      const { instruction, card } = found
      if (card.changing) return suspicious(decision, 'it is being changed', CHANGED)
      // A decline may name what was shown a moment ago; an approval only what is shown now.
      if (card.issued.get(decision.nonce) !== decision.digest) {
        return suspicious(decision, 'it names something else than this card', CHANGED)
      }
      if (decision.decision === 'decline') return decline(instruction, card, decision)
      if (card.digest !== decision.digest || card.nonce !== decision.nonce) {
        return suspicious(decision, 'it names an older state of this card', CHANGED)
      }
      return approve(instruction, card, decision)
    },
    async amend(id, digest, amendment) {
      const found = open(id)
      if (found === null) return ENDED
      const { instruction, card } = found
      if (card.digest !== digest || card.changing) return CHANGED
      // The form holds the present state; what it leaves out stays as it is.
      const wanted = readAmendment(instruction.action, { ...instruction.amendment, ...amendment })
      if (wanted === null) return refused('This cannot be changed so.')
      const next: Instruction = { ...instruction, amendment: isEmpty(wanted) ? null : wanted }
      // What the assistant may not have is not withdrawn because the person tried it: they are
      // told.
      const verdict = cards.judged(next, card.facts)
      if (verdict?.result === 'deny' && verdict.refusal?.code !== 'unavailable') {
        return refused(
          `It stays as it was: ${verdict.refusal?.message ?? 'the policy does not allow it'}.`,
        )
      }
      const kept = await written(
        card,
        () =>
          audit.append('amended', id, actionLine(effective(next), card.facts.instrument), {
            shown: digest,
          }),
        { kind: 'amended', id, amendment: next.amendment, at: clock.now() },
      )
      if (!kept) {
        return err(
          appError('storage/failed', 'The change could not be written down.', {
            order: 'not-placed',
          }),
        )
      }
      card.pricedAt = null
      card.seen = null
      card.moved = null
      await reading.refresh(card, true)
      return view()
    },
    async requote(id) {
      const found = open(id)
      if (found === null) return ENDED
      await reading.refresh(found.card, false)
      reading.disturb()
      return view()
    },
    async extend(id) {
      const found = open(id)
      if (found === null) return ENDED
      if (found.card.changing) return CHANGED
      const ms = world.extended(found.instruction)
      const expiresAt = epochMs(clock.now() + ms)
      if (expiresAt <= found.instruction.expiresAt) {
        return refused('It cannot wait any longer: the trading day ends.')
      }
      const kept = await written(
        found.card,
        () => audit.append('extended', id, 'More time, by the person', { until: expiresAt }),
        { kind: 'extended', id, expiresAt, at: clock.now() },
      )
      if (!kept) {
        return err(
          appError('storage/failed', 'The longer time could not be written down.', {
            order: 'not-placed',
          }),
        )
      }
      if (ledger.get(id)?.status !== 'PENDING') return ENDED
      world.extend(id, expiresAt)
      await reading.refresh(found.card, false)
      reading.disturb()
      return view()
    },
  }
}
