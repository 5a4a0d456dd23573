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
import type { Card } from '../../shared/ipc/instructions.js'
import type { AppError } from '../../shared/ipc/errors.js'
import { formatMoney } from '../format/decimal.js'
import { confirmText as text } from '../text/confirm-en.js'
import { errorText } from '../text/errors-en.js'
import { ApproveButton } from './approve-button.js'
import { tenthsText } from './countdown.js'
import { GuardedButton } from './guarded-button.js'
import type { Hold } from './readiness.js'

export interface FootProps {
  readonly card: Card
  /** What approve says, and what stands under it. */
  readonly label: string
  readonly note: string | null
  readonly hold: Hold
  /** What main still counts, and what it counted from. */
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
 * Where the person answers. Deny stands first and far from approve; every line has its room, so
 * that nothing moves (rules 13, 17).
 */
export function Foot(props: FootProps) {
  const { card, hold, shownAt } = props
  const ended = hold === 'ended' || hold === 'expired'
  return (
    <footer className="foot">
      <Status {...props} />
      <div className="arming" aria-hidden>
        <span
          className="arming-bar"
          style={{
            transform: `scaleX(${hold === 'counting' && props.armsFromMs > 0 ? 1 - props.armsInMs / props.armsFromMs : hold === 'none' ? 1 : 0})`,
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
              disabled={hold === 'sending'}
              onPress={props.onDeny}
            >
              {props.denyLabel}
            </GuardedButton>
            <GuardedButton
              shownAt={shownAt}
              size="large"
              look="quiet"
              data-testid="deny-pause"
              disabled={hold === 'sending'}
              onPress={props.onDenyPause}
            >
              {text.denyPause}
            </GuardedButton>
            <span className="grow" />
            <ApproveButton
              label={hold === 'sending' ? text.sending : props.label}
              note={props.note}
              armed={hold === 'none'}
              sending={hold === 'sending'}
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
              look="quiet"
              data-testid="later"
              onPress={props.onLater}
            >
              {text.later} <kbd>{text.laterKey}</kbd>
            </GuardedButton>
            <GuardedButton
              shownAt={shownAt}
              size="small"
              look="quiet"
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
              look="quiet"
              data-testid="requote"
              disabled={!props.can.requote}
              onPress={props.onRequote}
            >
              {text.requote}
            </GuardedButton>
            <GuardedButton
              shownAt={shownAt}
              size="small"
              look="quiet"
              data-testid="change"
              disabled={!props.can.change}
              onPress={props.onChange}
            >
              {text.change}
            </GuardedButton>
            <GuardedButton
              shownAt={shownAt}
              size="small"
              look="quiet"
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

interface Line {
  readonly look: 'plain' | 'warn' | 'bad' | 'unknown'
  readonly icon: LucideIcon
  readonly words: string
}

/** The most important thing to know before a press: two lines of room, always. */
function Status(props: FootProps) {
  const line = lineOf(props)
  const arm =
    props.hold === 'none'
      ? text.ready
      : props.hold === 'counting'
        ? text.arming(tenthsText(props.armsInMs))
        : props.hold === 'ended' || props.hold === 'expired'
          ? ''
          : text.holds[props.hold]
  return (
    <div className="status">
      <p className={`status-line ${line?.look ?? 'plain'}`} role="status" data-testid="status">
        {line !== null && (
          <>
            <line.icon size={14} aria-hidden />
            <span>{line.words}</span>
          </>
        )}
      </p>
      <p id={STATUS} className="status-arm tnum" data-testid="hold" data-hold={props.hold}>
        {arm}
      </p>
      {/* Read aloud when it changes; the count itself would be read ten times a second. */}
      <p className="sr-only" role="status" data-testid="hold-said">
        {props.hold === 'counting' ? '' : arm}
      </p>
    </div>
  )
}

function lineOf({ card, error, hold }: FootProps): Line | null {
  if (error !== null) return { look: 'bad', icon: CircleAlert, words: errorWords(error) }
  const ended = resultLine(card)
  if (ended !== null) return ended
  if (hold === 'expired') return { look: 'warn', icon: Clock, words: text.holds.expired }
  if (card.moved !== null) {
    return {
      look: 'warn',
      icon: TriangleAlert,
      words: text.moved(formatMoney(card.moved.from, 'USD'), formatMoney(card.moved.to, 'USD')),
    }
  }
  return card.amended ? { look: 'plain', icon: Info, words: text.amended } : null
}

const RESULT_LOOKS = {
  confirmed: ['plain', CircleCheck],
  rejected: ['bad', CircleAlert],
  stopped: ['bad', CircleAlert],
  uncertain: ['unknown', CircleHelp],
  declined: ['plain', Info],
  expired: ['warn', Clock],
  withdrawn: ['warn', Info],
} as const

/** What became of it, in words: never a guess (rule 12). */
function resultLine(card: Card): Line | null {
  if (card.state === 'loading' || card.state === 'open' || card.state === 'sending') return null
  const [look, icon] = RESULT_LOOKS[card.state]
  return {
    look,
    icon,
    words:
      card.result === null
        ? `${text.results[card.state]}.`
        : `${text.results[card.state]}. ${sentenceOf(card.result)}`,
  }
}

/** Main's words as a sentence of their own: in a list they stand without. */
const sentenceOf = (words: string): string =>
  `${words.slice(0, 1).toUpperCase()}${words.slice(1)}${/[.!?…]$/.test(words) ? '' : '.'}`

function errorWords(error: AppError): string {
  const sentence = errorText.sentences[error.code]
  return [
    sentence,
    error.message === sentence ? '' : error.message,
    errorText.orderEffect[error.order] ?? '',
  ]
    .filter((part) => part !== '')
    .join(' ')
}
