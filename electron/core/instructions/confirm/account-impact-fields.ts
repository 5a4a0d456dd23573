import {
  abs,
  add,
  dec,
  gt,
  neg,
  sub,
  type Decimal,
  type Money,
} from '../../../../shared/domain/decimal.js'
import type { CardField } from '../../../../shared/domain/instructions/card.js'
import type { InstructionAction } from '../../../../shared/domain/instructions/instruction.js'
import type { OrderDraft } from '../../../../shared/domain/orders/order.js'
import { message } from '../../../../shared/messages/make-message.js'
import { buyingPowerOf } from '../policy/buying-power.js'
import type { CardFacts } from '../policy/policy-types.js'
import { resultingDraft } from '../requests/action.js'
import { isGroup } from '../requests/order-changes.js'
import {
  field,
  moneyValue,
  numberValue,
  OWN_ESTIMATE,
  percentOf,
  type Estimate,
} from './card-fields.js'

const NOTHING = dec('0')

const isCombination = ({ terms }: OrderDraft): boolean => (terms?.legs ?? []).length > 1

/**
 * Returns the effect of a fill on the account: buying power, position, share of equity
 * (CONFIRM-23).
 */
export function accountImpactFields(
  action: InstructionAction,
  facts: CardFacts,
  estimate: Estimate,
): CardField[] {
  const draft = resultingDraft(action)
  if (draft === null) return []
  return [
    ...buyingPowerFields(action, draft, facts, estimate),
    ...positionFields(action, draft, facts),
    ...equityFields(action, draft, facts, estimate),
  ]
}

/**
 * Only the broker knows how much buying power short sales, futures and strategies use, so it is not
 * estimated.
 */
const usesPowerAsCost = (draft: OrderDraft): boolean =>
  (draft.assetClass === 'stock' || draft.assetClass === 'crypto' || draft.assetClass === 'event') &&
  draft.side !== 'short' &&
  !isCombination(draft)

function buyingPowerFields(
  action: InstructionAction,
  draft: OrderDraft,
  facts: CardFacts,
  { cost, fees }: Estimate,
): CardField[] {
  const power = buyingPowerOf(facts, draft.assetClass === 'option')
  if (power === null) return []
  const change =
    cost === null || !usesPowerAsCost(draft) || action.kind === 'replace' || isGroup(action)
      ? null
      : sub<Decimal>(draft.side === 'buy' ? neg<Decimal>(cost) : cost, fees ?? NOTHING)
  const after = change === null ? null : add<Decimal>(power, change)
  return [
    field(
      'power',
      message('card.buyingPower'),
      after === null ? message('card.brokerDecides') : moneyValue(after),
      {
        before: moneyValue(power),
        source: after === null ? null : OWN_ESTIMATE,
        mark: after !== null && gt(NOTHING, after) ? 'warning' : 'none',
      },
    ),
  ]
}

/** The position after the order; that of now where it cannot be determined. */
function positionFields(
  action: InstructionAction,
  draft: OrderDraft,
  { position }: CardFacts,
): CardField[] {
  const held: Decimal = position?.quantity ?? NOTHING
  const { size } = draft
  if (isCombination(draft) && position === null) {
    // Its legs may be held alone: "0" would be wrong about them.
    return []
  }
  if (size.kind !== 'quantity' || isCombination(draft) || isGroup(action)) {
    return [field('position', message('card.positionNow'), numberValue(held))]
  }
  // The position already includes the filled part of a replaced order.
  const incoming =
    action.kind === 'replace'
      ? sub<Decimal>(size.quantity, action.before.filledQuantity)
      : size.quantity
  const after = draft.side === 'buy' ? add<Decimal>(held, incoming) : sub<Decimal>(held, incoming)
  return [
    field('position', message('card.position'), numberValue(after), {
      before: numberValue(held),
      mark: gt(NOTHING, after) ? 'warning' : 'none',
      source: message('card.ifFilled'),
    }),
  ]
}

function equityFields(
  action: InstructionAction,
  draft: OrderDraft,
  facts: CardFacts,
  { cost }: Estimate,
): CardField[] {
  const equity = facts.balance?.netLiquidation ?? null
  const share = cost === null || equity === null ? null : percentOf(abs<Decimal>(cost), equity)
  const concentration =
    action.kind === 'place' && !isGroup(action) ? concentrationAfter(draft, facts, cost) : null
  const fields: CardField[] = []
  if (share !== null) {
    fields.push(
      field('share', message('card.share'), message('card.percent', { percent: share }), {
        source: OWN_ESTIMATE,
      }),
    )
  }
  if (concentration !== null) {
    fields.push(
      field(
        'concentration',
        message('card.concentration', { symbol: draft.symbol }),
        message('card.percent', { percent: concentration }),
        { source: message('card.ifFilled') },
      ),
    )
  }
  return fields
}

/** Returns the share of equity that the position would be; null where its value is not known. */
function concentrationAfter(
  draft: OrderDraft,
  { position, balance }: CardFacts,
  cost: Money | null,
): Decimal | null {
  const equity = balance?.netLiquidation ?? null
  const held: Decimal | null = position === null ? NOTHING : position.marketValue
  const isPlain = draft.assetClass === 'stock' || draft.assetClass === 'crypto'
  if (cost === null || equity === null || held === null || !isPlain) return null
  const after = draft.side === 'buy' ? add<Decimal>(held, cost) : sub<Decimal>(held, cost)
  return percentOf(abs<Decimal>(after), equity)
}
