import {
  CircleAlert,
  CircleCheck,
  CircleHelp,
  Clock,
  Info,
  TriangleAlert,
  type LucideIcon,
} from 'lucide-react'
import type { RefObject } from 'react'
import type { Card } from '../../../shared/domain/instructions/card.js'
import type { AppError } from '../../../shared/domain/app/app-error.js'
import { formatMoney } from '../../format/decimal.js'
import { confirmText as text } from '../../text/confirm-en.js'
import { errorText } from '../../text/errors-en.js'
import { ApproveButton } from './approve-button.js'
import { tenthsText } from '../state/countdown.js'
import { GuardedButton } from './guarded-button.js'
import type { NotReadyReason } from '../state/not-ready-reason.js'

export interface DecisionBarProps {
  readonly card: Card
  /** The label of approve, and the text below it. */
  readonly label: string
  readonly note: string | null
  readonly notReadyReason: NotReadyReason
  /** The time that main still counts down, and the time it started from. */
  readonly armsInMs: number
  readonly armsFromMs: number
  readonly error: AppError | null
  readonly token: string
  readonly tokenShownAt: RefObject<number>
  readonly shownAt: RefObject<number>
  readonly denyLabel: string
  readonly waiting: number
  readonly can: {
    readonly change: boolean
    readonly extend: boolean
    readonly requote: boolean
    readonly why: boolean
  }
  readonly onApprove: () => void
  readonly onDeny: () => void
  readonly onDenyPause: () => void
  readonly onWhy: () => void
  readonly onChange: () => void
  readonly onExtend: () => void
  readonly onRequote: () => void
  readonly onLater: () => void
}

const STATUS = 'approve-status'

/**
 * The controls of the decision. Deny comes first and far from approve; every line has reserved
 * space, so that nothing moves (CONFIRM-13, CONFIRM-17).
 */
export function DecisionBar(props: DecisionBarProps) {
  const { card, notReadyReason, shownAt } = props
  const ended = notReadyReason === 'ended' || notReadyReason === 'expired'
  return (
    <footer className="foot">
      <Status {...props} />
      <div className="arming" aria-hidden>
        <span
          className="arming-bar"
          style={{
            transform: `scaleX(${notReadyReason === 'counting' && props.armsFromMs > 0 ? 1 - props.armsInMs / props.armsFromMs : notReadyReason === 'none' ? 1 : 0})`,
          }}
        />
      </div>
      <div className="answers">
        {ended ? (
          <GuardedButton
            shownAt={shownAt}
            size="large"
            className="initial"
            data-testid="close"
            onPress={props.onLater}
          >
            {props.waiting > 0 ? text.next : text.close}
          </GuardedButton>
        ) : (
          <>
            <GuardedButton
              shownAt={shownAt}
              size="large"
              className="deny initial"
              data-testid="deny"
              disabled={notReadyReason === 'sending'}
              onPress={props.onDeny}
            >
              {props.denyLabel}
            </GuardedButton>
            <GuardedButton
              shownAt={shownAt}
              size="large"
              variant="quiet"
              data-testid="deny-pause"
              disabled={notReadyReason === 'sending'}
              onPress={props.onDenyPause}
            >
              {text.denyPause}
            </GuardedButton>
            <span className="grow" />
            <ApproveButton
              label={notReadyReason === 'sending' ? text.sending : props.label}
              note={props.note}
              armed={notReadyReason === 'none'}
              sending={notReadyReason === 'sending'}
              danger={card.tier !== 'plain'}
              token={props.token}
              shownAt={props.tokenShownAt}
              describedBy={STATUS}
              onApprove={props.onApprove}
            />
          </>
        )}
      </div>
      <div className="more">
        {!ended && (
          <>
            <GuardedButton
              shownAt={shownAt}
              size="small"
              variant="quiet"
              data-testid="later"
              onPress={props.onLater}
            >
              {text.later} <kbd>{text.laterKey}</kbd>
            </GuardedButton>
            <GuardedButton
              shownAt={shownAt}
              size="small"
              variant="quiet"
              data-testid="deny-why"
              disabled={!props.can.why}
              onPress={props.onWhy}
            >
              {text.denyWhy}
            </GuardedButton>
            <span className="grow" />
            <GuardedButton
              shownAt={shownAt}
              size="small"
              variant="quiet"
              data-testid="requote"
              disabled={!props.can.requote}
              onPress={props.onRequote}
            >
              {text.requote}
            </GuardedButton>
            <GuardedButton
              shownAt={shownAt}
              size="small"
              variant="quiet"
              data-testid="change"
              disabled={!props.can.change}
              onPress={props.onChange}
            >
              {text.change}
            </GuardedButton>
            <GuardedButton
              shownAt={shownAt}
              size="small"
              variant="quiet"
              data-testid="extend"
              disabled={!props.can.extend}
              onPress={props.onExtend}
            >
              {text.moreTime}
            </GuardedButton>
          </>
        )}
      </div>
    </footer>
  )
}

