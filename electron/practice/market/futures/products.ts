import { ENERGY_PRODUCTS, GRAIN_PRODUCTS, METAL_PRODUCTS } from './commodity-products.js'
import {
  CRYPTO_PRODUCTS,
  CURRENCY_PRODUCTS,
  INDEX_PRODUCTS,
  RATE_PRODUCTS,
  YEN_PRODUCTS,
} from './financial-products.js'
import type { FuturesProduct } from './product-terms.js'

/**
 * The futures of the practice market: real codes, exchanges, ticks, point values and cycles; prices
 * are tied to a fund of the stock market where one holds the same asset. Margins are rounded
 * typical values.
 */
export const FUTURES_PRODUCTS: readonly FuturesProduct[] = [
  ...INDEX_PRODUCTS,
  ...ENERGY_PRODUCTS,
  ...METAL_PRODUCTS,
  ...RATE_PRODUCTS,
  ...CURRENCY_PRODUCTS,
  ...GRAIN_PRODUCTS,
  ...CRYPTO_PRODUCTS,
  // The place in this list is part of the contracts' ids: new products are appended.
  ...YEN_PRODUCTS,
]
