import { exchangeClock } from '../../../shared/domain/market/exchange-time.js'
import { DAY_MS, type EpochMs } from '../../../shared/domain/time.js'
import { PRICE_SCALE, type PriceUnits } from '../model/units.js'
import { american, americanGreeks } from './american.js'
import { european, europeanGreeks, type Greeks, type Terms } from './black-scholes.js'
import type { Contract } from './contracts.js'
import { impliedVolatility, spellOf } from './surface.js'

const DOLLAR = 10 ** PRICE_SCALE
export const YEAR_MS = 365 * DAY_MS
/** The interest rate of the practice market. */
export const RATE = 0.04

/** A contract's value and its inputs, from the model behind every quote. */
export interface Valuation {
  /** USD per share of the underlying, not rounded. */
  readonly value: number
  readonly volatility: number
  readonly terms: Terms
}

/**
 * Values contracts by Black-Scholes-Merton, with early exercise for American style, on one
 * volatility surface per underlying and day.
 */
export class Pricing {
  readonly #seed: string
  readonly #spells = new Map<string, number>()

  constructor(seed: string) {
    this.#seed = seed
  }

  /**
   * Returns the pricing terms of a contract at a time. `spot` is the price of the followed symbol
   * in price units.
   */
  terms({ program, expiry, right, strike }: Contract, spot: PriceUnits, time: EpochMs): Terms {
    const left = Math.max(0, (expiry.time - time) / YEAR_MS)
    const price = (spot * program.factor) / DOLLAR
    const strikePrice = strike / DOLLAR
    const forward = Math.log(strikePrice / price) - (RATE - program.dividendYield) * left
    const volatility =
      left === 0
        ? 0
        : impliedVolatility(program.smile, this.#spell(program.follows, time), forward, left)
    return {
      right,
      spot: price,
      strike: strikePrice,
      time: left,
      rate: RATE,
      yield: program.dividendYield,
      volatility,
    }
  }

  value(contract: Contract, spot: PriceUnits, time: EpochMs): Valuation {
    const terms = this.terms(contract, spot, time)
    return {
      value: contract.program.kind === 'index' ? european(terms) : american(terms),
      volatility: terms.volatility,
      terms,
    }
  }

  greeks(contract: Contract, terms: Terms): Greeks {
    return contract.program.kind === 'index' ? europeanGreeks(terms) : americanGreeks(terms)
  }

  #spell(name: string, time: EpochMs): number {
    const { day } = exchangeClock(time)
    const key = `${name}${day}`
    const known = this.#spells.get(key)
    if (known !== undefined) return known
    const made = spellOf(this.#seed, name, Date.parse(`${day}T00:00:00Z`) / DAY_MS)
    if (this.#spells.size > 4_096) this.#spells.clear()
    this.#spells.set(key, made)
    return made
  }
}
