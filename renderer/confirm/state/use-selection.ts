import { useState } from 'react'
import type { Card, ConfirmView } from '../../../shared/domain/instructions/card.js'
import { allPlain, isEnded } from './not-ready-reason.js'

/** The cards of one request, and which of them a decision applies to. */
export interface Selection {
  /** Every card of the request; one, unless it is a batch. */
  readonly cards: readonly Card[]
  /** The rows of a batch; null for a single order. */
  readonly rows: readonly Card[] | null
  /** True for a batch whose rows may be approved with one press (CONFIRM-29). */
  readonly plain: boolean
  /** The card whose details are shown. */
  readonly opened: Card
  /** The ids of the rows that one press approves; empty unless `plain`. */
  readonly included: ReadonlySet<string>
  /** The cards that a decision applies to. */
  readonly subjects: readonly Card[]
  /** True when nothing is left to decide. */
  readonly ended: boolean
  open(id: string): void
  include(id: string, on: boolean): void
}

export function useSelection(view: ConfirmView, first: Card): Selection {
  const rows = view.batch.length > 1 ? view.batch : null
  const cards = rows ?? [first]
  const plain = rows !== null && allPlain(rows)
  const [openedId, setOpened] = useState<string>(first.id)
  const [excluded, setExcluded] = useState<ReadonlySet<string>>(new Set())
  const opened = cards.find(({ id }) => id === openedId) ?? first
  const waiting = cards.filter((card) => !isEnded(card))
  const selected = plain ? waiting.filter(({ id }) => !excluded.has(id)) : []
  return {
    cards,
    rows,
    plain,
    opened,
    included: new Set(selected.map(({ id }) => id)),
    subjects: plain ? selected : [opened],
    ended: plain ? waiting.length === 0 : isEnded(opened),
    open: setOpened,
    include: (id, on) =>
      setExcluded((before) => {
        const next = new Set(before)
        if (on) next.delete(id)
        else next.add(id)
        return next
      }),
  }
}
