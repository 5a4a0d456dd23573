import type { Card } from '../../../shared/domain/instructions/card.js'
import type { Amendment, Decision } from '../../../shared/domain/instructions/instruction.schema.js'
import type { Invoke } from '../../bridge/client.js'
import type { CardAnswers } from './answers.js'
import type { ConfirmStore } from './confirm-store.js'
import { isEnded, type Answers } from './not-ready-reason.js'
import type { Selection } from './use-selection.js'

/** What the person may request for the selected cards. */
export interface CardRequests {
  approve(): void
  decline(why: string | null, pauseMinutes: number | null): void
  /** Hides the cards until the person comes back to them. */
  later(): void
  amend(amendment: Amendment): void
  /** Extends the expiry. */
  extend(): void
  /** Requests the quote and the cost again. */
  requote(): void
}

export interface CardRequestDeps {
  readonly selection: Selection
  readonly answers: CardAnswers
  readonly store: ConfirmStore
  readonly invoke: Invoke
  /** Called before a decision or an amendment is sent. */
  readonly onSend: () => void
}

/** Returns the requests about the selected cards; one is in flight at a time. */
export function cardRequests(deps: CardRequestDeps): CardRequests {
  const { selection, answers, store, invoke, onSend } = deps
  const { cards, opened, subjects } = selection
  const { id, digest } = opened
  const decide = (decisions: readonly Decision[]): void => {
    onSend()
    void decideAll(store, invoke, decisions)
  }
  return {
    approve: () => decide(subjects.map((card) => approval(card, answers.forCard(card)))),
    decline: (why, pauseMinutes) =>
      decide(
        subjects.filter((card) => !isEnded(card)).map((card) => refusal(card, why, pauseMinutes)),
      ),
    later() {
      for (const card of cards) void invoke('confirm.later', { id: card.id })
    },
    amend(amendment) {
      onSend()
      void store.request('asking', () => invoke('confirm.amend', { id, digest, amendment }))
    },
    extend: () => void store.request('asking', () => invoke('confirm.extend', { id })),
    requote: () => void store.request('asking', () => invoke('confirm.requote', { id })),
  }
}

/**
 * Sends decisions one at a time, each for the content shown when the button was pressed; stops at
 * the first failure.
 */
async function decideAll(
  store: ConfirmStore,
  invoke: Invoke,
  decisions: readonly Decision[],
): Promise<void> {
  for (const decision of decisions) {
    if (!(await store.request('deciding', () => invoke('confirm.decide', decision)))) return
  }
}

/**
 * Builds a decision that identifies the shown content and carries nothing of the order itself
 * (CONFIRM-1).
 */
export const approval = (
  card: Card,
  { ticked, typed }: Pick<Answers, 'ticked' | 'typed'>,
): Decision => ({
  id: card.id,
  digest: card.digest,
  nonce: card.arming.nonce,
  decision: 'approve',
  acknowledged: card.dangers.map(({ code }) => code).filter((code) => ticked.has(code)),
  typedQuantity: card.tier === 'largest' ? typed.replaceAll(/[\s,$]/g, '') : null,
  why: null,
  pauseMinutes: null,
})

const refusal = (card: Card, why: string | null, pauseMinutes: number | null): Decision => ({
  id: card.id,
  digest: card.digest,
  nonce: card.arming.nonce,
  decision: 'decline',
  acknowledged: [],
  typedQuantity: null,
  why,
  pauseMinutes,
})
