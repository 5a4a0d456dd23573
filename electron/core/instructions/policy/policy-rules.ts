import {
  add,
  asQuantity,
  lte,
  sum,
  toScale,
  type Money,
  type Quantity,
} from '../../../../shared/domain/decimal.js'
import { tradingSymbol, type TradingSymbol } from '../../../../shared/domain/ids.js'
import type { OrderDraft } from '../../../../shared/domain/orders/order.js'
import { MINUTE_MS } from '../../../../shared/domain/time.js'
import type { Refusal, RefusalCode } from '../../../../shared/domain/instructions/refusal.js'
import { rootOf } from '../../../../shared/domain/instruments/option.js'
import type { PolicyInput, PolicyVerdict } from './policy-types.js'
import { overQuantityMessage, unitsOf } from './quantity-limit.js'
import { placedDrafts } from '../requests/action.js'
import { targetOf } from '../requests/order-changes.js'
import { closesWorkingEntry, reopenedExposure, workingExposure } from './counted-exposure.js'
import { ordersCounted } from './usage.js'
import { message } from '../../../../shared/messages/make-message.js'
import type { Message } from '../../../../shared/messages/message.js'

export type Rule = PolicyVerdict['rules'][number]
/** The results of the rules so far, and the reason of the first denial. */
export interface Findings {
  readonly rules: Rule[]
  refusal: Refusal | null
}

interface RuleResult {
  readonly rule: string
  readonly passes: boolean
  /** What an order that passes reads. */
  readonly text: Message
  /** The code and the reason of a denial. */
  readonly code: RefusalCode
  readonly why: Message
}

/** Adds the result of a rule. The first denial is the reason of the refusal. */
export function addRule(findings: Findings, { rule, passes, text, code, why }: RuleResult): void {
  findings.rules.push({
    rule,
    text: passes ? text : why,
    result: passes ? 'passed' : 'denied',
  })
  if (!passes) findings.refusal ??= { code, message: why }
}

const CENTS = 2
/** Rounds up, so that an amount over a limit by less than a cent does not read as equal to it. */
const upToCent = (amount: Money): Money => toScale(amount, CENTS, 'up')

/** Adds the denial of a rule that has no text for an order that passes it. */
export const addDenial = (findings: Findings, rule: string, refusal: Refusal): void =>
  addRule(findings, {
    rule,
    passes: false,
    text: refusal.message,
    code: refusal.code,
    why: refusal.message,
  })

/** The texts of a limit per day: for an order within it, and for one over it. */
interface DayTexts {
  readonly within: Message
  readonly over: Message
}

/** The maximum length of a symbol in a message. */
const SYMBOL_CHARS = 120
const shortSymbol = (symbol: string): string => symbol.slice(0, SYMBOL_CHARS)

/**
 * Returns the names of an order's instruments: an option also has the name of its root, a
 * combination those of all its legs.
 */
function namesOf(draft: OrderDraft): readonly string[][] {
  const names = (symbol: TradingSymbol): string[] => [symbol, rootOf(symbol)]
  return [draft.symbol, ...(draft.terms?.legs ?? []).map(({ symbol }) => symbol)].map(names)
}

/** Checks account and kind of action, which apply to cancellations too. */
export function checkScope(input: PolicyInput, findings: Findings): void {
  const { policy, action } = input
  const { accountId } = targetOf(action)
  addRule(findings, {
    rule: 'account',
    passes: policy.accounts === 'all' || policy.accounts.includes(accountId),
    text: message('policy.accountOpen'),
    code: 'account-hidden',
    why: message('policy.accountHidden'),
  })
  addRule(findings, {
    rule: 'action',
    passes: policy.may[action.kind],
    text: message('policy.actionAllowed', { kind: action.kind }),
    code: 'not-allowed',
    why: message('policy.actionDenied', { kind: action.kind }),
  })
}

