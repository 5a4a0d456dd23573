import { RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { isNegative, type Money } from '../../../../shared/domain/decimal.js'
import type { OrderReminder } from '../../../../shared/domain/reference/order-reminder.js'
import type { Side } from '../../../../shared/domain/side.js'
import { describeError } from '../../../language/error-message.js'
import { formatExact, formatRatio } from '../../../format/decimal.js'
import type { PricedInstrument } from '../../../format/product-price.js'
import { ownMoney, ownQuantity } from '../../../format/own.js'
import { stockMarginRows } from '../model/stock-margin-rows.js'
import { formatAge } from '../../../format/time.js'
import { useText } from '../../../language/window-text.js'
import type { EpochMs } from '../../../../shared/domain/time.js'
import { FigureAge } from '../../accounts/figure-age.js'
import { IconButton } from '../../../ui/button.js'
import { differentMargins } from '../../../../shared/domain/orders/effect/stock-margin.js'
import type { WindowText } from '../../../../shared/messages/window-text.js'
import type { Payoff } from '../model/payoff.js'
import type { Preview } from '../../../stores/submit/previewer.js'
import { writeWarning } from '../model/order-warnings.js'
import type { TicketSummary } from '../model/summary-model.js'
import { useMainWindow } from '../../../stores/context.js'
import { useNow } from '../../../ui/use-now.js'
import { formatMessage } from '../../../format/message.js'
import '../ticket-parts.css'
import { explainByTab } from '../../hints/hint.js'

export interface SummaryProps {
  readonly side: Side
  readonly summary: TicketSummary
  readonly preview: Preview
  readonly onRetry: () => void
  /** When the broker's buying power was read, and when what is held was so; null for now. */
  readonly moments: { readonly power: EpochMs | null; readonly held: EpochMs | null }
}

/** The estimated cost and effect of the order, with the source and age of the estimate. */
export function Summary({ side, summary, preview, onRetry, moments }: SummaryProps) {
  const text = useText()
  const money = (value: Parameters<typeof ownMoney>[0]): string => ownMoney(value, summary.currency)
  return (
    <section className="ticket-summary" aria-label={text.ticket.summary}>
      <dl>
        {summary.notional !== null && (
          <Line label={text.ticket.notional} testId="notional">
            {money(summary.notional)}
          </Line>
        )}
        <Line label={costLabel(summary, side, text)} testId="cost">
          {summary.source === 'ours' && <span className="dim">{text.ticket.about} </span>}
          {money(summary.cost)}
        </Line>
        <Line label={text.ticket.fees} testId="fees">
          {money(summary.fees)}
        </Line>
        {summary.payoff !== null && <PayoffLines payoff={summary.payoff} money={money} />}
        {extraRows(summary, money, text)
          // The ticket is short: one margin for day and night is only in the review.
          .filter(([, name]) => name !== 'stock-margin' || differentMargins(summary) !== null)
          .map(([label, name, value]) => (
            <Line key={name} label={label} testId={name}>
              {value}
            </Line>
          ))}
        <Line label={powerLabel(summary, text)} testId="power">
          <Change
            before={money(summary.powerBefore)}
            after={summary.powerAfter === null ? null : money(summary.powerAfter)}
            note={summary.powerIsEstimated ? text.ticket.writtenEstimate : undefined}
            bad={summary.powerAfter !== null && isNegative(summary.powerAfter)}
            age={
              moments.power !== null && (
                <FigureAge time={moments.power} hint={text.account.readHint} />
              )
            }
          />
        </Line>
        <Line label={text.ticket.position} testId="position">
          <Change
            before={ownQuantity(summary.held)}
            after={summary.positionAfter === null ? null : ownQuantity(summary.positionAfter)}
            bad={false}
            age={
              moments.held !== null && (
                <FigureAge time={moments.held} hint={text.account.stoppedHint} isUpTo />
              )
            }
          />
        </Line>
      </dl>
      <Source preview={preview} ours={summary.source === 'ours'} onRetry={onRetry} />
    </section>
  )
}

/** Names the buying power: options may have one of their own. */
export const powerLabel = (
  { powerKind }: Pick<TicketSummary, 'powerKind'>,
  { ticket }: WindowText,
): string => (powerKind === 'option' ? ticket.optionPower : ticket.power)

/** Returns label, name and value of what closing brings, what covers, and where a trail stands. */
export function extraRows(
  summary: Pick<TicketSummary, 'realized' | 'cover' | 'trail' | 'stockMargin'>,
  money: (value: Money) => string,
  { ticket }: WindowText,
): readonly (readonly [string, string, string])[] {
  const { realized, cover, trail } = summary
  return [
    ...stockMarginRows(summary, money, ticket).map(
      ([label, value]) => [label, 'stock-margin', value] as const,
    ),
    ...(trail === null
      ? []
      : [
          [
            ticket.stopNow,
            'trail',
            ticket.trailLevel(
              formatExact(trail.level),
              formatExact(trail.distance),
              formatRatio(trail.share, false),
            ),
          ] as const,
        ]),
    ...(cover === null
      ? []
      : [
          [
            ticket.cover,
            'cover',
            ticket.coveredBy(ownQuantity(cover.shares), ownQuantity(cover.held)),
          ] as const,
        ]),
    ...(realized === null ? [] : [[ticket.realized, 'realized', money(realized)] as const]),
  ]
}

/** Names the cost: in futures the broker reserves a margin on either side, and closing frees it. */
export const costLabel = (
  { assetClass, releasesMargin }: Pick<TicketSummary, 'assetClass' | 'releasesMargin'>,
  side: Side,
  { ticket }: WindowText,
): string =>
  assetClass !== 'futures'
    ? ticket.cost[side]
    : releasesMargin
      ? ticket.marginReleased
      : ticket.margin

/** Returns label, name and value of each figure of a payoff. */
export function payoffRows(
  { payout, maxGain, maxLoss, breakEven }: Payoff,
  money: (value: Money) => string,
  { ticket }: WindowText,
): readonly (readonly [string, string, string])[] {
  const bound = (value: Payoff['maxGain']): string =>
    value === 'unlimited' ? ticket.unlimited : money(value)
  return [
    ...(payout === null ? [] : [[ticket.payout, 'payout', money(payout)] as const]),
    [ticket.maxGain, 'max-gain', bound(maxGain)],
    [ticket.maxLoss, 'max-loss', bound(maxLoss)],
    ...(breakEven === null
      ? []
      : [[ticket.breakEven, 'break-even', formatExact(breakEven)] as const]),
  ]
}

function PayoffLines({
  payoff,
  money,
}: {
  readonly payoff: Payoff
  readonly money: (value: Money) => string
}) {
  const text = useText()
  return payoffRows(payoff, money, text).map(([label, name, value]) => (
    <Line key={name} label={label} testId={name}>
      {value}
    </Line>
  ))
}

function Line({
  label,
  testId,
  children,
}: {
  readonly label: string
  readonly testId: string
  readonly children: ReactNode
}) {
  return (
    <div className="ticket-line">
      <dt>{label}</dt>
      <dd className="tnum" data-testid={`ticket-${testId}`}>
        {children}
      </dd>
    </div>
  )
}

function Change({
  before,
  after,
  bad,
  note,
  age,
}: {
  readonly before: string
  readonly after: string | null
  readonly bad: boolean
  /** How the value was estimated; absent for one that is not. */
  readonly note?: string | undefined
  /** The age of the value before; false while it is current. */
  readonly age: ReactNode
}) {
  const text = useText()
  if (after === null) {
    return (
      <>
        {before}
        {age}
      </>
    )
  }
  return (
    <span>
      <span className="dim">{before}</span>
      {age}
      <span aria-hidden className="dim">
        {' '}
        →{' '}
      </span>
      <span className="sr-only">{text.ticket.becomes}</span>
      {note !== undefined && <span className="dim">{text.ticket.about} </span>}
      <span className={bad ? 'ticket-bad' : ''} {...explainByTab(note)}>
        {after}
      </span>
      {note !== undefined && <span className="sr-only"> {note}</span>}
    </span>
  )
}

function Source({
  preview,
  ours,
  onRetry,
}: {
  readonly preview: Preview
  readonly ours: boolean
  readonly onRetry: () => void
}) {
  const text = useText()
  const isAged = preview.phase === 'ready' && preview.source === 'provider'
  const now = useNow(useMainWindow().now, isAged ? 1_000 : null)
  if (preview.phase === 'failed') {
    const description = describeError(preview.error)
    return (
      <p
        className="ticket-source bad"
        role="status"
        {...explainByTab(description.detail ?? description.title)}
      >
        <span>
          {text.ticket.estimateFailed}: {formatMessage(preview.error.message) || description.title}
        </span>
        <IconButton
          icon={RotateCw}
          size="small"
          label={text.ticket.refreshQuote}
          onClick={onRetry}
        />
      </p>
    )
  }
  if (preview.phase === 'ready') {
    const age = formatAge(now - preview.at)
    return (
      <p className="ticket-source">
        <span>
          {preview.source === 'provider'
            ? text.ticket.providerEstimate(age)
            : text.ticket.ourEstimate}
        </span>
        <IconButton
          icon={RotateCw}
          size="small"
          label={text.ticket.refreshQuote}
          onClick={onRetry}
        />
      </p>
    )
  }
  return (
    <p className="ticket-source">
      <span>
        {preview.phase === 'asking'
          ? text.ticket.estimating
          : ours
            ? text.ticket.ourEstimate
            : '\u00a0'}
      </span>
    </p>
  )
}

/** What is unusual about the order, in words, at most `max`; what blocks it first. */
export function Warnings({
  side,
  instrument,
  summary: { warnings, currency },
  max = Infinity,
}: Pick<SummaryProps, 'side' | 'summary'> & {
  readonly instrument: PricedInstrument
  readonly max?: number
}) {
  const text = useText()
  return warnings.slice(0, max).map((warning) => (
    <p
      key={warning.kind === 'limit' ? warning.fault.code : warning.kind}
      className={`ticket-note ${warning.blocks ? 'bad' : 'warn'}`}
      role={warning.blocks ? 'alert' : undefined}
      data-testid={`warning-${warning.kind}`}
    >
      {writeWarning(warning, { side, currency, text: text.ticket, instrument })}
    </p>
  ))
}

/** The reminders about the order, at most `max`, each with its source on hover. */
export function Reminders({
  reminders,
  max = Infinity,
}: {
  readonly reminders: readonly OrderReminder[]
  readonly max?: number
}) {
  return reminders.slice(0, max).map(({ kind, label, text, source }) => (
    <p
      key={kind}
      className="ticket-note reminder"
      {...explainByTab(formatMessage(source))}
      data-testid={`reminder-${kind}`}
    >
      <strong>{formatMessage(label)}</strong> {formatMessage(text)}
    </p>
  ))
}
