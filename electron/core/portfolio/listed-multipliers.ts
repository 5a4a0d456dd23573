import type { Position } from '../../../shared/domain/account/account.js'
import type { Decimal } from '../../../shared/domain/decimal.js'
import type { Symbol } from '../../../shared/domain/ids.js'
import type { Listings } from '../market/listings.js'
import { withMultiplier } from './value-position.js'

/** Multipliers that the broker's positions do not contain, from the listings of their symbols. */
export class ListedMultipliers {
  readonly #listings: Pick<Listings, 'multiplierOf'>
  readonly #known = new Map<Symbol, Decimal>()

  constructor(listings: Pick<Listings, 'multiplierOf'>) {
    this.#listings = listings
  }

  /** Adds multipliers to positions; one without a listed multiplier keeps its figures. */
  async complete(positions: readonly Position[]): Promise<readonly Position[]> {
    for (const { assetClass, symbol, multiplier } of positions) {
      if (multiplier !== null || assetClass === 'option' || this.#known.has(symbol)) continue
      const found = await this.#listings.multiplierOf({ assetClass, symbol })
      if (found.ok && found.value !== null) this.#known.set(symbol, found.value)
    }
    return positions.map((position) => {
      const multiplier = position.multiplier ?? this.#known.get(position.symbol)
      return position.multiplier !== null || multiplier === undefined
        ? position
        : withMultiplier(position, multiplier)
    })
  }
}
