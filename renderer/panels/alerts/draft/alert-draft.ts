import type {
  AccountFigure,
  PriceCrossing,
  OrderAlertEvent,
} from '../../../../shared/domain/alerts/alert.js'
import type {
  AlertCondition,
  AlertInstrument,
  AlertTerms,
  AlertTicket,
  AlertWake,
} from '../../../../shared/domain/alerts/alert.schema.js'
import type {
  AlertTimespan,
  IndicatorComparison,
} from '../../../../shared/domain/alerts/indicator-alert.js'
import { WATCHABLE, type InstrumentAlertKind } from '../../../../shared/domain/alerts/watchable.js'
import {
  isQuoteCondition,
  isQuoteKind,
  QUOTE_KINDS,
  quoteRulesOf,
  type QuoteCondition,
} from '../../../../shared/domain/alerts/quote-kinds.js'
import {
  asMoney,
  asPrice,
  asQuantity,
  dec,
  decimalText,
  div,
  isPositive,
  mul,
  parseDecimal,
  trim,
  type Decimal,
  type Price,
} from '../../../../shared/domain/decimal.js'
import type { Drawing } from '../../../../shared/domain/drawings/drawing.schema.js'
import { isPositionPlan } from '../../../../shared/domain/drawings/drawing-kinds.js'
import type { AccountId, TradingSymbol } from '../../../../shared/domain/ids.js'
import type { EventOutcome } from '../../../../shared/domain/instruments/event-contract.js'
import type { Side } from '../../../../shared/domain/side.js'
import { MINUTE_MS, type EpochMs } from '../../../../shared/domain/time.js'
import {
  draftDrawing,
  drawingCondition,
  NO_DRAWING,
  withDrawing,
  type DrawingDraft,
} from './drawing-draft.js'
import { expiryOf, parseTypedTime, typedTime, type Expiry } from './expiry.js'
import {
  draftIndicator,
  indicatorOf,
  newIndicator,
  type IndicatorDraft,
} from './indicator-draft.js'

export const SUBJECTS = ['instrument', 'account', 'order'] as const
export type Subject = (typeof SUBJECTS)[number]
export const PAUSES_MIN = [1, 5, 15, 60] as const
/** Events of orders have no pause: every one of them notifies. */
export const EVERY_EVENT_MS = 1_000

/** The form of an alert: what is typed stays text. */
export interface AlertDraft {
  readonly subject: Subject
  readonly instrument: AlertInstrument | null
  readonly kind: InstrumentAlertKind
  readonly outcome: EventOutcome
  readonly when: PriceCrossing
  readonly level: string
  readonly timespan: AlertTimespan
  readonly indicator: IndicatorDraft
  readonly comparison: IndicatorComparison
  readonly drawing: DrawingDraft
  readonly accountId: AccountId | null
  readonly figure: AccountFigure
  readonly events: readonly OrderAlertEvent[]
  /** Null for every account. */
  readonly orderAccountId: AccountId | null
  /** Null for every instrument. */
  readonly orderSymbol: TradingSymbol | null
  /** 0 to fire once. */
  readonly pauseMs: number
  readonly expiry: Expiry
  /** Date and time by the exchange's clock, as the field has it. */
  readonly expiryTime: string
  readonly sound: boolean
  readonly notification: boolean
  readonly note: string
  readonly hasTicket: boolean
  readonly side: Side
  readonly quantity: string
  readonly limitPrice: string
  readonly wake: AlertWake | null
}

const HUNDRED = dec('100')
const RATIO_PLACES = 8

export const newDraft = (
  instrument: AlertInstrument | null,
  price: Price | null,
  outcome: EventOutcome = 'yes',
): AlertDraft => ({
  subject: 'instrument',
  instrument,
  kind: 'price',
  outcome,
  when: 'through',
  level: price === null ? '' : decimalText(trim(price)),
  timespan: 'M5',
  indicator: newIndicator('sma'),
  comparison: 'price',
  drawing: NO_DRAWING,
  accountId: null,
  figure: 'dayPnl',
  events: ['filled', 'cancelled', 'rejected', 'expired'],
  orderAccountId: null,
  orderSymbol: null,
  pauseMs: 0,
  expiry: 'none',
  expiryTime: '',
  sound: true,
  notification: true,
  note: '',
  hasTicket: false,
  side: 'buy',
  quantity: '',
  limitPrice: '',
  wake: null,
})

/** Returns the form on another instrument, without what its product cannot be watched for. */
export function withInstrument(draft: AlertDraft, instrument: AlertInstrument): AlertDraft {
  const { kinds, indicators, timespans } = WATCHABLE[instrument.assetClass]
  const isSame = draft.instrument?.symbol === instrument.symbol
  const next = { ...draft, instrument, ...(isSame ? {} : { drawing: NO_DRAWING }) }
  return {
    ...next,
    ...(kinds.includes(draft.kind) ? {} : { kind: 'price', when: 'through', level: '' }),
    ...(indicators.includes(draft.indicator.kind) ? {} : { indicator: newIndicator('sma') }),
    ...(timespans.includes(draft.timespan) ? {} : { timespan: 'D' }),
  }
}

