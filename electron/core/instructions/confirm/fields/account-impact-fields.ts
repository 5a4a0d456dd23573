import {
  abs,
  add,
  dec,
  isNegative,
  sub,
  trim,
  type Decimal,
  type Money,
} from '../../../../../shared/domain/decimal.js'
import type { Position } from '../../../../../shared/domain/account/account.js'
import type { CardField } from '../../../../../shared/domain/instructions/card.js'
import type { InstructionAction } from '../../../../../shared/domain/instructions/instruction.schema.js'
import type { OrderDraft } from '../../../../../shared/domain/orders/order.js'
import type { OrderEffect } from '../../../../../shared/domain/orders/effect/effect-types.js'
import type { LegChange } from '../../../../../shared/domain/orders/effect/leg-changes.js'
import { message } from '../../../../../shared/messages/make-message.js'
import type { Message } from '../../../../../shared/messages/message.js'
import { describeDraft } from '../../order-text/order-summary.js'
import { buyingPowerOf } from '../../policy/buying-power.js'
import type { CardFacts } from '../../policy/policy-types.js'
import { resultingDraft } from '../../requests/action.js'
import { isGroup } from '../../requests/order-changes.js'
import { cardEffect } from '../../policy/card-effect.js'
import {
  field,
  moneyValue,
  NOT_KNOWN,
  numberValue,
  OWN_ESTIMATE,
  percentOf,
  type Estimate,
} from './card-fields.js'

const NOTHING = dec('0')

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
  const effect = cardEffect(action, facts, estimate)
  return [
    ...(effect === null ? powerNow(draft, facts) : buyingPowerFields(action, effect)),
    ...positionFields(action, draft, effect, facts),
    ...leggingFields(draft, facts),
    ...equityFields(action, draft, facts, movedValue(draft, effect, estimate)),
  ]
}

/** Returns the buying power before several orders, which the broker decides together. */
function powerNow(draft: OrderDraft, facts: CardFacts): CardField[] {
  const power = buyingPowerOf(facts, draft.assetClass === 'option')
  return power === null
    ? []
    : [
        field('power', message('card.buyingPower'), message('card.brokerDecides'), {
          before: moneyValue(power),
        }),
      ]
}

/** Returns the buying power of the order's kind, before and after. */
function buyingPowerFields(
  action: InstructionAction,
  { power: { kind, before, after: computed } }: OrderEffect,
): CardField[] {
  if (before === null) return []
  // What the replaced order holds of it is not known.
  const after = action.kind === 'replace' ? null : computed
  return [
    field(
      'power',
      message(kind === 'option' ? 'card.optionPower' : 'card.buyingPower'),
      after === null ? message('card.brokerDecides') : moneyValue(after),
      {
        before: moneyValue(before),
        source: after === null ? null : OWN_ESTIMATE,
        mark: after !== null && isNegative(after) ? 'warning' : 'none',
      },
    ),
  ]
}

/** The position after the order, of every leg; for several orders the present position. */
function positionFields(
  action: InstructionAction,
  draft: OrderDraft,
  effect: OrderEffect | null,
  { position }: CardFacts,
): CardField[] {
  if (effect === null || isGroup(action)) {
    const held: Decimal = position?.quantity ?? NOTHING
    return [field('position', message('card.positionNow'), numberValue(held))]
  }
  const isStrategy = effect.changes.length > 1
  return effect.changes.map((change, index) =>
    field(
      isStrategy ? `position-${index + 1}` : 'position',
      isStrategy
        ? message('card.positionIn', { instrument: instrumentOf(draft, change) })
        : message('card.position'),
      numberValue(change.after),
      {
        before: numberValue(change.before),
        mark: isNegative(change.after) ? 'warning' : 'none',
        source: message('card.ifFilled'),
      },
    ),
  )
}

/** The held position that the order adds its leg to, or takes it from, by quantity and name. */
function leggingFields(draft: OrderDraft, { positions }: CardFacts): CardField[] {
  const legging = draft.terms?.legging
  if (legging === undefined) return []
  const label = message('card.legging')
  const position = positions?.find(({ positionId }) => positionId === legging.positionId)
  if (position === undefined) return [field('legging', label, NOT_KNOWN, { mark: 'warning' })]
  const params = { held: trim(position.quantity), instrument: positionName(draft, position) }
  return [
    field(
      'legging',
      label,
      legging.strategy === undefined
        ? message('card.legOut', params)
        : message('card.legIn', { ...params, strategy: legging.strategy }),
    ),
  ]
}

/** Names a held position: "AAPL 20 Jun 2025 150 call", "vertical on AAPL". */
const positionName = (
  draft: OrderDraft,
  { assetClass, symbol, strategy, legs }: Position,
): Message =>
  message('order.instrument', {
    order: {
      ...describeDraft({ ...draft, terms: {} }),
      assetClass,
      symbol,
      outcome: null,
      strategy: strategy ?? null,
      legs: (legs ?? []).map((leg) => ({
        symbol: leg.symbol,
        side: draft.side,
        quantity: leg.quantity ?? NOTHING,
        option: leg.option,
      })),
    },
  })

/** Names one leg: "AAPL 20 Jun 2025 150 call", "AAPL". */
const instrumentOf = (draft: OrderDraft, { option, symbol }: LegChange): Message =>
  message('order.instrument', {
    order: {
      ...describeDraft({ ...draft, terms: {} }),
      assetClass: option === null ? 'stock' : 'option',
      outcome: null,
      legs: option === null ? [] : [{ symbol, side: draft.side, quantity: NOTHING, option }],
    },
  })

/** Returns what the order moves: of a future the value of its contracts, not their margin. */
const movedValue = (
  { assetClass }: OrderDraft,
  effect: OrderEffect | null,
  { cost }: Estimate,
): Money | null => (assetClass === 'futures' && effect !== null ? effect.value : cost)

function equityFields(
  action: InstructionAction,
  draft: OrderDraft,
  facts: CardFacts,
  cost: Money | null,
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
