import { SeededRandom } from './time/seeded-random.js'

/** Whether the end of a simulation requires that everything converges. */
export type Mode = 'safety' | 'liveness'

/** What one seed simulates. */
export interface Plan {
  readonly seed: number
  readonly mode: Mode
  /** The number of actions of people, assistants, other clients and chance. */
  readonly actions: number
  /** The mean time between two actions, in ms. */
  readonly pauseMs: number
  /** Orders that another client has at the exchange before this client starts. */
  readonly workingOrders: number
  readonly assistants: number
  readonly requestFaults: number
  readonly eventLoss: number
  readonly maxDelayMs: number
  /** Whose request limits apply: those of a sandbox, over an app key or over Connect. */
  readonly limits: 'off' | 'sandbox' | 'connect'
  /** How often an action is a crash or a failing disk, from 0 to 1. */
  readonly disasters: number
  /** True when a sandbox profile is open in the same process. */
  readonly secondEnvironment: boolean
}

/** Sizes of the largest simulations: one in this many seeds. */
const LARGE_EVERY = 400
const MAX_WORKING = 5_000
const SECOND_ENVIRONMENT = 0.12

/** Few seeds have many orders: the number of orders has a heavy tail. */
function workingOrders(random: SeededRandom, seed: number): number {
  if (seed % LARGE_EVERY === 0) return Math.floor(random.between(500, MAX_WORKING + 1))
  const part = random.fraction()
  if (part < 0.5) return 1 + random.index(3)
  return part < 0.97 ? Math.floor(random.between(3, 25)) : Math.floor(random.between(25, 120))
}

/** Returns the plan of a seed. */
export function planOf(seed: number): Plan {
  const random = new SeededRandom(seed, 'plan')
  const calm = random.chance(0.2)
  return {
    seed,
    mode: random.chance(0.7) ? 'liveness' : 'safety',
    actions: 8 + random.index(30),
    pauseMs: random.pick([20, 120, 500]) ?? 120,
    workingOrders: workingOrders(random, seed),
    assistants: 1 + random.index(2),
    requestFaults: calm ? 0 : random.fraction() ** 2 * 0.4,
    eventLoss: calm ? 0 : random.fraction() * 0.4,
    maxDelayMs: random.pick([4, 30, 400]) ?? 30,
    limits: 'off',
    disasters: calm ? 0 : random.fraction() * 0.1,
    secondEnvironment: random.chance(SECOND_ENVIRONMENT),
  }
}
