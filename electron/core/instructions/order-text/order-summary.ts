import { significantScale, trim, type Decimal } from '../../../../shared/domain/decimal.js'
import type { InstructionAction } from '../../../../shared/domain/instructions/instruction.schema.js'
import type { AnyInstrument } from '../../../../shared/domain/instruments/any-instrument.js'
import type { Instrument } from '../../../../shared/domain/instruments/instrument.js'
import type {
  AlgoDescription,
  LegDescription,
  OrderDescription,
} from '../../../../shared/domain/orders/order-description.js'
import { comboKind } from '../../../../shared/domain/orders/combo-rules.js'
import { protectsPosition } from '../../../../shared/domain/orders/exits.js'
import type { Order, OrderDraft, Trail } from '../../../../shared/domain/orders/order.js'
import type { DraftTerms, OrderTerms } from '../../../../shared/domain/orders/order-terms.js'
import { inEnglish } from '../../../../shared/messages/format-message.js'
import { message } from '../../../../shared/messages/make-message.js'
import type { Message } from '../../../../shared/messages/message.js'
import type { OrderAct } from '../../../../shared/messages/order-line.js'
import { comboOf, resultingDraft } from '../requests/action.js'
import { changesOf, isGroup } from '../requests/order-changes.js'
import { toPlainText } from './plain-text.js'

const NAME_CHARS = 80
const EXCHANGE_CHARS = 40
const LINE_CHARS = 300
/** The longest month that may stand beside a name. */
const LONGEST_MONTH = ', September 2026'

/** Removes trailing zeros: a digit that is not shown must not change the card's digest. */
const plain = (value: Decimal | null | undefined): Decimal | null =>
  value === null || value === undefined ? null : trim(value)

type Legs = NonNullable<OrderTerms['legs']> | NonNullable<DraftTerms['legs']>

/** Returns only what a summary names, because the card's digest covers all of it. */
const describeLegs = (legs: Legs | undefined): readonly LegDescription[] =>
  (legs ?? []).map(({ symbol, side, quantity, option }) => ({
    symbol,
    side,
    quantity: trim(quantity),
    option:
      option === null
        ? null
        : { type: option.type, strike: plain(option.strike), expiration: option.expiration },
  }))

const describeAlgo = (algo: DraftTerms['algo'] | OrderTerms['algo']): AlgoDescription | null =>
  algo === null || algo === undefined
    ? null
    : {
        kind: algo.kind,
        targetPercent: plain(algo.targetPercent),
        maxPercent: plain(algo.maxPercent),
        start: algo.start ?? null,
        end: algo.end ?? null,
      }

export const describeDraft = (draft: OrderDraft): OrderDescription => ({
  side: draft.side,
  symbol: draft.symbol,
  assetClass: draft.assetClass,
  type: draft.type,
  timeInForce: draft.timeInForce,
  session: draft.session,
  quantity: draft.size.kind === 'quantity' ? trim(draft.size.quantity) : null,
  amount: draft.size.kind === 'amount' ? trim(draft.size.amount) : null,
  limitPrice: plain(draft.limitPrice),
  stopPrice: plain(draft.stopPrice),
  trail: describeTrail(draft.trail),
  expireDate: draft.expireDate,
  strategy: draft.terms?.strategy ?? null,
  intent: draft.terms?.intent ?? null,
  outcome: draft.terms?.outcome ?? null,
  legs: describeLegs(draft.terms?.legs),
  algo: describeAlgo(draft.terms?.algo),
})

export const describeOrder = (order: Order): OrderDescription => ({
  side: order.side,
  symbol: order.symbol,
  assetClass: order.assetClass,
  type: order.type,
  timeInForce: order.timeInForce,
  session: order.session,
  quantity: plain(order.quantity),
  amount: plain(order.amount),
  limitPrice: plain(order.limitPrice),
  stopPrice: plain(order.stopPrice),
  trail: describeTrail(order.trail),
  expireDate: order.terms?.expireDate ?? null,
  strategy: order.terms?.strategy ?? null,
  intent: order.terms?.intent ?? null,
  outcome: order.terms?.outcome ?? null,
  legs: describeLegs(order.terms?.legs),
  algo: describeAlgo(order.terms?.algo),
  ...(order.terms?.rolls === undefined ? {} : { rolls: order.terms.rolls }),
})

const describeTrail = (trail: Trail | null): Trail | null =>
  trail === null ? null : { kind: trail.kind, step: trim(trail.step) }

