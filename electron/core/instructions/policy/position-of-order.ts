import type { Position } from '../../../../shared/domain/account/account.js'
import {
  abs,
  asQuantity,
  div,
  isNegative,
  isZero,
  minOf,
  mul,
  neg,
  type Decimal,
} from '../../../../shared/domain/decimal.js'
import {
  legInstrumentKey,
  tradedKeys,
  type InstrumentKey,
} from '../../../../shared/domain/instruments/instrument-key.js'
import type { OrderDraft } from '../../../../shared/domain/orders/order.js'

/** Contracts are whole numbers. */
const UNIT_PLACES = 0

const keysOf = ({ symbol, assetClass, legs, outcome }: Position): readonly InstrumentKey[] =>
  tradedKeys({ symbol, assetClass, terms: { legs, outcome } })

/** True for a position in exactly these contracts, in any order. */
const holds = (position: Position, wanted: readonly InstrumentKey[]): boolean => {
  const held = keysOf(position)
  return held.length === wanted.length && held.every((key, index) => key === wanted[index])
}

/**
 * Returns a combination position where the broker lists its legs separately: every leg held on the
 * same side and in proportion. Null otherwise.
 */
function positionOfLegs(draft: OrderDraft, positions: readonly Position[]): Position | null {
  const { size, side, terms } = draft
  const legs = terms?.legs ?? []
  if (legs.length < 2 || size.kind !== 'quantity') return null
  const parts = legs.map((leg) => {
    const key = legInstrumentKey(leg)
    const heldPosition = positions.find((position) => key !== null && holds(position, [key]))
    const units =
      heldPosition === undefined
        ? null
        : div(
            mul(abs<Decimal>(heldPosition.quantity), size.quantity),
            leg.quantity,
            UNIT_PLACES,
            'down',
          )
    return heldPosition === undefined || units === null || isZero(units)
      ? null
      : {
          found: heldPosition,
          units,
          isSameSide: isNegative(heldPosition.quantity) === (leg.side === 'sell'),
        }
  })
  const legParts = parts.filter((part) => part !== null)
  const [first] = legParts
  if (
    first === undefined ||
    legParts.length < parts.length ||
    legParts.some(({ isSameSide }) => isSameSide !== first.isSameSide)
  ) {
    return null
  }
  const units = asQuantity(
    legParts.reduce<Decimal>((min, part) => minOf(min, part.units), first.units),
  )
  return {
    ...first.found,
    assetClass: 'option',
    symbol: draft.symbol,
    strategy: terms?.strategy,
    legs: legParts.flatMap(({ found }) => found.legs ?? []),
    quantity: first.isSameSide === (side === 'buy') ? units : asQuantity(neg(units)),
    averageCost: null,
    lastPrice: null,
    marketValue: null,
    unrealizedPnl: null,
    unrealizedPnlRatio: null,
    dayPnl: null,
  }
}

/**
 * Returns the position that an order adds to or reduces: the same product, contracts and outcome.
 */
export function positionFor(draft: OrderDraft, positions: readonly Position[]): Position | null {
  const account = positions.filter(({ accountId }) => accountId === draft.accountId)
  const outcome = draft.terms?.outcome ?? 'yes'
  const wanted = tradedKeys({ ...draft, terms: { ...draft.terms, outcome } })
  if (wanted.length === 0) return null
  return account.find((position) => holds(position, wanted)) ?? positionOfLegs(draft, account)
}
