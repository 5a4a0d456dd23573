import type { Position } from '../../../../../shared/domain/account/account.js'
import {
  legUnits,
  singleLegPositions,
} from '../../../../../shared/domain/account/single-leg-positions.js'
import {
  decimalText,
  isNegative,
  isPositive,
  lte,
  trim,
} from '../../../../../shared/domain/decimal.js'
import {
  legInstrumentKey,
  positionInstrumentKey,
} from '../../../../../shared/domain/instruments/instrument-key.js'
import type { Refusal } from '../../../../../shared/domain/instructions/refusal.js'
import type { DraftLeg } from '../../../../../shared/domain/orders/order-terms.js'
import type { OrderDraft } from '../../../../../shared/domain/orders/order.js'
import {
  recognizeStrategy,
  type StrategyLeg,
} from '../../../../../shared/domain/orders/strategies.js'
import { message } from '../../../../../shared/messages/make-message.js'
import type { Message } from '../../../../../shared/messages/message.js'

const refuse = (text: Message, rule: string, positionId: string): Refusal => ({
  code: 'invalid',
  message: text,
  detail: { field: 'position', value: positionId, rule, didYouMean: null, sizeKind: 'quantity' },
})

/** Refuses more contracts than the position is a leg for: the others would stand alone. */
function sizeRefusal({ size }: OrderDraft, position: Position, positionId: string): Refusal | null {
  const units = legUnits(position)
  if (size.kind !== 'quantity' || lte(size.quantity, units)) return null
  const { quantity } = size
  return {
    code: 'invalid',
    message: message('refusals.positionTooSmall', { positionId, units, quantity }),
    detail: {
      field: 'size',
      value: decimalText(quantity),
      rule: 'position-size',
      didYouMean: isPositive(units) ? decimalText(trim(units)) : null,
      sizeKind: 'quantity',
    },
  }
}

/** Returns a position as one leg of a strategy; null for another product or a combination. */
function legOf(position: Position): StrategyLeg | null {
  const side = isNegative(position.quantity) ? 'sell' : 'buy'
  if (position.assetClass === 'stock') return { side, ratio: 1, option: null }
  const [leg, ...others] = position.legs ?? []
  const { type = null, strike = null, expiration = null } = leg?.option ?? {}
  return position.assetClass !== 'option' ||
    others.length > 0 ||
    type === null ||
    type === 'unknown' ||
    strike === null ||
    expiration === null
    ? null
    : { side, ratio: 1, option: { type, strike, expiration } }
}

/** True where the order of a leg closes that leg of the position. */
const closes = (position: Position, leg: DraftLeg): boolean =>
  (singleLegPositions(position) ?? []).some(
    (single) =>
      positionInstrumentKey(single) === legInstrumentKey(leg) &&
      isNegative(single.quantity) === (leg.side === 'buy'),
  )

/**
 * Returns why an order cannot add its leg to a held position, or take it from one; null where it
 * can, for other orders, and while the positions are not known.
 */
export function leggingRefusal(
  draft: OrderDraft,
  positions: readonly Position[] | undefined,
): Refusal | null {
  const { legging, legs } = draft.terms ?? {}
  const [leg] = legs ?? []
  if (legging === undefined || leg === undefined || positions === undefined) return null
  const { positionId, direction, strategy } = legging
  const position = positions.find((candidate) => candidate.positionId === positionId)
  if (position === undefined) {
    return refuse(message('refusals.positionNotHeld', { positionId }), 'position-held', positionId)
  }
  if (direction === 'out') {
    return closes(position, leg)
      ? null
      : refuse(message('refusals.legNotOfPosition', { positionId }), 'leg-closes', positionId)
  }
  const first = legOf(position)
  const second: StrategyLeg = { side: leg.side, ratio: 1, option: leg.option }
  const both = first === null ? null : (recognizeStrategy([first, second])?.strategy ?? null)
  return both !== null && both === strategy
    ? sizeRefusal(draft, position, positionId)
    : refuse(message('refusals.otherStrategy', { made: both }), 'strategy-of-legs', positionId)
}
