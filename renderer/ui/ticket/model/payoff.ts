import {
  add,
  asMoney,
  asPrice,
  dec,
  isPositive,
  mul,
  sub,
  ZERO_MONEY,
  type Decimal,
  type Money,
  type Price,
  type Quantity,
} from '../../../../shared/domain/decimal.js'
import type { AnyInstrument } from '../../../../shared/domain/instruments/any-instrument.js'
import type { OptionContract } from '../../../../shared/domain/instruments/option.js'

/** What an order that opens a position can gain and lose until the contract ends, before fees. */
export interface Payoff {
  readonly maxGain: Money | 'unlimited'
  readonly maxLoss: Money | 'unlimited'
  /** The price of the underlying at which an option neither gains nor loses; null for events. */
  readonly breakEven: Price | null
  /** What event contracts pay when their outcome occurs; null for options. */
  readonly payout: Money | null
}

export interface PayoffInput {
  readonly instrument: AnyInstrument
  readonly side: 'buy' | 'sell'
  /** The price that the order trades at. */
  readonly price: Price
  readonly units: Quantity
  readonly multiplier: Decimal
}

/** One event contract pays one dollar. */
const PAYOUT = dec('1')

/**
 * Returns the payoff of an order that opens an option or an event contract; null for other
 * products, whose result has no bound that the order knows.
 */
export function payoffOf(input: PayoffInput): Payoff | null {
  const { instrument, price, units, multiplier } = input
  const money = (perUnit: Decimal): Money => {
    const value = asMoney(mul(mul(perUnit, units), multiplier))
    return isPositive(value) ? value : ZERO_MONEY
  }
  if (instrument.assetClass === 'event') {
    return {
      maxGain: money(sub<Decimal>(PAYOUT, price)),
      maxLoss: money(price),
      breakEven: null,
      payout: money(PAYOUT),
    }
  }
  return instrument.assetClass === 'option' ? optionPayoff(instrument, input, money) : null
}

function optionPayoff(
  { type, strike }: OptionContract,
  { side, price }: PayoffInput,
  money: (perUnit: Decimal) => Money,
): Payoff | null {
  if (type === null) return null
  const premium = money(price)
  const breakEven = asPrice(
    type === 'call' ? add<Decimal>(strike, price) : sub<Decimal>(strike, price),
  )
  // A call gains without a bound as the underlying rises; a put at most its strike, at zero.
  const exercised = type === 'call' ? 'unlimited' : money(sub<Decimal>(strike, price))
  return side === 'buy'
    ? { maxGain: exercised, maxLoss: premium, breakEven, payout: null }
    : { maxGain: premium, maxLoss: exercised, breakEven, payout: null }
}
