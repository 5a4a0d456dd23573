import type { Position } from '../../../shared/domain/account/account.js'
import type { Decimal } from '../../../shared/domain/decimal.js'
import {
  positionInstrumentKey,
  type InstrumentKey,
} from '../../../shared/domain/instruments/instrument-key.js'
import type { Listings } from '../market/listings.js'
import { withMultiplier } from './value-position.js'

/** Multipliers that the broker's positions do not contain, from the listings of their symbols. */
export class ListedMultipliers {
  readonly #listings: Pick<Listings, 'multiplierOf'>
  readonly #known = new Map<InstrumentKey, Decimal>()

  constructor(listings: Pick<Listings, 'multiplierOf'>) {
    this.#listings = listings
  }

  /** Adds multipliers to positions; one without a listed multiplier keeps its figures. */
  async complete(positions: readonly Position[]): Promise<readonly Position[]> {
    for (const position of positions) {
      const { assetClass, symbol, multiplier } = position
      const key = positionInstrumentKey(position)
      if (multiplier !== null || assetClass === 'option' || key === null || this.#known.has(key)) {
        continue
      }
      const found = await this.#listings.multiplierOf({ assetClass, symbol })
      if (found.ok && found.value !== null) this.#known.set(key, found.value)
    }
    return positions.map((position) => {
      const key = positionInstrumentKey(position)
      const multiplier = key === null ? undefined : this.#known.get(key)
      return position.multiplier !== null || multiplier === undefined
        ? position
        : withMultiplier(position, multiplier)
    })
  }
}
