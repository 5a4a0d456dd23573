import { Check, CircleHelp, TriangleAlert } from 'lucide-react'
import { useId } from 'react'
import type { Card } from '../../../shared/domain/instructions/card.js'
import { currentLocale } from '../../language/language.js'
import { useConfirmText } from '../../language/confirm-text.js'
import { ageText } from '../state/countdown.js'
import { isEnded, typedMatches, typedWanted } from '../state/not-ready-reason.js'
import { Payoff } from './payoff.js'
import { Compare, Fields, Section } from './section.js'
import { formatMessage } from '../../format/message.js'

/** The title of the section below the market: what changes, stays open, or follows a fill. */
const COMPARED = { place: 'exits', replace: 'compare', cancel: 'stays' } as const
/** Other orders than the exits of an entry have a title of their own. */
const TITLES: Readonly<Record<string, 'protection' | 'linked'>> = {
  'order.protection': 'protection',
  'order.linked': 'linked',
  'order.linkedCount': 'linked',
}
const comparedTitle = ({ action, line }: Card) => TITLES[line.code] ?? COMPARED[action]

/** Returns the parts that this card has, in the order of CONFIRM-19 to 27. */
export function partsOf(card: Card): readonly string[] {
  const has = {
    dangers: card.dangers.length > 0 || typedWanted(card) !== null,
    asks: true,
    money: card.money.length > 0,
    effect: card.effect.length > 0,
    market: true,
    compare: card.compare.length > 0,
    policy: true,
    reason: true,
  }
  return Object.entries(has).flatMap(([part, there]) => (there ? [part] : []))
}

