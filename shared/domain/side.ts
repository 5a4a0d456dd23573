/** The side of an order: buy, sell what is held, or sell short. */
export const SIDES = ['buy', 'sell', 'short'] as const
export type Side = (typeof SIDES)[number]
