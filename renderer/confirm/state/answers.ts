import { useState } from 'react'
import type { Card } from '../../../shared/domain/instructions/card.js'
import type { Answers } from './not-ready-reason.js'

interface GivenAnswers {
  /** The content that the answers apply to; other dangers or another size require new answers. */
  readonly to: string
  readonly ticked: ReadonlySet<string>
  readonly typed: string
}

const questionOf = (card: Card): string =>
  JSON.stringify([card.dangers, card.editable.quantity, card.editable.amount, card.tier])
const NOTHING: Omit<GivenAnswers, 'to'> = { ticked: new Set(), typed: '' }

export interface CardAnswers {
  forCard(card: Card): Pick<Answers, 'ticked' | 'typed'>
  tick(card: Card, code: string, on: boolean): void
  type(card: Card, typed: string): void
}

/**
 * Stores the acknowledgements and typed quantity per card; they are dropped when the card's dangers
 * or size change.
 */
export function useAnswers(): CardAnswers {
  const [answersByCard, setAnswersByCard] = useState<ReadonlyMap<string, GivenAnswers>>(new Map())
  const forCard = (card: Card): GivenAnswers => {
    const to = questionOf(card)
    const cardAnswers = answersByCard.get(card.id)
    return cardAnswers?.to === to ? cardAnswers : { ...NOTHING, to }
  }
  const put = (card: Card, next: GivenAnswers): void =>
    setAnswersByCard(new Map(answersByCard).set(card.id, next))
  return {
    forCard,
    tick(card, code, on) {
      const known = forCard(card)
      const ticked = new Set(known.ticked)
      if (on) ticked.add(code)
      else ticked.delete(code)
      put(card, { ...known, ticked })
    },
    type: (card, typed) => put(card, { ...forCard(card), typed }),
  }
}