/** Checks product, symbol and trading hours. */
export function checkInstrument(input: PolicyInput, draft: OrderDraft, findings: Findings): void {
  const { policy, facts } = input
  addRule(findings, {
    rule: 'product',
    passes: policy.products.includes(draft.assetClass),
    text: message('policy.productAllowed', { product: draft.assetClass }),
    code: 'not-allowed',
    why: message('policy.productDenied', { product: draft.assetClass }),
  })
  const { symbols } = policy
  const listed =
    symbols === 'all' ||
    namesOf(draft).every((names) => symbols.some((symbol) => names.includes(symbol)))
  addRule(findings, {
    rule: 'symbol',
    passes: listed,
    text: message('policy.symbolAllowed'),
    code: 'not-allowed',
    why: message('policy.symbolDenied', { symbol: shortSymbol(draft.symbol) }),
  })
  const open =
    policy.hours === 'any' ||
    facts.session === 'regular' ||
    (policy.hours === 'extended' && facts.session === 'extended')
  const stays =
    policy.hours === 'any' ||
    draft.session === 'core' ||
    (policy.hours === 'extended' && draft.session === 'all')
  addRule(findings, {
    rule: 'hours',
    passes: open && stays,
    text: message('policy.hoursAllowed'),
    code: 'not-allowed',
    why: message('policy.hoursDenied', {
      hours: policy.hours === 'regular' ? 'regular' : 'extended',
    }),
  })
}

/** Records that an order only reduces a position, up to what is available of it. */
export function checkReduction(
  { size }: OrderDraft,
  available: Quantity,
  findings: Findings,
): void {
  findings.rules.push({
    rule: 'reduces',
    text: message('policy.reducesRisk', {
      quantity: size.kind === 'quantity' ? size.quantity : null,
      available,
    }),
    result: 'passed',
  })
}

/**
 * Checks the request rate and the number of pending and working orders. The number of orders does
 * not limit those that only reduce a position.
 */
export function checkRate(
  { policy, usage, now, action }: PolicyInput,
  findings: Findings,
  reduces = false,
): void {
  const lately = usage.requestTimes.filter((time) => now - time < MINUTE_MS).length
  addRule(findings, {
    rule: 'per-minute',
    passes: lately < policy.maxPerMinute,
    text: message('policy.perMinute', { count: lately + 1, max: policy.maxPerMinute }),
    code: 'too-many',
    why: message('policy.perMinuteOver', { max: policy.maxPerMinute }),
  })
  const cards = usage.cards ?? usage.pending.length
  addRule(findings, {
    rule: 'pending',
    passes: cards < policy.maxPending,
    text: message('policy.pending', { count: cards + 1, max: policy.maxPending }),
    code: 'too-many',
    why: message('policy.pendingOver', { max: policy.maxPending }),
  })
  if (action.kind === 'cancel' || reduces) return
  const orders = ordersCounted(usage, action)
  addRule(findings, {
    rule: 'orders-per-day',
    passes: orders <= policy.ordersPerDay,
    text: message('policy.ordersPerDay', { count: orders, max: policy.ordersPerDay }),
    code: 'over-limit',
    why: message('policy.ordersPerDayOver', { count: orders, max: policy.ordersPerDay }),
  })
  if (action.kind !== 'place') return
  const coming = usage.pending.flatMap(({ action: waiting }) =>
    waiting.kind === 'place' ? placedDrafts(waiting) : [],
  ).length
  // The exits of a working entry were part of its one request.
  const entries = usage.working.filter((order) => !closesWorkingEntry(order, usage.working))
  const working =
    entries.length + (usage.inFlight ?? []).length + coming + placedDrafts(action).length
  addRule(findings, {
    rule: 'working',
    passes: working <= policy.maxWorking,
    text: message('policy.working', { count: working, max: policy.maxWorking }),
    code: 'over-limit',
    why: message('policy.workingOver', { max: policy.maxWorking }),
  })
}

/** What already counts: an amount, or the symbol of an order that cannot be valued. */
type UsedExposure = { readonly used: Money } | { readonly unvalued: TradingSymbol }

/** Adds what each order counts; an unknown part never enters the sum (CONFIRM-48). */
function totalOf(
  parts: readonly { readonly symbol: TradingSymbol; readonly exposure: Money | null }[],
): UsedExposure {
  const unvalued = parts.find(({ exposure }) => exposure === null)
  return unvalued === undefined
    ? { used: sum(parts.flatMap(({ exposure }) => exposure ?? [])) }
    : { unvalued: unvalued.symbol }
}

/**
 * Returns the exposure that already counts today for this connection, without the action itself. A
 * replaced order is not counted twice.
 */
