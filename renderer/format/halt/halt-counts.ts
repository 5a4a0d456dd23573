import type { Halt } from '../../../shared/domain/orders/halt.js'
import type { WindowText } from '../../../shared/messages/window-text.js'

type Counts = Pick<Halt, 'phase' | 'working' | 'unknown' | 'atLeast'>

/** True while no open order is known, but the broker's lists have not yet proved it. */
export const isCheckingHalt = ({ phase, working, unknown }: Counts): boolean =>
  phase !== 'clear' && phase !== 'untouched' && working + unknown === 0

/**
 * Formats how many orders a halt left: "2 working, 0 unknown.", "At least 2 working, …" while the
 * lists are being read, and zero only once it is proved. A halt that touched no order counts none.
 */
export function formatHaltCounts(halt: Counts, text: WindowText['instructions']['kill']): string {
  if (halt.phase === 'untouched') return text.untouched
  if (isCheckingHalt(halt)) return text.checking
  return halt.atLeast === true
    ? text.leftAtLeast(halt.working, halt.unknown)
    : text.left(halt.working, halt.unknown)
}
