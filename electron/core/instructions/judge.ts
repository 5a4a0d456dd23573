import {
  add,
  asQuantity,
  fromInteger,
  lte,
  sum,
  toScale,
  ZERO_MONEY,
  type Money,
} from '../../../shared/domain/decimal.js'
import type { Order, OrderDraft } from '../../../shared/domain/order.js'
import { parseOcc } from '../../../shared/domain/option.js'
import { isFinal } from '../../../shared/domain/order-state.js'
import { MINUTE_MS } from '../../../shared/domain/time.js'
import { moneyWords, numberWords } from '../../../shared/domain/number-words.js'
import { replaceDenial } from '../risk/replaceable.js'
import type { Refusal, RefusalCode } from './assistant-port.js'
import { freeToClose, underlyingOf } from './claims.js'
import { dangersOf } from './dangers.js'
import type { JudgePolicy, PolicyInput, PolicyUsage, PolicyVerdict } from './policy-port.js'
import { isReadable } from './line.js'
import { overQuantity, unitsOf } from './limits-quantity.js'
import { changesOf, draftOfAction, targetOf, type Replace } from './replacement.js'
import { ordersCounted, orderWorth } from './usage.js'
import { LIMITS_CURRENCY, worthOf, type Worth } from './worth.js'

const CURRENCY_CHARS = 8

type Rule = PolicyVerdict['rules'][number]
interface Findings {
  readonly rules: Rule[]
  refusal: Refusal | null
}

/** Rounded up: what is over a limit by less than a cent must not read as if it were at it. */
const dollars = (amount: Money): string => moneyWords(toScale(amount, 2, 'up'))

/** A count as it is written elsewhere. */
const many = (count: number): string => numberWords(fromInteger(count))

/** Notes what a rule found; the first denial is the reason. */
function note(
  found: Findings,
  rule: string,
  holds: boolean,
  text: string,
  code: RefusalCode,
  why: string,
): void {
  found.rules.push({
    rule,
    text: (holds ? text : why).slice(0, 200),
    result: holds ? 'passed' : 'denied',
  })
  if (!holds) found.refusal ??= { code, message: why }
}

/**
 * Every name an order goes by: an option counts as its root as well, a combination as all of its
 * legs.
 */
function namesOf(draft: OrderDraft): readonly string[][] {
  const names = (symbol: string): string[] => [
    symbol,
    ...(parseOcc(symbol) === null ? [] : [underlyingOf(symbol)]),
  ]
  return [draft.symbol, ...(draft.terms?.legs ?? []).map(({ symbol }) => symbol)].map(names)
}

/** Accounts and kinds of action: these hold for a cancel as well. */
function scope(input: PolicyInput, found: Findings): void {
  const { policy, action } = input
  const { accountId } = targetOf(action)
  note(
    found,
    'account',
    policy.accounts === 'all' || policy.accounts.includes(accountId),
    'The account is open to this assistant',
    'account-hidden',
    'This account is not open to this assistant',
  )
  note(
    found,
    'action',
    policy.may[action.kind],
    `May ask to ${action.kind}`,
    'not-allowed',
    `This assistant may not ask to ${action.kind} orders`,
  )
}