interface StatusLine {
  readonly tone: 'plain' | 'warn' | 'bad' | 'unknown'
  readonly icon: LucideIcon
  readonly message: string
}

/** The most important message before a press; always reserves two lines. */
function Status(props: DecisionBarProps) {
  const line = statusLine(props)
  const arm =
    props.notReadyReason === 'none'
      ? text.ready
      : props.notReadyReason === 'counting'
        ? text.arming(tenthsText(props.armsInMs))
        : props.notReadyReason === 'ended' || props.notReadyReason === 'expired'
          ? ''
          : text.holds[props.notReadyReason]
  return (
    <div className="status">
      <p className={`status-line ${line?.tone ?? 'plain'}`} role="status" data-testid="status">
        {line !== null && (
          <>
            <line.icon size={14} aria-hidden />
            <span>{line.message}</span>
          </>
        )}
      </p>
      <p
        id={STATUS}
        className="status-arm tnum"
        data-testid="hold"
        data-hold={props.notReadyReason}
      >
        {arm}
      </p>
      {/* Read aloud when it changes; the countdown itself would be read ten times a second. */}
      <p className="sr-only" role="status" data-testid="hold-said">
        {props.notReadyReason === 'counting' ? '' : arm}
      </p>
    </div>
  )
}

function statusLine({ card, error, notReadyReason }: DecisionBarProps): StatusLine | null {
  if (error !== null) return { tone: 'bad', icon: CircleAlert, message: errorMessage(error) }
  const ended = resultLine(card)
  if (ended !== null) return ended
  if (notReadyReason === 'expired') {
    return { tone: 'warn', icon: Clock, message: text.holds.expired }
  }
  if (card.moved !== null) {
    return {
      tone: 'warn',
      icon: TriangleAlert,
      message: text.moved(formatMoney(card.moved.from, 'USD'), formatMoney(card.moved.to, 'USD')),
    }
  }
  return card.amended ? { tone: 'plain', icon: Info, message: text.amended } : null
}

const RESULT_TONES = {
  confirmed: ['plain', CircleCheck],
  rejected: ['bad', CircleAlert],
  stopped: ['bad', CircleAlert],
  uncertain: ['unknown', CircleHelp],
  declined: ['plain', Info],
  expired: ['warn', Clock],
  withdrawn: ['warn', Info],
} as const

/** Returns the result of the decision as text, never a guess (CONFIRM-12). */
function resultLine(card: Card): StatusLine | null {
  if (card.state === 'loading' || card.state === 'open' || card.state === 'sending') return null
  const [tone, icon] = RESULT_TONES[card.state]
  return {
    tone,
    icon,
    message:
      card.result === null
        ? `${text.results[card.state]}.`
        : `${text.results[card.state]}. ${punctuated(card.result)}`,
  }
}

/** Ends main's message with punctuation, so that it can be a sentence of its own. */
const punctuated = (message: string): string =>
  `${message.slice(0, 1).toUpperCase()}${message.slice(1)}${/[.!?…]$/.test(message) ? '' : '.'}`

function errorMessage(error: AppError): string {
  const message = errorText.sentences[error.code]
  return [
    message,
    error.message === message ? '' : error.message,
    errorText.orderEffect[error.order] ?? '',
  ]
    .filter((part) => part !== '')
    .join(' ')
}
