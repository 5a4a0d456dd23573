import {
  isPositive,
  lte,
  ZERO_MONEY,
  ZERO_QUANTITY,
  type Money,
  type Quantity,
} from '../../../../shared/domain/decimal.js'
import {
  orderInstrumentKey,
  symbolKeys,
} from '../../../../shared/domain/instruments/instrument-key.js'
import {
  fitsTotal,
  type AutoApproveRule,
} from '../../../../shared/domain/instructions/policy.schema.js'
import type { Order, OrderDraft } from '../../../../shared/domain/orders/order.js'
import { isFinal } from '../../../../shared/domain/orders/order-state.js'
import { err, ok, type Result } from '../../../../shared/domain/result.js'
import { replaceDenial } from '../../risk/replace-rules.js'
import { lockOutMessage } from '../../risk/risk-limits.js'
import type { Refusal } from '../../../../shared/domain/instructions/refusal.js'
import { availableToClose } from './reservations.js'
import { dangersOf } from './dangers.js'
import type { EvaluatePolicy, PolicyInput, PolicyUsage, PolicyVerdict } from './policy-types.js'
import { isReadable } from '../order-text/order-summary.js'
import { changesOf, draftOfAction, isGroup, type ReplaceAction } from '../requests/order-changes.js'
import { LIMITS_CURRENCY, exposureOf, remainingAfter, type OrderExposure } from './exposure.js'
import { combinedVerdict } from './several/combined-verdict.js'
import { coveringQuantity } from '../../orders/covering.js'
import { coverOfOrder } from './options/order-cover.js'
import { evaluateLinked, WHOLE, type PartOfRequest } from './several/linked-policy.js'
import {
  addDenial,
  addRule,
  checkAmounts,
  checkInstrument,
  checkRate,
  checkReduction,
  checkScope,
  type Findings,
  type Rule,
} from './policy-rules.js'
import { message } from '../../../../shared/messages/make-message.js'

const CURRENCY_CHARS = 8

/**
 * Returns the auto-approve rule that covers the order; null without one. Never in production, never
 * for a dangerous order, only within the rule's limit and what is left of its total, and before its
 * end (CONFIRM-33, CONFIRM-53). A rule means the instrument
 * that its symbol names and no other of the same symbol, both sides of an event. Options always
 * need the person.
 */
function allowedByRule(
  { environment, policy, action, now }: PolicyInput,
  draft: OrderDraft,
  verdict: { readonly value: Money; readonly tier: PolicyVerdict['tier'] },
): AutoApproveRule | null {
  if (
    environment === 'production' ||
    action.kind !== 'place' ||
    action.exits !== undefined ||
    draft.assetClass === 'option' ||
    verdict.tier !== 'plain'
  ) {
    return null
  }
  const key = orderInstrumentKey(draft)
  if (key === null) return null
  const covering = policy.allow.find(
    (rule) =>
      symbolKeys(rule.symbol).includes(key) &&
      now < rule.until &&
      lte(verdict.value, rule.maxOrder) &&
      fitsTotal(rule, verdict.value),
  )
  return covering ?? null
}

/**
 * Returns why an order cannot be changed in its current state; null where it can. A change in
 * progress refuses, because its result is unknown.
 */
function changeRefusal(
  action: Exclude<PolicyInput['action'], { readonly kind: 'cancel' }>,
): Refusal | null {
  if (action.kind === 'place') return null
  const { status, pending } = action.before
  if (isFinal(status)) {
    return { code: 'not-found', message: message('policy.orderEnded', { status }) }
  }
  const fixed = replaceDenial(action.before, action.change)
  if (fixed !== null) return { code: 'invalid', message: fixed.message }
  return pending?.kind === 'replace'
    ? {
        code: 'unavailable',
        message: message('policy.changeInProgress'),
      }
    : null
}

const TOO_LONG: Refusal = { code: 'invalid', message: message('policy.tooLong') }
const APPROVAL_RULE: Rule = {
  rule: 'ask',
  text: message('policy.needsApproval'),
  result: 'asks',
}
const AUTO_APPROVAL_RULE: Rule = {
  rule: 'allow',
  text: message('policy.autoApproved'),
  result: 'passed',
}
const denied = (found: Findings, exposure: OrderExposure | null): PolicyVerdict => ({
  result: 'deny',
  refusal: found.refusal,
  rules: found.rules,
  exposure: exposure?.exposure ?? ZERO_MONEY,
  maxLoss: exposure?.maxLoss ?? null,
  dangers: [],
  tier: 'plain',
})