function allowed(input: PolicyInput, draft: OrderDraft, found: Findings): void {
  const { policy, facts } = input
  note(
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
  note(
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
  note(
    found,
    'hours',
    open && stays,
    'Within its trading hours',
    'not-allowed',
    `This assistant may trade in ${hours} only`,
  )
}

/** How often and how much at a time it asks. */
function pace({ policy, usage, now, action }: PolicyInput, found: Findings): void {
  const lately = usage.asked.filter((at) => now - at < MINUTE_MS).length
  note(
    found,
    'per-minute',
    lately < policy.maxPerMinute,
    `${lately + 1} of ${policy.maxPerMinute} a minute`,
    'too-many',
    `More than ${policy.maxPerMinute} requests within a minute`,
  )
  const cards = usage.cards ?? usage.pending.length
  note(
    found,
    'pending',
    cards < policy.maxPending,
    `${cards + 1} of ${policy.maxPending} waiting`,
    'too-many',
    `${policy.maxPending} instructions are waiting already`,
  )
  if (action.kind === 'cancel') return
  const orders = ordersCounted(usage, action)
  note(
    found,
    'orders-per-day',
    orders <= policy.ordersPerDay,
    `${many(orders)} of ${many(policy.ordersPerDay)} orders a day`,
    'over-limit',
    `Together with what waits and was approved today it is ${many(orders)} orders, over the limit of ${many(policy.ordersPerDay)} a day`,
  )
  if (action.kind !== 'place') return
  const coming = usage.pending.filter(({ action: waiting }) => waiting.kind === 'place').length
  const working = usage.working.length + (usage.underway ?? []).length + coming
  note(
    found,
    'working',
    working < policy.maxWorking,
    `${working + 1} of ${policy.maxWorking} working orders`,
    'over-limit',
    `${policy.maxWorking} orders are working or waiting already`,
  )
}

/**
 * What everything of this connection is worth that counts today, besides the action itself; an
 * order that is replaced is not counted twice.
 */
function usedBy(
  input: PolicyInput,
  only: (of: { readonly symbol: string; readonly product: string }) => boolean,
): Money {
  const { usage, action } = input
  const replaced = action.kind === 'replace' ? action.clientOrderId : null
  const counted = new Set(usage.today.map(({ clientOrderId }) => clientOrderId))
  const pending = usage.pending
    .filter(({ action: waiting }) =>
      only({ symbol: targetOf(waiting).symbol, product: targetOf(waiting).assetClass }),
    )
    .map(({ worth }) => worth)
  const today = usage.today
    .filter((each) => only(each) && (replaced === null || each.clientOrderId !== replaced))
    .map(({ worth }) => worth)
  const working = usage.working
    .filter(
      (order) =>
        order.clientOrderId !== replaced &&
        !counted.has(order.clientOrderId) &&
        only({ symbol: order.symbol, product: order.assetClass }),
    )
    .map((order) => orderWorth(order, input.facts, targetOf(action).assetClass))
  return sum([...pending, ...today, ...working])
}

function amounts(input: PolicyInput, draft: OrderDraft, worth: Money, found: Findings): void {
  const { policy } = input
  note(
    found,
    'per-order',
    lte(worth, policy.maxOrder),
    `Worth ${dollars(worth)} of ${dollars(policy.maxOrder)} per order`,
    'over-limit',
    `Worth ${dollars(worth)}, over the limit of ${dollars(policy.maxOrder)} per order`,
  )
  const limit = (
    rule: string,
    most: Money | null,
    words: string,
    only: (of: { readonly symbol: string; readonly product: string }) => boolean,
  ): void => {
    if (most === null) return
    const total = add(usedBy(input, only), worth)
    note(
      found,
      rule,
      lte(total, most),
      `${dollars(total)} of ${dollars(most)} ${words}`,
      'over-limit',
      `Together with what waits, works and was approved today it is ${dollars(total)}, over the limit of ${dollars(most)} ${words}`,
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
  if (!units.ok) return note(found, 'quantity', false, '', units.error.code, units.error.message)
  note(
    found,
    'quantity',
    lte(units.value.units, policy.maxQuantity),
    `At most ${numberWords(policy.maxQuantity)} per order`,
    'over-limit',
    overQuantity(draft, units.value, asQuantity(policy.maxQuantity)),
  )
}

/**
 * "Allow without asking": never in production, never something dangerous, only within its rule's
 * limit and until its end (rule 33). An
 * option goes by the symbol of its shares, and whoever named the shares did not speak of it.
 */
function allowedByRule(
  { environment, policy, action, now }: PolicyInput,
  draft: OrderDraft,
  verdict: { readonly worth: Money; readonly tier: PolicyVerdict['tier'] },
): boolean {
  if (
    environment === 'production' ||
    action.kind !== 'place' ||
    draft.assetClass === 'option' ||
    verdict.tier !== 'plain'
  ) {
    return false
  }
  return policy.allow.some(
    (rule) => rule.symbol === draft.symbol && now < rule.until && lte(verdict.worth, rule.maxOrder),
  )
}

/**
 * Why an order cannot be changed as it stands now; null where it can. What another change of it
 * will leave is not guessed.
 */
function changeable(
  action: Exclude<PolicyInput['action'], { readonly kind: 'cancel' }>,
): Refusal | null {
  if (action.kind === 'place') return null
  const { status, pending } = action.before
  if (isFinal(status)) return { code: 'not-found', message: `This order is ${status} already` }
  const fixed = replaceDenial(action.before, action.change)
  if (fixed !== null) return { code: 'invalid', message: fixed.message }
  return pending?.kind === 'replace'
    ? {
        code: 'unavailable',
        message:
          'A change of this order is on its way; ask again when it is known what became of it',
      }
    : null
}

const TOO_LONG =
  'This order does not fit in one line, and nobody countersigns what they cannot read whole: ask for fewer legs, or for numbers with fewer digits'
const ASKS: Rule = { rule: 'ask', text: 'A person decides on every instruction', result: 'asks' }
const denied = (found: Findings, worth: Worth | null): PolicyVerdict => ({
  result: 'deny',
  refusal: found.refusal,
  rules: found.rules,
  worth: worth?.worth ?? ZERO_MONEY,
  worstCase: worth?.worstCase ?? null,
  dangers: [],
  tier: 'plain',
})

/**
 * Totals of a change of several orders are right only with all of them in it; each of these stands
 * once in the verdict.
 */
const TOTALS: ReadonlySet<string> = new Set([
  'halt',
  'account',
  'action',
  'product',
  'symbol',
  'hours',
  'per-minute',
  'pending',
  'orders-per-day',
  'working',
  'per-day',
  'per-symbol',
  'per-product',
  'ask',
])
const TIERS = ['plain', 'danger', 'largest'] as const

/**
 * What the policy says to several orders of a combination that change together: each is judged
 * beside the others as they would be, and all
 * have to pass. Their worths add up.
 */
function judgeTogether(input: PolicyInput, changes: readonly Replace[]): PolicyVerdict {
  const names = new Set(changes.map(({ clientOrderId }) => clientOrderId))
  const { usage } = input
  const apart = (orders: readonly Order[]): readonly Order[] =>
    orders.filter(({ clientOrderId }) => !names.has(clientOrderId))
  // None of them counts as it stands: the row of each is what this change takes away.
  const today = usage.today.filter(
    ({ clientOrderId }) => clientOrderId === null || !names.has(clientOrderId),
  )
  const beside: PolicyUsage = {
    ...usage,
    cards: usage.cards ?? usage.pending.length,
    working: apart(usage.working),
    today,
    ...(usage.others === undefined
      ? {}
      : { others: { ...usage.others, working: apart(usage.others.working) } }),
  }
  const verdicts: PolicyVerdict[] = []
  for (const action of changes) {
    const judged = changes
      .slice(0, verdicts.length)
      .map((each, index) => ({ action: each, worth: verdicts[index]?.worth ?? ZERO_MONEY }))
    verdicts.push(
      judgeOne({ ...input, action, usage: { ...beside, pending: [...usage.pending, ...judged] } }),
    )
  }
  const refusal = verdicts.find((verdict) => verdict.refusal !== null)?.refusal ?? null
  const last = verdicts.length - 1
  const worst = verdicts.map(({ worstCase }) => worstCase)
  const losses = worst.filter((loss) => loss !== null)
  return {
    result: refusal === null ? 'ask' : 'deny',
    refusal,
    worth: sum(verdicts.map(({ worth }) => worth)),
    worstCase: losses.length < worst.length ? null : sum(losses),
    rules: verdicts.flatMap(({ rules }, index) =>
      rules.filter(
        ({ rule, result }) => result === 'denied' || index === last || !TOTALS.has(rule),
      ),
    ),
    dangers: [
      ...new Map(
        verdicts.flatMap(({ dangers }) => dangers.map((danger) => [danger.code, danger] as const)),
      ).values(),
    ],
    tier: TIERS[Math.max(...verdicts.map(({ tier }) => TIERS.indexOf(tier)))] ?? 'plain',
  }
}

/**
 * What the policy of a connection says to an action: halt, then what is denied, then limits; what
 * passes is asked of the person, or let
 * through by a rule outside production. A cancel passes a halt and every limit, because it can only
 * make the risk smaller, but it is
 * always asked (rule 30).
 */
export const judgePolicy: JudgePolicy = (input) => {
  const changes = input.action.kind === 'replace' ? changesOf(input.action) : []
  return changes.length > 1 ? judgeTogether(input, changes) : judgeOne(input)
}

const judgeOne: JudgePolicy = (input) => {
  const found: Findings = { rules: [], refusal: null }
  const { action } = input
  if (action.kind !== 'cancel') {
    note(found, 'halt', !input.halted, 'Trading is not halted', 'halted', 'Trading is halted')
  }
  scope(input, found)
  if (action.kind === 'cancel') {
    pace(input, found)
    return found.refusal === null
      ? {
          result: 'ask',
          refusal: null,
          rules: [...found.rules, ASKS],
          worth: ZERO_MONEY,
          worstCase: ZERO_MONEY,
          dangers: [],
          tier: 'plain',
        }
      : denied(found, null)
  }
  const changes = changeable(action)
  if (changes !== null) {
    note(found, 'worth', false, '', changes.code, changes.message)
    return denied(found, null)
  }
  const draft = draftOfAction(action)
  if (draft === null) {
    note(
      found,
      'worth',
      false,
      '',
      'invalid',
      'This order cannot be replaced: nobody could say what it would be worth',
    )
    return denied(found, null)
  }
  allowed(input, draft, found)
  pace(input, found)
  const { currency } = input.facts
  if (currency !== LIMITS_CURRENCY) {
    note(
      found,
      'currency',
      false,
      '',
      'not-allowed',
      `${draft.symbol} is priced in ${currency.slice(0, CURRENCY_CHARS)}, and the limits of assistants are in ${LIMITS_CURRENCY}`,
    )
    return denied(found, null)
  }
  const worth = worthOf(draft, {
    quote: input.facts.quote,
    multiplier: input.facts.multiplier,
    free: freeToClose(input, draft),
  })
  if (!worth.ok) {
    note(found, 'worth', false, '', worth.error.code, worth.error.message)
    return denied(found, null)
  }
  amounts(input, draft, worth.value.worth, found)
  if (!isReadable(action)) note(found, 'line', false, '', 'invalid', TOO_LONG)
  if (found.refusal !== null) return denied(found, worth.value)
  const risk = dangersOf(draft, worth.value, input.facts)
  const lets = allowedByRule(input, draft, { worth: worth.value.worth, tier: risk.tier })
  return {
    result: lets ? 'allow' : 'ask',
    refusal: null,
    worth: worth.value.worth,
    worstCase: worth.value.worstCase,
    ...risk,
    rules: [
      ...found.rules,
      lets
        ? {
            rule: 'allow',
            text: 'A rule of this assistant lets it through without asking',
            result: 'passed',
          }
        : ASKS,
    ],
  }
}
