/**
 * How far the estimated cost of an instruction may move while a person reads it, before it is shown
 * again as moved and approve
 * disarms (CONFIRM-11): the larger of a share and a number of ticks. A closed list, so
 * that no page can switch the rule off.
 */
export const PRICE_TOLERANCES = ['narrow', 'usual', 'wide'] as const
export type PriceTolerance = (typeof PRICE_TOLERANCES)[number]
