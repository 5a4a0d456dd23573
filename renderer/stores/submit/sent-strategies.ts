import type { StoreApi } from 'zustand/vanilla'
import type { Position } from '../../../shared/domain/account/account.js'
import type { Disposer } from '../../../shared/domain/brand.js'
import { div, eq, mul, parseDecimal, toInteger } from '../../../shared/domain/decimal.js'
import { legContract, underlyingSymbol } from '../../../shared/domain/instruments/instrument-key.js'
import { changesOfOrder, kindOf } from '../../../shared/domain/orders/effect/leg-changes.js'
import { STANDARD_MULTIPLIER } from '../../../shared/domain/orders/strategy-payoff.js'
import type { OrderDraft } from '../../../shared/domain/orders/order.js'
import type { BasketEntry, BasketState } from './basket-state.js'
import { isProtectivePut } from './held-leg.js'
import { legsKey, orderedLegs, type BuilderLeg, type StrategyState } from './strategy-state.js'

/** Returns the legs of a strategy order; null when one of them is no contract that is known. */
export function builderLegs(draft: OrderDraft): readonly BuilderLeg[] | null {
  const { size, terms } = draft
  const underlying = underlyingSymbol(draft)
  if (size.kind !== 'quantity') return null
  const legs: BuilderLeg[] = []
  for (const leg of terms?.legs ?? []) {
    const { side, quantity, option } = leg
    const unit = option === null ? mul(size.quantity, STANDARD_MULTIPLIER) : size.quantity
    const perUnit = div(quantity, unit, 4, 'half-up')
    const ratio = perUnit === null ? null : toInteger(perUnit, 0)
    const contract = option === null ? underlying : legContract(leg)
    if (contract === null || ratio === null) return null
    legs.push({ symbol: contract, underlying, side, ratio: Number(ratio) })
  }
  return legs.length === 0 ? null : legs
}

/** True for the order that the builder shows, unchanged since it was added to the basket. */
function isShown({ legs, units, limit }: StrategyState, draft: OrderDraft): boolean {
  const ordered = builderLegs(draft)
  const [count, price] = [parseDecimal(units), parseDecimal(limit?.text ?? '')]
  return (
    ordered !== null &&
    legsKey(ordered) === legsKey(orderedLegs(legs)) &&
    (isProtectivePut(legs)
      ? undefined
      : legs.find(({ positionId }) => positionId !== undefined)?.positionId) ===
      (draft.terms?.legging?.direction === 'in' ? draft.terms.legging.positionId : undefined) &&
    draft.size.kind === 'quantity' &&
    count !== null &&
    eq(count, draft.size.quantity) &&
    price !== null &&
    draft.limitPrice !== null &&
    eq(price, draft.limitPrice)
  )
}

/**
 * True where the same order again would open the same; one that closes would open the opposite, and
 * a position that became a strategy takes no second leg.
 */
function onlyOpens(draft: OrderDraft, positions: readonly Position[]): boolean {
  if (draft.terms?.legging !== undefined) return false
  const units = draft.size.kind === 'quantity' ? draft.size.quantity : null
  const kind = kindOf(
    changesOfOrder(draft, { units, sized: units, positions, multiplier: STANDARD_MULTIPLIER }),
  )
  return kind === 'open' || kind === 'add'
}

const isSent = ({ outcome }: BasketEntry): boolean =>
  outcome?.kind === 'acknowledged' || outcome?.kind === 'unknown'

/**
 * Empties the builder once its strategy was sent from the basket, as the ticket does: what was sent
 * does not stay ready to be sent again.
 * @param positions returns what is held now
 */
export function clearSentStrategies(
  builder: {
    readonly state: Pick<StoreApi<StrategyState>, 'getState'>
    sentAway(isRepeatable: boolean): void
  },
  basket: Pick<StoreApi<BasketState>, 'getState' | 'subscribe'>,
  positions: () => readonly Position[],
): Disposer {
  let before = basket.getState().entries
  /** The entries that are being sent and only open positions. */
  const opening = new Set<number>()
  return basket.subscribe(({ entries }) => {
    const known = new Map(before.map((entry) => [entry.id, entry]))
    before = entries
    for (const entry of entries) {
      const earlier = known.get(entry.id)
      if (earlier === undefined || isSent(earlier)) continue
      if (entry.outcome?.kind === 'sending' && earlier.outcome?.kind !== 'sending') {
        if (onlyOpens(entry.draft, positions())) opening.add(entry.id)
      }
      if (isSent(entry) && isShown(builder.state.getState(), entry.draft)) {
        builder.sentAway(opening.has(entry.id))
      }
    }
  })
}
