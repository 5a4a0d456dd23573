import type { Brand } from './brand.js'

/** The provider's id of an account; used in every trading call. */
export type AccountId = Brand<string, 'AccountId'>
/**
 * Our id of an order: chosen once per intent, never reused; the key of Replace, Cancel and Order
 * Detail (TRADING-4.10).
 */
export type ClientOrderId = Brand<string, 'ClientOrderId'>
/** The provider's id of an order. */
export type OrderId = Brand<string, 'OrderId'>
/** A ticker, contract code or pair as the provider spells it. */
export type Symbol = Brand<string, 'Symbol'>

export const accountId = (text: string): AccountId => text as AccountId
export const clientOrderId = (text: string): ClientOrderId => text as ClientOrderId
export const orderId = (text: string): OrderId => text as OrderId
export const symbol = (text: string): Symbol => text as Symbol
