import type { Card } from '../../../shared/domain/instructions/card.js'
import type { CardAnswers } from './answers.js'
import type { ConfirmState } from './confirm-store.js'
import { leftOf } from './countdown.js'
import { notReadyReasonOf, notReadyReasonOfRows, type NotReadyReason } from './not-ready-reason.js'
import { expiryOf, useArming } from './use-countdown.js'
import type { Selection } from './use-selection.js'

/** Whether approve can be pressed, and how long until then and until the request expires. */
export interface Readiness {
  readonly notReadyReason: NotReadyReason
  /** The time until the first of the cards expires. */
  readonly leftMs: number
  /** The time that main still counts down, and the time it started from. */
  readonly armsInMs: number
  readonly armsFromMs: number
  /** True while no request is in flight that the controls would have to wait for. */
  readonly canAct: boolean
}

export function useReadiness(
  selection: Selection,
  {
    state,
    answers,
    isFullySeen,
    now,
  }: {
    readonly state: ConfirmState
    readonly answers: CardAnswers
    readonly isFullySeen: (card: Card) => boolean
    readonly now: number
  },
): Readiness {
  const { cards, subjects, ended } = selection
  const busy = state.busy !== 'none'
  const timeLeft = (card: Card): number => leftOf(expiryOf(card, state), now)
  const arming = useArming(subjects, state, now)
  const reasonOf = (card: Card): NotReadyReason =>
    notReadyReasonOf(
      card,
      { ...answers.forCard(card), fullySeen: isFullySeen(card), busy },
      state.view?.halted ?? false,
      timeLeft(card),
    )
  return {
    notReadyReason: ended ? 'ended' : notReadyReasonOfRows(subjects, reasonOf),
    leftMs: Math.min(...(subjects.length > 0 ? subjects : cards).map(timeLeft)),
    armsInMs: arming.left,
    armsFromMs: arming.from,
    canAct: !busy && subjects.every((card) => card.state !== 'sending'),
  }
}
