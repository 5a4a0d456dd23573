import { dec } from '../../../../shared/domain/decimal.js'
import type { PriceTolerance } from '../../../../shared/domain/app/preference-values.js'
import type { Tolerance } from './policy-types.js'

/**
 * The tolerances of the person's setting (CONFIRM-11). `usual` is the default: half a percent or
 * five ticks.
 */
export const PRICE_TOLERANCE_PRESETS: Readonly<Record<PriceTolerance, Tolerance>> = {
  narrow: { ratio: dec('0.001'), ticks: 2 },
  usual: { ratio: dec('0.005'), ticks: 5 },
  wide: { ratio: dec('0.01'), ticks: 10 },
}
