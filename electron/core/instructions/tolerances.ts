import { dec } from '../../../shared/domain/decimal.js'
import type { PriceTolerance } from '../../../shared/domain/price-tolerance.js'
import type { Tolerance } from './desk-deps.js'

/**
 * What the person's setting means (rule 11); `usual` is the rule's own half a percent or five
 * ticks.
 */
export const TOLERANCES: Readonly<Record<PriceTolerance, Tolerance>> = {
  narrow: { ratio: dec('0.001'), ticks: 2 },
  usual: { ratio: dec('0.005'), ticks: 5 },
  wide: { ratio: dec('0.01'), ticks: 10 },
}