/** Returns the usage without the current rows of a group, because a change replaces them. */
function usageWithoutGroup(usage: PolicyUsage, changes: readonly ReplaceAction[]): PolicyUsage {
  const ids = new Set(changes.map(({ clientOrderId }) => clientOrderId))
  const withoutGroup = (orders: readonly Order[]): readonly Order[] =>
    orders.filter(({ clientOrderId }) => !ids.has(clientOrderId))
  return {
    ...usage,
    cards: usage.cards ?? usage.pending.length,
    working: withoutGroup(usage.working),
    today: usage.today.filter(
      ({ clientOrderId }) => clientOrderId === null || !ids.has(clientOrderId),
    ),
    ...(usage.others === undefined
      ? {}
      : { others: { ...usage.others, working: withoutGroup(usage.others.working) } }),
  }
}

/**
 * Evaluates several orders of a combination that change together. Each is evaluated with the others
 * as they would become, and all must pass. Their exposures add up.
 */
function evaluateGroup(input: PolicyInput, changes: readonly ReplaceAction[]): PolicyVerdict {
  const usage = usageWithoutGroup(input.usage, changes)
  const verdicts: PolicyVerdict[] = []
  for (const action of changes) {
    const evaluated = changes.slice(0, verdicts.length).map((change, index) => ({
      action: change,
      exposure: verdicts[index]?.exposure ?? ZERO_MONEY,
    }))
    const pending = [...usage.pending, ...evaluated]
    verdicts.push(evaluateSingle({ ...input, action, usage: { ...usage, pending } }))
  }
  return combinedVerdict(verdicts)
}

/**
 * Evaluates an action against a connection's policy: halt, scope, then limits. A passing action
 * needs the person's approval, or outside production an auto-approve rule. A cancellation ignores
 * halts and amount limits, because it only reduces risk, but always needs approval (CONFIRM-30).
 */
export const evaluatePolicy: EvaluatePolicy = (input) => {
  const { action } = input
  if (action.kind === 'place' && isGroup(action)) {
    return evaluateLinked(input, action, evaluateSingle)
  }
  const changes = action.kind === 'replace' ? changesOf(action) : []
  return changes.length > 1 ? evaluateGroup(input, changes) : evaluateSingle(input)
}

/**
 * Evaluates one order.
 *
 * @param part the request that the order is one of, whose orders count together, and whether it can
 *   only close what an earlier one opens
 */
const evaluateSingle = (input: PolicyInput, part: PartOfRequest = WHOLE): PolicyVerdict => {
  const findings: Findings = { rules: [], refusal: null }
  const { action } = input
  if (action.kind === 'cancel') return evaluateCancel(input, findings)
  addRule(findings, {
    rule: 'halt',
    passes: !input.halted,
    text: message('policy.notHalted'),
    code: 'halted',
    why: message('policy.halted'),
  })
  checkScope(input, findings)
  const draft = draftToEvaluate(action)
  if (!draft.ok) return deniedBy(findings, 'worth', draft.error)
  checkInstrument(input, draft.value, findings)
  const counted = { ...input, ...part.request }
  if (part.isExit) {
    checkRate(counted, findings)
    findings.rules.push({
      rule: 'reduces',
      text: message('policy.closesEntry'),
      result: 'passed',
    })
    return findings.refusal === null ? withoutRisk(findings) : denied(findings, null)
  }
  const availableQuantity = availableToClose(input, draft.value)
  const covering = coveringOf(input)
  const cover = coverOfOrder(input, draft.value)
  const isStrategy = (draft.value.terms?.legs ?? []).length > 1
  // What covers short options is not available: without it they are new risk. A strategy closes
  // what its legs close together.
  const available = isStrategy
    ? (cover?.available ?? ZERO_QUANTITY)
    : remainingAfter(availableQuantity, covering)
  const exposure = exposureOf(draft.value, {
    quote: input.facts.quote,
    multiplier: input.facts.multiplier,
    availableToClose: available,
    coversOptions: isPositive(covering) && isPositive(availableQuantity),
    cover,
  })
  const reduces = exposure.ok && exposure.value.reduces
  checkRate(counted, findings, reduces)
  const currency = currencyRefusal(input, draft.value)
  if (currency !== null) return deniedBy(findings, 'currency', currency)
  checkLockOut(input, draft.value, available, findings)
  if (!exposure.ok) return deniedBy(findings, 'worth', exposure.error)
  // Closing and protecting orders have a limit of their own, the position (CONFIRM-41).
  if (reduces) checkReduction(draft.value, available, findings)
  else checkAmounts(input, draft.value, exposure.value.exposure, findings)
  if (!isReadable(action)) addDenial(findings, 'line', TOO_LONG)
  return findings.refusal === null
    ? accepted(input, draft.value, exposure.value, findings)
    : denied(findings, exposure.value)
}

