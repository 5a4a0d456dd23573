import {
  asQuantity,
  div,
  eq,
  isZero,
  mul,
  type Decimal,
  type Quantity,
} from '../../../../shared/domain/decimal.js'
import type { InstructionAction } from '../../../../shared/domain/instructions/instruction.schema.js'
import { tradesSame } from '../../../../shared/domain/instruments/instrument-key.js'
import type { ClientOrderId } from '../../../../shared/domain/ids.js'
import type { Order, OrderDraft } from '../../../../shared/domain/orders/order.js'
import type { DraftLeg, DraftTerms } from '../../../../shared/domain/orders/order-terms.js'
import { draftTermsOf, sameTerms } from '../../../../shared/domain/orders/draft-terms.js'
import { draftOfReplacement } from '../../risk/risk-limits.js'
import { batchReplaceDenial } from '../../risk/replace-rules.js'
import type { Refusal } from '../../../../shared/domain/instructions/refusal.js'
import { message } from '../../../../shared/messages/make-message.js'

const RATIO_PLACES = 12

/** Scales the legs of an order to another quantity. Null when a leg is not fully known. */
function scaledLegs(order: Order, quantity: Quantity): readonly DraftLeg[] | null {
  const legs: DraftLeg[] = []
  for (const leg of order.terms?.legs ?? []) {
    const { side, option } = leg
    if (side === 'unknown') return null
    const ratio =
      order.quantity === null || isZero(order.quantity)
        ? null
        : div(leg.quantity, order.quantity, RATIO_PLACES, 'up')
    if (ratio === null) return null
    const base = {
      symbol: leg.symbol,
      side: side === 'buy' ? ('buy' as const) : ('sell' as const),
      quantity: asQuantity(mul(ratio, quantity)),
    }
    if (option === null) legs.push({ ...base, option: null })
    else {
      const { type, strike, expiration } = option
      if (type === null || type === 'unknown' || strike === null || expiration === null) return null
      legs.push({ ...base, option: { type, strike, expiration } })
    }
  }
  return legs
}

/**
 * Returns the terms of an order as an order request would state them; null when the broker reported
 * an unknown value.
 */
function termsOf(order: Order, quantity: Quantity): DraftTerms | null {
  const { terms } = order
  if (terms === undefined) return {}
  const legs = scaledLegs(order, quantity)
  const { strategy, intent, outcome, tradeMode } = terms
  if (
    legs === null ||
    strategy === 'unknown' ||
    intent === 'unknown' ||
    outcome === 'unknown' ||
    tradeMode === 'unknown'
  ) {
    return null
  }
  return {
    ...(legs.length === 0 ? {} : { legs }),
    ...(strategy === null ? {} : { strategy }),
    ...(intent === null ? {} : { intent }),
    ...(outcome === null ? {} : { outcome }),
    ...(tradeMode === null ? {} : { tradeMode }),
  }
}

/**
 * Returns the complete order that an action would result in, for the policy check. Null when it
 * cannot be evaluated: the replacement of an amount order, or of an order with unknown terms.
 */
export function draftOfAction(
  action: Exclude<InstructionAction, { kind: 'cancel' }>,
): OrderDraft | null {
  if (action.kind === 'place') return action.draft
  const draft = draftOfReplacement(action.before, action.change)
  if (draft === null || draft.size.kind !== 'quantity') return null
  const terms = termsOf(action.before, draft.size.quantity)
  const { algo } = draft.terms ?? {}
  return terms === null
    ? null
    : { ...draft, terms: { ...terms, ...(algo === undefined ? {} : { algo }) } }
}

/** Returns account, symbol, product and side of any action. */
export function targetOf(
  action: InstructionAction,
): Pick<OrderDraft, 'accountId' | 'symbol' | 'assetClass' | 'side'> {
  return action.kind === 'place' ? action.draft : action.before
}

export type ReplaceAction = Extract<InstructionAction, { readonly kind: 'replace' }>

/**
 * Returns the changes of all affected orders, each as a change of its own. The named order comes
 * first.
 */
