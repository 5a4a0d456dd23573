import {
  add,
  asQuantity,
  fromInteger,
  lte,
  sum,
  toScale,
  type Money,
} from '../../../../shared/domain/decimal.js'
import type { OrderDraft } from '../../../../shared/domain/orders/order.js'
import { parseOcc } from '../../../../shared/domain/instruments/option.js'
import { MINUTE_MS } from '../../../../shared/domain/time.js'
import { formatPlainMoney, formatPlainNumber } from '../../../../shared/domain/plain-number.js'
import type { Refusal, RefusalCode } from '../../../../shared/domain/instructions/refusal.js'
import { underlyingOf } from './reservations.js'
import type { PolicyInput, PolicyVerdict } from './policy-types.js'
import { overQuantityMessage, unitsOf } from './quantity-limit.js'
import { targetOf } from '../requests/order-changes.js'
import { ordersCounted, workingOrderExposure } from './usage.js'

export type Rule = PolicyVerdict['rules'][number]
/** The results of the rules so far, and the reason of the first denial. */
export interface Findings {
  readonly rules: Rule[]
  refusal: Refusal | null
}

/** Rounds up, so that an amount over a limit by less than a cent does not read as equal to it. */
const formatDollars = (amount: Money): string => formatPlainMoney(toScale(amount, 2, 'up'))

/** Formats a count like every other number. */
const formatCount = (count: number): string => formatPlainNumber(fromInteger(count))

/** Adds the result of a rule. The first denial is the reason of the refusal. */
export function addRule(
  found: Findings,
  rule: string,
  passes: boolean,
  text: string,
  code: RefusalCode,
  why: string,
): void {
  found.rules.push({
    rule,
    text: (passes ? text : why).slice(0, 200),
    result: passes ? 'passed' : 'denied',
  })
  if (!passes) found.refusal ??= { code, message: why }
}

/**
 * Returns the names of an order's instruments: an option also has the name of its root, a
 * combination those of all its legs.
 */
function namesOf(draft: OrderDraft): readonly string[][] {
  const names = (symbol: string): string[] => [
    symbol,
    ...(parseOcc(symbol) === null ? [] : [underlyingOf(symbol)]),
  ]
  return [draft.symbol, ...(draft.terms?.legs ?? []).map(({ symbol }) => symbol)].map(names)
}

/** Checks account and kind of action, which apply to cancellations too. */
export function checkScope(input: PolicyInput, found: Findings): void {
  const { policy, action } = input
  const { accountId } = targetOf(action)
  addRule(
    found,
    'account',
    policy.accounts === 'all' || policy.accounts.includes(accountId),
    'The account is open to this assistant',
    'account-hidden',
    'This account is not open to this assistant',
  )
  addRule(
    found,
    'action',
    policy.may[action.kind],
    `May ask to ${action.kind}`,
    'not-allowed',
    `This assistant may not ask to ${action.kind} orders`,
  )
}

/** Checks product, symbol and trading hours. */
export function checkInstrument(input: PolicyInput, draft: OrderDraft, found: Findings): void {
  const { policy, facts } = input
  addRule(
    found,
    'product',
    policy.products.includes(draft.assetClass),
    `The product is allowed: ${draft.assetClass}`,
    'not-allowed',
    `This assistant may not trade this product: ${draft.assetClass}`,
  )
  const { symbols } = policy
  const listed =
    symbols === 'all' ||
    namesOf(draft).every((names) => symbols.some((symbol) => names.includes(symbol)))
  addRule(
    found,
    'symbol',
    listed,
    'The symbol is allowed',
    'not-allowed',
    `${draft.symbol} is not on this assistant’s list of symbols`,
  )
  const open =
    policy.hours === 'any' ||
    facts.session === 'regular' ||
    (policy.hours === 'extended' && facts.session === 'extended')
  const stays =
    policy.hours === 'any' ||
    draft.session === 'core' ||
    (policy.hours === 'extended' && draft.session === 'all')
  const hours = policy.hours === 'regular' ? 'the regular session' : 'regular and extended hours'
  addRule(
    found,
    'hours',
    open && stays,
    'Within its trading hours',
    'not-allowed',
    `This assistant may trade in ${hours} only`,
  )
}

