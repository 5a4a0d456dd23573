import { dec, parseDecimal, type Money, type Price } from '../../../../shared/domain/decimal.js'
import type { InstructionAction } from '../../../../shared/domain/instructions/instruction.schema.js'
import { effectOf } from '../../../../shared/domain/orders/effect/order-effect.js'
import {
  marginsOfStock,
  type OrderEffect,
} from '../../../../shared/domain/orders/effect/effect-types.js'
import type { PricedOrder } from '../../../../shared/domain/orders/effect/exit-effect.js'
import type { OrderDraft } from '../../../../shared/domain/orders/order.js'
import { fillPrice } from '../../../../shared/domain/orders/effect/likely-order.js'
import type { SummaryNaming } from '../order-text/order-summary.js'
import { buyingPowerOf } from './buying-power.js'
import type { CardFacts } from './policy-types.js'
import { resultingDraft } from '../requests/action.js'
import { isGroup } from '../requests/order-changes.js'

const ONE = dec('1')

/**
 * Returns what the order of a card does once it has filled; null for a cancellation, for several
 * orders, and for an order that cannot be replaced.
 */
export function cardEffect(
  action: InstructionAction,
  facts: CardFacts,
  { cost, fees }: { readonly cost: Money | null; readonly fees: Money | null },
): OrderEffect | null {
  const draft = action.kind === 'cancel' || isGroup(action) ? null : resultingDraft(action)
  const multiplier = parseDecimal(facts.multiplier)
  if (draft === null || multiplier === null) return null
  const { instrument, price } = facts
  return effectOf({
    draft,
    filled: action.kind === 'replace' ? action.before.filledQuantity : undefined,
    positions: facts.positions ?? (facts.position === null ? [] : [facts.position]),
    price: fillPrice(draft, price),
    multiplier,
    fees,
    brokerCost: cost,
    account: facts.account?.type,
    power: { account: buyingPowerOf(facts, false), option: ownOptionPower(facts) },
    stock: marginsOfStock(instrument),
    spot: facts.spot ?? (draft.assetClass === 'stock' ? (price?.last ?? null) : null),
    // Only the price of a single contract is known here, not those of the legs of a strategy.
    markOf: () => ((draft.terms?.legs ?? []).length > 1 ? null : (price?.last ?? null)),
    isBroad: false,
  })
}

/** Returns an order of a card as one that fills at a price, on the account's positions. */
export const pricedOrder = (
  draft: OrderDraft,
  price: Price,
  { multiplier, positions, position }: CardFacts,
): PricedOrder => ({
  draft,
  price,
  positions: positions ?? (position === null ? [] : [position]),
  multiplier: parseDecimal(multiplier) ?? ONE,
})

/** Returns the buying power of options where the broker reports it apart. */
const ownOptionPower = ({ balance }: Pick<CardFacts, 'balance'>) =>
  balance?.currencies.find(({ currency }) => currency === balance.currency)?.optionBuyingPower ??
  null

/** Returns how the order of a card is named: what it closes, and the names of its instrument. */
export function cardNaming(
  action: InstructionAction,
  facts: CardFacts,
): Omit<SummaryNaming, 'instrument'> {
  const kind = cardEffect(action, facts, { cost: null, fees: null })?.kind
  const isClosing = kind === 'close' || kind === 'reduce'
  return {
    listed: facts.listed,
    tick: facts.tick,
    act: isClosing ? 'close' : kind === 'roll' ? 'roll' : null,
  }
}