function exposureUsed(
  input: PolicyInput,
  matches: (item: { readonly symbol: string; readonly product: string }) => boolean,
): UsedExposure {
  const { usage, action } = input
  const replaced = action.kind === 'replace' ? action.clientOrderId : null
  const counted = new Set(usage.today.map(({ clientOrderId }) => clientOrderId))
  const pending = usage.pending
    .filter(({ action: waiting }) =>
      matches({ symbol: targetOf(waiting).symbol, product: targetOf(waiting).assetClass }),
    )
    .map(({ action: waiting, exposure }) => ({ symbol: targetOf(waiting).symbol, exposure }))
  const today = usage.today
    .filter((entry) => matches(entry) && (replaced === null || entry.clientOrderId !== replaced))
    .map(({ symbol, exposure, placed }) => ({
      symbol: tradingSymbol(symbol),
      exposure: placed === undefined ? exposure : reopenedExposure(input, placed),
    }))
  const working = usage.working
    .filter(
      (order) =>
        order.clientOrderId !== replaced &&
        !counted.has(order.clientOrderId) &&
        !closesWorkingEntry(order, usage.working) &&
        matches({ symbol: order.symbol, product: order.assetClass }),
    )
    .map((order) => ({ symbol: order.symbol, exposure: workingExposure(input, order) }))
  return totalOf([...pending, ...today, ...working])
}

/** Checks the exposure against the limits of order, day, symbol and product, and the quantity. */
export function checkAmounts(
  input: PolicyInput,
  draft: OrderDraft,
  exposure: Money,
  findings: Findings,
): void {
  const { policy } = input
  addRule(findings, {
    rule: 'per-order',
    passes: lte(exposure, policy.maxOrder),
    text: message('policy.perOrder', { value: upToCent(exposure), max: upToCent(policy.maxOrder) }),
    code: 'over-limit',
    why: message('policy.perOrderOver', {
      value: upToCent(exposure),
      max: upToCent(policy.maxOrder),
    }),
  })
  const limit = (
    rule: string,
    max: Money | null,
    texts: (amounts: { readonly total: Money; readonly max: Money }) => DayTexts,
    matches: (item: { readonly symbol: string; readonly product: string }) => boolean,
  ): void => {
    if (max === null) return
    const counted = exposureUsed(input, matches)
    if ('unvalued' in counted) {
      return addDenial(findings, rule, {
        code: 'unavailable',
        message: message('policy.orderUnvalued', { symbol: shortSymbol(counted.unvalued) }),
      })
    }
    const total = add(counted.used, exposure)
    const { within, over } = texts({ total: upToCent(total), max: upToCent(max) })
    addRule(findings, {
      rule,
      passes: lte(total, max),
      text: within,
      code: 'over-limit',
      why: over,
    })
  }
  const symbol = shortSymbol(rootOf(draft.symbol))
  const product = draft.assetClass
  limit(
    'per-day',
    policy.maxDay,
    (amounts) => ({
      within: message('policy.perDay', amounts),
      over: message('policy.perDayOver', amounts),
    }),
    () => true,
  )
  limit(
    'per-symbol',
    policy.maxSymbolDay,
    (amounts) => ({
      within: message('policy.perSymbol', { ...amounts, symbol }),
      over: message('policy.perSymbolOver', { ...amounts, symbol }),
    }),
    (item) => rootOf(item.symbol) === rootOf(draft.symbol),
  )
  limit(
    'per-product',
    policy.maxProductDay,
    (amounts) => ({
      within: message('policy.perProduct', { ...amounts, product }),
      over: message('policy.perProductOver', { ...amounts, product }),
    }),
    (item) => item.product === product,
  )
  checkQuantity(input, draft, findings)
}

/** Checks the quantity of one order. */
function checkQuantity(input: PolicyInput, draft: OrderDraft, findings: Findings): void {
  const { policy } = input
  if (policy.maxQuantity === null) return
  const units = unitsOf(draft, input.facts)
  if (!units.ok) return addDenial(findings, 'quantity', units.error)
  addRule(findings, {
    rule: 'quantity',
    passes: lte(units.value.units, policy.maxQuantity),
    text: message('policy.quantity', { max: policy.maxQuantity }),
    code: 'over-limit',
    why: overQuantityMessage(draft, units.value, asQuantity(policy.maxQuantity)),
  })
}