/**
 * Returns the form on a drawing of the instrument. Each price of a planned position notifies, so
 * that the entry does not silence the stop; a time comes once.
 */
export function onDrawing(draft: AlertDraft, drawing: Drawing, now: number): AlertDraft {
  const chosen = withDrawing(draft.drawing, drawing, now)
  const isPlan = isPositionPlan(drawing.kind) && chosen.part === 'any'
  const pauseMs = isPlan && draft.pauseMs === 0 ? MINUTE_MS : draft.pauseMs
  return {
    ...draft,
    kind: 'drawing',
    drawing: chosen,
    pauseMs: chosen.part === 'time' ? 0 : pauseMs,
  }
}

/** True for an alert on the time of a vertical line. */
export const isOnTime = ({ subject, kind, drawing }: AlertDraft): boolean =>
  subject === 'instrument' && kind === 'drawing' && drawing.id !== null && drawing.part === 'time'

const typed = (value: Decimal | null | undefined): string =>
  value === null || value === undefined ? '' : decimalText(trim(value))

/** Returns the form of an alert that exists. */
export function draftOf(terms: AlertTerms): AlertDraft {
  const { ticket, expiresAt } = terms
  return {
    ...newDraft(null, null),
    ...conditionDraft(terms.condition),
    pauseMs: terms.repeatMs ?? 0,
    expiry: expiresAt === null ? 'none' : 'date',
    expiryTime: expiresAt === null ? '' : typedTime(expiresAt),
    sound: terms.sound,
    notification: terms.notification,
    note: terms.note,
    hasTicket: ticket !== null,
    side: ticket?.side ?? 'buy',
    quantity: typed(ticket?.quantity),
    limitPrice: typed(ticket?.limitPrice),
    wake: terms.wake ?? null,
  }
}

/** Returns the fields of a condition; a change in percent. */
function conditionDraft(condition: AlertCondition): Partial<AlertDraft> {
  if (isQuoteCondition(condition)) return quoteDraft(condition)
  switch (condition.kind) {
    case 'indicator': {
      const { instrument, timespan, comparison, when, level } = condition
      const indicator = draftIndicator(condition.indicator)
      const common = { instrument, timespan, comparison, when, indicator }
      return { ...common, kind: 'indicator', level: typed(level) }
    }
    case 'drawing':
      return {
        instrument: condition.instrument,
        kind: 'drawing',
        drawing: draftDrawing(condition),
      }
    case 'account': {
      const { account, figure, when, amount } = condition
      const common = { subject: 'account', accountId: account.accountId, figure } as const
      return { ...common, when, level: figure === 'marginCalls' ? '' : typed(amount) }
    }
    case 'order': {
      const { events, account, symbol } = condition
      const orderAccountId = account?.accountId ?? null
      return { subject: 'order', events, orderAccountId, orderSymbol: symbol }
    }
  }
}

function quoteDraft(condition: QuoteCondition): Partial<AlertDraft> {
  const { instrument, kind } = condition
  const { level, isRatio, direction } = quoteRulesOf(condition)
  const value = level(condition)
  return {
    instrument,
    kind,
    when: direction(condition) ?? 'above',
    level: typed(isRatio ? mul(value, HUNDRED) : value),
    outcome: ('outcome' in condition ? condition.outcome : undefined) ?? 'yes',
  }
}

export type DraftField =
  | 'symbol'
  | 'level'
  | 'indicator'
  | 'drawing'
  | 'account'
  | 'events'
  | 'expiry'
  | 'quantity'
  | 'limitPrice'
export interface DraftFieldsProps {
  readonly draft: AlertDraft
  readonly change: (part: Partial<AlertDraft>) => void
  readonly problemOf: (field: DraftField) => string | null
}

export type DraftProblem =
  | 'symbol'
  | 'level'
  | 'positive'
  | 'indicator'
  | 'drawing'
  | 'account'
  | 'events'
  | 'expiry'

const typedNumber = (text: string): Decimal | null => parseDecimal(text.trim().replaceAll(',', ''))

/** True when the form has a level: not for a line that prices cross, nor for margin calls. */
export function hasLevel({ subject, kind, comparison, figure }: AlertDraft): boolean {
  if (subject === 'order') return false
  if (subject === 'account') return figure !== 'marginCalls'
  return kind !== 'drawing' && (kind !== 'indicator' || comparison === 'level')
}

type Problems = Partial<Record<DraftField, DraftProblem>>

