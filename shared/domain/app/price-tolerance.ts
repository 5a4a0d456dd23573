/**
 * Presets for how far the estimated cost of an instruction may move while a person reads it, before
 * old and new cost are shown and approve is disarmed (CONFIRM-11): the larger of a share and a
 * number of ticks. The list is closed, so that no page can switch the rule off.
 */
export const PRICE_TOLERANCES = ['narrow', 'usual', 'wide'] as const
export type PriceTolerance = (typeof PRICE_TOLERANCES)[number]