/** Returns how much of the position covers short options. */
const coveringOf = ({ facts: { position, positions } }: PolicyInput): Quantity =>
  position === null ? ZERO_QUANTITY : coveringQuantity(position, positions ?? [position])

/**
 * Denies an order in an account that is locked out after a daily loss, unless it only reduces a
 * position. The order gateway decides again, by the positions of that moment, and about changes.
 */
function checkLockOut(
  { lockOut, action }: PolicyInput,
  { size }: OrderDraft,
  available: Quantity,
  found: Findings,
): void {
  if (lockOut === null || lockOut === undefined || action.kind !== 'place') return
  if (size.kind === 'quantity' && lte(size.quantity, available)) return
  addDenial(found, 'lock-out', { code: 'locked-out', message: lockOutMessage(lockOut) })
}

function evaluateCancel(input: PolicyInput, found: Findings): PolicyVerdict {
  checkScope(input, found)
  checkRate(input, found)
  return found.refusal === null ? withoutRisk(found) : denied(found, null)
}

/** Returns the verdict of an action that adds no risk and needs the person's approval. */
const withoutRisk = (found: Findings): PolicyVerdict => ({
  result: 'ask',
  refusal: null,
  rules: [...found.rules, APPROVAL_RULE],
  exposure: ZERO_MONEY,
  maxLoss: ZERO_MONEY,
  dangers: [],
  tier: 'plain',
})

/** Returns the order as it would become; a refusal where it cannot be changed or valued. */
function draftToEvaluate(
  action: Exclude<PolicyInput['action'], { readonly kind: 'cancel' }>,
): Result<OrderDraft, Refusal> {
  const refusal = changeRefusal(action)
  if (refusal !== null) return err(refusal)
  const draft = draftOfAction(action)
  return draft === null
    ? err({
        code: 'invalid',
        message: message('policy.notReplaceable'),
      })
    : ok(draft)
}

function currencyRefusal({ facts: { currency } }: PolicyInput, draft: OrderDraft): Refusal | null {
  return currency === LIMITS_CURRENCY
    ? null
    : {
        code: 'not-allowed',
        message: message('policy.otherCurrency', {
          symbol: draft.symbol,
          currency: currency.slice(0, CURRENCY_CHARS),
        }),
      }
}

/** Denies with the reason of one rule, unless an earlier rule gave one. */
function deniedBy(found: Findings, rule: string, refusal: Refusal): PolicyVerdict {
  addDenial(found, rule, refusal)
  return denied(found, null)
}

/** Returns the verdict of an order that passed every rule. */
function accepted(
  input: PolicyInput,
  draft: OrderDraft,
  valued: OrderExposure,
  findings: Findings,
): PolicyVerdict {
  const { exposure, value, maxLoss, basis, reduces } = valued
  const risk = dangersOf(draft, valued, input.facts)
  const allowing = allowedByRule(input, draft, { value, tier: risk.tier })
  const rule: Rule = allowing === null ? APPROVAL_RULE : AUTO_APPROVAL_RULE
  return {
    result: allowing === null ? 'ask' : 'allow',
    ...(allowing === null ? {} : { rule: { symbol: allowing.symbol, value } }),
    refusal: null,
    exposure,
    maxLoss,
    basis,
    reduces,
    ...risk,
    rules: [...findings.rules, rule],
  }
}