/** Formats day and time at the exchange, as the main window does. */
const formatStamp = (time: number): string => {
  const stamp = new Intl.DateTimeFormat(currentLocale(), {
    timeZone: 'America/New_York',
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(time)
  return `${stamp} ET`
}

export interface CardBodyProps {
  readonly card: Card
  /** The age of the quote now. */
  readonly quoteAgeMs: number | null
  /** The age of the cost estimate; null while it is still being requested. */
  readonly costAgeMs: number | null
  readonly ticked: ReadonlySet<string>
  readonly onTick: (code: string, on: boolean) => void
  readonly typed: string
  readonly onTyped: (typed: string) => void
  /**
   * True once the card is decided or its decision is being sent; the inputs cannot change any more.
   */
  readonly fixed: boolean
}

/**
 * Everything that the person decides by. The assistant's own words come last, fenced (CONFIRM-27).
 */
export function CardBody(props: CardBodyProps) {
  const text = useConfirmText()
  const { card, quoteAgeMs, costAgeMs } = props
  return (
    <>
      <Dangers {...props} />
      <Requester card={card} />
      {card.money.length > 0 && <Money card={card} ageMs={costAgeMs} />}
      {card.effect.length > 0 && (
        <Section part="effect" title={text.sections.effect}>
          <Fields fields={card.effect} />
        </Section>
      )}
      <Section
        part="market"
        className="pairs"
        title={text.sections.market}
        aside={isEnded(card) ? null : <Quote card={card} ageMs={quoteAgeMs} />}
      >
        <Fields fields={card.market} />
      </Section>
      {(card.reminders ?? []).length > 0 && (
        <Section part="reminders" title={text.sections.reminders}>
          <Fields fields={card.reminders ?? []} />
        </Section>
      )}
      {card.compare.length > 0 && (
        <Section part="compare" title={text.sections[comparedTitle(card)]}>
          {card.action === 'replace' ? (
            <Compare fields={card.compare} />
          ) : (
            <Fields fields={card.compare} />
          )}
        </Section>
      )}
      <Policy card={card} />
      <Reason card={card} />
    </>
  )
}

/** Who requests the order, and how often. */
function Requester({ card }: { readonly card: Card }) {
  const text = useConfirmText()
  const { requester } = card
  return (
    <Section
      part="asks"
      className="pairs"
      title={text.sections.requester}
      aside={
        card.requestCount > 1 ? (
          <span className="badge warn">
            <TriangleAlert size={12} aria-hidden />
            {text.requester.times(card.requestCount)}
          </span>
        ) : null
      }
    >
      <dl className="fields">
        <Plain label={text.requester.assistant} value={requester.name} />
        <Plain label={text.requester.source} value={text.requester[requester.source]} />
        <Plain label={text.requester.firstSeen} value={formatStamp(requester.firstSeenAt)} />
        <Plain
          label={text.requester.today}
          value={text.requester.ofLimit(requester.ordersToday, requester.limitToday)}
        />
      </dl>
    </Section>
  )
}

/** True for an order of a future: nothing is paid or received for it but margin. */
const isOfContracts = ({ money }: Card): boolean => money.some(({ id }) => id === 'contract-value')

/** What the order costs, and how old the estimate is. */
function Money({ card, ageMs }: { readonly card: Card; readonly ageMs: number | null }) {
  const text = useConfirmText()
  return (
    <Section
      part="money"
      title={isOfContracts(card) ? text.sections.contracts : text.sections.money[card.side]}
      className="money"
      aside={
        isEnded(card) || ageMs === null ? null : (
          <span className="quote-age tnum">{text.ago(ageText(ageMs))}</span>
        )
      }
    >
      <Fields fields={card.money} />
      {card.payoff !== null && card.payoff !== undefined && (
        <Payoff card={card} payoff={card.payoff} />
      )}
    </Section>
  )
}

/** The rules of the assistant's policy that apply, with their results. */
function Policy({ card }: { readonly card: Card }) {
  const text = useConfirmText()
  return (
    <Section part="policy" title={text.sections.policy}>
      {card.policy.length === 0 ? (
        <p className="dim">{text.noRules}</p>
      ) : (
        <ul className="rules">
          {card.policy.map((rule) => (
            <li key={`${rule.rule} ${formatMessage(rule.text)}`} className={rule.result}>
              {rule.result === 'passed' ? (
                <Check size={13} aria-hidden />
              ) : (
                <CircleHelp size={13} aria-hidden />
              )}
              {rule.result === 'passed' && <span className="sr-only">{text.passed}</span>}
              <span>{formatMessage(rule.text)}</span>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

/** The assistant's own words, fenced. */
function Reason({ card }: { readonly card: Card }) {
  const text = useConfirmText()
  return (
    <Section part="reason" title={text.sections.reason}>
      <div className="fence">
        <p className="fence-head">{text.fence}</p>
        <p className="fence-text" dir="ltr">
          {card.reason === '' ? text.noReason : card.reason}
        </p>
      </div>
      <Fields fields={card.grounding ?? []} />
    </Section>
  )
}

function Plain({ label, value }: { readonly label: string; readonly value: string }) {
  return (
    <div className="field-row">
      <dt>{label}</dt>
      <dd>
        <span className="field-main tnum">
          <span className="field-value">{value}</span>
        </span>
      </dd>
    </div>
  )
}

/** A quote that is not fresh is labeled (CONFIRM-11); a fresh one has no badge (CONFIRM-28). */
function Quote({ card, ageMs }: { readonly card: Card; readonly ageMs: number | null }) {
  const text = useConfirmText()
  return (
    <span className="quote tnum" data-testid="quote-label" data-label={card.label}>
      <span className="quote-age">
        {ageMs === null ? text.noQuote : text.quoteAge(ageText(ageMs))}
      </span>
      {card.label !== 'live' && (
        <span className="badge warn">
          <TriangleAlert size={12} aria-hidden />
          {text.labels[card.label]}
        </span>
      )}
    </span>
  )
}

/**
 * CONFIRM-16: each danger has its own check box, away from the button; the largest tier requires a
 * typed quantity.
 */
function Dangers({ card, ticked, onTick, typed, onTyped, fixed }: CardBodyProps) {
  const text = useConfirmText()
  const id = useId()
  const requiredText = typedWanted(card)
  if (card.dangers.length === 0 && requiredText === null) return null
  return (
    <Section
      part="dangers"
      className="dangers"
      title={text.dangers.title(card.dangers.length)}
      aside={<TriangleAlert size={16} aria-hidden />}
    >
      {card.dangers.map((danger) => (
        <label key={danger.code} className="danger-row">
          <input
            type="checkbox"
            checked={ticked.has(danger.code)}
            disabled={fixed}
            data-danger={danger.code}
            onChange={({ nativeEvent, target }) => {
              if (nativeEvent.isTrusted) onTick(danger.code, target.checked)
            }}
          />
          <span>{formatMessage(danger.text)}</span>
        </label>
      ))}
      {requiredText !== null && (
        <div className="typed-row">
          <label htmlFor={id}>{text.dangers.typed(requiredText)}</label>
          <input
            id={id}
            className="input num"
            inputMode="decimal"
            autoComplete="off"
            spellCheck={false}
            disabled={fixed}
            value={typed}
            data-testid="typed"
            onPaste={(event) => event.preventDefault()}
            onDrop={(event) => event.preventDefault()}
            onChange={({ nativeEvent, target }) => {
              if (nativeEvent.isTrusted) onTyped(target.value)
            }}
            onKeyDown={(event) => {
              if (event.key === 'Enter') event.preventDefault()
            }}
          />
          <span className="typed-state" aria-hidden>
            {typedMatches(card, typed) ? '=' : ''}
          </span>
        </div>
      )}
    </Section>
  )
}
