/** What an order does: buys, sells what is held, or sells what is not held. */
export const SIDES = ['buy', 'sell', 'short'] as const
export type Side = (typeof SIDES)[number]
