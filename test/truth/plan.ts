import type { Fault } from '../../shared/practice/practice-control.js'
import type { FaultName } from '../../electron/practice/faults/fault-table.js'
import { SeededRandom } from '../simulation/system/time/seeded-random.js'

/** The processes that are killed. */
export const KILLED = ['program', 'renderer', 'exchange'] as const
export type Killed = (typeof KILLED)[number]

/** Orders of a stage, then a kill while the next ones are on their way. */
export interface Stage {
  /** How many orders are handed in before the kill, on top of the orders of earlier stages. */
  readonly orders: number
  /** Null for a last stage without a kill. */
  readonly kill: Killed | null
  /** How long after the last of these orders the process is killed, in ms. */
  readonly killAfterMs: number
  /** Faults of the exchange, each when the given share of the orders is handed in. */
  readonly faults: readonly { readonly share: number; readonly fault: Fault }[]
}

export interface PlanOptions {
  readonly seed: number
  readonly orders: number
  readonly kills: number
}

/** How often each fault is switched on, and the operations that it can hit. */
const FAULTS: Readonly<Partial<Record<FaultName, number>>> = {
  'drop-after-effect': 4,
  'drop-before-effect': 2,
  'error-after-effect': 3,
  'error-before-effect': 1,
  delay: 3,
  'malformed-body': 2,
  'truncated-body': 2,
  'rate-limited': 2,
  'stale-listing': 2,
  'duplicate-events': 3,
  'event-stream-black-hole': 2,
  'market-stream-black-hole': 1,
  'refuse-event-stream': 1,
}
const OPERATIONS = {
  'trading.orders.place': 5,
  'trading.orders.cancel': 2,
  'trading.orders.get': 2,
  'trading.orders.open': 1,
} as const
const OPERATION_FAULTS: ReadonlySet<string> = new Set([
  'drop-after-effect',
  'drop-before-effect',
  'error-after-effect',
  'error-before-effect',
  'delay',
  'malformed-body',
  'truncated-body',
  'rate-limited',
])
const MAX_DELAY_MS = 4_000
const MAX_LAG_MS = 5_000
const MAX_FAULTS = 3
const MAX_KILL_AFTER_MS = 400

function faultOf(random: SeededRandom): Fault {
  const kind = random.weighted(FAULTS as Record<FaultName, number>)
  if (kind === 'stale-listing') {
    return { kind, count: null, ms: Math.round(random.between(500, MAX_LAG_MS)) }
  }
  if (!OPERATION_FAULTS.has(kind)) return { kind, count: kind === 'duplicate-events' ? 5 : 1 }
  const operation = random.weighted(OPERATIONS)
  return kind === 'delay'
    ? { kind, operation, ms: Math.round(random.between(200, MAX_DELAY_MS)) }
    : { kind, operation, count: 1 }
}

/** Returns every kind of kill equally often, in an order of the seed. */
function killsOf(count: number, random: SeededRandom): readonly Killed[] {
  const kills: Killed[] = []
  while (kills.length < count) {
    const round = [...KILLED]
    while (round.length > 0) kills.push(...round.splice(random.index(round.length), 1))
  }
  return kills.slice(0, count)
}

/** Returns the stages of a run; the same seed gives the same stages. */
export function planOf({ seed, orders, kills }: PlanOptions): readonly Stage[] {
  const random = new SeededRandom(seed, 'truth')
  const killed = killsOf(kills, random)
  const stages = Math.max(1, kills)
  return Array.from({ length: stages }, (_, index): Stage => {
    const before = Math.floor((orders * index) / stages)
    const after = Math.floor((orders * (index + 1)) / stages)
    return {
      orders: after - before,
      kill: killed[index] ?? null,
      killAfterMs: random.between(0, MAX_KILL_AFTER_MS),
      faults: Array.from({ length: random.index(MAX_FAULTS + 1) }, () => ({
        share: random.fraction(),
        fault: faultOf(random),
      })),
    }
  })
}
