import { useId, useLayoutEffect, useRef, useState } from 'react'
import type { Amendment } from '../../../shared/domain/instructions/instruction.js'
import { ENVIRONMENT_LABELS } from '../../../shared/domain/environment.js'
import type { Card, ConfirmView, Decision } from '../../../shared/domain/instructions/card.js'
import type { Invoke } from '../../bridge/client.js'
import { confirmText as text } from '../../text/confirm-en.js'
import { approval, refusal, useAnswers } from '../state/answers.js'
import { BatchRows, rowPart } from '../card/batch-rows.js'
import { CardBody, partsOf } from '../card/card-body.js'
import { tokenOf, type ConfirmState, type ConfirmStore } from '../state/confirm-store.js'
import { leftOf } from '../state/countdown.js'
import { Expiry } from './expiry.js'
import { DecisionBar } from './decision-bar.js'
import { Band, Headline } from '../card/headline.js'
import { isMeant } from '../state/press.js'
import {
  allPlain,
  notReadyReasonOf,
  notReadyReasonOfRows,
  isEnded,
  type NotReadyReason,
} from '../state/not-ready-reason.js'
import { shortLine } from '../card/short-line.js'
import { ChangeSheet, isEditable, WhySheet } from './sheets.js'
import { expiryOf, useAnnouncement, useArming } from '../state/use-countdown.js'
import { pageClock, useNow } from '../../ui/use-now.js'
import { useSeen } from '../state/use-seen.js'
import { usePaintedAt, useReportShown } from '../state/use-shown.js'

const PAUSE_MINUTES = 15
const REFRESH_MS = 100

export interface DecideProps {
  readonly view: ConfirmView
  /** The card, or the first row of the batch. */
  readonly first: Card
  readonly state: ConfirmState
  readonly store: ConfirmStore
  readonly invoke: Invoke
}