/**
 * Removes brackets, so that a name from the broker cannot close its bracket and imitate the order
 * text.
 */
const withoutBrackets = (name: string): string => name.replace(/[\p{Ps}\p{Pe}]/gu, ' ')

/** What names an order beside its symbol: the broker's list, and what it is to the position. */
export interface SummaryNaming {
  readonly instrument: Instrument | null
  /** A future, coin or event as the broker lists it. */
  readonly listed?: AnyInstrument | null | undefined
  readonly act?: OrderAct | null | undefined
  /** The increment of its price; absent or null where it is not known. */
  readonly tick?: Decimal | null | undefined
}

/** Returns the name of a future or a coin; the question of an event. */
function listedName(listed: AnyInstrument): string {
  if (listed.assetClass === 'event') {
    return toPlainText(withoutBrackets(listed.eventName ?? listed.name), NAME_CHARS)
  }
  return 'name' in listed ? toPlainText(withoutBrackets(listed.name), NAME_CHARS) : ''
}

/** The longest name of an event market that stands in place of its code. */
const EVENT_CHARS = 120

/** What ends the name in the text of the approve button, and what stands between its parts. */
const ENDS_OF_NAME = /[,:?·]+/gu

/**
 * Returns an event market as a person knows it: its question and its answer, "Highest temperature
 * in Chicago on Nov 27 2026 · 44° to 45°". Null for another product, and for a name too long to be
 * shown whole, because two markets of one event differ at its end.
 */
function eventTitle(listed: AnyInstrument | null | undefined): string | null {
  if (listed?.assetClass !== 'event') return null
  const { name, eventName } = listed
  const isPrefixed = eventName !== null && name.startsWith(eventName)
  const parts = isPrefixed ? [eventName, name.slice(eventName.length)] : [eventName ?? '', name]
  const title = parts
    .map((part) => toPlainText(withoutBrackets(part).replace(ENDS_OF_NAME, ' '), EVENT_CHARS + 1))
    .filter((part) => part !== '')
    .join(' · ')
  return title === '' || title.length > EVENT_CHARS ? null : title
}

const monthOf = (listed: AnyInstrument | null | undefined): string | null =>
  listed?.assetClass === 'futures' ? listed.month : null

/** Returns name and exchange of an instrument in plain text, for the summary's brackets. */
function nameOf(order: OrderDescription, { instrument, listed }: SummaryNaming): string {
  if (listed !== null && listed !== undefined) return listedName(listed)
  if (instrument === null) return ''
  return [
    toPlainText(withoutBrackets(instrument.name), NAME_CHARS),
    toPlainText(withoutBrackets(instrument.exchange), EXCHANGE_CHARS),
  ]
    .filter((part) => part !== '' && part !== order.symbol)
    .join(', ')
}

interface ActionDescription {
  readonly order: OrderDescription
  readonly action: InstructionAction['kind']
}

/** Returns the length of a summary in English, without an instrument name. */
const englishLength = ({ order, action }: ActionDescription): number =>
  inEnglish(message('order.before', { action })).length +
  inEnglish(message('order.full', { order })).length

/** Returns the places of the listing's step, where it is known (REL-45). */
const placesOfStep = ({ tick }: SummaryNaming): { readonly places?: number } =>
  tick == null ? {} : { places: significantScale(tick) }

/**
 * Summarizes an order with the words of an action before it. A name that leaves too little room for
 * the terms is omitted, because the symbol identifies the instrument.
 */
function summarize(described: ActionDescription, naming: SummaryNaming): Message {
  const { action, order } = described
  const event = eventTitle(naming.listed)
  const name = event === null ? nameOf(order, naming) : ''
  const month = monthOf(naming.listed)
  const brackets = name === '' ? 0 : ` (${name}${month === null ? '' : LONGEST_MONTH})`.length
  const fits = englishLength(described) + brackets + (event?.length ?? 0) <= LINE_CHARS
  return message('order.line', {
    action,
    order,
    name: fits ? name : '',
    ...(fits && event !== null ? { event } : {}),
    ...(month === null ? {} : { month }),
    ...placesOfStep(naming),
    ...(naming.act == null || action !== 'place' ? {} : { act: naming.act }),
  })
}

