import type { Position } from '../../../../../shared/domain/account/account.js'
import { singleLegPositions } from '../../../../../shared/domain/account/single-leg-positions.js'
import {
  abs,
  add,
  asQuantity,
  div,
  eq,
  gt,
  gte,
  isNegative,
  isPositive,
  minOf,
  mul,
  neg,
  sub,
  sum,
  ZERO,
  ZERO_QUANTITY,
  type Decimal,
  type Quantity,
} from '../../../../../shared/domain/decimal.js'
import { rootOf } from '../../../../../shared/domain/instruments/option.js'
import {
  holdingsOf,
  type OptionHolding,
  type UnderlyingHoldings,
} from '../../../../../shared/domain/orders/effect/holdings.js'
import { coverOf } from '../../../../../shared/domain/orders/effect/option-cover.js'
import { STANDARD_MULTIPLIER } from '../../../../../shared/domain/orders/strategy-payoff.js'
import type { Order, OrderDraft } from '../../../../../shared/domain/orders/order.js'
import { placedDrafts } from '../../requests/action.js'
import { draftOfAction } from '../../requests/order-changes.js'
import { riskLegs } from '../exposure.js'
import type { OrderCover, RiskLeg } from './option-max-loss.js'
import type { PolicyInput } from '../policy-types.js'
import { positionFor } from '../position-of-order.js'
import { availableToClose } from '../reservations.js'

/** Returns the legs of an order as drafts of their own. */
const legDrafts = (draft: OrderDraft): readonly OrderDraft[] =>
  (draft.terms?.legs ?? []).map((leg) => ({
    ...draft,
    assetClass: leg.option === null ? 'stock' : 'option',
    side: leg.side,
    size: { kind: 'quantity', quantity: leg.quantity },
    terms: { ...draft.terms, legs: leg.option === null ? [] : [leg] },
  }))

/**
 * Returns how many units of an order only reduce positions of its legs, by what no other order has
 * reserved of them.
 */
function unitsToClose(
  input: Pick<PolicyInput, 'action' | 'facts' | 'usage'>,
  draft: OrderDraft,
  singles: readonly Position[],
): Quantity {
  if (draft.size.kind !== 'quantity') return ZERO_QUANTITY
  const { quantity } = draft.size
  const units = legDrafts(draft).map((part) => {
    const position = positionFor(part, singles)
    if (position === null || part.size.kind !== 'quantity') return ZERO
    const available = availableToClose({ ...input, facts: { ...input.facts, position } }, part)
    return div(mul(available, quantity), part.size.quantity, 0, 'down') ?? ZERO
  })
  const [first = ZERO, ...more] = units
  return asQuantity(more.reduce<Decimal>((least, count) => minOf<Decimal>(least, count), first))
}

/** Returns the open part of an order as a draft; null when its terms are not known. */
function openDraft(order: Order): OrderDraft | null {
  if (order.quantity === null) return null
  const quantity = asQuantity(sub<Decimal>(order.quantity, order.filledQuantity))
  return isPositive(quantity)
    ? draftOfAction({
        kind: 'replace',
        accountId: order.accountId,
        clientOrderId: order.clientOrderId,
        change: { quantity },
        before: order,
      })
    : null
}

/** Returns all other orders in the underlying that work or wait. */
function otherDrafts({ action, usage }: Pick<PolicyInput, 'action' | 'usage'>, draft: OrderDraft) {
  const own = action.kind === 'place' ? null : action.clientOrderId
  const { pending, working, inFlight = [], others } = usage
  const requested = [...pending.map((entry) => entry.action), ...(others?.requested ?? [])]
  return [
    ...[...working, ...(others?.working ?? [])]
      .filter(({ clientOrderId }) => clientOrderId !== own)
      .flatMap((order) => openDraft(order) ?? []),
    ...requested.flatMap((waiting) => (waiting.kind === 'place' ? placedDrafts(waiting) : [])),
    ...inFlight,
  ].filter(
    (other) => other.accountId === draft.accountId && rootOf(other.symbol) === rootOf(draft.symbol),
  )
}

const holdingOf = (leg: RiskLeg): OptionHolding => ({
  terms: leg.option,
  contracts: leg.side === 'buy' ? leg.quantity : neg<Decimal>(leg.quantity),
  multiplier: STANDARD_MULTIPLIER,
  mark: null,
  position: null,
})

const isSameContract = (a: RiskLeg['option'], b: RiskLeg['option']): boolean =>
  a !== null &&
  b !== null &&
  a.type === b.type &&
  a.expiration === b.expiration &&
  eq(a.strike, b.strike)

