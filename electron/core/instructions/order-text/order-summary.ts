import type { Decimal } from '../../../../shared/domain/decimal.js'
import type { InstructionAction } from '../../../../shared/domain/instructions/instruction.js'
import type { Instrument } from '../../../../shared/domain/instruments/instrument.js'
import { parseOcc } from '../../../../shared/domain/instruments/option.js'
import type {
  Order,
  OrderDraft,
  OrderSession,
  OrderType,
  TimeInForce,
  Trail,
} from '../../../../shared/domain/orders/order.js'
import { ORDER_TYPE_TABLE } from '../../../../shared/domain/orders/order-types.js'
import type { Side } from '../../../../shared/domain/side.js'
import { decimalText, dec, fromInteger, mul, trim } from '../../../../shared/domain/decimal.js'
import {
  formatPlainMoney,
  formatPlainNumber,
  formatPlainPrice,
} from '../../../../shared/domain/plain-number.js'
import { resultingDraft } from '../requests/action.js'
import { changesOf, isGroupChange } from '../requests/order-changes.js'
import { toPlainText } from './plain-text.js'

const NAME_CHARS = 80
const LINE_CHARS = 300
const MONTHS = [
  'Jan',
  'Feb',
  'Mar',
  'Apr',
  'May',
  'Jun',
  'Jul',
  'Aug',
  'Sep',
  'Oct',
  'Nov',
  'Dec',
] as const

/** The data that a summary is made from. Drafts and orders both provide it. */
export interface OrderDescription {
  readonly side: Side
  readonly symbol: string
  readonly assetClass: OrderDraft['assetClass']
  readonly type: OrderType
  readonly timeInForce: TimeInForce
  readonly session: OrderSession
  readonly quantity: Decimal | null
  readonly amount: Decimal | null
  readonly limitPrice: Decimal | null
  readonly stopPrice: Decimal | null
  readonly trail: Trail | null
  readonly expireDate: string | null
  readonly strategy: string | null
  readonly intent: string | null
  readonly outcome: string | null
  readonly legs: readonly {
    readonly symbol: string
    readonly side: string
    readonly quantity: Decimal
    readonly option: {
      readonly type: string | null
      readonly strike: Decimal | null
      readonly expiration: string | null
    } | null
  }[]
  readonly algo: {
    readonly kind: string
    readonly targetPercent: Decimal | null
    readonly maxPercent: Decimal | null
    readonly start: string | null
    readonly end: string | null
  } | null
}

export const describeDraft = (draft: OrderDraft): OrderDescription => {
  const { size, terms } = draft
  const algo = terms?.algo
  return {
    ...draft,
    symbol: draft.symbol,
    quantity: size.kind === 'quantity' ? size.quantity : null,
    amount: size.kind === 'amount' ? size.amount : null,
    strategy: terms?.strategy ?? null,
    intent: terms?.intent ?? null,
    outcome: terms?.outcome ?? null,
    legs: terms?.legs ?? [],
    algo:
      algo === undefined
        ? null
        : {
            kind: algo.kind,
            targetPercent: algo.targetPercent ?? null,
            maxPercent: algo.maxPercent ?? null,
            start: algo.start ?? null,
            end: algo.end ?? null,
          },
  }
}

export const describeOrder = (order: Order): OrderDescription => ({
  ...order,
  symbol: order.symbol,
  expireDate: order.terms?.expireDate ?? null,
  strategy: order.terms?.strategy ?? null,
  intent: order.terms?.intent ?? null,
  outcome: order.terms?.outcome ?? null,
  legs: order.terms?.legs ?? [],
  algo: order.terms?.algo ?? null,
})

const formatDay = (day: string): string => {
  const [year, month, date] = day.split('-')
  return `${Number.parseInt(date ?? '', 10)} ${MONTHS[Number.parseInt(month ?? '', 10) - 1] ?? month ?? ''} ${year ?? ''}`
}

const formatPercent = (fraction: Decimal): string =>
  `${decimalText(trim(mul(fraction, dec('100'))))} %`

