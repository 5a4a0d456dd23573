import type { Card, CardChange, ConfirmView } from '../../../../shared/domain/instructions/card.js'
import type { Instruction } from '../../../../shared/domain/instructions/instruction.js'
import { message } from '../../../../shared/messages/make-message.js'
import type { Message } from '../../../../shared/messages/message.js'
import type { ClockPort } from '../../ports.js'
import { cardEffect } from '../policy/card-effect.js'
import type { InstructionStore } from '../queue/instruction-store.js'
import { withAmendment } from '../requests/action.js'
import type { Arming, DisarmCause } from './arming.js'
import { batchTotalFields, type BatchRow } from './batch-totals.js'
import { elapsedMs, type CardState } from './card-state.js'
import type { CardStore } from './card-store.js'
import type { CardUnits } from './card-units.js'

/** The maximum number of rows of a batch in a view. */
const MAX_BATCH = 20

export interface ConfirmViewContext {
  readonly clock: ClockPort
  readonly store: Pick<InstructionStore, 'get'>
  readonly cards: Pick<CardStore, 'get'>
  readonly units: CardUnits
  readonly arming: Arming
  /** The last change of the content; null for a card that was not shown before. */
  readonly change: CardChange | null
  readonly isExtendable: (instruction: Instruction) => boolean
  readonly isHalted: boolean
}

const named = (subject: Message): CardChange => ({ subject, from: null, to: null })
/** Says that the estimate of a card is known again. */
export const COST_RETURNED = named(message('card.costReturned'))

/** Says what disarmed approve again; null while the first wait runs, or when the person did. */
function becauseOf(cause: DisarmCause, change: CardChange | null): CardChange | null {
  switch (cause) {
    case 'content':
      return change
    case 'moved':
      return named(message('card.windowMoved'))
    case 'shown':
      return named(message('card.windowShown'))
    case 'priced':
      return COST_RETURNED
    case 'other':
      return null
  }
}

/** Returns what the confirm window shows now. */
export function confirmView(context: ConfirmViewContext): ConfirmView {
  const { cards, units, isExtendable, isHalted } = context
  const visibleCards = units.current().flatMap(({ id }) => cards.get(id) ?? [])
  const views = visibleCards.map((card) => cardView(card, context))
  const inBatch = views.some(({ batch }) => batch !== null)
  return {
    card: views.find(({ state }) => state === 'open' || state === 'loading') ?? views[0] ?? null,
    batch: inBatch ? views.slice(0, MAX_BATCH) : [],
    waiting: units.waiting().length,
    net: inBatch ? batchTotalFields(visibleCards.map((card) => withEffect(card, context))) : [],
    extendable: units.pending().some(isExtendable),
    halted: isHalted,
  }
}

/** Returns a row of a batch with the effect of its order. */
function withEffect(card: CardState, { store }: ConfirmViewContext): BatchRow {
  const stored = store.get(card.id)
  const action = stored === undefined ? null : withAmendment(stored)
  return {
    body: card.body,
    estimate: card.estimate,
    effect: action === null ? null : cardEffect(action, card.facts, card.estimate),
  }
}

function cardView(card: CardState, { clock, store, arming, change }: ConfirmViewContext): Card {
  const age = card.facts.quoteAgeMs
  const since = Math.round(elapsedMs(clock, card.fetchedAt))
  const isOpen = store.get(card.id)?.status === 'PENDING' && !card.deciding
  const wait = isOpen ? arming.armsInMs() : null
  return {
    ...card.body,
    digest: card.digest,
    asOf: card.asOf,
    quoteAgeMs: age === null ? null : Math.round(age) + since,
    arming: {
      nonce: card.nonce,
      armed: wait === 0,
      armsInMs: wait === null ? null : Math.ceil(wait),
      blocked: isOpen ? arming.blocked() : 'none',
      because: isOpen ? becauseOf(arming.cause, change) : null,
    },
  }
}
