import { useEffect, useState, type RefObject, useRef } from 'react'
import type { Card } from '../../../shared/domain/instructions/card.js'
import type { AppError } from '../../../shared/domain/app/app-error.js'
import { useConfirmText } from '../../language/confirm-text.js'
import type { CardRequests } from '../state/requests.js'
import type { Readiness } from '../state/use-readiness.js'
import { ApproveButton } from './approve-button.js'
import { DecisionStatus, STATUS_ID } from './decision-status.js'
import type { Sheet } from './sheets.js'
import { Button, type ButtonProps } from '../../ui/button.js'
import { isMeant, SETTLE_MS } from '../state/press.js'

/** The texts of the two decisions. */
export interface DecisionLabels {
  readonly approve: string
  /** The text below the label of approve. */
  readonly note: string | null
  readonly decline: string
}

export interface DecisionBarProps {
  readonly card: Card
  readonly labels: DecisionLabels
  readonly readiness: Readiness
  readonly error: AppError | null
  /** Identifies the content that a press approves, and when it was painted. */
  readonly token: string
  readonly tokenShownAt: RefObject<number>
  readonly shownAt: RefObject<number>
  readonly waiting: number
  readonly can: {
    readonly change: boolean
    readonly extend: boolean
    readonly requote: boolean
    readonly why: boolean
  }
  readonly requests: CardRequests
  readonly onSheet: (sheet: Sheet) => void
}

const PAUSE_MINUTES = 15
/** How long the reason stays emphasized after a press that came too early, in ms. */
const EARLY_MS = 3_000

/**
 * The controls of the decision. Deny comes first and far from approve; every line has reserved
 * space, so that nothing moves (CONFIRM-13, CONFIRM-17).
 */
export function DecisionBar(props: DecisionBarProps) {
  const text = useConfirmText()
  const { card, readiness, error, shownAt, waiting, requests } = props
  const [isEarly, onEarly] = useEarlyPress(props.card.id)
  const ended = readiness.notReadyReason === 'ended' || readiness.notReadyReason === 'expired'
  return (
    <footer className="foot">
      <DecisionStatus card={card} readiness={readiness} error={error} isEarly={isEarly} />
      <div className="arming" aria-hidden>
        <span className="arming-bar" style={{ transform: `scaleX(${armedShare(readiness)})` }} />
      </div>
      <div className="answers">
        {ended ? (
          <GuardedButton
            shownAt={shownAt}
            size="large"
            className="initial"
            data-testid="close"
            onPress={requests.later}
          >
            {waiting > 0 ? text.next : text.close}
          </GuardedButton>
        ) : (
          <Decisions {...props} onEarly={onEarly} />
        )}
      </div>
      <div className="more">{!ended && <MoreControls {...props} />}</div>
    </footer>
  )
}

/** Returns whether approve was pressed too early a moment ago, and how to record such a press. */
function useEarlyPress(id: string): readonly [boolean, () => void] {
  const [press, setPress] = useState<{ readonly id: string; readonly count: number } | null>(null)
  useEffect(() => {
    if (press === null) return undefined
    const timer = setTimeout(() => setPress(null), EARLY_MS)
    return () => clearTimeout(timer)
  }, [press])
  const record = (): void => setPress({ id, count: (press?.count ?? 0) + 1 })
  return [press?.id === id, record]
}

/** Returns the filled part of the arming bar, from 0 to 1. */
function armedShare({ notReadyReason, armsInMs, armsFromMs }: Readiness): number {
  if (notReadyReason === 'none') return 1
  return notReadyReason === 'counting' && armsFromMs > 0 ? 1 - armsInMs / armsFromMs : 0
}

function Decisions(props: DecisionBarProps & { readonly onEarly: () => void }) {
  const text = useConfirmText()
  const { card, labels, shownAt, requests } = props
  const { notReadyReason } = props.readiness
  const sending = notReadyReason === 'sending'
  return (
    <>
      <GuardedButton
        shownAt={shownAt}
        size="large"
        className="deny initial"
        data-testid="deny"
        disabled={sending}
        onPress={() => requests.decline(null, null)}
      >
        {labels.decline}
      </GuardedButton>
      <GuardedButton
        shownAt={shownAt}
        size="large"
        variant="quiet"
        data-testid="deny-pause"
        disabled={sending}
        onPress={() => requests.decline(null, PAUSE_MINUTES)}
      >
        {text.denyPause}
      </GuardedButton>
      <span className="grow" />
      <ApproveButton
        label={sending ? text.sending : labels.approve}
        note={labels.note}
        armed={notReadyReason === 'none'}
        sending={sending}
        danger={card.tier !== 'plain'}
        token={props.token}
        shownAt={props.tokenShownAt}
        describedBy={STATUS_ID}
        onApprove={requests.approve}
        onEarly={props.onEarly}
      />
    </>
  )
}

function MoreControls({ shownAt, can, requests, onSheet }: DecisionBarProps) {
  const text = useConfirmText()
  const small = { shownAt, size: 'small', variant: 'quiet' } as const
  return (
    <>
      <GuardedButton {...small} data-testid="later" onPress={requests.later}>
        {text.later} <kbd>{text.laterKey}</kbd>
      </GuardedButton>
      <GuardedButton
        {...small}
        data-testid="deny-why"
        disabled={!can.why}
        onPress={() => onSheet('why')}
      >
        {text.denyWhy}
      </GuardedButton>
      <span className="grow" />
      <GuardedButton
        {...small}
        data-testid="requote"
        disabled={!can.requote}
        onPress={requests.requote}
      >
        {text.requote}
      </GuardedButton>
      <GuardedButton
        {...small}
        data-testid="change"
        disabled={!can.change}
        onPress={() => onSheet('change')}
      >
        {text.change}
      </GuardedButton>
      <GuardedButton
        {...small}
        data-testid="extend"
        disabled={!can.extend}
        onPress={requests.extend}
      >
        {text.moreTime}
      </GuardedButton>
    </>
  )
}

interface GuardedButtonProps extends Omit<ButtonProps, 'onClick' | 'onMouseDown' | 'onKeyDown'> {
  /** When the card was first painted. */
  readonly shownAt: RefObject<number>
  readonly onPress: () => void
}

/** A button that ignores a click or key that began on the previous card (CONFIRM-15). */
function GuardedButton({ shownAt, onPress, ...rest }: GuardedButtonProps) {
  const began = useRef(Number.NEGATIVE_INFINITY)
  return (
    <Button
      {...rest}
      onMouseDown={(event) => {
        began.current = event.nativeEvent.timeStamp
      }}
      onKeyDown={(event) => {
        if (event.repeat) event.preventDefault()
      }}
      onClick={({ nativeEvent }) => {
        if (!isMeant(nativeEvent, shownAt.current)) return
        // `detail` counts mouse clicks; it is 0 for the keyboard.
        if (nativeEvent.detail > 0 && began.current < shownAt.current + SETTLE_MS) return
        onPress()
      }}
    />
  )
}