/** Returns what is wrong with the form, by field. */
export function draftProblems(draft: AlertDraft): Problems {
  const isInstrument = draft.subject === 'instrument'
  const isPositiveLevel =
    isInstrument && isQuoteKind(draft.kind) && QUOTE_KINDS[draft.kind].needsPositiveLevel
  const level = typedNumber(draft.level)
  const isWrong = (text: string): boolean => {
    const value = typedNumber(text)
    return text.trim() !== '' && (value === null || !isPositive(value))
  }
  const hasTicket = draft.hasTicket && isInstrument
  const checks: readonly (readonly [DraftField, DraftProblem, boolean])[] = [
    ['symbol', 'symbol', isInstrument && draft.instrument === null],
    ['level', 'positive', isPositiveLevel && level !== null && !isPositive(level)],
    ['level', 'level', hasLevel(draft) && level === null],
    [
      'indicator',
      'indicator',
      isInstrument && draft.kind === 'indicator' && indicatorOf(draft.indicator) === null,
    ],
    ['drawing', 'drawing', isInstrument && draft.kind === 'drawing' && draft.drawing.id === null],
    ['account', 'account', draft.subject === 'account' && draft.accountId === null],
    ['events', 'events', draft.subject === 'order' && draft.events.length === 0],
    ['expiry', 'expiry', draft.expiry === 'date' && parseTypedTime(draft.expiryTime) === null],
    ['quantity', 'positive', hasTicket && isWrong(draft.quantity)],
    ['limitPrice', 'positive', hasTicket && isWrong(draft.limitPrice)],
  ]
  return Object.fromEntries(
    checks.filter(([, , isFound]) => isFound).map(([field, problem]) => [field, problem]),
  )
}

/** Returns the terms of a form without problems; null otherwise. */
export function termsOfDraft(
  draft: AlertDraft,
  now: number,
  storedExpiry: EpochMs | null,
): AlertTerms | null {
  const condition = conditionOf(draft)
  if (condition === null || Object.keys(draftProblems(draft)).length > 0) return null
  return {
    condition,
    repeatMs: draft.pauseMs === 0 ? null : draft.pauseMs,
    expiresAt: expiryOf(draft, now, storedExpiry),
    sound: draft.sound,
    notification: draft.notification,
    note: draft.note.trim(),
    ticket: draft.hasTicket && draft.subject === 'instrument' ? ticketOf(draft) : null,
    ...(draft.wake === null ? {} : { wake: draft.wake }),
  }
}

function conditionOf(draft: AlertDraft): AlertCondition | null {
  if (draft.subject === 'order') return orderCondition(draft)
  return draft.subject === 'account' ? accountCondition(draft) : instrumentCondition(draft)
}

/** Main sets the names of accounts and the currency. */
const nameless = (accountId: AccountId) => ({ accountId, name: '' })

const orderCondition = ({ events, orderAccountId, orderSymbol }: AlertDraft): AlertCondition => ({
  kind: 'order',
  events,
  account: orderAccountId === null ? null : nameless(orderAccountId),
  symbol: orderSymbol,
})

function accountCondition({ accountId, figure, when, level }: AlertDraft): AlertCondition | null {
  const isCount = figure === 'marginCalls'
  const amount = isCount ? dec('1') : typedNumber(level)
  if (accountId === null || amount === null) return null
  return {
    kind: 'account',
    account: nameless(accountId),
    figure,
    when: isCount || when !== 'below' ? 'above' : 'below',
    amount: asMoney(amount),
    currency: 'USD',
  }
}

function instrumentCondition(draft: AlertDraft): AlertCondition | null {
  const { instrument, kind, when, level, outcome } = draft
  if (instrument === null) return null
  if (kind === 'indicator') return indicatorCondition(draft, instrument)
  if (kind === 'drawing') return drawingCondition(instrument, draft.drawing)
  const { isRatio, fromTerms } = QUOTE_KINDS[kind]
  const number = typedNumber(level)
  const value = number !== null && isRatio ? typedRatio(number) : number
  return value === null ? null : fromTerms({ instrument, when, level: value, outcome })
}

function typedRatio(percent: Decimal): Decimal | null {
  const ratio = div(percent, HUNDRED, RATIO_PLACES, 'half-even')
  return ratio === null ? null : trim(ratio)
}

function indicatorCondition(
  { timespan, comparison, when, level, ...draft }: AlertDraft,
  instrument: AlertInstrument,
): AlertCondition | null {
  const indicator = indicatorOf(draft.indicator)
  const value = comparison === 'level' ? typedNumber(level) : null
  if (indicator === null || (comparison === 'level' && value === null)) return null
  return { kind: 'indicator', instrument, timespan, indicator, comparison, when, level: value }
}

function ticketOf({ side, quantity, limitPrice }: AlertDraft): AlertTicket {
  const [amount, limit] = [typedNumber(quantity), typedNumber(limitPrice)]
  return {
    side,
    quantity: amount === null ? null : asQuantity(amount),
    limitPrice: limit === null ? null : asPrice(limit),
  }
}

/** The pauses that the form offers, in ms, with that of the alert. */
export function pausesOf({
  pauseMs,
  subject,
}: Pick<AlertDraft, 'pauseMs' | 'subject'>): readonly number[] {
  if (subject === 'order') return [0, pauseMs === 0 ? EVERY_EVENT_MS : pauseMs]
  return [...new Set([0, ...PAUSES_MIN.map((minutes) => minutes * MINUTE_MS), pauseMs])].toSorted(
    (a, b) => a - b,
  )
}