/** Checks the request rate and the number of pending and working orders. */
export function checkRate({ policy, usage, now, action }: PolicyInput, found: Findings): void {
  const lately = usage.requestTimes.filter((time) => now - time < MINUTE_MS).length
  addRule(
    found,
    'per-minute',
    lately < policy.maxPerMinute,
    `${lately + 1} of ${policy.maxPerMinute} a minute`,
    'too-many',
    `More than ${policy.maxPerMinute} requests within a minute`,
  )
  const cards = usage.cards ?? usage.pending.length
  addRule(
    found,
    'pending',
    cards < policy.maxPending,
    `${cards + 1} of ${policy.maxPending} waiting`,
    'too-many',
    `${policy.maxPending} instructions are waiting already`,
  )
  if (action.kind === 'cancel') return
  const orders = ordersCounted(usage, action)
  addRule(
    found,
    'orders-per-day',
    orders <= policy.ordersPerDay,
    `${formatCount(orders)} of ${formatCount(policy.ordersPerDay)} orders a day`,
    'over-limit',
    `Together with what waits and was approved today it is ${formatCount(orders)} orders, over the limit of ${formatCount(policy.ordersPerDay)} a day`,
  )
  if (action.kind !== 'place') return
  const coming = usage.pending.filter(({ action: waiting }) => waiting.kind === 'place').length
  const working = usage.working.length + (usage.inFlight ?? []).length + coming
  addRule(
    found,
    'working',
    working < policy.maxWorking,
    `${working + 1} of ${policy.maxWorking} working orders`,
    'over-limit',
    `${policy.maxWorking} orders are working or waiting already`,
  )
}

/**
 * Returns the exposure that already counts today for this connection, without the action itself. A
 * replaced order is not counted twice.
 */
function exposureUsed(
  input: PolicyInput,
  matches: (item: { readonly symbol: string; readonly product: string }) => boolean,
): Money {
  const { usage, action } = input
  const replaced = action.kind === 'replace' ? action.clientOrderId : null
  const counted = new Set(usage.today.map(({ clientOrderId }) => clientOrderId))
  const pending = usage.pending
    .filter(({ action: waiting }) =>
      matches({ symbol: targetOf(waiting).symbol, product: targetOf(waiting).assetClass }),
    )
    .map(({ exposure }) => exposure)
  const today = usage.today
    .filter((entry) => matches(entry) && (replaced === null || entry.clientOrderId !== replaced))
    .map(({ exposure }) => exposure)
  const working = usage.working
    .filter(
      (order) =>
        order.clientOrderId !== replaced &&
        !counted.has(order.clientOrderId) &&
        matches({ symbol: order.symbol, product: order.assetClass }),
    )
    .map((order) => workingOrderExposure(order, input.facts, targetOf(action).assetClass))
  return sum([...pending, ...today, ...working])
}

/** Checks the exposure against the limits of order, day, symbol and product, and the quantity. */
export function checkAmounts(
  input: PolicyInput,
  draft: OrderDraft,
  exposure: Money,
  found: Findings,
): void {
  const { policy } = input
  addRule(
    found,
    'per-order',
    lte(exposure, policy.maxOrder),
    `Worth ${formatDollars(exposure)} of ${formatDollars(policy.maxOrder)} per order`,
    'over-limit',
    `Worth ${formatDollars(exposure)}, over the limit of ${formatDollars(policy.maxOrder)} per order`,
  )
  const limit = (
    rule: string,
    max: Money | null,
    suffix: string,
    matches: (item: { readonly symbol: string; readonly product: string }) => boolean,
  ): void => {
    if (max === null) return
    const total = add(exposureUsed(input, matches), exposure)
    addRule(
      found,
      rule,
      lte(total, max),
      `${formatDollars(total)} of ${formatDollars(max)} ${suffix}`,
      'over-limit',
      `Together with what waits, works and was approved today it is ${formatDollars(total)}, over the limit of ${formatDollars(max)} ${suffix}`,
    )
  }
  limit('per-day', policy.maxDay, 'a day', () => true)
  limit(
    'per-symbol',
    policy.maxSymbolDay,
    `a day in ${underlyingOf(draft.symbol)}`,
    ({ symbol }) => underlyingOf(symbol) === underlyingOf(draft.symbol),
  )
  limit(
    'per-product',
    policy.maxProductDay,
    `a day in this product: ${draft.assetClass}`,
    ({ product }) => product === draft.assetClass,
  )
  if (policy.maxQuantity === null) return
  const units = unitsOf(draft, input.facts)
  if (!units.ok) return addRule(found, 'quantity', false, '', units.error.code, units.error.message)
  addRule(
    found,
    'quantity',
    lte(units.value.units, policy.maxQuantity),
    `At most ${formatPlainNumber(policy.maxQuantity)} per order`,
    'over-limit',
    overQuantityMessage(draft, units.value, asQuantity(policy.maxQuantity)),
  )
}
