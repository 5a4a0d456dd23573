import type { Position } from '../../../../shared/domain/account/account.js'
import {
  abs,
  asQuantity,
  div,
  eq,
  isNegative,
  isZero,
  minOf,
  mul,
  neg,
  type Decimal,
} from '../../../../shared/domain/decimal.js'
import { parseOcc } from '../../../../shared/domain/instruments/option.js'
import type { OrderDraft } from '../../../../shared/domain/orders/order.js'
import { riskLegs } from './exposure.js'

/** Contracts are whole numbers. */
const UNIT_PLACES = 0

/**
 * True for a position in exactly the contracts of an option order. A position under an OCC symbol
 * needs no legs.
 */
function holdsLegs(position: Position, draft: OrderDraft): boolean {
  const wanted = riskLegs(draft) ?? []
  const names = new Set<string>([
    draft.symbol,
    ...(draft.terms?.legs ?? []).map(({ symbol }) => symbol),
    parseOcc(draft.symbol)?.root ?? draft.symbol,
  ])
  const known = (symbol: string): boolean =>
    names.has(symbol) || names.has(parseOcc(symbol)?.root ?? symbol)
  const occ = parseOcc(position.symbol)
  const held =
    position.legs ?? (occ === null ? [] : [{ symbol: position.symbol, option: { ...occ } }])
  if (held.length !== wanted.length || held.length === 0 || !known(position.symbol)) return false
  return wanted.every(({ option }) =>
    held.some((leg) =>
      option === null
        ? leg.option === null
        : leg.option !== null &&
          leg.option.type === option.type &&
          leg.option.expiration === option.expiration &&
          leg.option.strike !== null &&
          eq(leg.option.strike, option.strike),
    ),
  )
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
    const single: OrderDraft = { ...draft, side: leg.side, terms: { ...terms, legs: [leg] } }
    const found = positions.find((position) =>
      leg.option === null
        ? position.assetClass === 'stock' && position.symbol === leg.symbol
        : position.assetClass === 'option' && holdsLegs(position, single),
    )
    const units =
      found === undefined
        ? null
        : div(mul(abs<Decimal>(found.quantity), size.quantity), leg.quantity, UNIT_PLACES, 'down')
    return found === undefined || units === null || isZero(units)
      ? null
      : { found, units, isSameSide: isNegative(found.quantity) === (leg.side === 'sell') }
  })
  const known = parts.filter((part) => part !== null)
  const [first] = known
  if (
    first === undefined ||
    known.length < parts.length ||
    known.some(({ isSameSide }) => isSameSide !== first.isSameSide)
  ) {
    return null
  }
  const units = asQuantity(
    known.reduce<Decimal>((min, part) => minOf(min, part.units), first.units),
  )
  return {
    ...first.found,
    assetClass: 'option',
    symbol: draft.symbol,
    strategy: terms?.strategy,
    legs: known.flatMap(({ found }) => found.legs ?? []),
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
  const ofProduct = account.filter(({ assetClass }) => assetClass === draft.assetClass)
  if (draft.assetClass === 'option') {
    return (
      ofProduct.find((position) => holdsLegs(position, draft)) ?? positionOfLegs(draft, account)
    )
  }
  return (
    ofProduct.find(
      ({ symbol, outcome }) =>
        symbol === draft.symbol &&
        (draft.assetClass !== 'event' || outcome === (draft.terms?.outcome ?? 'yes')),
    ) ?? null
  )
}
