import {
  abs,
  add,
  dec,
  lte,
  maxOf,
  mul,
  parseDecimal,
  sub,
  type Decimal,
} from '../../../../shared/domain/decimal.js'
import type {
  CardChange,
  CardField,
  CardRule,
} from '../../../../shared/domain/instructions/card.js'
import { message } from '../../../../shared/messages/make-message.js'
import {
  sameMessage,
  type Message,
  type MessageParam,
} from '../../../../shared/messages/message.js'
import { canonicalText } from '../requests/digest.js'
import type { CardBody } from './card.js'
import type { FigureTolerance } from './figure-tolerance.js'

/** Returns by how much a figure may move. */
type Allowance = (figure: Decimal) => Decimal

/** Percents and ratios are shown in tenths: one tenth may be the rounding alone. */
const SHOWN_STEP = dec('0.1')
const PLAIN_DECIMAL = /^-?\d+(?:\.\d+)?$/

/** Figures of the market itself, and money, parts and ratios that follow from it. */
const PRICE_FIELDS: ReadonlySet<string> = new Set(['bid', 'ask', 'last', 'spread'])
const MONEY_FIELD =
  /^(?:cost|worst|gain|realized|margin(?:-day|-overnight)?|counted|power|exit-gain|exit-loss|linked-result-\d+)$/
const PART_FIELDS: ReadonlySet<string> = new Set(['share', 'concentration', 'exit-ratio'])
/** How far limit and stop are from the market: it moves with the market, its warning does not. */
const DISTANCE_FIELD = /^(?:distance|stop)(?:-\d+)?$/

/**
 * Returns what the person decides on and sees change between two states of a card; null when they
 * differ only in the moving context: prices, ages, and figures that the market moved within the
 * tolerance (CONFIRM-11, CONFIRM-51).
 */
export function changeOf(
  before: CardBody,
  after: CardBody,
  tolerance: FigureTolerance,
): CardChange | null {
  for (const part of ['money', 'effect', 'compare', 'market', 'reminders'] as const) {
    const change = fieldsChange(before[part] ?? [], after[part] ?? [], tolerance)
    if (change !== null) return change
  }
  const { moved } = after
  if (moved !== null && !sameText(before.moved, moved)) {
    return { subject: message('card.cost'), from: money(moved.from), to: money(moved.to) }
  }
  return termsChange(before, after) ?? rulesChange(before.policy, after.policy, tolerance)
}

const money = (amount: Decimal): Message => message('card.money', { amount, currency: 'USD' })
const named = (subject: Message): CardChange => ({ subject, from: null, to: null })
const sameText = (a: unknown, b: unknown): boolean => canonicalText(a) === canonicalText(b)

/** The parts of a card that are not fields, each with the name of its change. */
function termsChange(before: CardBody, after: CardBody): CardChange | null {
  if (!sameMessage(before.line, after.line) || !sameText(before.editable, after.editable)) {
    return named(message('card.orderChanged'))
  }
  if (before.tier !== after.tier || !sameText(before.dangers, after.dangers)) {
    return named(message('card.risksChanged'))
  }
  if (before.requestCount !== after.requestCount) {
    return named(message('card.requestedAgain', { count: after.requestCount }))
  }
  if ((before.label === 'delayed') !== (after.label === 'delayed')) {
    return named(message('card.quoteKindChanged'))
  }
  return sameText(rest(before), rest(after)) ? null : named(message('card.otherChanged'))
}

/** What remains of a card beside the parts that have comparisons of their own. */
const rest = (body: CardBody): object => ({
  ...body,
  money: [],
  payoff: null,
  effect: [],
  market: [],
  compare: [],
  policy: [],
  grounding: [],
  reminders: [],
  moved: null,
  label: 'live',
})

/** Returns the first field that changed, came or went. */
function fieldsChange(
  before: readonly CardField[],
  after: readonly CardField[],
  tolerance: FigureTolerance,
): CardChange | null {
  for (const field of after) {
    const old = before.find(({ id }) => id === field.id)
    if (old === undefined) return { subject: field.label, from: null, to: field.value }
    if (!isSameField(old, field, tolerance)) {
      return { subject: field.label, from: old.value, to: field.value }
    }
  }
  const gone = before.find(({ id }) => after.every((field) => field.id !== id))
  return gone === undefined ? null : named(gone.label)
}

function isSameField(a: CardField, b: CardField, tolerance: FigureTolerance): boolean {
  if (a.mark !== b.mark || !sameMessage(a.label, b.label)) return false
  if (DISTANCE_FIELD.test(a.id)) return true
  const allowed = allowanceOf(a.id, tolerance)
  const isSame = (from: Message | null, to: Message | null): boolean =>
    allowed === null ? sameMessage(from, to) : isWithin(from, to, allowed)
  return isSame(a.value, b.value) && isSame(a.before, b.before) && isSame(a.source, b.source)
}

/** Returns how far a field's figures may move; null for a field that may not change at all. */
function allowanceOf(id: string, { ratio, price, money }: FigureTolerance): Allowance | null {
  const orShare =
    (steps: Decimal): Allowance =>
    (figure) =>
      maxOf(mul(abs<Decimal>(figure), ratio), steps)
  if (PRICE_FIELDS.has(id)) return orShare(price)
  if (MONEY_FIELD.test(id)) return orShare(money)
  if (PART_FIELDS.has(id)) return (figure) => add(mul(abs<Decimal>(figure), ratio), SHOWN_STEP)
  return null
}

/** The rules and their results must stay; the values that they compare may move a little. */
function rulesChange(
  before: readonly CardRule[],
  after: readonly CardRule[],
  { ratio, money }: FigureTolerance,
): CardChange | null {
  const allowed: Allowance = (figure) => maxOf(mul(abs<Decimal>(figure), ratio), money)
  const isSame =
    before.length === after.length &&
    before.every(({ rule, result, text }, index) => {
      const other = after[index]
      return rule === other?.rule && result === other.result && isWithin(text, other.text, allowed)
    })
  return isSame ? null : named(message('card.rulesChanged'))
}

/** True when two parameters are equal apart from decimals that moved by no more than allowed. */
function isWithin(
  from: MessageParam | undefined,
  to: MessageParam | undefined,
  allowed: Allowance,
): boolean {
  if (typeof from === 'string' && typeof to === 'string') {
    return from === to || isMovedWithin(from, to, allowed)
  }
  if (!isObject(from) || !isObject(to)) return Object.is(from, to)
  const [a, b] = [Object.entries(from), new Map<string, MessageParam>(Object.entries(to))]
  return a.length === b.size && a.every(([name, value]) => isWithin(value, b.get(name), allowed))
}

const isObject = (value: unknown): value is Readonly<Record<string, MessageParam>> =>
  typeof value === 'object' && value !== null

function isMovedWithin(from: string, to: string, allowed: Allowance): boolean {
  if (!PLAIN_DECIMAL.test(from) || !PLAIN_DECIMAL.test(to)) return false
  const [a, b] = [parseDecimal(from), parseDecimal(to)]
  return a !== null && b !== null && lte(abs<Decimal>(sub<Decimal>(b, a)), allowed(a))
}
