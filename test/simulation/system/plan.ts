import { SeededRandom } from './time/seeded-random.js'

/** Whether the end of a simulation requires that everything converges. */
export type Mode = 'safety' | 'liveness'

/**
 * The generation of what seeds simulate. A kind of fault that is added begins a new one, with
 * random draws of its own: a seed of an older generation keeps its course, without that fault.
 * Generation 4 has other sizes (`SIZES`): most seeds are small, so that many more run in the same
 * time.
 */
export const GENERATION = 4

/** What one seed simulates. */
export interface Plan {
  readonly seed: number
  readonly generation: number
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
  /** The request limits: a sandbox's over an app key or over Connect, or production's. */
  readonly limits: 'off' | 'production' | 'sandbox' | 'connect'
  /** How often an action is a crash or a failing disk, from 0 to 1. */
  readonly disasters: number
  /** True when a sandbox profile is open in the same process. */
  readonly secondEnvironment: boolean
  /** How often an action is a halt of a symbol, or a disorder of events or quotes, from 0 to 1. */
  readonly incidents: number
  /** The longest time between two readings of a slow window, in ms; null without such a window. */
  readonly windowPauseMs: number | null
  /** How often the person also submits linked orders with an action, from 0 to 1. */
  readonly linkedOrders: number
}

/** The largest simulations until generation 3: one in this many seeds. */
const LARGE_EVERY = 400
const MAX_WORKING = 5_000
const SECOND_ENVIRONMENT = 0.12
const SLOW_WINDOW = 0.15
const LINKED_ORDERS = 0.1

/** Until generation 3: few seeds have many orders, the number of orders has a heavy tail. */
function workingOrders(random: SeededRandom, seed: number): number {
  if (seed % LARGE_EVERY === 0) return Math.floor(random.between(500, MAX_WORKING + 1))
  const part = random.fraction()
  if (part < 0.5) return 1 + random.index(3)
  return part < 0.97 ? Math.floor(random.between(3, 25)) : Math.floor(random.between(25, 120))
}

/** How many seeds of a size there are, and its numbers of actions and of working orders. */
interface Size {
  /** In proportion to the other sizes. */
  readonly weight: number
  readonly actions: readonly [number, number]
  readonly workingOrders: readonly [number, number]
  /** How many times as often as until generation 3 an action is a disaster or an incident. */
  readonly mishaps: number
}

/**
 * The sizes from generation 4 on. A violation is mostly a matter of a few orders and a few faults
 * at an unlucky moment, and a small seed costs a tenth of a large one. Over all sizes a seed has
 * between 1 and 5,000 working orders and 3 to 37 actions.
 */
const SIZES = {
  small: { weight: 910, actions: [2, 10], workingOrders: [1, 3], mishaps: 2 },
  medium: { weight: 80, actions: [8, 37], workingOrders: [1, 25], mishaps: 1 },
  large: { weight: 9, actions: [8, 37], workingOrders: [25, 300], mishaps: 1 },
  huge: { weight: 1, actions: [8, 37], workingOrders: [300, MAX_WORKING], mishaps: 1 },
} as const satisfies Readonly<Record<string, Size>>

const WEIGHTS = {
  small: SIZES.small.weight,
  medium: SIZES.medium.weight,
  large: SIZES.large.weight,
  huge: SIZES.huge.weight,
}

/** Changes a plan of generation 3 into one of generation 4. */
function resized(plan: Plan): Plan {
  const random = new SeededRandom(plan.seed, 'plan of generation 4')
  const { actions, workingOrders: orders, mishaps } = SIZES[random.weighted(WEIGHTS)]
  const within = ([min, max]: readonly [number, number]): number =>
    min + random.index(max - min + 1)
  return {
    ...plan,
    actions: within(actions),
    workingOrders: within(orders),
    disasters: plan.disasters * mishaps,
    incidents: plan.incidents * mishaps,
  }
}

/** Returns the plan of a seed in a generation. */
export function planOf(seed: number, generation = GENERATION): Plan {
  const random = new SeededRandom(seed, 'plan')
  const calm = random.chance(0.2)
  const added = new SeededRandom(seed, 'plan of generation 2')
  const incidents = calm || generation < 2 ? 0 : added.fraction() * 0.12
  const hasWindow = generation >= 2 && added.chance(SLOW_WINDOW)
  const plan: Plan = {
    seed,
    generation,
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
    incidents,
    linkedOrders: generation < 3 ? 0 : LINKED_ORDERS,
    windowPauseMs: hasWindow ? (added.pick([100, 800, 4_000]) ?? 800) : null,
  }
  return generation < 4 ? plan : resized(plan)
}
