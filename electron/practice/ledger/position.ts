import type { Product } from '../../../shared/domain/market/product-hours.js'
import type { PriceUnits, Scale, SizeUnits } from '../model/units.js'
import { valueCents, type Cents } from './money.js'

/** The side of an event market; null for everything else. */
export type EventOutcome = 'yes' | 'no'

/** An asset that can be held. The two sides of an event market are separate positions. */
export interface Asset {
  readonly product: Product
  readonly symbol: string
  readonly outcome: EventOutcome | null
  readonly scale: Scale
}

/** Returns the key of a position within its account. */
export const positionKey = ({
  symbol,
  outcome,
}: {
  readonly symbol: string
  readonly outcome: EventOutcome | null
}): string => (outcome === null ? symbol : `${symbol}:${outcome}`)

/** A size and its cost: an exact average. */
export interface Basis {
  readonly size: SizeUnits
  readonly cost: Cents
}

/** An account's position in one asset. Sizes and costs are negative for a short position. */
export interface Position extends Asset {
  readonly positionId: string
  size: SizeUnits
  /**
   * Cost of the open size (negative for proceeds), without fees. For a future, which is not paid
   * for, its value when opened.
   */
  cost: Cents
  /**
   * The size and the cost after the latest purchase (or short sale): the average cost, which a
   * closing leaves as it is.
   */
  basis: Basis
  /** Gains realized by closing, without fees, since the account opened. */
  realized: Cents
  /** Gains of the open size already paid out by daily settlements; only futures have them. */
  settled: Cents
  /** The size and its mark at the start of the exchange day. */
  daySize: SizeUnits
  dayPrice: PriceUnits
  /** Money in (+) and out (-) from today's trades, without fees. */
  dayCash: Cents
}

export const openPosition = (positionId: string, asset: Asset, mark: PriceUnits): Position => ({
  positionId,
  product: asset.product,
  symbol: asset.symbol,
  outcome: asset.outcome,
  scale: asset.scale,
  size: 0,
  cost: 0,
  basis: { size: 0, cost: 0 },
  realized: 0,
  settled: 0,
  daySize: 0,
  dayPrice: mark,
  dayCash: 0,
})

/**
 * Returns the part of `cost` that belongs to `part` of `size`, to the nearest cent; the whole cost
 * for the whole size.
 */
export const costShare = (cost: Cents, part: SizeUnits, size: SizeUnits): Cents => {
  if (part === size) return cost
  const scaled = BigInt(cost) * BigInt(part) * 2n
  const doubledSize = BigInt(size) * 2n
  const half = doubledSize / 2n
  return Number((scaled >= 0n === half >= 0n ? scaled + half : scaled - half) / doubledSize)
}

/**
 * Returns the cost of a part of a position: what its closing takes from the position's cost. What
 * remains is the average cost of the rest, so that cents never add up over many closings.
 */
export const partCost = (
  { size, cost, basis }: Pick<Position, 'size' | 'cost' | 'basis'>,
  part: SizeUnits,
): Cents => (part === size ? cost : cost - costShare(basis.cost, size - part, basis.size))

/** Adds an opening to a position. */
function openSize(position: Position, size: SizeUnits, cost: Cents): void {
  position.size += size
  position.cost += cost
  position.basis = { size: position.size, cost: position.cost }
}

/**
 * Books one execution at average cost: `size` signed (+ bought), `cash` with the opposite sign (-
 * paid). Closing realizes the difference to the average cost; any size beyond flat opens the other
 * direction. Returns the realized gain less the part settled before.
 */
export function bookExecution(position: Position, size: SizeUnits, cash: Cents): Cents {
  position.dayCash += cash
  const closing =
    position.size !== 0 && position.size > 0 !== size > 0
      ? Math.min(Math.abs(size), Math.abs(position.size))
      : 0
  if (closing === 0) {
    openSize(position, size, -cash)
    return 0
  }
  const closed = position.size > 0 ? closing : -closing
  const closingCash = costShare(cash, closing, Math.abs(size))
  const closedCost = partCost(position, closed)
  const settled = costShare(position.settled, closed, position.size)
  const gain = closingCash - closedCost
  position.realized += gain
  position.settled -= settled
  position.size -= closed
  position.cost -= closedCost
  const opened = size + closed
  if (opened !== 0) openSize(position, opened, closingCash - cash)
  return gain - settled
}

/** True for a product that is not paid for: only its gains and losses are money. */
export const isMargined = ({ product }: Pick<Asset, 'product'>): boolean => product === 'FUTURES'

export const marketValue = (position: Position, mark: PriceUnits): Cents =>
  valueCents(mark, position.size, position.scale)
export const unrealized = (position: Position, mark: PriceUnits): Cents =>
  marketValue(position, mark) - position.cost

/**
 * Returns a position's contribution to the account's value: its market value, or for a future its
 * gains not yet settled.
 */
export const equityOf = (position: Position, mark: PriceUnits): Cents =>
  isMargined(position) ? unrealized(position, mark) - position.settled : marketValue(position, mark)

/**
 * Returns today's gain: present value, less value at the start of the day, plus the cash flow of
 * today's trades.
 */
export const dayGain = (position: Position, mark: PriceUnits): Cents =>
  marketValue(position, mark) -
  valueCents(position.dayPrice, position.daySize, position.scale) +
  position.dayCash

/** Starts a new day at the given mark. */
export function rollDay(position: Position, mark: PriceUnits): void {
  position.daySize = position.size
  position.dayPrice = mark
  position.dayCash = 0
}
