import {
  abs,
  add,
  asQuantity,
  div,
  isNegative,
  isPositive,
  isZero,
  minOf,
  mul,
  neg,
  sub,
  ZERO,
  type Decimal,
} from '../../decimal.js'
import { toCents, type EffectFacts, type OrderEffect } from './effect-types.js'
import { changesOfOrder, kindOf, type EffectKind, type LegChange } from './leg-changes.js'
import { coverAfter, uncoveredBy } from './held-cover.js'
import { likelyQuantity } from './likely-order.js'
import { optionEffect } from './option-effect.js'
import { powerEffect } from './power-effect.js'
import { stockMarginEffect } from './stock-margin.js'

const PLACES = 10

/** Returns the cash that a fill moves: negative where it is paid. */
function cashOf({ draft }: EffectFacts, value: Decimal | null): Decimal | null {
  if (value === null || draft.assetClass === 'futures') return value === null ? null : ZERO
  return draft.side === 'buy' ? neg(value) : value
}

/** Returns the value of what the order still trades, in cents as it is booked. */
function valueOf({ draft, price, multiplier }: EffectFacts, units: Decimal | null): Decimal | null {
  if (draft.size.kind === 'amount') return draft.size.amount
  return price === null || units === null ? null : toCents(mul(mul(price, units), multiplier))
}

/** Returns the closed part of a single instrument, as units. */
const closedUnits = ({ before, change }: LegChange): Decimal =>
  isZero(before) || isNegative(before) === isNegative(change)
    ? ZERO
    : minOf<Decimal>(abs(before), abs(change))

/** Returns what the closed part cost when it was opened; null while a cost is not known. */
function basisOf(changes: readonly LegChange[]): Decimal | null {
  let basis: Decimal = ZERO
  for (const change of changes) {
    const closed = closedUnits(change)
    if (isZero(closed)) continue
    if (change.averageCost === null) return null
    const cost = mul(mul(change.averageCost, closed), change.multiplier)
    basis = isNegative(change.before) ? sub<Decimal>(basis, cost) : add<Decimal>(basis, cost)
  }
  return basis
}

/** Returns the result that closing makes final; null where nothing closes, or a part is unknown. */
function realizedOf(
  facts: EffectFacts,
  changes: readonly LegChange[],
  units: Decimal | null,
): Decimal | null {
  const { price, multiplier, draft } = facts
  const basis = basisOf(changes)
  const [only, ...more] = changes
  if (basis === null || price === null || units === null || only === undefined) return null
  if (more.length === 0) {
    const closed = closedUnits(only)
    if (isZero(closed) || isZero(units)) return null
    const proceeds = toCents(mul(mul(price, closed), multiplier))
    const gross = draft.side === 'buy' ? neg(proceeds) : proceeds
    // The fees of a part that opens the opposite belong to the new position.
    const fees = div(mul(facts.fees ?? ZERO, closed), units, PLACES, 'half-even') ?? ZERO
    return sub<Decimal>(sub<Decimal>(gross, basis), fees)
  }
  const closesAll = changes.every(
    (change) => !isPositive(sub<Decimal>(abs(change.change), closedUnits(change))),
  )
  if (!closesAll) return null
  const value = toCents(mul(mul(price, units), multiplier))
  const cash = draft.side === 'buy' ? neg(value) : value
  return sub<Decimal>(sub<Decimal>(cash, basis), facts.fees ?? ZERO)
}

/** One event contract pays one dollar. */
function eventBounds(
  { draft, fees }: EffectFacts,
  kind: EffectKind,
  value: Decimal | null,
  units: Decimal | null,
): Pick<OrderEffect, 'maxLoss' | 'maxGain' | 'payout'> {
  const opens = draft.assetClass === 'event' && draft.side === 'buy' && kind !== 'close'
  if (!opens || value === null || units === null) return NO_BOUNDS
  const paid = add<Decimal>(value, fees ?? ZERO)
  const gain = sub<Decimal>(units, paid)
  return {
    maxLoss: toCents(paid),
    maxGain: toCents(isNegative(gain) ? ZERO : gain),
    payout: toCents(units),
  }
}

const NO_BOUNDS = { maxLoss: null, maxGain: null, payout: null } as const

/**
 * Returns what an order does once it has filled. Every amount that is shown before an order comes
 * from here: ticket, review, basket, strategy, chart, card and the assistants' tools (REL-47).
 */
export function effectOf(facts: EffectFacts): OrderEffect {
  const { draft } = facts
  const sized = likelyQuantity(draft, facts.price)
  const units = sized === null ? null : asQuantity(sub<Decimal>(sized, facts.filled ?? ZERO))
  const changes = changesOfOrder(draft, {
    units,
    sized,
    positions: facts.positions,
    multiplier: facts.multiplier,
  })
  const kind = kindOf(changes)
  const value = valueOf(facts, units)
  const cash = cashOf(facts, value)
  const cover = coverAfter(draft, changes, facts.positions)
  const options =
    draft.assetClass === 'option' && units !== null
      ? optionEffect({ facts, changes, kind, cash, basis: basisOf(changes), cover })
      : null
  const realized = realizedOf(facts, changes, units)
  const power = powerEffect({ facts, changes, value, cash, options, units })
  return {
    kind,
    units,
    changes,
    value: value === null ? null : toCents(value),
    cash: cash === null ? null : toCents(cash),
    fees: facts.fees,
    margin: options?.margin ?? power.margin,
    power: power.power,
    stockMargin: stockMarginEffect(facts, changes),
    ...(options === null
      ? eventBounds(facts, kind, value, units)
      : { ...options.bounds, payout: null }),
    payoff: options?.payoff ?? null,
    realized: realized === null ? null : toCents(realized),
    cover: cover?.shares ?? null,
    uncovers: uncoveredBy(draft, changes, facts.positions),
  }
}
