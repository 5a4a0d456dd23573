import { LATE_MODULES } from '../../../electron/provider/late-modules.js'
import { DraftMaker } from './actors/draft-maker.js'
import { OtherClient } from './actors/other-client.js'
import { planOf, type Plan } from './plan.js'
import { Simulation } from './simulation.js'
import { SeededRandom } from './time/seeded-random.js'

/** How many of a hundred resting orders each product has; together they use all accounts. */
const MIX = { stock: 61, option: 5, future: 0.4, crypto: 14, event: 20 } as const
export const PRODUCTS = ['stock', 'option', 'future', 'crypto', 'event'] as const
const MINUTE_MS = 60_000
const SEED = 3

/** A client with the provider's request limits and no faults, beside another client. */
export class LimitedRun {
  readonly simulation: Simulation
  readonly other: OtherClient

  constructor(limits: Exclude<Plan['limits'], 'off'>) {
    const random = (name: string): SeededRandom => new SeededRandom(SEED, name)
    const plan = { ...planOf(SEED), limits, requestFaults: 0, eventLoss: 0, maxDelayMs: 30 }
    this.simulation = new Simulation(plan, true)
    const drafts = new DraftMaker(random('drafts'), this.simulation.exchange)
    this.other = new OtherClient(this.simulation, random('other client'), drafts)
  }

  /**
   * Starts the exchange, lets at least so many orders of every product work there, and starts the
   * client. Returns how many work.
   */
  async start(count: number): Promise<number> {
    const { simulation, other } = this
    await Promise.all(Object.values(LATE_MODULES).map((load): Promise<unknown> => load()))
    await simulation.startExchange()
    let placed = 0
    for (const product of PRODUCTS) {
      placed += other.placeResting(product, Math.ceil((count * MIX[product]) / 100))
    }
    simulation.startClient()
    await this.run(MINUTE_MS, () => simulation.client?.assistants != null)
    await this.run(MINUTE_MS, () => simulation.client?.session.connection.view().phase === 'ready')
    return placed
  }

  /** The requests that the exchange refused because there were too many. */
  get refusedByLimit(): readonly string[] {
    return this.simulation.trace.lines().filter((line) => / answer \S+ 429$/.test(line))
  }

  /** Lets virtual time pass until the condition holds, at most `ms`; returns how long it took. */
  async run(
    ms: number,
    holds: () => boolean = () => false,
    afterStep: () => void = () => undefined,
  ): Promise<number> {
    const { simulation } = this
    const began = simulation.time.now
    const check = (): void => {
      simulation.check()
      afterStep()
    }
    await simulation.time.run(began + ms, check, holds)
    return simulation.time.now - began
  }
}