/** Returns the part of a leg that closes an option which is held or sold; none where it opens. */
function closedLeg({ options }: UnderlyingHoldings, leg: RiskLeg): readonly RiskLeg[] {
  const held = options.find(({ terms }) => isSameContract(terms, leg.option))?.contracts ?? ZERO
  const closes = leg.side === 'buy' ? isNegative(held) : isPositive(held)
  return closes
    ? [{ ...leg, quantity: minOf<Quantity>(leg.quantity, asQuantity(abs<Decimal>(held))) }]
    : []
}

/** Returns the holdings once these legs are filled; legs of one contract are one holding. */
function withLegs(holdings: UnderlyingHoldings, legs: readonly RiskLeg[]): UnderlyingHoldings {
  const shares = legs
    .filter(({ option }) => option === null)
    .map(({ side, quantity }) => (side === 'buy' ? quantity : neg(quantity)))
  const options = [...holdings.options]
  for (const leg of legs.filter(({ option }) => option !== null)) {
    const added = holdingOf(leg)
    const index = options.findIndex(({ terms }) => isSameContract(terms, added.terms))
    const known = options[index]
    if (known === undefined) options.push(added)
    else options[index] = { ...known, contracts: add<Decimal>(known.contracts, added.contracts) }
  }
  return { ...holdings, shares: add<Decimal>(holdings.shares, sum<Decimal>(shares)), options }
}

/** The legs that other orders sell: what they buy covers nothing before it is filled. */
const soldLegs = (draft: OrderDraft): readonly RiskLeg[] =>
  draft.assetClass === 'stock'
    ? draft.side === 'buy' || draft.size.kind !== 'quantity'
      ? []
      : [{ side: 'sell', quantity: draft.size.quantity, option: null }]
    : (riskLegs(draft) ?? []).filter(({ side }) => side === 'sell')

/**
 * Returns how the positions bear on an option order; null for another product, and where positions
 * or legs are not known. Other orders that sell count as filled, because they may use the same
 * cover.
 */
export function coverOfOrder(
  input: Pick<PolicyInput, 'action' | 'facts' | 'usage'>,
  draft: OrderDraft,
): OrderCover | null {
  const { positions } = input.facts
  const legs = draft.assetClass === 'option' ? riskLegs(draft) : null
  if (positions === undefined || legs === null) return null
  const holdings = holdingsOf(positions, draft.accountId, draft.symbol)
  if (!holdings.isComplete) return null
  const sold = withLegs(
    holdings,
    otherDrafts(input, draft).flatMap((other) => soldLegs(other)),
  )
  // Sales of more shares than are held are refused, so they cover no short put.
  const hasSoldOut = isNegative(sold.shares) && !isNegative(holdings.shares)
  const before = hasSoldOut ? { ...sold, shares: ZERO } : sold
  // What covered the closed options covers the opened ones from now on, as in a roll.
  const closed = withLegs(
    before,
    legs.flatMap((leg) => closedLeg(before, leg)),
  )
  const after = withLegs(before, legs)
  let shares: Decimal = ZERO
  let isCovered = true
  const cover: RiskLeg[] = []
  for (const type of ['call', 'put'] as const) {
    const [now, then] = [coverOf(closed, type), coverOf(after, type)]
    if (gt(then.uncovered, coverOf(before, type).uncovered)) isCovered = false
    const used = sub<Decimal>(then.shares, now.shares)
    if (isPositive(used)) {
      shares = add<Decimal>(shares, used)
      const side = type === 'call' ? 'buy' : 'sell'
      cover.push({ side, quantity: asQuantity(used), option: null })
    }
    cover.push(...coveringLongs(now.longs, then.longs))
  }
  const singles = positions.flatMap((position) => singleLegPositions(position) ?? [])
  const available = isCovered ? unitsToClose(input, draft, singles) : ZERO_QUANTITY
  return {
    closes:
      isPositive(available) &&
      draft.size.kind === 'quantity' &&
      gte(available, draft.size.quantity),
    available,
    isCovered,
    legs: cover,
    shares: asQuantity(shares),
    heldShares: asQuantity(holdings.shares),
  }
}

/** Returns the held long options that cover more contracts after the order than before. */
function coveringLongs(
  now: ReadonlyMap<OptionHolding, Decimal>,
  then: ReadonlyMap<OptionHolding, Decimal>,
): readonly RiskLeg[] {
  const usedBefore = (long: OptionHolding): Decimal =>
    [...now].find(
      ([{ position, terms }]) => position === long.position && terms === long.terms,
    )?.[1] ?? ZERO
  return [...then].flatMap(([long, contracts]) => {
    const more = sub<Decimal>(contracts, usedBefore(long))
    return long.position === null || long.terms === null || !isPositive(more)
      ? []
      : [{ side: 'buy' as const, quantity: asQuantity(more), option: long.terms }]
  })
}
