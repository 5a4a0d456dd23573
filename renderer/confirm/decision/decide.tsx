import { useId, useRef } from 'react'
import type { ConfirmText } from '../../../shared/messages/window-text.js'
import type { Card, ConfirmView } from '../../../shared/domain/instructions/card.js'
import { useConfirmText } from '../../language/confirm-text.js'
import { BatchRows } from '../card/batch-rows.js'
import { CardBody } from '../card/card-body.js'
import { Band, Headline } from '../card/headline.js'
import { shortLine } from '../card/short-line.js'
import type { ConfirmState } from '../state/confirm-store.js'
import { isEnded } from '../state/not-ready-reason.js'
import type { Selection } from '../state/use-selection.js'
import { DecisionBar, type DecisionLabels } from './decision-bar.js'
import { ChangeSheet, isEditable, WhySheet } from './sheets.js'
import { useDecision, type DecideProps, type Decision } from './use-decision.js'
import { formatMessage } from '../../format/message.js'
import { Clock } from 'lucide-react'
import { clockText } from '../state/countdown.js'

const PAUSE_MINUTES = 15

/** Decides on one request: a single order, or a batch whose rows are read one at a time. */
export function Decide(props: DecideProps) {
  const text = useConfirmText()
  const { view, first, state } = props
  const page = useRef<HTMLDivElement>(null)
  const lineId = useId()
  const summaryId = useId()
  const decision = useDecision(props, page)
  const { selection, readiness } = decision
  const { opened, ended } = selection
  const summary = summaryOf(selection, first, text)
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
          {decision.announcement}
        </p>
        <Expiry
          leftMs={readiness.leftMs}
          totalMs={opened.expiresAt - opened.createdAt}
          ended={ended}
          waiting={view.waiting}
          row={rowNumber(selection)}
        />
        <div className="body">
          {selection.plain ? (
            <h1 id={lineId} className="headline">
              {summary}
            </h1>
          ) : (
            <Headline card={opened} id={lineId} />
          )}
          <Band card={opened} />
          <Rows selection={selection} view={view} fixed={state.busy !== 'none'} />
          {selection.plain && <Headline card={opened} level={2} />}
          <Details decision={decision} state={state} />
        </div>
        <Controls decision={decision} view={view} state={state} />
        <OpenSheet decision={decision} />
      </div>
    </main>
  )
}

/** Returns what a screen reader announces when the request opens. */
function summaryOf({ plain, cards, opened }: Selection, first: Card, text: ConfirmText): string {
  const environment = text.environments[opened.environment]
  return plain
    ? (areCancellations(cards) ? text.cancelSummary : text.batchSummary)(
        first.requester.name,
        cards.length,
        environment,
      )
    : text.summary(
        opened.requester.name,
        text.describe[opened.action],
        formatMessage(opened.line),
        environment,
      )
}

/** True where every row only cancels an order. */
const areCancellations = (cards: readonly Card[]): boolean =>
  cards.every(({ action }) => action === 'cancel')

/** Returns the place of the opened row; null where the rows are decided together. */
const rowNumber = ({ rows, plain, cards, opened }: Selection) =>
  rows === null || plain ? null : { index: cards.indexOf(opened) + 1, count: cards.length }

/** The rows of a batch. */
function Rows({
  selection,
  view,
  fixed,
}: {
  readonly selection: Selection
  readonly view: ConfirmView
  readonly fixed: boolean
}) {
  if (selection.rows === null) return null
  return (
    <BatchRows
      batch={selection.rows}
      net={view.net}
      plain={selection.plain}
      included={selection.included}
      opened={selection.opened.id}
      onOpen={selection.open}
      fixed={fixed}
      onInclude={selection.include}
    />
  )
}

