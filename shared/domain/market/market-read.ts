import type { Message } from '../../messages/message.js'

/** The lists of one symbol that are read once, before the stream continues them. */
export const MARKET_READS = ['depth', 'ticks'] as const
export type MarketReadKind = (typeof MARKET_READS)[number]

/**
 * Whether such a list is known. `reading`: not yet, so an empty list is not known to be empty.
 * `failed`: not, and `problem` says why; it is read again by itself where that can help.
 */
export type MarketRead =
  | { readonly state: 'reading' | 'read'; readonly problem: null }
  | { readonly state: 'failed'; readonly problem: Message }
