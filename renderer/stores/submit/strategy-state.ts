import type { Symbol } from '../../../shared/domain/ids.js'
import type { TimeInForce } from '../../../shared/domain/orders/order-types.js'

/** A leg of the strategy that is being built: an option by its OCC symbol, or shares. */
export interface BuilderLeg {
  readonly symbol: Symbol
  /** The symbol itself for a leg of shares. */
  readonly underlying: Symbol
  readonly side: 'buy' | 'sell'
  /** Contracts per unit; hundreds of shares for a leg of shares. */
  readonly ratio: number
  /** The position that the leg is already; absent for a leg that is ordered. */
  readonly positionId?: string | undefined
}

/** Returns the legs that an order trades: all but those that are held. */
export const orderedLegs = (legs: readonly BuilderLeg[]): readonly BuilderLeg[] =>
  legs.filter(({ positionId }) => positionId === undefined)

export interface StrategyState {
  readonly legs: readonly BuilderLeg[]
  /** The number of units as typed. */
  readonly units: string
  /** The net limit as typed, and the legs that it is for; null before the first. */
  readonly limit: LegsLimit | null
  readonly timeInForce: TimeInForce
  /** The last strategy that was sent, for another one like it; null for none. */
  readonly repeat: SentStrategy | null
}

/** A strategy as it was sent. */
export type SentStrategy = Pick<StrategyState, 'legs' | 'units' | 'limit' | 'timeInForce'>

/** A limit, and the key of the legs that it is for. */
export interface LegsLimit {
  readonly key: string
  readonly text: string
}

/** Identifies legs: a price that was typed for other legs is not theirs. */
export const legsKey = (legs: readonly BuilderLeg[]): string =>
  legs
    .map(({ symbol, side, ratio, positionId }) =>
      [side, ratio, symbol, ...(positionId === undefined ? [] : ['held'])].join(' '),
    )
    .join()
