import {
  add,
  asMoney,
  maxOf,
  sum,
  ZERO_MONEY,
  type Money,
} from '../../../../../shared/domain/decimal.js'
import {
  isExclusiveRole,
  structuralExits,
} from '../../../../../shared/domain/orders/combo-rules.js'
import type { ComboMember } from '../../../../../shared/domain/orders/order.js'
import { message } from '../../../../../shared/messages/make-message.js'
import { comboOf, type PlaceAction } from '../../requests/action.js'
import { combinedVerdict } from './combined-verdict.js'
import type { PolicyInput, PolicyVerdict } from '../policy-types.js'

/** The request that an order is one of. */
export interface PartOfRequest {
  /** The action and the usage whose orders are counted; when absent, the order's own. */
  readonly request?: Pick<PolicyInput, 'action' | 'usage'>
  /** True for an order that can only close what an earlier one of the request opens. */
  readonly isExit?: boolean
}

/** An order that is the whole request. */
export const WHOLE: PartOfRequest = {}

/** The dangers that a card shows. */
const MAX_DANGERS = 10

interface Evaluated {
  readonly member: ComboMember
  readonly verdict: PolicyVerdict
}

/** True when a fill of one order cancels the other. */
const exclude = (a: ComboMember, b: ComboMember): boolean =>
  a.role === b.role && isExclusiveRole(a.role)

/**
 * Evaluates orders that are linked to a new one, each as an order of its own, with those that may
 * fill beside it as pending. What can only close what the first order opens counts nothing, unless
 * the first order itself closes a position, which the others would open again.
 *
 * @param evaluate evaluates one order of the request
 */
export function evaluateLinked(
  input: PolicyInput,
  action: PlaceAction,
  evaluate: (input: PolicyInput, part: PartOfRequest) => PolicyVerdict,
): PolicyVerdict {
  const combo = comboOf(action)
  if (combo === null) return evaluate(input, WHOLE)
  const exits = structuralExits(combo)
  const request = { action, usage: input.usage }
  const evaluated: Evaluated[] = []
  for (const [index, member] of combo.orders.entries()) {
    const isExit = exits.has(index) && evaluated[0]?.verdict.reduces !== true
    const verdict = evaluate(inputFor(input, member, evaluated), { request, isExit })
    evaluated.push({ member, verdict })
  }
  return verdictOf(evaluated)
}

/** Returns the input of one order: others that may fill too are pending, no rule approves it. */
function inputFor(
  input: PolicyInput,
  member: ComboMember,
  evaluated: readonly Evaluated[],
): PolicyInput {
  const { usage, policy } = input
  const alongside = evaluated
    .filter((other) => !exclude(other.member, member))
    .map(({ member: { draft }, verdict: { exposure } }) => ({
      action: { kind: 'place' as const, draft },
      exposure,
    }))
  return {
    ...input,
    action: { kind: 'place', draft: member.draft },
    policy: { ...policy, allow: [] },
    usage: {
      ...usage,
      cards: usage.cards ?? usage.pending.length,
      pending: [...usage.pending, ...alongside],
    },
  }
}

/** Adds what each order counts; of those that exclude each other only the largest. */
function total(
  amounts: readonly { readonly member: ComboMember; readonly amount: Money }[],
): Money {
  const isExclusive = ({ member }: { readonly member: ComboMember }): boolean =>
    isExclusiveRole(member.role)
  const largest = amounts
    .filter(isExclusive)
    .reduce<Money>((found, { amount }) => asMoney(maxOf(found, amount)), ZERO_MONEY)
  const others = sum(amounts.filter((entry) => !isExclusive(entry)).map(({ amount }) => amount))
  return asMoney(add(others, largest))
}

function verdictOf(evaluated: readonly Evaluated[]): PolicyVerdict {
  const verdicts = evaluated.map(({ verdict }) => verdict)
  const all = combinedVerdict(verdicts)
  const losses = evaluated.flatMap(({ member, verdict: { maxLoss } }) =>
    maxLoss === null ? [] : [{ member, amount: maxLoss }],
  )
  const verdict: PolicyVerdict = {
    ...all,
    exposure: total(
      evaluated.map(({ member, verdict: { exposure } }) => ({ member, amount: exposure })),
    ),
    maxLoss: losses.length < evaluated.length ? null : total(losses),
    basis: message('policy.countsLinked'),
    reduces: verdicts.every(({ reduces }) => reduces === true),
  }
  if (verdict.refusal !== null || verdict.dangers.length <= MAX_DANGERS) return verdict
  const refusal = { code: 'invalid' as const, message: message('policy.tooManyRisks') }
  return { ...verdict, result: 'deny', refusal }
}