/** Summarizes one order: "BUY 10 AAPL (Apple Inc., NASDAQ), limit 187.50, day" (CONFIRM-19). */
export const orderSummary = (order: OrderDescription, instrument: Instrument | null): Message =>
  summarize({ order, action: 'place' }, { instrument })

function describeAction(action: InstructionAction): ActionDescription {
  if (action.kind === 'place') return { order: describeDraft(action.draft), action: 'place' }
  const current = describeOrder(action.before)
  if (action.kind === 'cancel') return { order: current, action: 'cancel' }
  const after = resultingDraft(action)
  if (after === null) return { order: current, action: 'replace' }
  // A replace keeps the terms, and legs follow the size; only the fields of the change are new.
  const described = describeDraft(after)
  return {
    action: 'replace',
    order: {
      ...described,
      legs: after.terms?.legs === undefined ? current.legs : described.legs,
      strategy: current.strategy,
      intent: current.intent,
      outcome: current.outcome,
      expireDate: current.expireDate,
    },
  }
}

/**
 * False when the summary would be cut before its price and time in force, because a person cannot
 * approve an order that is not fully readable.
 */
export const isReadable = (action: InstructionAction): boolean => {
  const entry = protectedSummary(action, { instrument: null })
  return entry === null
    ? englishLength(describeAction(action)) <= LINE_CHARS
    : // A text that was cut has all characters, less the spaces at its end.
      inEnglish(entry).length < LINE_CHARS - 1
}

/** Summarizes an entry with its exits; null for an action without exits. */
function protectedSummary(action: InstructionAction, naming: SummaryNaming): Message | null {
  if (action.kind !== 'place' || (action.exits ?? []).length === 0) return null
  const order = describeDraft(action.draft)
  const exits = (action.exits ?? []).map(({ draft }) => describeDraft(draft))
  const isProtection = protectsPosition(action.draft, action.exits ?? [])
  const withName = (name: string): Message =>
    message(isProtection ? 'order.protection' : 'order.protected', {
      order,
      name,
      exits,
      ...placesOfStep(naming),
    })
  const name = nameOf(order, naming)
  const brackets = name === '' ? 0 : ` (${name})`.length
  // A name that leaves too little room for the terms is omitted.
  return inEnglish(withName('')).length + brackets <= LINE_CHARS ? withName(name) : withName('')
}

/**
 * Summarizes linked orders in full, or by their count when that is too long; the card then shows
 * each. Null for an action without linked orders.
 */
function linkedSummary(action: InstructionAction, naming: SummaryNaming): Message | null {
  const combo = action.kind === 'place' && isGroup(action) ? comboOf(action) : null
  const kind = combo === null ? null : comboKind(combo.orders.map(({ role }) => role))
  if (combo === null || (kind !== 'oto' && kind !== 'oco' && kind !== 'otoco')) return null
  const orders = combo.orders.map(({ draft }) => describeDraft(draft))
  const [first] = orders
  if (first === undefined) return null
  const { symbol } = first
  const full = message('order.linked', {
    kind,
    symbol,
    name: nameOf(first, naming),
    orders,
    ...placesOfStep(naming),
  })
  // A text that was cut has all characters, less the spaces at its end.
  return inEnglish(full).length < LINE_CHARS - 1
    ? full
    : message('order.linkedCount', { kind, symbol, count: orders.length })
}

/**
 * Summarizes several orders of a combination in full, or by their count when that is too long; the
 * card then shows each.
 */
function groupSummary(
  changes: readonly InstructionAction[],
  naming: SummaryNaming,
): Message | null {
  const orders = changes.map((change) => describeAction(change).order)
  const [first] = orders
  if (first === undefined) return null
  const { symbol } = first
  const name = nameOf(first, naming)
  const full = message('order.group', { symbol, name, orders, ...placesOfStep(naming) })
  return inEnglish(full).length > LINE_CHARS
    ? message('order.groupCount', { symbol, count: orders.length })
    : full
}

/** Summarizes what an instruction requests, in Countersign's own words (CONFIRM-19, CONFIRM-50). */
export function actionSummary(
  action: InstructionAction,
  instrument: Instrument | null,
  more: Omit<SummaryNaming, 'instrument'> = {},
): Message {
  const naming = { ...more, instrument }
  const group =
    action.kind === 'replace' && isGroup(action) ? groupSummary(changesOf(action), naming) : null
  return (
    group ??
    linkedSummary(action, naming) ??
    protectedSummary(action, naming) ??
    summarize(describeAction(action), naming)
  )
}
