import type { PriceUnits, SizeUnits } from '../units.js'
import { valueCents, type Cents } from './money.js'

/** What an account holds of one symbol. Sizes and costs are negative for a short position. */
export interface Position {
  readonly positionId: string
  readonly symbol: string
  size: SizeUnits
  /** What the open size cost (or brought in, negative), without fees. */
  cost: Cents
  /** Gains taken by closing, without fees, since the account opened. */
  realized: Cents
  /** The size and its mark when the exchange day began. */
  daySize: SizeUnits
  dayPrice: PriceUnits
  /** Money in (+) and out (-) by today's trades, without fees. */
  dayCash: Cents
}

export const openPosition = (positionId: string, symbol: string, mark: PriceUnits): Position => ({
  positionId, symbol, size: 0, cost: 0, realized: 0, daySize: 0, dayPrice: mark, dayCash: 0,
})

/** The part of `cost` that belongs to `part` of `size`, to the nearest cent; all of it for the whole. */
export const costShare = (cost: Cents, part: SizeUnits, size: SizeUnits): Cents => {
  if (part === size) return cost
  const scaled = BigInt(cost) * BigInt(part) * 2n
  const whole = BigInt(size) * 2n
  const half = whole / 2n
  return Number((scaled >= 0n === half >= 0n ? scaled + half : scaled - half) / whole)
}

/**
 * Books one execution: `size` signed (+ bought), `cash` signed the other way (- paid). Average cost; closing realizes the
 * difference to it, and what goes beyond flat opens the other direction.
 */
export function bookExecution(position: Position, size: SizeUnits, cash: Cents): void {
  position.dayCash += cash
  const closing = position.size !== 0 && position.size > 0 !== size > 0 ? Math.min(Math.abs(size), Math.abs(position.size)) : 0
  if (closing === 0) {
    position.size += size
    position.cost -= cash
    return
  }
  const closed = position.size > 0 ? closing : -closing
  const closingCash = costShare(cash, closing, Math.abs(size))
  const closedCost = costShare(position.cost, closed, position.size)
  position.realized += closingCash - closedCost
  position.size -= closed
  position.cost -= closedCost
  const opened = size + closed
  if (opened === 0) return
  position.size += opened
  position.cost -= cash - closingCash
}

export const marketValue = (position: Position, mark: PriceUnits): Cents => valueCents(mark, position.size)
export const unrealized = (position: Position, mark: PriceUnits): Cents => marketValue(position, mark) - position.cost

/** Today's gain: value now, less value when the day began, plus what today's trades brought in. */
export const dayGain = (position: Position, mark: PriceUnits): Cents =>
  marketValue(position, mark) - valueCents(position.dayPrice, position.daySize) + position.dayCash

/** Starts a new day at the given mark. */
export function rollDay(position: Position, mark: PriceUnits): void {
  position.daySize = position.size
  position.dayPrice = mark
  position.dayCash = 0
}
