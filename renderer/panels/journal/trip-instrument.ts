import type { JournalTrip, JournalTripLeg } from '../../../shared/domain/account/journal.js'
import { greatestCommonDivisor } from '../../../shared/domain/greatest-common-divisor.js'
import { asPrice, div, toInteger } from '../../../shared/domain/decimal.js'
import { keyParts } from '../../../shared/domain/instruments/instrument-key.js'
import { parseOcc } from '../../../shared/domain/instruments/option.js'
import { recognizeStrategy, type StrategyLeg } from '../../../shared/domain/orders/strategies.js'
import { STANDARD_MULTIPLIER } from '../../../shared/domain/orders/strategy-payoff.js'
import type { NamedInstrument } from '../../format/instrument-name.js'
import { keyInstrument } from './key-instrument.js'

/**
 * Returns what names a round trip: its instrument, or the strategy that its legs are. Legs that no
 * strategy has together, such as those of a rolled position, are a combination.
 */
export function tripInstrument({ key, legs }: JournalTrip): NamedInstrument {
  const first = keyInstrument(key)
  if (legs.length < 2 || keyParts(key).assetClass === 'event') return first
  const found = recognizeStrategy(strategyLegs(legs))
  return {
    ...first,
    assetClass: 'option',
    strategy: found?.strategy ?? 'unknown',
    legs: legs.map(({ key: legKey, direction, quantity }) => {
      const { symbol, assetClass } = keyParts(legKey)
      const side = direction === 'long' ? 'buy' : 'sell'
      const [leg] = keyInstrument(legKey).legs
      return assetClass === 'option' && leg !== undefined
        ? { ...leg, side, quantity }
        : { symbol, option: null, side, quantity }
    }),
  }
}

/** Returns the legs per unit of the strategy; none where their sizes have no common unit. */
function strategyLegs(legs: readonly JournalTripLeg[]): readonly StrategyLeg[] {
  const counted = legs.map(({ key, direction, quantity }) => {
    const { symbol, assetClass } = keyParts(key)
    const occ = assetClass === 'option' ? parseOcc(symbol) : null
    const units = occ === null ? div(quantity, STANDARD_MULTIPLIER, 8, 'half-even') : quantity
    const count = units === null ? null : toInteger(units, 0)
    return { direction, occ, count: count ?? 0n }
  })
  const unit = counted.map(({ count }) => count).reduce(greatestCommonDivisor)
  if (unit === 0n || counted.some(({ count }) => count === 0n)) return []
  return counted.map(({ direction, occ, count }) => ({
    side: direction === 'long' ? 'buy' : 'sell',
    ratio: Number(count / unit),
    option:
      occ === null
        ? null
        : { type: occ.type, strike: asPrice(occ.strike), expiration: occ.expiration },
  }))
}
