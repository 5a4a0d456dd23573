import type { Halt } from '../../../../shared/domain/orders/halt.js'

const PHASES: readonly Halt['phase'][] = ['clear', 'untouched', 'left', 'clearing']
const MAX_LEFT = 200

/**
 * Combines the halts of several sessions into one; null where there is none. The least complete one
 * gives its phase.
 */
export function combineHalts(halts: readonly (Halt | null)[]): Halt | null {
  return halts.reduce((sum, halt) => {
    if (sum === null || halt === null) return sum ?? halt
    return {
      scope: sum.scope === 'all' || halt.scope === 'all' ? 'all' : 'assistants',
      why: sum.why,
      haltedAt: sum.haltedAt,
      phase: PHASES.indexOf(halt.phase) > PHASES.indexOf(sum.phase) ? halt.phase : sum.phase,
      withdrawn: sum.withdrawn + halt.withdrawn,
      cancelled: sum.cancelled + halt.cancelled,
      working: sum.working + halt.working,
      unknown: sum.unknown + halt.unknown,
      ...(sum.atLeast === true || halt.atLeast === true ? { atLeast: true as const } : {}),
      left: [...sum.left, ...halt.left].slice(0, MAX_LEFT),
    }
  }, null)
}
