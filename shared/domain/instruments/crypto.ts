import type { Decimal, Money, Quantity } from '../decimal.js'
import type { Symbol } from '../ids.js'
import type { Tradable } from './instrument.js'

/**
 * A currency pair that trades around the clock ("BTCUSD"). Limits are null where the provider
 * publishes none.
 */
export interface CryptoPair {
  readonly assetClass: 'crypto'
  readonly symbol: Symbol
  readonly instrumentId: string
  readonly name: string
  readonly exchange: string
  readonly tradable: Tradable
  readonly currency: string
  readonly minAmount: Money | null
  readonly maxAmount: Money | null
  readonly minQuantity: Quantity | null
  readonly maxQuantity: Quantity | null
  readonly priceStep: Decimal | null
  readonly lotSize: Decimal | null
}