/** Everything about the opened card, with the ages of its numbers. */
function Details({
  decision: { selection, answers, now },
  state,
}: {
  readonly decision: Decision
  readonly state: ConfirmState
}) {
  const card = selection.opened
  const sinceReceived = Math.max(0, now - state.receivedAt)
  return (
    <CardBody
      card={card}
      costAgeMs={
        card.state === 'loading'
          ? null
          : Math.max(0, state.receivedTime - card.asOf) + sinceReceived
      }
      quoteAgeMs={card.quoteAgeMs === null ? null : card.quoteAgeMs + sinceReceived}
      {...answers.forCard(card)}
      fixed={state.busy !== 'none' || isEnded(card)}
      onTick={(code, on) => answers.tick(card, code, on)}
      onTyped={(typed) => answers.type(card, typed)}
    />
  )
}

/** The controls of the decision. */
function Controls({
  decision,
  view,
  state,
}: {
  readonly decision: Decision
  readonly view: ConfirmView
  readonly state: ConfirmState
}) {
  const text = useConfirmText()
  const { selection, readiness } = decision
  const { opened, plain, subjects } = selection
  const { canAct } = readiness
  return (
    <DecisionBar
      card={opened}
      labels={labelsOf(selection, view, text)}
      readiness={readiness}
      error={state.error}
      token={decision.token}
      tokenShownAt={decision.tokenShownAt}
      shownAt={decision.shownAt}
      waiting={view.waiting}
      can={{
        change: canAct && !plain && isEditable(opened),
        extend: canAct && view.extendable,
        requote: canAct,
        why: canAct && subjects.length > 0,
      }}
      requests={decision.requests}
      onSheet={decision.setSheet}
    />
  )
}

/** Returns the texts of the two decisions, for one card or for the rows that are included. */
function labelsOf(
  { plain, cards, opened, included, subjects }: Selection,
  { net }: ConfirmView,
  text: ConfirmText,
): DecisionLabels {
  if (!plain) {
    return { approve: text.approve(opened.action), note: shortLine(opened), decline: text.deny }
  }
  // The net effect counts all rows; cancellations alone have none.
  const total = included.size === cards.length ? net.find(({ id }) => id === 'net') : undefined
  return {
    approve: (areCancellations(cards) ? text.approveCancellations : text.approveRows)(
      included.size,
      cards.length,
    ),
    note: total === undefined ? null : text.total(formatMessage(total.value)),
    decline: subjects.length > 1 ? text.denyAll(subjects.length) : text.deny,
  }
}

/** The sheet that is open over the page. */
function OpenSheet({ decision }: { readonly decision: Decision }) {
  const { sheet, setSheet, requests, selection } = decision
  const onBack = (): void => setSheet('none')
  if (sheet === 'why') {
    return (
      <WhySheet
        onBack={onBack}
        onDeny={(why, pause) => requests.decline(why, pause ? PAUSE_MINUTES : null)}
      />
    )
  }
  if (sheet === 'change') {
    return <ChangeSheet card={selection.opened} onBack={onBack} onChange={requests.amend} />
  }
  return null
}

const SOON_MS = 30_000

interface ExpiryProps {
  readonly leftMs: number
  readonly totalMs: number
  readonly ended: boolean
  readonly waiting: number
  readonly row: { readonly index: number; readonly count: number } | null
}

/**
 * Shows the time until the instruction expires, as text and bar, and the number of cards behind it
 * (CONFIRM-9).
 */
function Expiry({ leftMs, totalMs, ended, waiting, row }: ExpiryProps) {
  const text = useConfirmText()
  const over = !ended && leftMs <= 0
  return (
    <div className={`top ${!ended && leftMs <= SOON_MS ? 'soon' : ''}`}>
      <p className="top-line tnum">
        {waiting > 0 && <span>{text.waiting(waiting)}</span>}
        {row !== null && <span>{text.rowOf(row.index, row.count)}</span>}
        <span className="grow" />
        {!ended && (
          <span role="timer" className="expires" data-testid="expires">
            <Clock size={13} aria-hidden />
            {over ? text.expired : text.expiresIn(clockText(leftMs))}
          </span>
        )}
      </p>
      <div className="expiry" aria-hidden>
        <span
          className="expiry-bar"
          style={{
            transform: `scaleX(${ended || totalMs <= 0 ? 0 : Math.min(1, leftMs / totalMs)})`,
          }}
        />
      </div>
    </div>
  )
}