/** Decides on one request: a single order, or a batch whose rows are read one at a time. */
export function Decide({ view, first, state, store, invoke }: DecideProps) {
  const rows = view.batch.length > 1 ? view.batch : null
  const cards = rows ?? [first]
  const plain = rows !== null && allPlain(rows)
  const [openedId, setOpened] = useState(first.id)
  const opened = cards.find(({ id }) => id === openedId) ?? first
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [sheet, setSheet] = useState<'none' | 'why' | 'change'>('none')
  const page = useRef<HTMLDivElement>(null)
  const lineId = useId()
  const summaryId = useId()
  const answers = useAnswers()
  const now = useNow(pageClock, REFRESH_MS)
  const busy = state.busy !== 'none'

  const waiting = cards.filter((card) => !isEnded(card))
  const included = new Set(
    plain ? waiting.filter(({ id }) => !left.has(id)).map(({ id }) => id) : [],
  )
  const subjects = plain ? waiting.filter(({ id }) => included.has(id)) : [opened]
  const ended = plain ? waiting.length === 0 : isEnded(opened)

  const parts = partsOf(opened)
  const seen = useSeen(page, opened.id, [...parts, ...cards.map(({ id }) => rowPart(id))])
  const isFullySeen = (card: Card): boolean =>
    plain
      ? seen.has(rowPart(card.id))
      : card.id === opened.id && parts.every((part) => seen.has(part))
  useReportShown(
    invoke,
    cards.map((card) => ({ card, fullySeen: isFullySeen(card) })),
  )
  const shownAt = usePaintedAt(plain ? (first.batch?.batchId ?? first.id) : opened.id)
  const token = subjects.map(tokenOf).join('\n')
  const tokenShownAt = usePaintedAt(token)

  const leftMs = Math.min(
    ...(subjects.length > 0 ? subjects : cards).map((card) => leftOf(expiryOf(card, state), now)),
  )
  const arming = useArming(subjects, state, now)
  const announcement = useAnnouncement(ended ? 0 : leftMs, text.announce)
  const notReadyReasonOfCard = (card: Card): NotReadyReason =>
    notReadyReasonOf(
      card,
      { ...answers.forCard(card), fullySeen: isFullySeen(card), busy },
      view.halted,
      leftOf(expiryOf(card, state), now),
    )
  const canAct = !busy && subjects.every(({ state: cardState }) => cardState !== 'sending')
  const notReadyReason: NotReadyReason = ended
    ? 'ended'
    : notReadyReasonOfRows(subjects, notReadyReasonOfCard)

  const decideAll = async (decisions: readonly Decision[]): Promise<void> => {
    setSheet('none')
    // Send one at a time, each for the content shown when the button was pressed; stop at the first
    // failure.
    for (const decision of decisions) {
      if (!(await store.request('deciding', () => invoke('confirm.decide', decision)))) return
    }
  }
  const deny = (why: string | null, pause: number | null): void =>
    void decideAll(
      subjects.filter((card) => !isEnded(card)).map((card) => refusal(card, why, pause)),
    )
  const later = (): void => {
    for (const card of cards) void invoke('confirm.later', { id: card.id })
  }
  const amend = (amendment: Amendment): void => {
    setSheet('none')
    void store.request('asking', () =>
      invoke('confirm.amend', { id: opened.id, digest: opened.digest, amendment }),
    )
  }

  // Where the whole page scrolls, the card must still be shown from its first line.
  useLayoutEffect(() => {
    if (sheet === 'none') {
      page.current?.querySelector<HTMLElement>('.initial')?.focus({ preventScroll: true })
    }
  }, [opened.id, ended, sheet])
  const escape = useRef((): void => undefined)
  escape.current = () => (sheet === 'none' ? later() : setSheet('none'))
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === 'Escape' && !event.repeat && isMeant(event, shownAt.current)) {
        escape.current()
      }
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [shownAt])

  const environment = ENVIRONMENT_LABELS[opened.environment]
  const summary = plain
    ? text.batchSummary(first.requester.name, cards.length, environment)
    : text.summary(opened.requester.name, text.describe[opened.action], opened.line, environment)
  const total = plain && included.size === cards.length ? (view.net[0]?.value ?? null) : null
  return (
    <main>
      <div
        ref={page}
        className="page"
        role="alertdialog"
        aria-labelledby={lineId}
        aria-describedby={summaryId}
        data-environment={opened.environment}
        data-state={opened.state}
      >
        <p id={summaryId} className="sr-only">
          {summary}
        </p>
        <p className="sr-only" role="alert" data-testid="announcement">
          {announcement}
        </p>
        <Expiry
          leftMs={leftMs}
          totalMs={opened.expiresAt - opened.createdAt}
          ended={ended}
          waiting={view.waiting}
          row={
            rows === null || plain
              ? null
              : { index: cards.indexOf(opened) + 1, count: cards.length }
          }
        />
        <div className="body">
          {plain ? (
            <h1 id={lineId} className="headline">
              {summary}
            </h1>
          ) : (
            <Headline card={opened} id={lineId} />
          )}
          <Band card={opened} />
          {rows !== null && (
            <BatchRows
              batch={rows}
              net={view.net}
              plain={plain}
              included={included}
              opened={opened.id}
              onOpen={(id) => setOpened(id as Card['id'])}
              fixed={busy}
              onInclude={(id, on) =>
                setLeft((before) => {
                  const next = new Set(before)
                  if (on) next.delete(id)
                  else next.add(id)
                  return next
                })
              }
            />
          )}
          {plain && <Headline card={opened} level={2} />}
          <CardBody
            card={opened}
            costAgeMs={
              opened.state === 'loading'
                ? null
                : Math.max(0, state.receivedTime - opened.asOf) +
                  Math.max(0, now - state.receivedAt)
            }
            quoteAgeMs={
              opened.quoteAgeMs === null
                ? null
                : opened.quoteAgeMs + Math.max(0, now - state.receivedAt)
            }
            {...answers.forCard(opened)}
            fixed={busy || isEnded(opened)}
            onTick={(code, on) => answers.tick(opened, code, on)}
            onTyped={(typed) => answers.type(opened, typed)}
          />
        </div>
        <DecisionBar
          card={opened}
          label={
            plain ? text.approveRows(included.size, cards.length) : text.approve(opened.action)
          }
          note={plain ? (total === null ? null : text.total(total)) : shortLine(opened)}
          notReadyReason={notReadyReason}
          armsInMs={arming.left}
          armsFromMs={arming.from}
          error={state.error}
          token={token}
          tokenShownAt={tokenShownAt}
          shownAt={shownAt}
          waiting={view.waiting}
          denyLabel={plain && subjects.length > 1 ? text.denyAll(subjects.length) : text.deny}
          can={{
            change: canAct && !plain && isEditable(opened),
            extend: canAct && view.extendable,
            requote: canAct,
            why: canAct && subjects.length > 0,
          }}
          onApprove={() =>
            void decideAll(subjects.map((card) => approval(card, answers.forCard(card))))
          }
          onDeny={() => deny(null, null)}
          onDenyPause={() => deny(null, PAUSE_MINUTES)}
          onWhy={() => setSheet('why')}
          onChange={() => setSheet('change')}
          onLater={later}
          onExtend={() =>
            void store.request('asking', () => invoke('confirm.extend', { id: opened.id }))
          }
          onRequote={() =>
            void store.request('asking', () => invoke('confirm.requote', { id: opened.id }))
          }
        />
        {sheet === 'why' && (
          <WhySheet
            onBack={() => setSheet('none')}
            onDeny={(why, pause) => deny(why, pause ? PAUSE_MINUTES : null)}
          />
        )}
        {sheet === 'change' && (
          <ChangeSheet card={opened} onBack={() => setSheet('none')} onChange={amend} />
        )}
      </div>
    </main>
  )
}
