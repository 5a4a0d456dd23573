import { gt, lt, type Price } from '../../../../shared/domain/decimal.js'
import type { AssetClass } from '../../../../shared/domain/instruments/instrument.js'
import {
  stopTypeOf,
  timesInForceOf,
  type OrderType,
} from '../../../../shared/domain/orders/order-types.js'

/** The two columns that are clicked. */
export type LadderSide = 'buy' | 'sell'

/** The market that decides what a click means; null where nothing is quoted. */
export interface TouchPrices {
  readonly bid: Price | null
  readonly ask: Price | null
  readonly last: Price | null
}

/** True where the product has market orders. */
export const hasMarketOrders = (assetClass: AssetClass): boolean =>
  timesInForceOf(assetClass, 'market').length > 0

/** The type of the order that a click makes. */
export type ClickType = Extract<OrderType, 'limit' | 'stop' | 'stop-limit'>

/**
 * Returns the type of the order that a click at a price makes: a buy above the ask, and a sell
 * below the bid, waits as a stop; every other is a limit order. At the touch itself the limit fills
 * at once. Where nothing is quoted, and in products without stops, every click is a limit order.
 */
export function clickType(
  side: LadderSide,
  price: Price,
  { bid, ask, last }: TouchPrices,
  assetClass: AssetClass,
): ClickType {
  const stop = stopTypeOf(assetClass)
  const touch = side === 'buy' ? (ask ?? last) : (bid ?? last)
  if (stop === null || touch === null) return 'limit'
  return (side === 'buy' ? gt(price, touch) : lt(price, touch)) ? stop : 'limit'
}

/** Returns the prices that an order of a type has at a price of the ladder. */
export const clickPrices = (type: ClickType, price: Price) => ({
  ...(type === 'stop' ? {} : { limitPrice: price }),
  ...(type === 'limit' ? {} : { stopPrice: price }),
})
