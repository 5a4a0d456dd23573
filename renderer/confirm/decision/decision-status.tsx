import {
  CircleAlert,
  CircleCheck,
  CircleHelp,
  Clock,
  Info,
  TriangleAlert,
  type LucideIcon,
} from 'lucide-react'
import type { ConfirmText } from '../../../shared/messages/window-text.js'
import type { Card } from '../../../shared/domain/instructions/card.js'
import type { Message } from '../../../shared/messages/message.js'
import type { AppError } from '../../../shared/domain/app/app-error.js'
import { formatMoney } from '../../format/decimal.js'
import { useConfirmText } from '../../language/confirm-text.js'
import { tenthsText } from '../state/countdown.js'
import type { NotReadyReason } from '../state/not-ready-reason.js'
import type { Readiness } from '../state/use-readiness.js'
import { formatMessage } from '../../format/message.js'

/** The id of the element that says why approve is not ready. */
export const STATUS_ID = 'approve-status'

export interface StatusProps {
  readonly card: Card
  readonly readiness: Readiness
  readonly error: AppError | null
  /** True for a moment after a press while approve was off. */
  readonly isEarly: boolean
}

interface StatusLine {
  readonly tone: 'plain' | 'warn' | 'bad' | 'unknown'
  readonly icon: LucideIcon
  readonly message: string
}

/** The most important message before a press; always reserves two lines. */
export function DecisionStatus({ card, readiness, error, isEarly }: StatusProps) {
  const text = useConfirmText()
  const { notReadyReason } = readiness
  const line = statusLine(card, error, readiness, text)
  const arm = armingText(card, readiness, text)
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
        id={STATUS_ID}
        className={`status-arm tnum ${isEarly ? 'early' : ''}`}
        data-testid="hold"
        data-hold={notReadyReason}
        data-early={isEarly}
      >
        {isEarly && <TriangleAlert size={13} aria-hidden />}
        <span>{isEarly && notReadyReason !== 'none' ? `${text.tooEarly} ${arm}` : arm}</span>
      </p>
      {/* Read aloud when it changes; the countdown itself would be read ten times a second. */}
      <p className="sr-only" role="status" data-testid="hold-said">
        {isEarly && notReadyReason !== 'none' ? `${text.tooEarly} ` : ''}
        {isBrief(notReadyReason) ? spokenChange(card, text) : arm}
      </p>
    </div>
  )
}

/** True while approve becomes ready by itself. */
const isBrief = (reason: NotReadyReason): reason is 'counting' | 'drawing' =>
  reason === 'counting' || reason === 'drawing'

/** Says in words what disarmed approve; empty while the first wait runs (CONFIRM-51). */
function writtenChange({ arming }: Card, write: ConfirmText['because']): string {
  const { because } = arming
  if (because === null || because === undefined) return ''
  const { subject, from, to } = because
  const written = (value: Message | null): string | null =>
    value === null ? null : formatMessage(value)
  return write(formatMessage(subject), written(from), written(to))
}

const spokenChange = (card: Card, text: ConfirmText): string =>
  writtenChange(card, text.becauseSpoken)

/** Returns when approve can be pressed, or what is missing; empty once it is too late. */
function armingText(
  card: Card,
  { notReadyReason, armsInMs }: Readiness,
  text: ConfirmText,
): string {
  if (notReadyReason === 'none') return text.ready
  if (isBrief(notReadyReason)) {
    const wait =
      notReadyReason === 'counting' ? text.arming(tenthsText(armsInMs)) : text.holds.drawing
    return [writtenChange(card, text.because), wait].filter((part) => part !== '').join(' ')
  }
  if (notReadyReason === 'ended' || notReadyReason === 'expired') return ''
  return text.holds[notReadyReason]
}

function statusLine(
  card: Card,
  error: AppError | null,
  { notReadyReason }: Readiness,
  text: ConfirmText,
): StatusLine | null {
  if (error !== null) return { tone: 'bad', icon: CircleAlert, message: errorMessage(error, text) }
  const ended = resultLine(card, text)
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
function resultLine(card: Card, text: ConfirmText): StatusLine | null {
  if (card.state === 'loading' || card.state === 'open' || card.state === 'sending') return null
  const [tone, icon] = RESULT_TONES[card.state]
  return {
    tone,
    icon,
    message:
      card.result === null
        ? `${text.results[card.state]}.`
        : `${text.results[card.state]}. ${punctuated(formatMessage(card.result))}`,
  }
}

/** Ends main's message with punctuation, so that it can be a sentence of its own. */
const punctuated = (message: string): string =>
  `${message.slice(0, 1).toUpperCase()}${message.slice(1)}${/[.!?…]$/.test(message) ? '' : '.'}`

function errorMessage(error: AppError, { errors }: ConfirmText): string {
  const message = errors.sentences[error.code]
  const own = formatMessage(error.message)
  return [message, own === message ? '' : own, errors.orderEffect[error.order] ?? '']
    .filter((part) => part !== '')
    .join(' ')
}
