import { asQuantity, div, eq, isZero, mul, type Decimal, type Quantity } from '../../../shared/domain/decimal.js'
import type { InstructionAction } from '../../../shared/domain/instruction.js'
import type { Order, OrderDraft } from '../../../shared/domain/order.js'
import type { DraftLeg, DraftTerms } from '../../../shared/domain/order-terms.js'
import { draftOfReplacement } from '../risk/limits.js'

const RATIO_PLACES = 12

/** The legs of an order in another size: a Replace that changes the quantity changes every leg with it. */
function scaled(order: Order, quantity: Quantity): readonly DraftLeg[] | null {
  const legs: DraftLeg[] = []
  for (const leg of order.terms?.legs ?? []) {
    const { side, option } = leg
    if (side === 'unknown') return null
    const ratio = order.quantity === null || isZero(order.quantity) ? null : div(leg.quantity, order.quantity, RATIO_PLACES, 'up')
    if (ratio === null) return null
    const of = { symbol: leg.symbol, side: side === 'buy' ? 'buy' as const : 'sell' as const, quantity: asQuantity(mul(ratio, quantity)) }
    if (option === null) legs.push({ ...of, option: null })
    else {
      const { type, strike, expiration } = option
      if (type === null || type === 'unknown' || strike === null || expiration === null) return null
      legs.push({ ...of, option: { type, strike, expiration } })
    }
  }
  return legs
}

/** What an order has beyond a plain one, as it would be asked for; null when the provider told something that nobody can judge. */
function termsOf(order: Order, quantity: Quantity): DraftTerms | null {
  const { terms } = order
  if (terms === undefined) return {}
  const legs = scaled(order, quantity)
  const { strategy, intent, outcome, tradeMode } = terms
  if (legs === null || strategy === 'unknown' || intent === 'unknown' || outcome === 'unknown' || tradeMode === 'unknown') return null
  return { ...(legs.length === 0 ? {} : { legs }), ...(strategy === null ? {} : { strategy }), ...(intent === null ? {} : { intent }), ...(outcome === null ? {} : { outcome }), ...(tradeMode === null ? {} : { tradeMode }) }
}

/**
 * The order that an action would leave, whole, with its terms: what is judged. Null for a cancel's counterpart that cannot be judged: an
 * amount order that is to be replaced, or an order with terms that nobody has published.
 */
export function draftOfAction(action: Exclude<InstructionAction, { kind: 'cancel' }>): OrderDraft | null {
  if (action.kind === 'place') return action.draft
  const draft = draftOfReplacement(action.before, action.change)
  if (draft === null || draft.size.kind !== 'quantity') return null
  const terms = termsOf(action.before, draft.size.quantity)
  return terms === null ? null : { ...draft, terms }
}

/** Where an action belongs: account, symbol, product and side, whatever kind it is. */
export function targetOf(action: InstructionAction): Pick<OrderDraft, 'accountId' | 'symbol' | 'assetClass' | 'side'> {
  return action.kind === 'place' ? action.draft : action.before
}

/** The action with the order that it is about as that stands now. */
export function onOrder(action: InstructionAction, row: Order | undefined): InstructionAction {
  return action.kind === 'place' || row === undefined || row === action.before ? action : { ...action, before: row }
}

const sameNumber = (a: Decimal | null, b: Decimal | null): boolean => (a === null || b === null ? a === null && b === null : eq(a, b))

/** True when a change of either leaves the same order: what has filled of it makes no difference. */
export const standsAs = (a: Order, b: Order): boolean =>
  a.type === b.type && a.timeInForce === b.timeInForce && sameNumber(a.quantity, b.quantity) && sameNumber(a.limitPrice, b.limitPrice) && sameNumber(a.stopPrice, b.stopPrice) &&
  a.trail?.kind === b.trail?.kind && sameNumber(a.trail?.step ?? null, b.trail?.step ?? null)
