import type { Money, Price } from '../../../../shared/domain/decimal.js'

/** What an order that opens a position can gain and lose until the contract ends, fees included. */
export interface Payoff {
  readonly maxGain: Money | 'unlimited'
  readonly maxLoss: Money | 'unlimited'
  /** The price of the underlying at which an option neither gains nor loses; null for events. */
  readonly breakEven: Price | null
  /** What event contracts pay when their outcome occurs; null for options. */
  readonly payout: Money | null
}
