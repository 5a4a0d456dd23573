import type { AssetClass } from './instrument.js'

/**
 * The product that an account trades: the provider keeps separate accounts per product (TRADING-2).
 */
export type AccountProduct = 'securities' | 'futures' | 'crypto' | 'events'

/**
 * The asset classes that accounts of a product trade: the provider keeps separate accounts
 * (TRADING-2).
 */
export const ACCOUNT_CLASSES: Readonly<Record<AccountProduct, readonly AssetClass[]>> = {
  securities: ['stock', 'option'],
  futures: ['futures'],
  crypto: ['crypto'],
  events: ['event'],
}

/** True when accounts of the product accept orders of the class. */
export const tradesClass = (product: AccountProduct, assetClass: AssetClass): boolean =>
  ACCOUNT_CLASSES[product].includes(assetClass)

const PRODUCTS: Readonly<Record<AssetClass, AccountProduct>> = {
  stock: 'securities',
  option: 'securities',
  futures: 'futures',
  crypto: 'crypto',
  event: 'events',
}

/** Returns the product of the accounts that trade a class. */
export const productOf = (assetClass: AssetClass): AccountProduct => PRODUCTS[assetClass]