export function changesOf({ others = [], ...first }: ReplaceAction): readonly ReplaceAction[] {
  return [
    first,
    ...others.map(
      ({ clientOrderId, change, before }): ReplaceAction => ({
        kind: 'replace',
        accountId: first.accountId,
        clientOrderId,
        change,
        before,
      }),
    ),
  ]
}

/** True when an action places or changes several orders of a combination, none of them an exit. */
export const isGroup = (action: InstructionAction): boolean =>
  (action.kind === 'replace' && (action.others ?? []).length > 0) ||
  (action.kind === 'place' && (action.linked ?? []).length > 0)

const affectedOrders = (
  action: InstructionAction,
): readonly Exclude<InstructionAction, { readonly kind: 'place' }>[] =>
  action.kind === 'place' ? [] : action.kind === 'cancel' ? [action] : changesOf(action)

/** Returns the ids of the orders that an action changes or cancels. */
export const affectedOrderIds = (action: InstructionAction): readonly ClientOrderId[] =>
  affectedOrders(action).map(({ clientOrderId }) => clientOrderId)

/** Returns the orders that an action changes or cancels, as stored in it. */
export const originalOrders = (action: InstructionAction): ReadonlyMap<ClientOrderId, Order> =>
  new Map(affectedOrders(action).map(({ clientOrderId, before }) => [clientOrderId, before]))

/**
 * Returns the action with the current state of its orders. An order that is no longer known keeps
 * its stored state.
 */
export function withLatestOrders(
  action: InstructionAction,
  findOrder: (id: ClientOrderId) => Order | undefined,
): InstructionAction {
  if (action.kind === 'place') return action
  const before = findOrder(action.clientOrderId) ?? action.before
  if (action.kind === 'cancel') return before === action.before ? action : { ...action, before }
  const otherChanges = action.others?.map((other) => ({
    ...other,
    before: findOrder(other.clientOrderId) ?? other.before,
  }))
  const same =
    before === action.before &&
    (otherChanges ?? []).every((other, index) => other.before === action.others?.[index]?.before)
  return same
    ? action
    : { ...action, before, ...(otherChanges === undefined ? {} : { others: otherChanges }) }
}

const sameNumber = (a: Decimal | null, b: Decimal | null): boolean =>
  a === null || b === null ? a === null && b === null : eq(a, b)

/** True when both orders have the same known terms and expiration date. */
function haveSameExtras(a: Order, b: Order): boolean {
  const [termsOfA, termsOfB] = [draftTermsOf(a.terms), draftTermsOf(b.terms)]
  return (
    termsOfA !== null &&
    termsOfB !== null &&
    sameTerms(termsOfA, termsOfB) &&
    (a.terms?.expireDate ?? null) === (b.terms?.expireDate ?? null)
  )
}

/**
 * True when the same change of either order gives the same result. Filled quantities are ignored.
 */
export const haveSameTerms = (a: Order, b: Order): boolean =>
  a.type === b.type &&
  a.timeInForce === b.timeInForce &&
  sameNumber(a.quantity, b.quantity) &&
  sameNumber(a.limitPrice, b.limitPrice) &&
  sameNumber(a.stopPrice, b.stopPrice) &&
  a.trail?.kind === b.trail?.kind &&
  sameNumber(a.trail?.step ?? null, b.trail?.step ?? null) &&
  haveSameExtras(a, b)

/**
 * Returns why several orders cannot change in one request; null when they can. The broker accepts
 * orders of one combination. They must also have one symbol here, because a card shows one market
 * and one position.
 */
export function groupRefusal(orders: readonly Order[]): Refusal | null {
  const denial = batchReplaceDenial(orders)
  if (denial !== null) return { code: 'invalid', message: denial.message }
  const [first, ...others] = orders
  const otherProduct = others.find((order) => first === undefined || !tradesSame(order, first))
  return otherProduct === undefined
    ? null
    : {
        code: 'invalid',
        message: message('refusals.oneSymbol', { symbol: otherProduct.symbol }),
      }
}
