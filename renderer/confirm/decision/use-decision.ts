import { useLayoutEffect, useRef, useState, type RefObject } from 'react'
import type { Card, ConfirmView } from '../../../shared/domain/instructions/card.js'
import type { Invoke } from '../../bridge/client.js'
import { useConfirmText } from '../../language/confirm-text.js'
import { pageClock, useNow } from '../../ui/use-now.js'
import { rowPart } from '../card/batch-rows.js'
import { partsOf } from '../card/card-body.js'
import { useAnswers, type CardAnswers } from '../state/answers.js'
import { tokenOf, type ConfirmState, type ConfirmStore } from '../state/confirm-store.js'
import { isMeant } from '../state/press.js'
import { cardRequests, type CardRequests } from '../state/requests.js'
import { useAnnouncement } from '../state/use-countdown.js'
import { useReadiness, type Readiness } from '../state/use-readiness.js'
import { useSeen } from '../state/use-seen.js'
import { useSelection, type Selection } from '../state/use-selection.js'
import { usePaintedAt, useReportShown } from '../state/use-shown.js'
import type { Sheet } from './sheets.js'

const REFRESH_MS = 100

export interface DecideProps {
  readonly view: ConfirmView
  /** The card, or the first row of the batch. */
  readonly first: Card
  readonly state: ConfirmState
  readonly store: ConfirmStore
  readonly invoke: Invoke
}

/** The state of one decision on the page. */
export interface Decision {
  readonly selection: Selection
  readonly answers: CardAnswers
  readonly readiness: Readiness
  readonly requests: CardRequests
  /** The page's clock, read ten times a second. */
  readonly now: number
  /** Read aloud as the expiry comes near. */
  readonly announcement: string
  /** Identifies the content that a press approves, and when it was painted. */
  readonly token: string
  readonly tokenShownAt: RefObject<number>
  /** When the request was first painted. */
  readonly shownAt: RefObject<number>
  readonly sheet: Sheet
  readonly setSheet: (sheet: Sheet) => void
}

/** Follows one request: what is selected, seen and answered, and what the person may do now. */
export function useDecision(
  { view, first, state, store, invoke }: DecideProps,
  page: RefObject<HTMLElement | null>,
): Decision {
  const text = useConfirmText()
  const selection = useSelection(view, first)
  const { cards, plain, opened, subjects, ended } = selection
  const [sheet, setSheet] = useState<Sheet>('none')
  const answers = useAnswers()
  const now = useNow(pageClock, REFRESH_MS)
  const isFullySeen = useFullySeen(page, selection)
  useReportShown(
    invoke,
    cards.map((card) => ({ card, fullySeen: isFullySeen(card) })),
  )
  const shownAt = usePaintedAt(plain ? (first.batch?.batchId ?? first.id) : opened.id)
  const token = subjects.map(tokenOf).join('\n')
  const tokenShownAt = usePaintedAt(token)
  const readiness = useReadiness(selection, { state, answers, isFullySeen, now })
  const announcement = useAnnouncement(ended ? 0 : readiness.leftMs, text.announce)
  const onSend = (): void => setSheet('none')
  const requests = cardRequests({ selection, answers, store, invoke, onSend })
  useInitialFocus(page, opened, ended, sheet)
  useEscape(shownAt, () => (sheet === 'none' ? requests.later() : setSheet('none')))
  return {
    selection,
    answers,
    readiness,
    requests,
    now,
    announcement,
    token,
    tokenShownAt,
    shownAt,
    sheet,
    setSheet,
  }
}

/** Returns whether every part of a card has been in view: its row, or its details. */
function useFullySeen(
  page: RefObject<HTMLElement | null>,
  { cards, opened, plain }: Selection,
): (card: Card) => boolean {
  const parts = partsOf(opened)
  const seen = useSeen(page, opened.id, [...parts, ...cards.map(({ id }) => rowPart(id))])
  return (card) =>
    plain
      ? seen.has(rowPart(card.id))
      : card.id === opened.id && parts.every((part) => seen.has(part))
}

/** Focuses the first control when the shown card, its end or the sheet changes. */
function useInitialFocus(
  page: RefObject<HTMLElement | null>,
  opened: Card,
  ended: boolean,
  sheet: Sheet,
): void {
  // Where the whole page scrolls, the card must still be shown from its first line.
  useLayoutEffect(() => {
    if (sheet !== 'none') return
    page.current?.querySelector<HTMLElement>('.initial')?.focus({ preventScroll: true })
  }, [page, opened.id, ended, sheet])
}

/** Calls back on Escape, unless the key was meant for the content shown before. */
function useEscape(shownAt: RefObject<number>, onEscape: () => void): void {
  const latest = useRef(onEscape)
  latest.current = onEscape
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || event.repeat) return
      if (isMeant(event, shownAt.current)) latest.current()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [shownAt])
}
