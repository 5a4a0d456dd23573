import type { Symbol } from '../../../../shared/domain/ids.js'
import { symbolClass } from '../../../../shared/domain/instruments/symbol-class.js'
import type { ShownOutcome } from '../../../chart/market/shown-outcome.js'
import { useMainWindow, useSlice } from '../../../stores/context.js'

/**
 * Returns the outcome of an event market whose prices are shown: the same as in ticket and depth.
 */
export function useShownOutcome(symbol: Symbol): ShownOutcome {
  const outcome = useSlice(useMainWindow().selection, (state) => state.outcome)
  return symbolClass(symbol) === 'event' ? outcome : null
}
