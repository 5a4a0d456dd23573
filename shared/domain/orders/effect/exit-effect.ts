import { NO_FIGURES, type Position } from '../../account/account.js'
import { singleLegPositions } from '../../account/single-leg-positions.js'
import {
  add,
  asPrice,
  asQuantity,
  div,
  isNegative,
  isZero,
  mul,
  type Decimal,
  type Money,
  type Price,
  type Quantity,
} from '../../decimal.js'
import { positionInstrumentKey } from '../../instruments/instrument-key.js'
import type { Side } from '../../side.js'
import type { OrderDraft } from '../order.js'
import type { DraftLeg } from '../order-terms.js'
import { exitPrice } from '../exits.js'
import type { EffectFacts, OrderEffect } from './effect-types.js'
import type { LegChange } from './leg-changes.js'
import { effectOf } from './order-effect.js'

/** An order that fills at a price, and what is held before it. */
export interface PricedOrder extends Pick<EffectFacts, 'draft' | 'positions' | 'multiplier'> {
  /** The price of one unit; null while it is not known. */
  readonly price: Decimal | null
  readonly fees?: Money | null
}

/** Returns the effect of an order on positions alone, without the account's figures. */
export const positionEffect = ({
  draft,
  positions,
  price,
  multiplier,
  fees = null,
}: PricedOrder): OrderEffect =>
  effectOf({
    draft,
    positions,
    price,
    multiplier,
    fees,
    brokerCost: null,
    account: undefined,
    power: { account: null, option: null },
    stock: null,
    spot: null,
    markOf: () => null,
    isBroad: false,
  })

/**
 * Returns the legs of an order of a position's own contract; null where the broker does not
 * describe it.
 */
function legsOf(
  { legs = [] }: Position,
  side: DraftLeg['side'],
  quantity: Quantity,
): readonly DraftLeg[] | null {
  const described: DraftLeg[] = []
  for (const { symbol, option } of legs) {
    if (option === null) return null
    const { type, strike, expiration } = option
    if ((type !== 'call' && type !== 'put') || strike === null || expiration === null) return null
    described.push({ symbol, side, quantity, option: { type, strike, expiration } })
  }
  return described
}

/**
 * Returns the profit or loss that an order of a position's own instrument makes final, before fees;
 * null where it closes nothing of it, and while a part of it is not known.
 */
export function closingResult(
  position: Position,
  { side, quantity, price }: { side: Side; quantity: Quantity; price: Price },
): Money | null {
  const { accountId, assetClass, symbol, multiplier, outcome } = position
  const isBuy = side === 'buy'
  const legs = legsOf(position, isBuy ? 'buy' : 'sell', quantity)
  if (multiplier === null || legs === null || outcome === 'unknown') return null
  return positionEffect({
    draft: {
      accountId,
      assetClass,
      symbol,
      side: isBuy ? 'buy' : 'sell',
      type: 'limit',
      timeInForce: 'day',
      session: 'core',
      size: { kind: 'quantity', quantity },
      limitPrice: price,
      stopPrice: null,
      trail: null,
      expireDate: null,
      terms: {
        ...(legs.length === 0 ? {} : { legs }),
        ...(outcome === undefined ? {} : { outcome }),
      },
    },
    positions: [position],
    price,
    multiplier,
  }).realized
}

/** Decimal places of an average cost. */
const AVERAGE_PLACES = 10

/** Returns the average cost of what is held after a fill at a price; null while it is not known. */
function averageAfter(
  { before, change, after, averageCost }: LegChange,
  price: Price,
): Price | null {
  const isOpposite = isNegative(before) !== isNegative(change)
  if (isZero(before)) return price
  // What is left of a position keeps its cost; what is beyond it was opened at this price.
  if (isOpposite) return isNegative(after) === isNegative(before) ? averageCost : price
  if (averageCost === null) return null
  const cost = add<Decimal>(mul(before, averageCost), mul(change, price))
  const average = div(cost, after, AVERAGE_PLACES, 'half-even')
  return average === null ? null : asPrice(average)
}

/** Returns the position that an order of one instrument leaves. */
const leftPosition = (
  { accountId, assetClass, symbol, terms }: OrderDraft,
  change: LegChange,
  price: Price,
): Position => ({
  accountId,
  positionId: '',
  symbol,
  assetClass,
  currency: 'USD',
  quantity: asQuantity(change.after),
  multiplier: change.multiplier,
  ...NO_FIGURES,
  averageCost: averageAfter(change, price),
  ...(assetClass === 'event' ? { outcome: terms?.outcome ?? 'yes' } : {}),
  ...(assetClass === 'option'
    ? {
        legs: [
          {
            legId: '',
            symbol: change.symbol,
            quantity: asQuantity(change.after),
            option:
              change.option === null
                ? null
                : { ...change.option, style: null, multiplier: null, deliverable: null },
            settles: null,
          },
        ],
      }
    : {}),
})

/**
 * Returns the account's positions once an order of one instrument has filled; as they are for an
 * order of several, whose prices are not known apart.
 */
export function positionsAfter(order: PricedOrder): readonly Position[] {
  const { draft, price } = order
  const positions = (order.positions ?? []).flatMap((position) =>
    (position.legs ?? []).length === 0 ? [position] : (singleLegPositions(position) ?? [position]),
  )
  const [change, ...more] = positionEffect(order).changes
  if (change === undefined || more.length > 0 || price === null) return positions
  const others = positions.filter(
    (position) =>
      position.accountId !== draft.accountId || positionInstrumentKey(position) !== change.key,
  )
  return isZero(change.after) ? others : [...others, leftPosition(draft, change, asPrice(price))]
}

/**
 * Returns what an exit does once the entry has filled, at the exit's own price or at a given one.
 * Its result counts from the average cost of the position after the entry, as that of the working
 * exit does.
 */
export function exitEffect(
  entry: PricedOrder,
  exit: OrderDraft,
  fill: { readonly price?: Decimal | null; readonly fees?: Money | null } = {},
): OrderEffect {
  return positionEffect({
    draft: exit,
    positions: positionsAfter(entry),
    price: fill.price ?? exitPrice(exit),
    multiplier: entry.multiplier,
    fees: fill.fees ?? null,
  })
}