/** Formats an option contract, for example "20 Jun 2025 150 call". */
const formatContract = (option: {
  readonly type: string | null
  readonly strike: Decimal | null
  readonly expiration: string | null
}): string =>
  [
    option.expiration === null ? null : formatDay(option.expiration),
    option.strike === null ? null : formatPlainNumber(option.strike),
    option.type,
  ]
    .filter((part) => part !== null)
    .join(' ')

export const SIDE_LABELS: Record<Side, string> = { buy: 'BUY', sell: 'SELL', short: 'SELL SHORT' }
const INTENT_LABELS: Readonly<Record<string, string>> = {
  'buy-to-open': 'BUY TO OPEN',
  'buy-to-close': 'BUY TO CLOSE',
  'sell-to-open': 'SELL TO OPEN',
  'sell-to-close': 'SELL TO CLOSE',
}

/** Formats the instrument, for example "AAPL 20 Jun 2025 150 call", "YES of KX…" or "AAPL". */
function formatInstrument(order: OrderDescription): string {
  const [leg] = order.legs
  if (order.legs.length === 1 && leg !== undefined && leg.option !== null) {
    return `${leg.symbol} ${formatContract(leg.option)}`
  }
  if (order.legs.length > 1) return `${order.strategy ?? 'combination'} on ${order.symbol}`
  const occ = order.assetClass === 'option' ? parseOcc(order.symbol) : null
  if (occ !== null) return `${occ.root} ${formatContract(occ)}`
  return order.outcome === null ? order.symbol : `${order.outcome.toUpperCase()} of ${order.symbol}`
}

const formatLegs = (order: OrderDescription): string =>
  order.legs.length < 2
    ? ''
    : `: ${order.legs.map((leg) => `${leg.side} ${formatPlainNumber(leg.quantity)} ${leg.symbol}${leg.option === null ? ' shares' : ` ${formatContract(leg.option)}`}`).join(', ')}`

/**
 * Removes brackets, so that a name from the broker cannot close its bracket and imitate the order
 * text.
 */
const withoutBrackets = (name: string): string => name.replace(/[\p{Ps}\p{Pe}]/gu, ' ')

function formatName(order: OrderDescription, instrument: Instrument | null): string {
  if (instrument === null) return ''
  const parts = [
    toPlainText(withoutBrackets(instrument.name), NAME_CHARS),
    toPlainText(withoutBrackets(instrument.exchange), 40),
  ].filter((part) => part !== '' && part !== order.symbol)
  return parts.length === 0 ? '' : ` (${parts.join(', ')})`
}

const formatTrail = (trail: Trail | null): string =>
  trail === null
    ? ''
    : ` of ${trail.kind === 'percent' ? formatPercent(trail.step) : formatPlainPrice(trail.step)}`

/**
 * Formats the price terms, for example "limit 187.50", "stop 180.00, limit 179.50" or "trailing
 * stop of 2 %".
 */
export function formatPriceTerms(
  order: Pick<OrderDescription, 'type' | 'limitPrice' | 'stopPrice' | 'trail'>,
): string {
  const price = (value: Decimal | null): string =>
    value === null ? '' : ` ${formatPlainPrice(value)}`
  return ORDER_TYPE_TABLE[order.type].phrase.en
    .replace('{limit}', price(order.limitPrice))
    .replace('{stop}', price(order.stopPrice))
    .replace('{trail}', formatTrail(order.trail))
}

const TIME_IN_FORCE_LABELS: Record<TimeInForce, string> = {
  day: 'day',
  gtc: 'good till cancelled',
  ioc: 'immediate or cancel',
  fok: 'fill or kill',
  gtd: 'good till a day',
}
export const formatTimeInForce = (
  order: Pick<OrderDescription, 'timeInForce' | 'expireDate'>,
): string =>
  order.timeInForce === 'gtd' && order.expireDate !== null
    ? `good till ${formatDay(order.expireDate)}`
    : TIME_IN_FORCE_LABELS[order.timeInForce]

const SESSION_LABELS: Record<OrderSession, string> = {
  core: '',
  all: ', also in extended hours',
  night: ', night session only',
}

/**
 * Formats the algorithm, for example "VWAP, at most 10 % of the volume, 10:00:00 to the close New
 * York". Empty without one.
 */
