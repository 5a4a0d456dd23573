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
/**
 * The symbol of one instrument in the market data: a ticker, an OCC symbol, a contract code, a pair
 * or an event market. Every quote has one.
 */
export type Symbol = Brand<string, 'Symbol'>
/**
 * The symbol that an order or a position states. For an option it is the symbol of its underlying
 * or its root, which identifies no contract and has other prices; so it is not a {@link Symbol},
 * and only the functions of `instruments/instrument-key.ts` turn it into one.
 */
export type TradingSymbol = Brand<string, 'Symbol' | 'TradingSymbol'>

export const accountId = (text: string): AccountId => text as AccountId
export const clientOrderId = (text: string): ClientOrderId => text as ClientOrderId
export const orderId = (text: string): OrderId => text as OrderId
export const tradingSymbol = (text: string): TradingSymbol => text as TradingSymbol
export const symbol = (text: string): Symbol => text as Symbol

/** Our id of an instruction, 32 hexadecimal digits. */
export type InstructionId = Brand<string, 'InstructionId'>

/** The id of a paired assistant, 16 hexadecimal digits. */
export type ConnectionId = Brand<string, 'ConnectionId'>

/** Our id of a waiting instruction, 32 hexadecimal digits. */
export type WaitingId = Brand<string, 'WaitingId'>
