import type {
  AlertCondition,
  AlertInstrument,
  AlertKind,
  AlertTerms,
  AlertTicket,
  PriceCrossing,
} from '../../../shared/domain/alerts/alert.js'
import {
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
} from '../../../shared/domain/decimal.js'
import type { Side } from '../../../shared/domain/side.js'
import { DAY_MS, epochMs, MINUTE_MS, type EpochMs } from '../../../shared/domain/time.js'

export const FORM_KINDS = ['price', 'change', 'volume'] as const satisfies readonly AlertKind[]
export const EXPIRIES = ['none', 'day', 'week', 'month'] as const
export type Expiry = (typeof EXPIRIES)[number] | 'keep'
export const PAUSES_MIN = [1, 5, 15, 60] as const

/** The form of an alert: what is typed stays text. */
export interface AlertDraft {
  readonly instrument: AlertInstrument | null
  readonly kind: AlertKind
  readonly when: PriceCrossing
  readonly level: string
  /** 0 to fire once. */
  readonly pauseMs: number
  readonly expiry: Expiry
  readonly sound: boolean
  readonly notification: boolean
  readonly note: string
  readonly hasTicket: boolean
  readonly side: Side
  readonly quantity: string
  readonly limitPrice: string
}

const HUNDRED = dec('100')
const RATIO_PLACES = 8
const EXPIRY_DAYS = { day: 1, week: 7, month: 30 } as const

export const newDraft = (instrument: AlertInstrument | null, price: Price | null): AlertDraft => ({
  instrument,
  kind: 'price',
  when: 'through',
  level: price === null ? '' : decimalText(trim(price)),
  pauseMs: 0,
  expiry: 'none',
  sound: true,
  notification: true,
  note: '',
  hasTicket: false,
  side: 'buy',
  quantity: '',
  limitPrice: '',
})

/** Returns the form of an alert that exists. */
export function draftOf(terms: AlertTerms): AlertDraft {
  const { condition, ticket } = terms
  const typed = (value: Decimal | null | undefined): string =>
    value === null || value === undefined ? '' : decimalText(trim(value))
  return {
    instrument: condition.instrument,
    kind: condition.kind,
    when: condition.kind === 'volume' ? 'above' : condition.when,
    level: typed(typedLevel(condition)),
    pauseMs: terms.repeatMs ?? 0,
    expiry: terms.expiresAt === null ? 'none' : 'keep',
    sound: terms.sound,
    notification: terms.notification,
    note: terms.note,
    hasTicket: ticket !== null,
    side: ticket?.side ?? 'buy',
    quantity: typed(ticket?.quantity),
    limitPrice: typed(ticket?.limitPrice),
  }
}

/** Returns the level as it is typed: a change in percent. */
function typedLevel(condition: AlertCondition): Decimal {
  if (condition.kind === 'price') return condition.price
  return condition.kind === 'change' ? mul(condition.ratio, HUNDRED) : condition.quantity
}

export type DraftField = 'symbol' | 'level' | 'quantity' | 'limitPrice'
export interface DraftFieldsProps {
  readonly draft: AlertDraft
  readonly change: (part: Partial<AlertDraft>) => void
  readonly problemOf: (field: DraftField) => string | null
}

export type DraftProblem = 'symbol' | 'level' | 'positive'

const typedNumber = (text: string): Decimal | null => parseDecimal(text.trim().replaceAll(',', ''))

/** Returns what is wrong with the form, by field. */
export function draftProblems(draft: AlertDraft): Partial<Record<DraftField, DraftProblem>> {
  const level = typedNumber(draft.level)
  const needsSign = draft.kind !== 'change'
  const isWrong = (text: string): boolean => {
    const value = typedNumber(text)
    return text.trim() !== '' && (value === null || !isPositive(value))
  }
  return {
    ...(draft.instrument === null ? { symbol: 'symbol' as const } : {}),
    ...(level === null
      ? { level: 'level' as const }
      : needsSign && !isPositive(level)
        ? { level: 'positive' as const }
        : {}),
    ...(draft.hasTicket && isWrong(draft.quantity) ? { quantity: 'positive' as const } : {}),
    ...(draft.hasTicket && isWrong(draft.limitPrice) ? { limitPrice: 'positive' as const } : {}),
  }
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
    expiresAt: expiryOf(draft.expiry, now, storedExpiry),
    sound: draft.sound,
    notification: draft.notification,
    note: draft.note.trim(),
    ticket: draft.hasTicket ? ticketOf(draft) : null,
  }
}

function conditionOf({ instrument, kind, when, level }: AlertDraft): AlertCondition | null {
  const value = typedNumber(level)
  if (instrument === null || value === null) return null
  if (kind === 'price') return { kind, instrument, when, price: asPrice(value) }
  if (kind === 'volume') return { kind, instrument, quantity: asQuantity(value) }
  const ratio = div(value, HUNDRED, RATIO_PLACES, 'half-even')
  return ratio === null
    ? null
    : { kind, instrument, when: when === 'below' ? 'below' : 'above', ratio: trim(ratio) }
}

function expiryOf(expiry: Expiry, now: number, stored: EpochMs | null): EpochMs | null {
  if (expiry === 'none') return null
  return expiry === 'keep' ? stored : epochMs(now + EXPIRY_DAYS[expiry] * DAY_MS)
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
export const pausesOf = ({ pauseMs }: Pick<AlertDraft, 'pauseMs'>): readonly number[] =>
  [...new Set([0, ...PAUSES_MIN.map((minutes) => minutes * MINUTE_MS), pauseMs])].toSorted(
    (a, b) => a - b,
  )