export function formatAlgo({ algo }: Pick<OrderDescription, 'algo'>): string {
  if (algo === null) return ''
  const share =
    algo.targetPercent === null
      ? algo.maxPercent === null
        ? ''
        : `, at most ${formatPlainNumber(algo.maxPercent)} % of the volume`
      : `, ${formatPlainNumber(algo.targetPercent)} % of the volume`
  const hours =
    algo.start === null && algo.end === null
      ? ''
      : `, ${algo.start ?? 'now'} to ${algo.end ?? 'the close'} New York`
  return `${algo.kind.toUpperCase()}${share}${hours}`
}
const formatAlgoSuffix = (order: OrderDescription): string =>
  order.algo === null ? '' : `, spread by ${formatAlgo(order)}`

const formatOrder = (order: OrderDescription, name: string, before: string): string => {
  const verb =
    (order.intent === null ? undefined : INTENT_LABELS[order.intent]) ?? SIDE_LABELS[order.side]
  const size =
    order.amount === null
      ? order.quantity === null
        ? ''
        : `${formatPlainNumber(order.quantity)} `
      : `${formatPlainMoney(order.amount)} of `
  const terms = `${formatPriceTerms(order)}, ${formatTimeInForce(order)}${SESSION_LABELS[order.session]}`
  return `${before}${verb} ${size}${formatInstrument(order)}${name}${formatLegs(order)}, ${terms}${formatAlgoSuffix(order)}`
}

/**
 * Summarizes one order, for example "BUY 10 AAPL (Apple Inc., NASDAQ), limit 187.50, day"
 * (CONFIRM-19), after the text `before`. A name that leaves too little room for the terms is
 * omitted, because the symbol identifies the instrument.
 */
export function orderSummary(
  order: OrderDescription,
  instrument: Instrument | null,
  before = '',
): string {
  const full = formatOrder(order, formatName(order, instrument), before)
  return toPlainText(full.length > LINE_CHARS ? formatOrder(order, '', before) : full, LINE_CHARS)
}

interface ActionDescription {
  readonly order: OrderDescription
  readonly before: string
}

function describeAction(action: InstructionAction): ActionDescription {
  if (action.kind === 'place') return { order: describeDraft(action.draft), before: '' }
  const current = describeOrder(action.before)
  if (action.kind === 'cancel') return { order: current, before: 'CANCEL the order ' }
  const after = resultingDraft(action)
  // A replace keeps the terms, and legs follow the size; only the fields of the change are new.
  const order =
    after === null
      ? current
      : {
          ...describeDraft(after),
          legs: after.terms?.legs ?? current.legs,
          strategy: current.strategy,
          intent: current.intent,
          outcome: current.outcome,
          expireDate: current.expireDate,
        }
  return { order, before: 'CHANGE the order to ' }
}

/**
 * False when the summary would be cut before its price and time in force, because a person cannot
 * approve an order that is not fully readable.
 */
export const isReadable = (action: InstructionAction): boolean => {
  const { order, before } = describeAction(action)
  return formatOrder(order, '', before).length <= LINE_CHARS
}

/**
 * Summarizes several orders of a combination in full, or by their count when that is too long; the
 * card then shows each.
 */
function groupSummary(
  changes: readonly InstructionAction[],
  instrument: Instrument | null,
): string {
  const [first] = changes
  if (first === undefined) return ''
  const { order } = describeAction(first)
  const head = `CHANGE ${formatPlainNumber(fromInteger(changes.length))} orders of one combination in ${order.symbol}`
  const full = `${head}${formatName(order, instrument)}, all or none: ${changes.map((change) => formatOrder(describeAction(change).order, '', '')).join('; ')}`
  return toPlainText(
    full.length > LINE_CHARS ? `${head}, all or none: each is compared below` : full,
    LINE_CHARS,
  )
}

/** Summarizes what an instruction requests, in Countersign's own words (CONFIRM-19). */
export function actionSummary(action: InstructionAction, instrument: Instrument | null): string {
  if (action.kind === 'replace' && isGroupChange(action)) {
    return groupSummary(changesOf(action), instrument)
  }
  const { order, before } = describeAction(action)
  return orderSummary(order, instrument, before)
}
